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

/** Items that wait in order; those that are equal may come in any order. */
export interface Waiting<Item> {
  /** Items that may come next; none when nothing waits. */
  readonly first: readonly Item[];
  readonly groups: readonly (readonly Item[])[];
  /** The group behind `first`. */
  readonly next: number;
}

/** Items that are sorted; `isEqual` compares with the first one of a group. */
export function waiting<Item>(sorted: readonly Item[], isEqual: (one: Item, other: Item) => boolean): Waiting<Item> {
  const groups: Item[][] = [];
  for (const item of sorted) {
    const group = groups.at(-1);
    const [leader] = group ?? [];
    if (group !== undefined && leader !== undefined && isEqual(leader, item)) group.push(item);
    else groups.push([item]);
  }
  return { first: groups[0] ?? [], groups, next: 1 };
}

/** What waits once the item, one of those that may come next, has come. */
export function without<Item>({ first, groups, next }: Waiting<Item>, item: Item, work: Work): Waiting<Item> {
  work.spend(first.length);
  const at = first.indexOf(item);
  return first.length > 1
    ? { first: first.toSpliced(at, 1), groups, next }
    : { first: groups[next] ?? [], groups, next: next + 1 };
}
