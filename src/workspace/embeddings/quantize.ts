/** Vectors of length 1 in a byte per number: the similarity of two is off by less than 0.01 or so. */

/** The direction of `vector`: each number as a share of the largest one, from -127 to 127. All zeros stay zeros. */
export function quantize(vector: Float32Array): Int8Array {
  const most = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return Int8Array.from(vector, (value) => (most === 0 ? 0 : Math.round((value / most) * 127)));
}

/** The cosine of the angle between two vectors; 0 when one has no direction, or their lengths differ. */
export function cosine(left: Int8Array, right: Int8Array): number {
  if (left.length !== right.length) return 0;
  let product = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  for (let index = 0; index < left.length; index++) {
    const a = left[index] ?? 0;
    const b = right[index] ?? 0;
    product += a * b;
    leftSquares += a * a;
    rightSquares += b * b;
  }
  const lengths = Math.sqrt(leftSquares * rightSquares);
  return lengths === 0 ? 0 : product / lengths;
}
