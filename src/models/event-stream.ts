/** Server-sent events (WHATWG's `text/event-stream`), as far as models use them: the data of each. */
import { within } from '../lib/within.ts';

/** Bytes of a whole stream: more is no answer that anybody asked for. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Nothing came for as long as that, in milliseconds. */
export class Silence extends Error {
  override readonly name = 'Silence';
}

/** More came than is taken. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/**
 * The data of the events of a stream; one that is cut off is left out. Throws {@link Silence} after `silenceMs` without a byte,
 * {@link TooMuch}, and what the stream ends with.
 */
export async function* eventsOf(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [rest, bytes] = ['', 0];
  try {
    for (;;) {
      const read = await within(silenceMs, reader.read());
      if (read === undefined) throw new Silence();
      if (read.done) return;
      bytes += read.value.byteLength;
      if (bytes > MOST_BYTES) throw new TooMuch();
      const blocks = (rest + decoder.decode(read.value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = dataOf(block);
        if (data !== undefined) yield data;
      }
    }
  } finally {
    // Whoever stops reading wants no more of it.
    reader.cancel().catch(() => undefined);
  }
}

function dataOf(block: string): string | undefined {
  const lines = block.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return lines.length === 0 ? undefined : lines.map((line) => line.slice(line[5] === ' ' ? 6 : 5)).join('\n');
}
