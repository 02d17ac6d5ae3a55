/** The 0/1 knapsack problem: items of the most value within a capacity. CLRS, exercise 15.2-2. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import { defineScaffold, type Judgement, right, type Tier, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import type { Work } from '../work.ts';
import { WORK_OF_CELL } from './table.ts';

/** Items times capacity: the work grows with it, and a check solves twice. */
const MOST_CELLS = 4_000_000;
const MOST_ITEMS = 2000;

interface Knapsack {
  readonly weights: readonly number[];
  readonly values: readonly number[];
  readonly capacity: number;
}

const amounts = z.array(z.int().min(0).max(1e9)).max(MOST_ITEMS);
const input = z
  .strictObject({
    weights: amounts.describe('The weight of each item, a whole number.'),
    values: amounts.describe('The value of each item, a whole number, in the same order.'),
    capacity: z.int().min(0).max(1e12).describe('The most that the chosen items may weigh together.'),
  })
  .superRefine((knapsack, context) => {
    if (knapsack.weights.length !== knapsack.values.length)
      context.addIssue({ code: 'custom', path: ['values'], message: 'there are not as many values as weights' });
    if (knapsack.weights.length * (roomOf(knapsack) + 1) > MOST_CELLS)
      context.addIssue({
        code: 'custom',
        path: ['capacity'],
        message: `items times capacity are more than ${MOST_CELLS.toLocaleString('en-US')}`,
      });
  });

export default defineScaffold({
  name: 'knapsack_01',
  title: '0/1 knapsack',
  category: 'dynamic_programming',
  aliases: ['knapsack', '01_knapsack', '0-1 knapsack', 'zero-one knapsack'],
  purpose: 'Chooses items of the most value whose weights fit into a capacity; each item is taken whole or not at all.',
  checks:
    'The chosen items are different ones that exist and fit, and no choice that fits is worth more; any of several best choices will do. ' +
    'A value, where one is given, is theirs.',
  input,
  answer: {
    selected_items: {
      kind: 'numbers',
      says: 'the chosen items by their indices from 0, in any order',
      aliases: ['selected', 'selected indices', 'chosen items', 'items', 'item indices', 'indices'],
    },
    max_value: {
      kind: 'number',
      says: 'the sum of their values',
      aliases: ['maximum value', 'total value', 'optimal value', 'best value'],
      optional: true,
    },
  },
  task: ({ weights, values, capacity }) =>
    `${weights.length === 0 ? 'There are no items' : `Items: ${weights.map((weight, item) => `${item} (weight ${weight}, value ${values[item]})`).join(', ')}`}. ` +
    `Choose items of the most value whose weights are together at most ${capacity}; name their indices from 0, and their value.`,
  generate: knapsackInstance,
  solve(knapsack, work) {
    const { best, items } = pack(knapsack, work);
    return { selected_items: items, max_value: best };
  },
  judge(knapsack, { selected_items, max_value }, work) {
    const { best } = pack(knapsack, work);
    const load = loadOf(knapsack, selected_items);
    if ('correct' in load) return load;
    if (load.weight > knapsack.capacity)
      return wrong(`The items weigh ${load.weight} together; ${knapsack.capacity} fit.`);
    if (load.value < best) return wrong(`The items are worth ${load.value}; the best ones are worth ${best}.`);
    if (max_value !== undefined && max_value !== best)
      return wrong(`The items are worth ${best}, not ${max_value}.`, 'max_value');
    return right(`The items fit, and none that fit are worth more than ${best}.`);
  },
  trace: {
    says: 'A step for each item in the order of the input: its row of the table. The choice is not part of the trace.',
    step: {
      item: { kind: 'number', says: 'its index, from 0', aliases: ['index', 'i'] },
      row: {
        kind: 'numbers',
        says: 'for each whole capacity from 0 to the given one, in this order, the most value that items up to this one have within it',
        aliases: ['best', 'values', 'dp', 'table row'],
      },
    },
    start: (knapsack) => itemState(knapsack, 0, undefined),
  },
});

