/** Least squares for a few unknowns. */

/** The factors of the columns whose sum is nearest to `target`; undefined where a column depends on others. By Gram-Schmidt's method. */
export function leastSquares(
  rows: readonly (readonly number[])[],
  target: readonly number[],
): readonly number[] | undefined {
  const width = rows[0]?.length ?? 0;
  const base: number[][] = [];
  const parts: number[][] = [];
  for (let column = 0; column < width; column++) {
    let rest = rows.map((row) => row[column] ?? 0);
    const length = Math.sqrt(dot(rest, rest));
    const part: number[] = [];
    for (const each of base) {
      const share = dot(each, rest);
      part.push(share);
      rest = rest.map((value, at) => value - share * (each[at] ?? 0));
    }
    const left = Math.sqrt(dot(rest, rest));
    if (!(left > length * 1e-9)) return undefined;
    base.push(rest.map((value) => value / left));
    parts.push([...part, left]);
  }
  const factors: number[] = new Array(width).fill(0);
  for (let column = width - 1; column >= 0; column--) {
    let sum = dot(base[column] ?? [], target);
    for (let later = column + 1; later < width; later++) sum -= (parts[later]?.[column] ?? 0) * (factors[later] ?? 0);
    factors[column] = sum / (parts[column]?.[column] ?? 1);
  }
  return factors;
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
