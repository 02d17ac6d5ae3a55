/** How far two names are apart. */

/** Levenshtein distance in UTF-16 units, one row at a time. */
export function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let index = 0; index < left.length; index++) {
    const next = [index + 1];
    for (let column = 1; column <= right.length; column++) {
      const substitute = (row[column - 1] ?? 0) + (left[index] === right[column - 1] ? 0 : 1);
      next.push(Math.min(substitute, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
