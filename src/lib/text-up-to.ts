/** Reading what comes from elsewhere as text, but no more of it than is taken. */

/** What was read. */
export interface ReadText {
  readonly text: string;
  /** Whether nothing was left. */
  readonly isWhole: boolean;
}

/** The first `mostBytes` bytes of a body in UTF-8, and a little more; the rest is not waited for. Rejects as the body does. */
export async function textUpTo(body: ReadableStream<Uint8Array> | null, mostBytes: number): Promise<ReadText> {
  if (body === null) return { text: '', isWhole: true };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  try {
    while (bytes <= mostBytes) {
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode(), isWhole: true };
      bytes += value.byteLength;
      text += decoder.decode(value, { stream: true });
    }
    return { text, isWhole: false };
  } finally {
    // Whoever stops reading wants no more of it.
    reader.cancel().catch(() => undefined);
  }
}
