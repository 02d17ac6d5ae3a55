/** Writes zip archives while they are read: nothing is held but the list of what was written (APPNOTE.TXT 6.3.10, with ZIP64 throughout). */

import { crc32 } from './crc32.ts';

/** A file of an archive that is written. */
export interface ZipFile {
  /** With slashes between its parts. */
  readonly path: string;
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** What the list at the end says of a file. */
interface Written {
  readonly name: Uint8Array;
  readonly crc: number;
  readonly size: bigint;
  readonly at: bigint;
}

const SIGNATURES = {
  file: 0x04034b50,
  descriptor: 0x08074b50,
  listed: 0x02014b50,
  end64: 0x06064b50,
  locator: 0x07064b50,
  end: 0x06054b50,
} as const;
/** The version that knows ZIP64. */
const VERSION = 45;
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
/** 1980-01-01, the first day there is: an archive says nothing of when it was made. */
const DAY = 0x21;
const ZIP64 = 1;
const NOT_HERE = 0xffff_ffff;

/** The bytes of an archive of `entries`, each stored as it is. */
export async function* zipOf(entries: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array, void> {
  const written: Written[] = [];
  let at = 0n;
  for await (const { path, body } of entries) {
    const begin = at;
    const name = new TextEncoder().encode(path);
    const head = fileHead(name);
    at += BigInt(head.length);
    yield head;
    let crc = 0;
    let size = 0n;
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      crc = crc32(chunk, crc);
      size += BigInt(chunk.length);
      yield chunk;
    }
    const file = { name, crc, size, at: begin };
    const descriptor = record([SIGNATURES.descriptor, 4], [file.crc, 4], [size, 8], [size, 8]);
    at += size + BigInt(descriptor.length);
    yield descriptor;
    written.push(file);
  }
  const listAt = at;
  for (const file of written) {
    const line = listLine(file);
    at += BigInt(line.length);
    yield line;
  }
  yield ending(written.length, listAt, at);
}

/** As a stream, which takes what is written as it is read; a reader that goes away ends `pieces`. */
export function streamOfPieces(pieces: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return();
    },
  });
}

function fileHead(name: Uint8Array): Uint8Array {
  const fixed = record(
    [SIGNATURES.file, 4],
    [VERSION, 2],
    [FLAGS, 2],
    // Stored, at midnight.
    [0, 4],
    [DAY, 2],
    // CRC: in the descriptor. Sizes: in the extra field, as 0, and in the descriptor.
    [0, 4],
    [NOT_HERE, 4],
    [NOT_HERE, 4],
    [name.length, 2],
    [20, 2],
  );
  return joined(fixed, name, record([ZIP64, 2], [16, 2], [0, 8], [0, 8]));
}

function listLine({ name, crc, size, at }: Written): Uint8Array {
  const fixed = record(
    [SIGNATURES.listed, 4],
    [VERSION, 2],
    [VERSION, 2],
    [FLAGS, 2],
    [0, 4],
    [DAY, 2],
    [crc, 4],
    [NOT_HERE, 4],
    [NOT_HERE, 4],
    [name.length, 2],
    [28, 2],
    // No comment, the first disk, no attributes.
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [NOT_HERE, 4],
  );
  return joined(fixed, name, record([ZIP64, 2], [24, 2], [size, 8], [size, 8], [at, 8]));
}

function ending(files: number, listAt: bigint, end: bigint): Uint8Array {
  const size = end - listAt;
  return joined(
    record([SIGNATURES.end64, 4], [44, 8], [VERSION, 2], [VERSION, 2], [0, 4], [0, 4]),
    record([files, 8], [files, 8], [size, 8], [listAt, 8]),
    record([SIGNATURES.locator, 4], [0, 4], [end, 8], [1, 4]),
    record([SIGNATURES.end, 4], [0, 2], [0, 2], [0xffff, 2], [0xffff, 2], [NOT_HERE, 4], [NOT_HERE, 4], [0, 2]),
  );
}

/** Numbers, each in so many bytes, the lowest first. */
function record(...fields: readonly (readonly [number | bigint, 2 | 4 | 8])[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of fields) {
    for (let byte = 0; byte < length; byte++) bytes[at++] = Number((BigInt(value) >> BigInt(8 * byte)) & 0xffn);
  }
  return bytes;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
