/** Fractional knapsack: items may be taken in part. CLRS, section 15.2; Dantzig, 1957. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import { defineScaffold, firstFault, type Judgement, right, type Tier, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import type { Work } from '../work.ts';
import { sizeOf, spendOnSorting, type Waiting, waiting, without } from './items.ts';

/** Items of an instance. */
const MOST_ITEMS = 100_000;
/** Of a weight, a value, and the capacity. */
const MOST_SIZE = 1e9;
/** Relative to the greatest value and to the capacity. */
const TOLERANCE = 1e-6;

const size = z.number().min(0).max(MOST_SIZE);
const input = z
  .strictObject({
    weights: z.array(size).max(MOST_ITEMS).describe('Of each item.'),
    values: z.array(size).max(MOST_ITEMS).describe('Of each item, in the same order.'),
    capacity: size.describe('Weight that can be taken.'),
  })
  .superRefine(({ weights, values }, context) => {
    if (weights.length !== values.length)
      context.addIssue({
        code: 'custom',
        path: ['values'],
        message: `there are ${values.length} values, and ${weights.length} weights`,
      });
  });

export default defineScaffold({
  name: 'fractional_knapsack',
  title: 'Fractional knapsack',
  category: 'greedy',
  aliases: ['fractional-knapsack', 'continuous knapsack'],
  purpose: 'Finds the greatest value that fits into a knapsack when items can be taken in part.',
  checks:
    `The value is the greatest, with a relative tolerance of ${TOLERANCE}. Fractions, where they are given, are from 0 to 1, one for each item in their order, ` +
    'keep to the capacity and have the greatest value, with the same tolerance; any such fractions will do.',
  input,
  answer: {
    max_value: {
      kind: 'number',
      says: 'the greatest value that fits',
      aliases: ['maximum value', 'maximum total value', 'total value', 'optimal value', 'greatest value'],
    },
    fractions: {
      kind: 'numbers',
      says: 'what is taken of each item, from 0 to 1, in the order of the items',
      aliases: ['fractions taken', 'item fractions'],
      optional: true,
    },
  },
  task: ({ weights, values, capacity }) =>
    `Items as (weight, value): ${
      weights.length === 0 ? 'none' : weights.map((weight, at) => `(${weight}, ${values[at]})`).join(', ')
    }. Capacity: ${capacity}. ` +
    `Any part of an item can be taken. Find the greatest value that fits, with a relative error of at most ${TOLERANCE}.`,
  generate: knapsackInstance,
  solve({ weights, values, capacity }, work) {
    const fractions = fill(weights, values, capacity, work);
    return { max_value: sumOf(values, fractions), fractions };
  },
  judge({ weights, values, capacity }, { max_value, fractions }, work) {
    const most = sumOf(values, fill(weights, values, capacity, work));
    if (Math.abs(max_value - most) > TOLERANCE * most) return wrong(`The greatest value is ${most}, not ${max_value}.`);
    return (
      firstFault(fractions && judgeFractions(fractions, weights, values, capacity, most)) ??
      right(`${most} is the greatest value.`)
    );
  },
  trace: {
    says:
      'A step for each item that is taken, one with the greatest value for its weight first; items that weigh nothing come before all others, and of items that are worth the same any may be next. ' +
      'As much as fits is taken of each. It ends when the knapsack is full and nothing is left that weighs nothing, or when all items are taken. Numbers may be rounded to 3 digits behind the point.',
    step: {
      item: {
        kind: 'number',
        says: 'its index in the input, counted from 0',
        aliases: ['index', 'item index'],
        exact: true,
      },
      fraction: { kind: 'number', says: 'what is taken of it, up to 1', aliases: ['taken', 'part', 'fraction taken'] },
      left: {
        kind: 'number',
        says: 'weight that still fits after the step',
        aliases: ['remaining', 'remaining capacity', 'capacity left', 'capacity'],
      },
      value: {
        kind: 'number',
        says: 'value of all that is taken after the step',
        aliases: ['total value', 'total', 'value so far'],
      },
    },
    rounding: 1e-3,
    start: ({ weights, values, capacity }, work) => {
      spendOnSorting(weights.length, work);
      const items = weights
        .map((weight, item): Item => {
          const value = values[item] ?? 0;
          return { item, weight, value, worth: weight === 0 ? Infinity : value / weight };
        })
        .sort((one, other) => (one.worth === other.worth ? 0 : other.worth - one.worth));
      return sackState(waiting(items, isWorthTheSame), capacity, 0, capacity * LEAST_LEFT);
    },
  },
});

