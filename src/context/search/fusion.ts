/** Reciprocal rank fusion: orders by several signals together, by the places that each of them gives. */

/** Softens the difference between the first places of a signal; 60 in Cormack, Clarke and Büttcher (SIGIR 2009). */
const OFFSET = 60;

/** One signal: what it is worth, and its score of each candidate; 0 means that it says nothing of it. */
export interface Signal {
  readonly weight: number;
  readonly scores: readonly number[];
}

/**
 * What each of `count` candidates gets: its share of what the first place in every signal would give, so 1 is the most.
 * Signals that say nothing of any candidate take no part. Equal scores share a place.
 */
export function fuse(count: number, signals: readonly Signal[]): readonly number[] {
  const telling = signals.filter(({ scores }) => scores.some((score) => score > 0));
  const most = telling.reduce((sum, { weight }) => sum + weight / (OFFSET + 1), 0);
  const fused = new Array<number>(count).fill(0);
  for (const { weight, scores } of telling) {
    for (const [candidate, place] of places(scores))
      fused[candidate] = (fused[candidate] ?? 0) + weight / (OFFSET + place);
  }
  return fused.map((value) => (most === 0 ? 0 : value / most));
}

/** The place, from 1, of each candidate with a score. */
function places(scores: readonly number[]): ReadonlyMap<number, number> {
  const ordered = [...scores.entries()].filter(([, score]) => score > 0).sort((left, right) => right[1] - left[1]);
  const found = new Map<number, number>();
  let place = 0;
  let before = Number.NaN;
  for (const [index, [candidate, score]] of ordered.entries()) {
    if (score !== before) place = index + 1;
    before = score;
    found.set(candidate, place);
  }
  return found;
}
