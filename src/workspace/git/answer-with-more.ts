/** Puts lines for people behind what receive-pack has answered. */
import { concatBytes } from './bytes.ts';
import { BAND, encodeBand, FLUSH } from './pkt-line.ts';

/**
 * The answer of a multiplexed push, with what `more` gives as progress before its end. `more` begins when the push has ended, and is not asked
 * when the answer does not end as it should.
 */
export function answerWithMore(
  answer: ReadableStream<Uint8Array>,
  more: () => AsyncIterable<string>,
): ReadableStream<Uint8Array> {
  let held: Uint8Array = new Uint8Array();
  const behind = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const bytes = concatBytes([held, chunk]);
      const end = Math.max(0, bytes.length - FLUSH.length);
      held = bytes.slice(end);
      if (end > 0) controller.enqueue(bytes.subarray(0, end));
    },
    async flush(controller) {
      if (held.length === FLUSH.length && held.every((byte, index) => byte === FLUSH[index])) {
        for await (const text of more()) controller.enqueue(encodeBand(BAND.progress, text));
      }
      controller.enqueue(held);
    },
  });
  return answer.pipeThrough(behind);
}
