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
 * Equal scores share a place; candidates that a signal says nothing of share the one after its last. Signals that say nothing of
 * any candidate take no part.
 */
export function fuse(count: number, signals: readonly Signal[]): readonly number[] {
  const telling = signals.filter(({ weight, scores }) => weight > 0 && scores.some((score) => score > 0));
  const most = telling.reduce((sum, { weight }) => sum + weight / (OFFSET + 1), 0);
  const placed = telling.map(({ weight, scores }) => ({ weight, places: placesOf(scores) }));
  return Array.from({ length: count }, (_, candidate) => {
    const sum = placed.reduce((total, { weight, places }) => {
      return total + weight / (OFFSET + (places.get(candidate) ?? places.size + 1));
    }, 0);
    return most === 0 ? 0 : sum / most;
  });
}

/** The place, from 1, of each candidate with a score. */
function placesOf(scores: readonly number[]): ReadonlyMap<number, number> {
  const ordered = [...scores.entries()].filter(([, score]) => score > 0).sort((left, right) => right[1] - left[1]);
  const places = new Map<number, number>();
  let place = 0;
  let before = Number.NaN;
  for (const [index, [candidate, score]] of ordered.entries()) {
    if (score !== before) place = index + 1;
    before = score;
    places.set(candidate, place);
  }
  return places;
}
