/** Counts paths and their weights into the figures a result carries. */
import type { State } from '../machine/state.ts';

/** What became of the paths that end together. */
export type Fate = 'verified' | 'refuted' | 'infeasible' | 'undecided';

export interface Tally {
  /** Control-flow paths explored to their end. */
  readonly pathsExplored: number;
  /** Those on which every obligation was proved. */
  readonly pathsVerified: number;
  /** Share of the path tree, by weight, that was decided; 1 only when nothing is undecided. */
  readonly coverageEstimate: number;
}

/** Places after the point that the coverage estimate is rounded down to. */
const PRECISION = 10_000;

/**
 * @param ends paths that ended, with what became of them; infeasible ones turned out not to exist
 * @param cuts states of paths given up before their end
 */
export function tally(ends: readonly { readonly state: State; readonly fate: Fate }[], cuts: readonly State[]): Tally {
  const feasible = ends.filter(({ fate }) => fate !== 'infeasible');
  const weigh = (states: readonly State[]): number => states.reduce((sum, state) => sum + state.weight, 0);
  const decided = weigh(feasible.filter(({ fate }) => fate !== 'undecided').map(({ state }) => state));
  const open = weigh(feasible.filter(({ fate }) => fate === 'undecided').map(({ state }) => state)) + weigh(cuts);
  const share = open === 0 ? 1 : Math.floor((decided / (decided + open)) * PRECISION) / PRECISION;
  return {
    pathsExplored: countPaths(feasible.map(({ state }) => state)),
    pathsVerified: countPaths(feasible.filter(({ fate }) => fate === 'verified').map(({ state }) => state)),
    coverageEstimate: share,
  };
}

/** The paths that end in these states; 2 ** 53 - 1 stands for that many or more. */
export function countPaths(states: readonly State[]): number {
  return states.reduce((sum, { paths }) => Math.min(Number.MAX_SAFE_INTEGER, sum + paths), 0);
}
