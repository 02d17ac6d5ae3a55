/** Reads archives of any format that is taken. */
import { readZip } from '../../../lib/zip.ts';
import { ARCHIVE_LIMITS, type ArchiveEntry, BadArchive, expectFileSize, megabytes } from './entries.ts';
import { gunzip } from './gunzip.ts';
import { readTar } from './tar.ts';

/** Bytes that tell the format. */
const HEAD = 512;
const TAR_MAGIC = 'ustar';
const TAR_MAGIC_AT = 257;

/** The files and links of a tar archive, packed with gzip or not, or of a zip archive. Throws {@link BadArchive}. */
export async function* readArchive(source: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const { head, whole } = await peek(limited(source, ARCHIVE_LIMITS.archiveBytes, 'The archive'));
  const entries = entriesOf(head, whole);
  let count = 0;
  let bytes = 0;
  for await (const entry of entries) {
    if (++count > ARCHIVE_LIMITS.entries)
      throw new BadArchive(`The archive holds more than ${ARCHIVE_LIMITS.entries} files.`);
    if (entry.kind === 'file') bytes += entry.data.length;
    if (bytes > ARCHIVE_LIMITS.contentBytes)
      throw new BadArchive(`The archive unpacks to more than ${megabytes(ARCHIVE_LIMITS.contentBytes)}.`);
    yield entry;
  }
}

function entriesOf(head: Uint8Array, whole: AsyncIterable<Uint8Array>): AsyncIterable<ArchiveEntry> {
  const text = (at: number, length: number) => String.fromCharCode(...head.subarray(at, at + length));
  if (head[0] === 0x1f && head[1] === 0x8b) {
    // Headers and padding come on top of the content.
    const most = ARCHIVE_LIMITS.contentBytes + ARCHIVE_LIMITS.entries * 2 * HEAD;
    return readTar(limited(gunzip(whole), most, 'The archive unpacked'));
  }
  if (text(0, 4) === 'PK\x03\x04' || text(0, 4) === 'PK\x05\x06') return zipEntries(whole);
  if (text(TAR_MAGIC_AT, TAR_MAGIC.length) === TAR_MAGIC || isEmptyTar(head)) return readTar(whole);
  throw new BadArchive('This is no tar, tar.gz or zip archive.');
}

/** Two blocks of zeros are an archive without files. */
function isEmptyTar(head: Uint8Array): boolean {
  return head.length === HEAD && head.every((byte) => byte === 0);
}

async function* zipEntries(source: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const bytes = await collect(
    limited(source, ARCHIVE_LIMITS.zipBytes, 'The zip archive', ' Send larger ones as tar.gz.'),
  );
  const entries = readZip(bytes, (sentence) => new BadArchive(sentence));
  for (const { name: path, size, isSymlink, isExecutable, read } of entries) {
    if (path.endsWith('/')) continue;
    expectFileSize(path, size);
    const data = await read();
    if (isSymlink) yield { kind: 'symlink', path, target: new TextDecoder().decode(data) };
    else yield { kind: 'file', path, data, executable: isExecutable };
  }
}

/** Its first bytes, and all of it. */
async function peek(source: AsyncIterable<Uint8Array>): Promise<{
  readonly head: Uint8Array;
  readonly whole: AsyncIterable<Uint8Array>;
}> {
  const iterator = source[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD) {
    const { done, value } = await iterator.next();
    if (done) break;
    first.push(value);
    length += value.length;
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* first.splice(0);
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { head: joined(first, length).subarray(0, HEAD), whole: whole() };
}

async function* limited(
  source: AsyncIterable<Uint8Array>,
  most: number,
  what: string,
  advice = '',
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > most) throw new BadArchive(`${what} has more than ${megabytes(most)}.${advice}`);
    yield chunk;
  }
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    length += chunk.length;
  }
  return joined(chunks, length);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
