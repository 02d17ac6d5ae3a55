/** The least costs of the chains within a chain of matrices, and the steps that find them. */
import type { TraceState } from '../trace.ts';
import type { Work } from '../work.ts';

/** By a first matrix, from 0 on, and the one behind the last. */
export interface Costs {
  /** The least cost of the chain. */
  at(from: number, to: number): number;
  /** What the chain costs whose last multiplication is before `split`. */
  splitAt(from: number, split: number, to: number): number;
}

/** The least cost of every chain within. CLRS, MATRIX-CHAIN-ORDER. */
export function costsOf(dimensions: readonly number[], work: Work): Costs {
  const count = dimensions.length - 1;
  const costs = new Float64Array((count + 1) ** 2);
  const at = (from: number, to: number) => costs[from * (count + 1) + to] ?? 0;
  const splitAt = (from: number, split: number, to: number) =>
    at(from, split) + at(split, to) + (dimensions[from] ?? 0) * (dimensions[split] ?? 0) * (dimensions[to] ?? 0);
  for (let length = 2; length <= count; length++)
    for (let from = 0; from + length <= count; from++) {
      const to = from + length;
      work.spend(length);
      let least = Infinity;
      for (let split = from + 1; split < to; split++) least = Math.min(least, splitAt(from, split, to));
      costs[from * (count + 1) + to] = least;
    }
  return { at, splitAt };
}

/** The places of the last multiplication at which the chain costs the least. */
export function bestSplits(costs: Costs, from: number, to: number): readonly number[] {
  const splits = Array.from({ length: to - from - 1 }, (_, at) => from + 1 + at);
  return splits.filter((split) => costs.splitAt(from, split, to) === costs.at(from, to));
}

interface ChainStep {
  readonly first: number;
  readonly last: number;
  readonly cost: number;
  readonly split: number;
}

/**
 * The machine that finds the cost of one chain after the other, in any order in which those within it come before. `ends` has for each
 * first matrix the one behind the longest chain that is known.
 */
export function chainState(costs: Costs, ends: readonly number[]): TraceState<ChainStep> {
  return {
    options(work) {
      const steps = ends.flatMap((end, from) => {
        work.spend();
        const to = end + 1;
        // The chain without its first matrix has to be known, too.
        if (to > ends.length || (ends[from + 1] ?? 0) < to) return [];
        work.spend(to - from);
        return bestSplits(costs, from, to).map((split) => ({
          step: { first: from + 1, last: to, cost: costs.at(from, to), split },
          next: () => {
            work.spend(ends.length);
            return chainState(costs, ends.with(from, to));
          },
        }));
      });
      // Short ones first, as in the book.
      const lengthOf = ({ step }: (typeof steps)[number]) => step.last - step.first;
      return steps.sort((one, other) => lengthOf(one) - lengthOf(other));
    },
  };
}
