/** How much of a content another one has: pieces of both are counted by hash, as git does to find renamed files. */
import type { Steps, WorkBudget } from '../../../lib/sliced-work.ts';
import { isBinaryContent } from './text.ts';

/** Bytes of a piece at most; a line's end ends one, too. */
const LONGEST_PIECE = 64;
/** Hashes there are. */
const HASHES = 107_927;
/** Bytes that are one unit of work, and after which it may be paused. */
const BYTES_PER_UNIT = 60;
const BYTES_AT_ONCE = 400_000;
const CR = 0x0d;
const LF = 0x0a;

/** Bytes of a content by the hash of the piece that they are in. */
export type Pieces = ReadonlyMap<number, number>;

/** The pieces of a content; of a text, line ends of two bytes count as one. */
export function* piecesOf(data: Uint8Array, work: WorkBudget): Steps<Pieces> {
  const pieces = new Map<number, number>();
  const isText = !isBinaryContent(data);
  let [low, high, length] = [0, 0, 0];
  const finish = () => {
    const hash = ((low + Math.imul(high, 0x61)) >>> 0) % HASHES;
    pieces.set(hash, (pieces.get(hash) ?? 0) + length);
    low = 0;
    high = 0;
    length = 0;
  };
  for (let at = 0; at < data.length; at++) {
    if (at % BYTES_AT_ONCE === BYTES_AT_ONCE - 1) {
      work.spend(BYTES_AT_ONCE / BYTES_PER_UNIT);
      yield;
    }
    const byte = data[at] ?? 0;
    if (isText && byte === CR && data[at + 1] === LF) continue;
    const old = low;
    low = (((low << 7) ^ (high >>> 25)) + byte) >>> 0;
    high = ((high << 7) ^ (old >>> 25)) >>> 0;
    if (++length === LONGEST_PIECE || byte === LF) finish();
  }
  if (length > 0) finish();
  work.spend((data.length % BYTES_AT_ONCE) / BYTES_PER_UNIT);
  return pieces;
}

/** Bytes of `before` that are in `after`, too. */
export function sharedBytes(before: Pieces, after: Pieces): number {
  let shared = 0;
  for (const [hash, bytes] of before) shared += Math.min(bytes, after.get(hash) ?? 0);
  return shared;
}
