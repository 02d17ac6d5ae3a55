/** What greedy algorithms share. */
import type { Random } from '../../lib/random.ts';
import type { Tier } from '../scaffold.ts';
import type { Work } from '../work.ts';

/** Items of an instance of a tier. */
export function sizeOf(random: Random, tier: Tier, level: number): number {
  return tier === 'simple' ? 2 + level + random.below(2) : 4 + 2 * level + random.below(3);
}

/** Counts the comparisons of sorting. */
export function spendOnSorting(count: number, work: Work): void {
  work.spend(count * Math.ceil(Math.log2(count + 1)));
}
