/** Inflates zlib streams whose result has a known size. */
import { inflateSync } from 'node:zlib';

/** Bytes of the smallest buffer that zlib takes. */
const SMALLEST_BUFFER = 64;

/** What a stream inflated to. */
export interface Inflated {
  readonly data: Uint8Array;
  /** Bytes of the input that the stream had; what follows them is not part of it. */
  readonly used: number;
}

/** What `inflateSync` returns with `info`. */
interface WithInfo {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

/** Inflates the stream at the beginning of `bytes`. Throws what `inflateSync` does, `ERR_BUFFER_TOO_LARGE` for more than `size` bytes. */
export function inflate(bytes: Uint8Array, size: number): Inflated {
  // One buffer for all of it; the byte more lets zlib see the end of the stream. Without `info`, workerd compares the limit with the
  // size of its buffer, not with what is in it.
  const options = { info: true, chunkSize: Math.max(SMALLEST_BUFFER, size + 1), maxOutputLength: size + 1 } as const;
  const result: unknown = inflateSync(bytes, options);
  if (!hasInfo(result)) throw new TypeError('zlib does not tell how much it used');
  return { data: result.buffer, used: result.engine.bytesWritten };
}

/** Inflates a whole stream that is known to be sound: several times as fast as {@link inflate}, and without its checks. */
export function inflateStored(stream: Uint8Array, size: number): Uint8Array {
  return inflateSync(stream, { chunkSize: Math.max(SMALLEST_BUFFER, size + 1) });
}

// Types of Node leave out what `info` changes.
function hasInfo(result: unknown): result is WithInfo {
  return typeof result === 'object' && result !== null && 'engine' in result;
}
