/** BM25's saturation: how much more a term says when it occurs again. */

const SATURATION = 1.2;

/** What `count` occurrences are worth in a text of `relativeLength` times the average length, of which `lengthShare` (0 to 1) counts. */
export function saturated(count: number, relativeLength: number, lengthShare: number): number {
  const norm = SATURATION * (1 - lengthShare + lengthShare * relativeLength);
  return (count * (SATURATION + 1)) / (count + norm);
}
