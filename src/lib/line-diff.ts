/** Which lines differ between two texts: the fewest that have to be taken and put in (Myers' algorithm, by the `diff` package). */
import { diffArrays } from 'diff';

/** Lines that follow one another. */
export interface LineRange {
  /** Of the first of them, from 0; where they would stand, for none. */
  readonly start: number;
  readonly count: number;
}

/** Lines that were replaced by others; one of the two has none where lines were only added or removed. */
export interface Hunk {
  readonly before: LineRange;
  readonly after: LineRange;
}

/** How two texts differ. */
export type LineDiff =
  | { readonly exact: true; readonly hunks: readonly Hunk[] }
  /** Too many lines were moved about: these have no equal in the other text, and there are more. */
  | { readonly exact: false; readonly removed: readonly LineRange[]; readonly added: readonly LineRange[] };

/** See {@link diffLines}: takes some 30 ms at most. */
export const MOST_MOVES = 500;

/**
 * Compares texts line by line. Hunks are in order and do not touch. The time grows with the square of `mostMoves`: how many lines
 * with an equal in the other text may have to be taken or put in. Without such lines texts of any length are compared.
 */
export function diffLines(before: readonly string[], after: readonly string[], mostMoves = MOST_MOVES): LineDiff {
  const [left, right] = [sideOf(before, after), sideOf(after, before)];
  // What has no equal cannot be kept, so only the rest has to be aligned.
  const edits = diffArrays(left.shared, right.shared, { maxEditLength: mostMoves });
  if (edits === undefined) return { exact: false, removed: left.changedRanges(), added: right.changedRanges() };
  let [i, j] = [0, 0];
  for (const { added, removed, count } of edits) {
    if (removed) left.change(i, count);
    if (added) right.change(j, count);
    if (!added) i += count;
    if (!removed) j += count;
  }
  return { exact: true, hunks: hunksOf(left.changed, right.changed) };
}

/** The lines of some ranges, in order. */
export function linesIn(lines: readonly string[], ranges: readonly LineRange[]): readonly string[] {
  return ranges.flatMap(({ start, count }) => lines.slice(start, start + count));
}

function sideOf(lines: readonly string[], others: readonly string[]) {
  const known = new Set(others);
  const changed = lines.map((line) => !known.has(line));
  const places = [...lines.keys()].filter((index) => !changed[index]);
  return {
    /** Lines that the other text has, too. */
    shared: lines.filter((_, index) => !changed[index]),
    changed,
    /** Says that `count` of the shared lines changed. */
    change(from: number, count: number) {
      for (const place of places.slice(from, from + count)) changed[place] = true;
    },
    changedRanges: () => hunksOf(changed, []).map(({ before }) => before),
  };
}

/** What did not change is the same on both sides, in the same order. */
function hunksOf(before: readonly boolean[], after: readonly boolean[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (let [i, j] = [0, 0]; i < before.length || j < after.length; i++, j++) {
    const [start, other] = [i, j];
    while (before[i]) i++;
    while (after[j]) j++;
    if (i === start && j === other) continue;
    hunks.push({ before: { start, count: i - start }, after: { start: other, count: j - other } });
  }
  return hunks;
}