interface Item {
  readonly item: number;
  readonly weight: number;
  readonly value: number;
  readonly worth: number;
}

/** Of the capacity: less is what sums of fractions leave of nothing. */
const LEAST_LEFT = 1e-12;

/** Quotients that are equal may differ by their rounding. */
function isWorthTheSame(one: Item, other: Item): boolean {
  return one.worth === other.worth || (one.worth < Infinity && one.worth - other.worth <= 1e-14 * one.worth);
}

interface SackStep {
  readonly item: number;
  readonly fraction: number;
  readonly left: number;
  readonly value: number;
}

/** The sack is full when no more than `least` is left. */
function sackState(items: Waiting<Item>, left: number, value: number, least: number): TraceState<SackStep> {
  return {
    options(work) {
      work.spend(items.first.length);
      const fitting = items.first.filter(({ weight }) => weight === 0 || left > least);
      return fitting.map((each) => {
        const fraction = each.weight === 0 ? 1 : Math.min(1, left / each.weight);
        const rest = left - Math.min(left, each.weight);
        const step = { item: each.item, fraction, left: rest, value: value + fraction * each.value };
        return { step, next: () => sackState(without(items, each, work), rest, step.value, least) };
      });
    },
  };
}

/** Whether the fractions fit and have the value `most`; undefined when they do. */
function judgeFractions(
  fractions: readonly number[],
  weights: readonly number[],
  values: readonly number[],
  capacity: number,
  most: number,
): Judgement | undefined {
  if (fractions.length !== weights.length)
    return wrong(`There are ${fractions.length} fractions, and ${weights.length} items.`);
  const place = fractions.findIndex((fraction) => fraction < 0 || fraction > 1);
  if (place !== -1) return wrong(`The fraction ${fractions[place]} is not from 0 to 1.`, `${place}`);
  const weight = sumOf(weights, fractions);
  if (weight > capacity * (1 + TOLERANCE)) return wrong(`The fractions weigh ${weight}; only ${capacity} fits.`);
  const value = sumOf(values, fractions);
  if (value < most * (1 - TOLERANCE)) return wrong(`The fractions have the value ${value}; the greatest is ${most}.`);
  return undefined;
}

function sumOf(sizes: readonly number[], fractions: readonly number[]): number {
  return sizes.reduce((sum, each, at) => sum + each * (fractions[at] ?? 0), 0);
}

/** Fractions of the greatest value: all that weighs nothing, then as much as fits of what has most value for its weight. */
function fill(weights: readonly number[], values: readonly number[], capacity: number, work: Work): readonly number[] {
  spendOnSorting(weights.length, work);
  const worth = (item: number) => (values[item] ?? 0) / (weights[item] ?? 1);
  const fractions = weights.map((weight): number => (weight === 0 ? 1 : 0));
  const order = [...weights.keys()]
    .filter((item) => weights[item] !== 0)
    .sort((one, other) => worth(other) - worth(one));
  let left = capacity;
  for (const item of order) {
    const weight = weights[item] ?? 0;
    fractions[item] = Math.min(1, left / weight);
    left -= Math.min(left, weight);
  }
  return fractions;
}

/** The capacity is never the answer. Edge cases: no items, no capacity, all fits, the same worth, one item in part, items without weight. */
function knapsackInstance(random: Random, tier: Tier, level: number, index: number) {
  const count = tier === 'edge' && index % 6 === 4 ? 1 : sizeOf(random, tier, level);
  const sizes = (most: number) => Array.from({ length: count }, () => 1 + random.below(most));
  const weights = sizes(tier === 'simple' ? 10 : 30);
  const values = sizes(100).map((value) => value + 40);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const instance = { weights, values, capacity: Math.max(1, Math.round((whole * (30 + random.below(50))) / 100)) };
  if (tier !== 'edge') return instance;
  switch (index % 6) {
    case 0:
      return { weights: [], values: [], capacity: 1 + random.below(1000 * level) };
    case 1:
      return { ...instance, capacity: 0, weights: weights.with(0, 0) };
    case 2:
      return { ...instance, capacity: whole + random.below(10) };
    case 3:
      return { ...instance, values: weights.map((weight) => 3 * weight) };
    case 4:
      return { ...instance, weights: [10 + random.below(20)], capacity: 1 + random.below(9) };
    default:
      return { ...instance, weights: weights.map((weight, at) => (at % 2 === 0 ? 0 : weight)) };
  }
}
