/** Git's delta format: a result made of pieces of a base and of bytes of its own (gitformat-pack, "Deltified representation"). */

/** A delta that does not fit its base, or is cut off. */
export class BadDelta extends Error {
  override readonly name = 'BadDelta';
}

/** Bytes of a size: ten have all bits of 64. */
const LONGEST_SIZE = 10;

/** The sizes that a delta states at its start, and where its instructions begin. */
export function deltaSizes(delta: Uint8Array): {
  readonly base: number;
  readonly result: number;
  readonly start: number;
} {
  let at = 0;
  const size = () => {
    const begin = at;
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = delta[at++];
      if (byte === undefined) throw new BadDelta('the delta is cut off');
      value += (byte & 0x7f) * scale;
      if (at - begin > LONGEST_SIZE) throw new BadDelta('the delta states a size that is too long');
      if (byte < 0x80) return value;
    }
  };
  return { base: size(), result: size(), start: at };
}

/** The object that `delta` makes of `base`. Throws {@link BadDelta}. */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array {
  const sizes = deltaSizes(delta);
  if (sizes.base !== base.length) throw new BadDelta('the delta is for another base');
  const result = new Uint8Array(sizes.result);
  let filled = 0;
  let at = sizes.start;
  const operand = (op: number, mask: number, scale: number) => {
    if ((op & mask) === 0) return 0;
    const byte = delta[at++];
    if (byte === undefined) throw new BadDelta('the delta is cut off');
    return byte * scale;
  };
  while (at < delta.length) {
    const op = delta[at++] ?? 0;
    let piece: Uint8Array;
    if ((op & 0x80) !== 0) {
      const offset = operand(op, 1, 1) + operand(op, 2, 0x100) + operand(op, 4, 0x10000) + operand(op, 8, 0x1000000);
      const length = operand(op, 16, 1) + operand(op, 32, 0x100) + operand(op, 64, 0x10000) || 0x10000;
      if (offset + length > base.length) throw new BadDelta('the delta copies from beyond its base');
      piece = base.subarray(offset, offset + length);
    } else {
      if (op === 0) throw new BadDelta('the delta has an instruction that does not exist');
      if (at + op > delta.length) throw new BadDelta('the delta is cut off');
      piece = delta.subarray(at, at + op);
      at += op;
    }
    if (filled + piece.length > result.length) throw new BadDelta('the delta makes more than it says');
    result.set(piece, filled);
    filled += piece.length;
  }
  if (filled !== result.length) throw new BadDelta('the delta makes less than it says');
  return result;
}
