/** Counts the bytes of a body while it goes through. */

/** What hears of the bytes. */
export interface ByteListener {
  /** A piece of so many bytes has gone through. */
  readonly onBytes: (bytes: number) => void;
  /** Nothing more goes through: the body has ended, or whoever read it has gone. */
  readonly onEnd?: () => void;
}

/** The same bytes; a reader that goes away ends `body` as well. While nothing is read, `body` is not locked. */
export function countedBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onBytes, onEnd }: ByteListener,
): ReadableStream {
  let reading: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  let isOver = false;
  /** Whether it ends now, and not before. */
  const end = (): boolean => {
    const isFirst = !isOver;
    isOver = true;
    if (isFirst) onEnd?.();
    return isFirst;
  };
  // Not of type 'bytes': the platform never cancels such a stream when the client has gone, and the call behind it would go on.
  return new ReadableStream(
    {
      async pull(controller) {
        reading = body.getReader();
        try {
          const { done, value } = await reading.read();
          if (!done) {
            onBytes(value.byteLength);
            return controller.enqueue(value);
          }
        } catch (error) {
          end();
          throw error;
        } finally {
          reading.releaseLock();
          reading = undefined;
        }
        // A reader that went away has closed it.
        if (end()) controller.close();
      },
      async cancel(reason) {
        end();
        await (reading ?? body).cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Bytes of a text in UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
