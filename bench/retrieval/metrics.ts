/** How good the order of hits is: the usual measures at ten places, each target worth the same. */
import type { Query } from './queries.ts';

/** A place that a system answers with; lines are 1-based, both included. */
export interface Place {
  readonly path: string;
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** Measures of one query, or means over several. */
export interface Measures {
  /** 1 divided by the place of the first target. */
  readonly mrr: number;
  /** The share of the targets that are found. */
  readonly recall: number;
  /** Discounted gain of the targets' places, over that of the best order. */
  readonly ndcg: number;
}

const PLACES = 10;

/** Measures the first ten places; where whole files are looked for, the first ten files. */
export function measure({ targets }: Query, places: readonly Place[]): Measures {
  const wholeFiles = targets.every(({ lines }) => lines === undefined);
  const counted = (wholeFiles ? firstOfEachFile(places) : places).slice(0, PLACES);
  const found = new Set<number>();
  let first = 0;
  let gain = 0;
  for (const [index, place] of counted.entries()) {
    const target = targets.findIndex(({ path, lines: [from, to] = [0, Number.POSITIVE_INFINITY] }) => {
      return path === place.path && place.lineStart <= to && place.lineEnd >= from;
    });
    if (target < 0 || found.has(target)) continue;
    found.add(target);
    if (first === 0) first = index + 1;
    gain += discount(index);
  }
  const best = targets.slice(0, PLACES).reduce((sum, _, index) => sum + discount(index), 0);
  return { mrr: first === 0 ? 0 : 1 / first, recall: found.size / targets.length, ndcg: gain / best };
}

/** The mean of each measure. */
export function mean(measures: readonly Measures[]): Measures {
  const of = (measure: keyof Measures) => measures.reduce((sum, each) => sum + each[measure], 0) / measures.length;
  return { mrr: of('mrr'), recall: of('recall'), ndcg: of('ndcg') };
}

function discount(index: number): number {
  return 1 / Math.log2(index + 2);
}

function firstOfEachFile(places: readonly Place[]): readonly Place[] {
  const seen = new Set<string>();
  return places.filter(({ path }) => !seen.has(path) && seen.add(path) !== undefined);
}
