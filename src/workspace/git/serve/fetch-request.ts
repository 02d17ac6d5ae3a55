/** What a client asks of a fetch, whichever protocol version it speaks (gitprotocol-pack, gitprotocol-v2). */
import { isOid, type Oid } from '../object.ts';

/** A request that cannot be answered; the message goes to the client, whose git prints it. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
}

/** Which blobs are left out of a partial clone. */
export interface BlobFilter {
  /** Blobs of this many bytes or more are left out. */
  readonly limit: number;
}

/** A fetch as its lines say it, collected line by line. */
export interface FetchRequest {
  readonly wants: Set<Oid>;
  /** Ends of the client's history. */
  readonly shallow: Set<Oid>;
  /** Names of refs that the new history does not reach, as the client writes them. */
  readonly deepenNot: string[];
  depth?: number;
  deepenSince?: number;
  filter?: BlobFilter;
  /** Single words: `deepen-relative` (the depth counts from the ends of the client's history), `thin-pack`, `ofs-delta`, `include-tag`, `no-progress`, … */
  readonly words: Set<string>;
}

/** Distinct wants of one request: a client wants at most every ref. */
const MOST_WANTS = 100_000;
/** git's own number for all of history. */
export const INFINITE_DEPTH = 0x7fff_ffff;

/** A request that says nothing. */
export function emptyRequest(): FetchRequest {
  return { wants: new Set(), shallow: new Set(), deepenNot: [], words: new Set() };
}

/** Whether it asks for another end of history. */
export function isDeepening({ depth, deepenSince, deepenNot }: FetchRequest): boolean {
  return depth !== undefined || deepenSince !== undefined || deepenNot.length > 0;
}

/** Takes in one line; false when it is none of a fetch request. Throws {@link UploadRefused}. */
export function readArgument(request: FetchRequest, line: string): boolean {
  const space = line.indexOf(' ');
  const key = space < 0 ? line : line.slice(0, space);
  const value = space < 0 ? '' : line.slice(space + 1);
  switch (key) {
    case 'want':
      request.wants.add(expectOid(value, line));
      if (request.wants.size > MOST_WANTS) throw new UploadRefused(`more than ${MOST_WANTS} wants in one request`);
      return true;
    case 'shallow':
      request.shallow.add(expectOid(value, line));
      return true;
    case 'deepen':
      request.depth = Math.min(expectNumber(value, line), INFINITE_DEPTH);
      return true;
    case 'deepen-since':
      request.deepenSince = expectNumber(value, line);
      return true;
    case 'deepen-not':
      request.deepenNot.push(value);
      return true;
    case 'filter':
      request.filter = readFilter(value);
      return true;
    default:
      return false;
  }
}

/** Throws {@link UploadRefused}; `line` is where it should be. */
export function expectOid(text: string, line: string): Oid {
  if (!isOid(text)) throw new UploadRefused(`protocol error, expected an object id in ${quoted(line)}`);
  return text;
}

/** A line of a request in an error message. */
export function quoted(line: string): string {
  return JSON.stringify(line.slice(0, 100));
}

function expectNumber(text: string, line: string): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (number === 0) throw new UploadRefused(`protocol error, expected a positive number in ${quoted(line)}`);
  return number;
}

function readFilter(text: string): BlobFilter {
  if (text === 'blob:none') return { limit: 0 };
  const limit = /^blob:limit=(\d{1,15})$/.exec(text)?.[1];
  if (limit !== undefined) return { limit: Number(limit) };
  throw new UploadRefused(`filter ${quoted(text)} is not supported; use blob:none or blob:limit=<bytes>`);
}