interface ItemStep {
  readonly item: number;
  readonly row: readonly number[];
}

/** `before` is the row of the items before `item`; zeros when there are none. */
function itemState(knapsack: Knapsack, item: number, before: readonly number[] | undefined): TraceState<ItemStep> {
  const { weights, values, capacity } = knapsack;
  const [weight, value] = [weights[item], values[item]];
  return {
    options(work) {
      if (weight === undefined || value === undefined) return [];
      work.spend(WORK_OF_CELL * (capacity + 1));
      const row = Array.from({ length: capacity + 1 }, (_, room) => {
        const without = before?.[room] ?? 0;
        return room < weight ? without : Math.max(without, (before?.[room - weight] ?? 0) + value);
      });
      return [{ step: { item, row }, next: () => itemState(knapsack, item + 1, row) }];
    },
  };
}

/** What the items weigh and are worth, or the fault of one that does not exist or is there twice. */
function loadOf(
  { weights, values }: Knapsack,
  items: readonly number[],
): Judgement | { readonly weight: number; readonly value: number } {
  const taken = new Set<number>();
  let [weight, value] = [0, 0];
  for (const item of items) {
    const [more, worth] = [weights[item], values[item]];
    if (more === undefined || worth === undefined)
      return wrong(`There is no item ${item}; indices go from 0 to ${weights.length - 1}.`, String(item));
    if (taken.has(item)) return wrong(`Item ${item} is taken twice.`, String(item));
    taken.add(item);
    weight += more;
    value += worth;
  }
  return { weight, value };
}

/** Room that items can use: no more than they weigh together. */
function roomOf({ weights, capacity }: Knapsack): number {
  return Math.min(
    capacity,
    weights.reduce((sum, weight) => sum + weight, 0),
  );
}

function pack(knapsack: Knapsack, work: Work): { readonly best: number; readonly items: readonly number[] } {
  const { weights, values } = knapsack;
  const room = roomOf(knapsack);
  const best = new Float64Array(room + 1);
  // By item, then by room: whether the item is part of the best choice among those up to it.
  const takes = weights.map((weight, item) => {
    work.spend(room + 1);
    const value = values[item] ?? 0;
    const row = new Uint8Array(room + 1);
    for (let left = room; left >= weight; left--) {
      const withItem = (best[left - weight] ?? 0) + value;
      if (withItem <= (best[left] ?? 0)) continue;
      best[left] = withItem;
      row[left] = 1;
    }
    return row;
  });
  const items: number[] = [];
  let left = room;
  for (let item = weights.length - 1; item >= 0; item--) {
    if (takes[item]?.[left] !== 1) continue;
    items.push(item);
    left -= weights[item] ?? 0;
  }
  return { best: best[room] ?? 0, items: items.reverse() };
}

/** Edge cases: no items, one that does not fit, equal ones, all fit, no room. */
function knapsackInstance(random: Random, tier: Tier, level: number, index: number): Knapsack {
  const count = tier === 'simple' ? 2 + level + random.below(2) : 4 + 2 * level + random.below(3);
  const most = tier === 'simple' ? 9 : 20 + 5 * level;
  const draw = (length: number, largest: number) => Array.from({ length }, () => 1 + random.below(largest));
  const weights = draw(count, most);
  const values = draw(count, 10 * most);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const some = Math.floor((total * (30 + random.below(40))) / 100);
  if (tier !== 'edge') return { weights, values, capacity: some };
  switch (index % 5) {
    case 0:
      return { weights: [], values: [], capacity: random.below(100 * level) };
    case 1:
      return { weights: [most + 1 + random.below(most)], values: draw(1, most), capacity: random.below(most) };
    case 2: {
      const [weight, value] = [1 + random.below(9), 1 + random.below(9)];
      return { weights: weights.map(() => weight), values: values.map(() => value), capacity: some % (weight * count) };
    }
    case 3:
      return { weights, values, capacity: total + random.below(most) };
    default:
      return { weights, values, capacity: 0 };
  }
}
