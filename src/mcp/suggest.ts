/** Names that resemble a mistyped one. */

/** Up to three of `names`, nearest first, that are within a third of their length of `typed` in edits, or contain it. */
export function suggest(typed: string, names: readonly string[]): readonly string[] {
  const wanted = typed.toLowerCase();
  return names
    .map((name) => ({
      name,
      distance: name.includes(wanted) || wanted.includes(name) ? 0 : editDistance(wanted, name),
    }))
    .filter(({ name, distance }) => distance <= Math.ceil(name.length / 3))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Levenshtein distance, one row at a time. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (const [index, char] of [...left].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= right.length; column++) {
      const substitute = (row[column - 1] ?? 0) + (char === right[column - 1] ? 0 : 1);
      next.push(Math.min(substitute, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
