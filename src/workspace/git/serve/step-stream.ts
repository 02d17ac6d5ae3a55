/** Streams that are made step by step, as their reader takes them. */

/** A step without output. */
export const NOTHING = new Uint8Array();

/**
 * What `steps` yields. At {@link NOTHING} other events get their turn. An error of `steps` breaks the stream off; a reader that
 * goes away ends them.
 */
export function streamOf(steps: Iterator<Uint8Array, unknown>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const { done, value } = steps.next();
        if (done) return controller.close();
        if (value instanceof Uint8Array && value.length > 0) return controller.enqueue(value);
        await turn();
      }
    },
    cancel() {
      steps.return?.();
    },
  });
}

/** As {@link streamOf}, of bytes, as RPC wants it. It takes over the buffers of what is yielded. */
export function byteStreamOf(steps: Iterator<Uint8Array, unknown>): ReadableStream<Uint8Array> {
  const pieces = streamOf(steps).getReader();
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const { done, value } = await pieces.read();
      if (!done) return controller.enqueue(value);
      controller.close();
      // A reader that brought a buffer waits for it even at the end.
      controller.byobRequest?.respond(0);
    },
    cancel: (reason) => pieces.cancel(reason),
  });
}

/** Does `work`, yielding what `say` makes of every `steps`-th number that it yields. */
export function* everyFew<Result>(
  steps: number,
  work: Generator<number, Result>,
  say: (count: number) => Uint8Array,
): Generator<Uint8Array, Result> {
  for (let step = 1; ; step++) {
    const { done, value } = work.next();
    if (done) return value;
    if (step % steps === 0) yield say(value);
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
