/** Traces of dynamic programming: they end in the right answer, and so do those of the books, written by hand. */
import { expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { wayThrough } from '../../../test/ways-through.ts';
import { Random } from '../../lib/random.ts';
import { checkTrace, solveInstance } from '../engine.ts';

const check = (scaffold: string, input: object, trace: unknown) =>
  checkTrace({ kind: 'input', scaffold, input }, trace);
const solve = (scaffold: string, input: object) => solveInstance({ kind: 'input', scaffold, input }).answer;

function* randoms(): Generator<Random> {
  for (let index = 0; index < amount(3000, 300); index++) yield new Random(seedOf(index));
}

const draw = (random: Random, count: number, least: number, most: number) =>
  Array.from({ length: count }, () => least + random.below(most - least + 1));
const word = (random: Random) => draw(random, random.below(8), 0, 3).join('');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

test('knapsack_01: the last row ends with the most value', () => {
  for (const random of randoms()) {
    const count = 1 + random.below(6);
    const instance = {
      weights: draw(random, count, 0, 6),
      values: draw(random, count, 0, 9),
      capacity: random.below(40),
    };
    const steps = wayThrough('knapsack_01', instance, random);
    expect(steps).toHaveLength(count);
    const row = listOf(steps.at(-1)?.['row']);
    expect(row).toHaveLength(instance.capacity + 1);
    for (const [capacity, value] of row.entries())
      expect(value).toBe(solve('knapsack_01', { ...instance, capacity })['max_value']);
  }
});

test.each([
  ['lcs', 'length'],
  ['edit_distance', 'distance'],
])('%s: each row ends with the answer for the beginning of string 1', (scaffold, field) => {
  for (const random of randoms()) {
    const [string1, string2] = [word(random), word(random)];
    const steps = wayThrough(scaffold, { string1, string2 }, random);
    expect(steps).toHaveLength(string1.length + 1);
    for (const [prefix, step] of steps.entries()) {
      expect(step['prefix']).toBe(prefix);
      const answer = solve(scaffold, { string1: string1.slice(0, prefix), string2 });
      expect(listOf(step['row']).at(-1)).toBe(answer[field]);
    }
  }
});

test('lis: there are as many ends as a longest subsequence has numbers', () => {
  for (const random of randoms()) {
    const sequence = draw(random, 1 + random.below(9), -4, 4);
    const steps = wayThrough('lis', { sequence }, random);
    expect(steps.map((step) => step['number'])).toEqual(sequence);
    for (const [at, step] of steps.entries()) {
      const before = sequence.slice(0, at + 1);
      expect(listOf(step['ends'])).toHaveLength(Number(solve('lis', { sequence: before })['length']));
      // Of those that end with this number: no larger one may come before it.
      const ending = [...before.filter((number) => number < (sequence[at] ?? 0)), sequence[at] ?? 0];
      expect(step['length']).toBe(solve('lis', { sequence: ending })['length']);
    }
  }
});

test('matrix_chain: the whole chain comes last with the least cost, in any order of the others', () => {
  for (const random of randoms()) {
    const dimensions = draw(random, 3 + random.below(5), 1, 6);
    const count = dimensions.length - 1;
    const steps = wayThrough('matrix_chain', { dimensions }, random);
    expect(steps).toHaveLength((count * (count - 1)) / 2);
    expect(steps.at(-1)).toMatchObject({
      first: 1,
      last: count,
      cost: solve('matrix_chain', { dimensions })['min_cost'],
    });
    for (const { first, last, cost } of steps)
      expect(cost).toBe(
        solve('matrix_chain', { dimensions: dimensions.slice(Number(first) - 1, Number(last) + 1) })['min_cost'],
      );
  }
});

const ITEMS = { weights: [2, 1, 3, 2], values: [12, 10, 20, 15], capacity: 5 };
// CLRS, figure 14.8.
const BOOK = { string1: 'ABCBDAB', string2: 'BDCABA' };
const LENGTHS = [
  [0, 0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 1, 1, 1],
  [0, 1, 1, 1, 1, 2, 2],
  [0, 1, 1, 2, 2, 2, 2],
  [0, 1, 1, 2, 2, 3, 3],
  [0, 1, 2, 2, 2, 3, 3],
  [0, 1, 2, 2, 3, 3, 4],
  [0, 1, 2, 2, 3, 4, 4],
].map((row, prefix) => ({ prefix, row }));
const KITTEN = { string1: 'cat', string2: 'act' };
const SEQUENCE = { sequence: [3, 1, 4, 1, 5] };
// CLRS, figure 14.5.
const CHAIN = { dimensions: [30, 35, 15, 5, 10, 20, 25] };
const CHAIN_STEPS = [
  [1, 2, 15_750, 1],
  [2, 3, 2625, 2],
  [3, 4, 750, 3],
  [4, 5, 1000, 4],
  [5, 6, 5000, 5],
  [1, 3, 7875, 1],
  [2, 4, 4375, 3],
  [3, 5, 2500, 3],
  [4, 6, 3500, 5],
  [1, 4, 9375, 3],
  [2, 5, 7125, 3],
  [3, 6, 5375, 3],
  [1, 5, 11_875, 3],
  [2, 6, 10_500, 3],
  [1, 6, 15_125, 3],
].map(([first, last, cost, split]) => ({ first, last, cost, split }));

test.each([
  // Levitin, section 8.2.
  [
    'knapsack_01',
    ITEMS,
    '| item | row |\n|---|---|\n| 0 | [0, 0, 12, 12, 12, 12] |\n| 1 | [0, 10, 12, 22, 22, 22] |\n| 2 | [0, 10, 12, 22, 30, 32] |\n| 3 | [0, 10, 15, 25, 30, 37] |',
    { correct: true },
  ],
  [
    'knapsack_01',
    ITEMS,
    [
      { item: 0, row: [0, 0, 12, 12, 12, 12] },
      // The item twice.
      { item: 1, row: [0, 10, 20, 22, 32, 42] },
    ],
    { correct: false, rightSteps: 1, neededSteps: 4 },
  ],
  ['lcs', BOOK, LENGTHS, { correct: true }],
  ['lcs', BOOK, LENGTHS.slice(1), { correct: false, rightSteps: 0, message: 'Step 1 is wrong: prefix is 0, not 1.' }],
  ['lcs', BOOK, LENGTHS.with(5, { prefix: 5, row: [0, 1, 1, 2, 2, 3, 3] }), { correct: false, rightSteps: 5 }],
  [
    'edit_distance',
    KITTEN,
    [
      [0, 1, 2, 3],
      [1, 1, 1, 2],
      [2, 1, 2, 2],
      [3, 2, 2, 2],
    ].map((row, prefix) => ({ prefix, row })),
    { correct: true },
  ],
  [
    'edit_distance',
    KITTEN,
    [
      { prefix: 0, row: [0, 1, 2, 3] },
      { prefix: 1, row: [1, 1, 2, 3] },
    ],
    { correct: false, rightSteps: 1, message: 'Step 2 is wrong: row is [1,1,1,2], not [1,1,2,3].' },
  ],
  [
    'lis',
    SEQUENCE,
    [
      { number: 3, length: 1, tails: [3] },
      { number: 1, length: 1, tails: [1] },
      { number: 4, length: 2, tails: [1, 4] },
      { number: 1, length: 1, tails: [1, 4] },
      { number: 5, length: 3, tails: [1, 4, 5] },
    ],
    { correct: true },
  ],
  [
    'lis',
    SEQUENCE,
    [
      { number: 3, length: 1, ends: [3] },
      { number: 1, length: 1, ends: [3, 1] },
    ],
    { correct: false, rightSteps: 1 },
  ],
  ['matrix_chain', CHAIN, CHAIN_STEPS, { correct: true }],
  // Row by row from the last first matrix on.
  [
    'matrix_chain',
    CHAIN,
    CHAIN_STEPS.toSorted(
      (one, other) => Number(other.first) - Number(one.first) || Number(one.last) - Number(other.last),
    ),
    { correct: true },
  ],
  [
    'matrix_chain',
    CHAIN,
    CHAIN_STEPS.with(6, { first: 2, last: 4, cost: 6000, split: 2 }),
    { correct: false, rightSteps: 6, message: expect.stringContaining('cost is 4375, not 6000') },
  ],
  // A chain before one within it.
  [
    'matrix_chain',
    CHAIN,
    CHAIN_STEPS.toSpliced(1, 1).toSpliced(5, 0, ...CHAIN_STEPS.slice(1, 2)),
    { correct: false, rightSteps: 4 },
  ],
  [
    'matrix_chain',
    { dimensions: [2, 2, 2, 2] },
    '| i | j | m | k |\n|---|---|---|---|\n| 1 | 2 | 8 | 1 |\n| 2 | 3 | 8 | 2 |\n| 1 | 3 | 16 | 2 |',
    { correct: true },
  ],
])('%s of %j: %j', (scaffold, input, trace, verdict) => {
  expect(check(scaffold, input, trace)).toMatchObject(verdict);
});

test('large instances are within the work of a call, or refused', () => {
  const random = new Random(1);
  const string1 = 'AB'.repeat(300);
  expect(check('lcs', { string1, string2: string1 }, [{ prefix: 0, row: [] }])).toMatchObject({ neededSteps: 601 });
  const sequence = draw(random, 5000, 0, 1e6);
  expect(check('lis', { sequence }, [{ number: -1, length: 1, ends: [] }])).toMatchObject({ neededSteps: 5000 });
  const dimensions = draw(random, 61, 1, 9);
  const chain = { first: 1, last: 2, cost: 0, split: 1 };
  expect(check('matrix_chain', { dimensions }, [chain])).toMatchObject({ neededSteps: 1770 });
  const items = { weights: [1], values: [1], capacity: 1e12 };
  expect(() => check('knapsack_01', items, [{ item: 0, row: [0, 1] }])).toThrow('too large');
});
