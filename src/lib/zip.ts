/** Reads zip archives that may be hostile: whatever is unusual is refused, and nothing grows beyond what it declares. */

import { crc32 } from './crc32.ts';

const END_OF_DIRECTORY = 0x06054b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 0xffff;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_HEADER_LENGTH = 46;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_LENGTH = 30;
/** These values say that the real ones are in a zip64 record. */
const [ZIP64_COUNT, ZIP64_SIZE] = [0xffff, 0xffffffff];
const ENCRYPTED = 1;
const [STORED, DEFLATED] = [0, 8];
const [TYPE_MASK, SYMLINK, EXECUTABLE] = [0o170000, 0o120000, 0o100];

/** Makes the error that is thrown of a sentence that says what is wrong. */
export type Fault = (sentence: string) => Error;

/** A file of an archive. */
export interface ZipEntry {
  /** As the archive spells it; directories end with a slash. */
  readonly name: string;
  /** Bytes when unpacked, as declared. */
  readonly size: number;
  readonly isSymlink: boolean;
  readonly isExecutable: boolean;
  /** Unpacks it. Throws a fault when it is damaged or not as long as declared. */
  read(): Promise<Uint8Array>;
}

/** The archive's entries in the order of its directory. Throws a fault when it is damaged or unusual. */
export function readZip(bytes: Uint8Array, fault: Fault): readonly ZipEntry[] {
  const expect = expectOr(fault);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view, fault);
  const [count, offset] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  expect(view.getUint32(end + 4, true) === 0 && count !== ZIP64_COUNT && offset !== ZIP64_SIZE, 'is split or zip64');
  const entries: (ZipEntry & { readonly start: number; readonly end: number })[] = [];
  let at = offset;
  for (let left = count; left > 0; left--) {
    expect(at + DIRECTORY_HEADER_LENGTH <= end && view.getUint32(at, true) === DIRECTORY_HEADER, 'is damaged');
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const nameAt = at + DIRECTORY_HEADER_LENGTH;
    const name = text(bytes.subarray(nameAt, nameAt + (nameLength ?? 0)), fault);
    const start = view.getUint32(at + 42, true);
    const mode = view.getUint32(at + 38, true) >>> 16;
    expect((flags & ENCRYPTED) === 0, 'is encrypted');
    expect(method === DEFLATED || (method === STORED && packed === size), `packs ${name} in an unknown way`);
    expect(packed !== ZIP64_SIZE && size !== ZIP64_SIZE && start !== ZIP64_SIZE, 'is zip64');
    const data = dataOf(view, start, packed, offset, name, expect);
    const crc = view.getUint32(at + 16, true);
    entries.push({
      name,
      size,
      isSymlink: (mode & TYPE_MASK) === SYMLINK,
      isExecutable: (mode & EXECUTABLE) !== 0,
      start,
      end: data.byteOffset - bytes.byteOffset + packed,
      async read() {
        const unpacked = method === STORED ? data.slice() : await inflate(data, size, name, fault);
        expect(crc32(unpacked) === crc, `is damaged at ${name}`);
        return unpacked;
      },
    });
    at = nameAt + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  expectApart(entries, expect);
  return entries;
}

function endOfDirectory(view: DataView, fault: Fault): number {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--) {
    const commentFits = (): boolean => view.getUint16(at + 20, true) === last - at;
    if (view.getUint32(at, true) === END_OF_DIRECTORY && commentFits()) return at;
  }
  throw fault('It is no zip archive, or it was cut short: upload it again.');
}

function dataOf(
  view: DataView,
  start: number,
  length: number,
  limit: number,
  name: string,
  expect: Expect,
): Uint8Array {
  const header = start + LOCAL_HEADER_LENGTH;
  expect(header <= limit && view.getUint32(start, true) === LOCAL_HEADER, `is damaged at ${name}`);
  const data = header + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  expect(data + length <= limit, `is damaged at ${name}`);
  return new Uint8Array(view.buffer, view.byteOffset + data, length);
}

/** Entries that share their data make a small archive unpack to a huge one. */
function expectApart(entries: readonly { readonly start: number; readonly end: number }[], expect: Expect): void {
  let reached = 0;
  for (const { start, end } of [...entries].sort((left, right) => left.start - right.start)) {
    expect(start >= reached, 'holds files that overlap');
    reached = end;
  }
}

async function inflate(packed: Uint8Array, size: number, name: string, fault: Fault): Promise<Uint8Array> {
  const unpacked = new Uint8Array(size);
  let length = 0;
  let more = false;
  try {
    const stream = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    for await (const chunk of stream) {
      more = length + chunk.length > size;
      if (more) break;
      unpacked.set(chunk, length);
      length += chunk.length;
    }
  } catch {
    throw fault(`The archive is damaged at ${name}.`);
  }
  if (more || length < size) throw fault(`The archive holds ${more ? 'more' : 'less'} of ${name} than it declares.`);
  return unpacked;
}

function text(bytes: Uint8Array, fault: Fault): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fault('The archive holds a file name that is not UTF-8.');
  }
}

type Expect = (condition: boolean, otherwise: string) => void;

function expectOr(fault: Fault): Expect {
  return (condition, otherwise) => {
    if (!condition) throw fault(`The archive ${otherwise}.`);
  };
}
