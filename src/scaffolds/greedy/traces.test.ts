/** Traces of greedy algorithms: they end in the right answer, and so do those of the book, written by hand. */
import { expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { wayThrough } from '../../../test/ways-through.ts';
import { Random } from '../../lib/random.ts';
import { checkAnswer, checkTrace, solveInstance } from '../engine.ts';

const check = (scaffold: string, input: object, trace: unknown) =>
  checkTrace({ kind: 'input', scaffold, input }, trace);
const judge = (scaffold: string, input: object, answer: unknown) =>
  checkAnswer({ kind: 'input', scaffold, input }, answer);
const solve = (scaffold: string, input: object) => solveInstance({ kind: 'input', scaffold, input }).answer;

function* randoms(): Generator<Random> {
  for (let index = 0; index < amount(3000, 300); index++) yield new Random(seedOf(index));
}

const listOf = <Item>(length: number, item: (at: number) => Item) => Array.from({ length }, (_, at) => item(at));

test('activity_selection: what the steps select is a right answer', () => {
  for (const random of randoms()) {
    const activities = listOf(random.below(8), () => {
      const start = random.below(8);
      return [start, start + random.below(4)];
    });
    const steps = wayThrough('activity_selection', { activities }, random);
    expect(steps).toHaveLength(activities.length);
    const selected = steps.filter((step) => step['selected']).map(({ activity }) => activity);
    expect(judge('activity_selection', { activities }, { selected, count: selected.length }).correct).toBe(true);
  }
});

test('fractional_knapsack: what the steps take is a right answer', () => {
  for (const random of randoms()) {
    const count = random.below(6);
    const sizes = (scale: number) => listOf(count, () => random.below(5) / scale);
    const instance = { weights: sizes(random.pick([1, 3])), values: sizes(1), capacity: random.below(9) / 2 };
    const steps = wayThrough('fractional_knapsack', instance, random);
    const fractions = listOf(count, (item) => steps.find((step) => step['item'] === item)?.['fraction'] ?? 0);
    const answer = { max_value: steps.at(-1)?.['value'] ?? 0, fractions };
    expect(judge('fractional_knapsack', instance, answer), JSON.stringify(instance)).toMatchObject({ correct: true });
  }
});

test('huffman: the weights of the merges are the bits of the best code', () => {
  for (const random of randoms()) {
    const symbols = [...'ABCDEFG'].slice(0, 2 + random.below(6));
    const frequencies = Object.fromEntries(symbols.map((symbol) => [symbol, 1 + random.below(6)]));
    const steps = wayThrough('huffman', { frequencies }, random);
    expect(steps).toHaveLength(symbols.length - 1);
    const bits = steps.reduce((sum, { weight }) => sum + Number(weight), 0);
    expect(bits).toBe(solve('huffman', { frequencies })['total_bits']);
    expect(steps.at(-1)?.['weights']).toHaveLength(1);
  }
});

test('kruskal: the edges that are added are a right answer', () => {
  for (const random of randoms()) {
    const vertices = [...'ABCDEF'].slice(0, 1 + random.below(6));
    const edges = listOf(random.below(9), () => [random.pick(vertices), random.pick(vertices), random.below(4) - 1]);
    const steps = wayThrough('kruskal', { vertices, edges }, random);
    const mst_edges = steps.filter(({ added }) => added).map(({ from, to, weight }) => [from, to, weight]);
    expect(judge('kruskal', { vertices, edges }, { mst_edges }).correct).toBe(true);
    // Once all is one part, what is left adds nothing.
    const last = steps.findLastIndex(({ added }) => added === true);
    const isWhole = mst_edges.length === vertices.length - 1;
    if (last >= 0 && last < steps.length - 1)
      expect(check('kruskal', { vertices, edges }, steps.slice(0, last + 1)).correct).toBe(isWhole);
  }
});

const HALL = {
  activities: [
    [1, 4],
    [3, 5],
    [0, 6],
    [5, 5],
    [5, 7],
  ],
};
const SACK = { weights: [10, 20, 30], values: [60, 100, 120], capacity: 50 };
const LETTERS = { frequencies: { a: 45, b: 13, c: 12, d: 16, e: 9, f: 5 } };
const GRAPH = {
  vertices: ['A', 'B', 'C', 'D'],
  edges: [
    ['A', 'B', 1],
    ['B', 'C', 1],
    ['A', 'C', 2],
    ['C', 'D', 3],
    ['B', 'D', 3],
  ],
};

test.each([
  [
    'activity_selection',
    HALL,
    '| activity | selected | end |\n|---|---|---|\n| [1, 4] | yes | 4 |\n| [3, 5] | no | 4 |\n| [5, 5] | yes | 5 |\n| [0, 6] | no | 5 |\n| [5, 7] | yes | 7 |',
    { correct: true },
  ],
  [
    'activity_selection',
    HALL,
    [
      { activity: [1, 4], selected: true, last_end: 4 },
      { activity: [3, 5], selected: true, last_end: 5 },
    ],
    { correct: false, rightSteps: 1, message: 'Step 2 is wrong: selected is false, not true.' },
  ],
  [
    'activity_selection',
    HALL,
    [
      { activity: [1, 4], selected: true, last_end: 4 },
      { activity: [5, 5], selected: true, last_end: 5 },
    ],
    { correct: false, rightSteps: 1 },
  ],
  [
    'fractional_knapsack',
    SACK,
    [
      { item: 0, fraction: 1, left: 40, value: 60 },
      { item: 1, fraction: 1, left: 20, value: 160 },
      { item: 2, fraction: 0.667, left: 0, value: 240 },
    ],
    { correct: true },
  ],
  [
    'fractional_knapsack',
    SACK,
    [
      { item: 0, fraction: 1, left: 40, value: 60 },
      { item: 2, fraction: 1, left: 10, value: 180 },
    ],
    { correct: false, rightSteps: 1, neededSteps: 3 },
  ],
  [
    'fractional_knapsack',
    SACK,
    [
      { item: 0, fraction: 1, left: 40, value: 60 },
      { item: 1.001, fraction: 1, left: 20, value: 160 },
    ],
    { correct: false, rightSteps: 1, neededSteps: 3 },
  ],
  [
    'fractional_knapsack',
    { weights: [2, 0, 1], values: [4, 0, 2], capacity: 0 },
    [{ item: 1, fraction: 1, left: 0, value: 0 }],
    { correct: true },
  ],
  [
    'fractional_knapsack',
    { weights: [0.1, 0.2, 5], values: [3, 2, 1], capacity: 0.3 },
    [
      { item: 0, fraction: 1, left: 0.2, value: 3 },
      { item: 1, fraction: 1, left: 0, value: 5 },
    ],
    { correct: true },
  ],
  [
    'huffman',
    LETTERS,
    [
      { trees: [['e'], ['f']], weight: 14, weights: [12, 13, 14, 16, 45] },
      { trees: [['c'], ['b']], weight: 25, weights: [14, 16, 25, 45] },
      { trees: [['f', 'e'], ['d']], weight: 30, weights: [25, 30, 45] },
      {
        trees: [
          ['b', 'c'],
          ['d', 'e', 'f'],
        ],
        weight: 55,
        weights: [45, 55],
      },
      { trees: [['a'], ['b', 'c', 'd', 'e', 'f']], weight: 100, weights: [100] },
    ],
    { correct: true },
  ],
  [
    'huffman',
    LETTERS,
    [
      { trees: [['e'], ['f']], weight: 14, weights: [12, 13, 14, 16, 45] },
      { trees: [['e', 'f'], ['c']], weight: 26, weights: [13, 16, 26, 45] },
    ],
    { correct: false, rightSteps: 1, neededSteps: 5 },
  ],
  [
    'huffman',
    { frequencies: { a: 1, b: 2, c: 2 } },
    [{ trees: [['b'], ['c']], weight: 4, weights: [1, 4] }],
    { correct: false, rightSteps: 0, message: expect.stringContaining('2 steps are legal here') },
  ],
  [
    'kruskal',
    GRAPH,
    [
      { from: 'C', to: 'B', weight: 1, added: true, parts: [['D'], ['B', 'C'], ['A']] },
      { from: 'A', to: 'B', weight: 1, added: true, parts: [['C', 'B', 'A'], ['D']] },
      { from: 'C', to: 'A', weight: 2, added: false, parts: [['A', 'B', 'C'], ['D']] },
      { from: 'B', to: 'D', weight: 3, added: true, parts: [['A', 'B', 'C', 'D']] },
    ],
    { correct: true },
  ],
  [
    'kruskal',
    GRAPH,
    [
      { from: 'A', to: 'B', weight: 1, added: true, parts: [['A', 'B'], ['C'], ['D']] },
      { from: 'A', to: 'C', weight: 2, added: true, parts: [['A', 'B', 'C'], ['D']] },
    ],
    { correct: false, rightSteps: 1, neededSteps: 5 },
  ],
  [
    'kruskal',
    GRAPH,
    '| u | v | w | added | components |\n|---|---|---|---|---|\n| A | B | 1 | true | [[A, B], [C], [D]] |\n| B | C | 1 | true | [[A, B], [B, C], [D]] |',
    { correct: false, rightSteps: 1, message: expect.stringContaining('parts is [["A","B","C"],["D"]], not') },
  ],
])('%s of %j: %j', (scaffold, input, trace, verdict) => {
  expect(check(scaffold, input, trace)).toMatchObject(verdict);
});

test('large instances are within the work of a call', () => {
  const vertices = listOf(200, (at) => `v${at}`);
  const edges = listOf(600, (at) => [`v${at % 200}`, `v${(7 * at + 1) % 200}`, 1]);
  const edge = { from: 'v0', to: 'v1', weight: 1, added: false, parts: [] };
  expect(check('kruskal', { vertices, edges }, [edge])).toMatchObject({ rightSteps: 0, neededSteps: 600 });
  const frequencies = Object.fromEntries(vertices.map((symbol) => [symbol, 3]));
  const merge = { trees: [['v198'], ['v199']], weight: 6, weights: [...listOf(198, () => 3), 6] };
  expect(check('huffman', { frequencies }, [merge])).toMatchObject({ rightSteps: 1, neededSteps: 199 });
  const activities = listOf(3000, (at) => [at % 7, 9]);
  const activity = { activity: [6, 9], selected: true, last_end: 9 };
  expect(check('activity_selection', { activities }, [activity])).toMatchObject({ rightSteps: 1, neededSteps: 3000 });
});
