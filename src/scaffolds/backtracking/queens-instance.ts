/** Instances of the problem of n queens. */
import type { Random } from '../../lib/random.ts';
import { shuffled } from '../graph/graph.ts';
import type { Tier } from '../scaffold.ts';
import { Work } from '../work.ts';
import { allPlacements, MOST_SEARCHED, type Placement } from './queens.ts';

interface QueensInstance {
  n: number;
  find: 'all' | 'one';
  placed: [number, number][];
}

/** Few solutions, since an answer has all of them. Edge cases: one row, no solution, large boards, placed queens that attack each other or leave none. */
export function queensInstance(random: Random, tier: Tier, level: number, index: number): QueensInstance {
  const find = random.below(2) === 0 ? 'all' : 'one';
  if (tier === 'simple') {
    const n = Math.min(8, 4 + random.below(2 + level));
    return { n, find, placed: n < 6 && random.below(2) === 0 ? [] : someQueens(random, n, n < 7 ? 1 : 2) };
  }
  if (tier === 'standard') {
    if (find === 'one' && random.below(2) === 0) return { n: 8 + random.below(12 * level), find, placed: [] };
    const n = Math.min(10, 7 + random.below(1 + level));
    return { n, find, placed: someQueens(random, n, n < 9 ? 1 + random.below(2) : 3) };
  }
  switch (index % 5) {
    case 0: {
      const n = level === 1 ? 1 : Math.min(8, 3 + level);
      return { n, find, placed: level === 1 ? [] : someQueens(random, n, n) };
    }
    case 1: {
      const n = level === 1 ? 2 + random.below(2) : Math.min(10, 3 + level);
      const [row, column] = [random.below(n), random.below(n)];
      return {
        n,
        find,
        placed:
          level === 1
            ? []
            : [
                [row, column],
                [(row + 1) % n, column],
              ],
      };
    }
    case 2:
      return { n: 6 * (1 + random.below(10 * level)) + 2 + random.below(2), find: 'one', placed: [] };
    case 3: {
      const n = Math.min(10, 4 + random.below(2 + level));
      return {
        n,
        find,
        placed: [
          [random.below(n), 0],
          [random.below(n), n - 1],
        ],
      };
    }
    default: {
      const n = 6 + random.below(Math.min(5, 1 + level));
      return { n, find, placed: strangers(random, n) };
    }
  }
}

/** Queens of a random solution. */
function someQueens(random: Random, n: number, count: number): [number, number][] {
  return shuffled(random, squaresOf(random.pick(solutionsOf(n)))).slice(0, count);
}

const squaresOf = (placement: Placement) => placement.map((column, row): [number, number] => [row, column]);

/** Queens that do not attack each other, of a random order of the squares; often no solution has them all. */
function strangers(random: Random, n: number): [number, number][] {
  const placed: [number, number][] = [];
  const squares = Array.from({ length: n * n }, (_, at): [number, number] => [Math.floor(at / n), at % n]);
  for (const [row, column] of shuffled(random, squares))
    if (
      placed.length < 3 &&
      placed.every(([other, at]) => other !== row && at !== column && Math.abs(other - row) !== Math.abs(at - column))
    )
      placed.push([row, column]);
  return placed;
}

const known = new Map<number, readonly Placement[]>();

/** All solutions of a board that is searched. */
function solutionsOf(n: number): readonly Placement[] {
  const size = Math.min(n, MOST_SEARCHED);
  const solutions = known.get(size) ?? allPlacements(size, [], new Work());
  known.set(size, solutions);
  return solutions;
}
