/** References and checkers of greedy algorithms against all that can be tried, on random small instances. */
import { expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { Random } from '../../lib/random.ts';
import { checkAnswer, generateCases, solveInstance } from '../engine.ts';
import { MOST_STEPS } from '../work.ts';

const check = (scaffold: string, input: object, answer: unknown) =>
  checkAnswer({ kind: 'input', scaffold, input }, answer);
const solve = (scaffold: string, input: object) => solveInstance({ kind: 'input', scaffold, input }).answer;

const ROUNDS = amount(4000, 300);
function* randoms(): Generator<Random> {
  for (let index = 0; index < ROUNDS; index++) yield new Random(seedOf(index));
}

/** Every part of the items. */
function subsets<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const [first, ...rest] = items;
  if (first === undefined) return [[]];
  return subsets(rest).flatMap((subset) => [subset, [first, ...subset]]);
}

test('activity_selection: exactly the largest subsets without overlap are right', () => {
  for (const random of randoms()) {
    const activities = Array.from({ length: random.below(6) }, () => {
      const start = random.below(6);
      return [start, start + random.below(4)] as const;
    });
    const all = subsets(activities);
    const compatible = all.filter((subset) =>
      subset.every(([start, end], at) =>
        subset.slice(at + 1).every(([otherStart, otherEnd]) => otherStart >= end || start >= otherEnd),
      ),
    );
    const most = Math.max(...compatible.map(({ length }) => length));
    expect(solve('activity_selection', { activities })).toMatchObject({ count: most });
    for (const subset of all) {
      const selected = random.below(2) === 0 ? subset : subset.toReversed();
      const isRight = subset.length === most && compatible.includes(subset);
      const checked = check('activity_selection', { activities }, { selected });
      expect(checked.correct, `${JSON.stringify(activities)} ${JSON.stringify(selected)}`).toBe(isRight);
      expect(check('activity_selection', { activities }, { selected, count: most }).correct).toBe(isRight);
      expect(check('activity_selection', { activities }, { selected, count: most + 1 }).correct).toBe(false);
    }
    const [first = [7, 8]] = activities;
    const times = (rows: readonly (readonly number[])[]) => rows.filter((row) => row.join() === first.join()).length;
    for (const subset of compatible.filter(({ length }) => length === most)) {
      const isTakenUp = times(subset) === times(activities);
      for (const more of [[9, 12], [-3, -2], [1], [], ...(isTakenUp ? [first] : [])])
        expect(check('activity_selection', { activities }, { selected: [...subset, more] }).correct).toBe(false);
    }
  }
});

/** Every list of `length` of the choices. */
function* lists<Choice>(choices: readonly Choice[], length: number): Generator<readonly Choice[]> {
  if (length === 0) yield [];
  else for (const rest of lists(choices, length - 1)) for (const choice of choices) yield [...rest, choice];
}

/** The least sum of frequencies times lengths, where the lengths keep Kraft's inequality. */
function leastBits(frequencies: readonly number[]): number {
  const lengths = Array.from({ length: Math.max(1, frequencies.length - 1) }, (_, at) => at + 1);
  return [...lists(lengths, frequencies.length)]
    .filter((each) => each.reduce((sum, length) => sum + 2 ** -length, 0) <= 1)
    .map((each) => each.reduce((sum, length, at) => sum + length * (frequencies[at] ?? 0), 0))
    .reduce((least, bits) => Math.min(least, bits));
}

const WORDS = ['0', '1', '00', '01', '10', '11', '000', '001', '010', '011', '100', '101', '110', '111'];

test('huffman: exactly the prefix codes of the least cost are right', () => {
  let found = 0;
  for (const random of randoms()) {
    const numbers = Array.from({ length: 1 + random.below(4) }, () => 1 + random.below(9));
    const frequencies = Object.fromEntries(numbers.map((number, at) => ['ABCD'[at], number]));
    const least = leastBits(numbers);
    expect(solve('huffman', { frequencies })).toMatchObject({ total_bits: least });
    const words = random.below(4) === 0 ? WORDS : WORDS.slice(0, 6);
    const all = [...lists(words, Math.min(3, numbers.length))].filter(
      () => random.below(numbers.length === 3 ? 8 : 1) === 0,
    );
    const tried = numbers.length < 4 ? all : all.slice(0, 60).map((three) => [...three, random.pick(WORDS)]);
    const [one, two, three, four] = ['0', '10', '110', '111'].slice(0, numbers.length);
    for (const codes of [
      ...tried.slice(0, 40),
      [one, two, three, four],
      [two, one, three, four],
      [four, three, two, one],
      ['00', '01', '10', '11'],
      ['0', '11', '10'],
    ]) {
      const given = codes.slice(0, numbers.length);
      if (given.length < numbers.length || given.includes(undefined)) continue;
      const bits = given.reduce((sum, code = '', at) => sum + code.length * (numbers[at] ?? 0), 0);
      const isPrefixCode = given.every((code = '', at) =>
        given.every((other, place) => at === place || other?.startsWith(code) === false),
      );
      const isRight = isPrefixCode && bits === least;
      found += Number(isRight);
      const answer = { codes: Object.fromEntries(given.map((code, at) => ['ABCD'[at], code])) };
      expect(check('huffman', { frequencies }, answer).correct, JSON.stringify([frequencies, answer])).toBe(isRight);
      expect(check('huffman', { frequencies }, { ...answer, total_bits: least }).correct).toBe(isRight);
      expect(check('huffman', { frequencies }, { ...answer, total_bits: least + 1 }).correct).toBe(false);
    }
  }
  expect(found).toBeGreaterThan(ROUNDS);
});

test('huffman: the least cost is that of the best lengths by the inequality of Kraft', () => {
  for (const random of randoms()) {
    const numbers = Array.from({ length: 5 }, () => 1 + random.below(30));
    const frequencies = Object.fromEntries(numbers.map((number, at) => [`s${at}`, number]));
    if (random.below(5) > 0) continue;
    const { codes, total_bits } = solve('huffman', { frequencies });
    expect(total_bits).toBe(leastBits(numbers));
    const text = JSON.stringify(codes).replaceAll(/(?<=:")[01]+/g, (code) =>
      code.replaceAll(/./g, (bit) => (bit === '0' ? '1' : '0')),
    );
    expect(check('huffman', { frequencies }, `{"codes": ${text}}`).correct).toBe(true);
  }
});

type Edge = readonly [string, string, number];

/** How many parts the edges leave of the vertices. */
function partsOf(vertices: readonly string[], edges: readonly Edge[]): number {
  const colors = new Map(vertices.map((vertex) => [vertex, vertex]));
  for (const [from, to] of edges) {
    const [kept, gone] = [colors.get(from) ?? from, colors.get(to)];
    for (const [vertex, color] of colors) if (color === gone) colors.set(vertex, kept);
  }
  return new Set(colors.values()).size;
}

test('kruskal: exactly the lightest sets of edges that join all without a cycle are right', () => {
  let ties = 0;
  for (const random of randoms()) {
    const vertices = ['A', 'B', 'C', 'D', 'E'].slice(0, 1 + random.below(5));
    const edges = Array.from(
      { length: random.below(7) },
      (): Edge => [random.pick(vertices), random.pick(vertices), random.below(6) - 2],
    );
    const parts = partsOf(vertices, edges);
    const weightOf = (tree: readonly Edge[]) => tree.reduce((sum, [, , weight]) => sum + weight, 0);
    const all = subsets(edges);
    const forests = all.filter((tree) => partsOf(vertices, tree) === parts && tree.length === vertices.length - parts);
    const least = Math.min(...forests.map(weightOf));
    ties += Number(forests.filter((tree) => weightOf(tree) === least).length > 1);
    expect(solve('kruskal', { vertices, edges })).toMatchObject({ total_weight: least });
    for (const tree of all) {
      const isRight = forests.includes(tree) && weightOf(tree) === least;
      const rows = tree.map(([from, to, weight]) => (random.below(2) === 0 ? [from, to, weight] : [to, from, weight]));
      const checked = check('kruskal', { vertices, edges }, { mst_edges: rows });
      expect(checked.correct, JSON.stringify([vertices, edges, rows])).toBe(isRight);
      if (!isRight) continue;
      const answer = (mst_edges: unknown, total_weight: number) =>
        check('kruskal', { vertices, edges }, { mst_edges, total_weight }).correct;
      expect(
        answer(
          rows.map(([from, to]) => [from, to]),
          least,
        ),
      ).toBe(true);
      expect(answer(rows, least + 1)).toBe(false);
      for (const [at, [from, to, weight]] of rows.entries()) {
        expect(answer(rows.toSpliced(at, 1), least)).toBe(false);
        expect(answer([...rows, rows[at]], least)).toBe(false);
        expect(answer(rows.with(at, [from ?? '', to ?? '', Number(weight) + 7]), least)).toBe(false);
        expect(answer(rows.with(at, ['A', 'F', 1]), least)).toBe(false);
      }
    }
  }
  expect(ties).toBeGreaterThan(ROUNDS / 20);
});

/** The greatest value by trying every set of whole items and one in part: one of these is the best. */
function greatestValue(weights: readonly number[], values: readonly number[], capacity: number): number {
  const items = [...weights.keys()];
  let most = 0;
  for (const whole of subsets(items)) {
    const left = capacity - whole.reduce((sum, item) => sum + (weights[item] ?? 0), 0);
    if (left < 0) continue;
    const value = whole.reduce((sum, item) => sum + (values[item] ?? 0), 0);
    most = Math.max(most, value);
    for (const item of items) {
      const weight = weights[item] ?? 0;
      if (!whole.includes(item) && weight > 0)
        most = Math.max(most, value + (values[item] ?? 0) * Math.min(1, left / weight));
    }
  }
  return most;
}

test('fractional_knapsack: exactly the fractions that fit and have the greatest value are right', () => {
  let found = 0;
  for (const random of randoms()) {
    const count = random.below(5);
    const sizes = (most: number) => Array.from({ length: count }, () => 2 * random.below(most));
    const [weights, values, capacity] = [sizes(4), sizes(6), random.below(12)];
    const instance = { weights, values, capacity };
    const most = greatestValue(weights, values, capacity);
    expect(Number(solve('fractional_knapsack', instance)['max_value'])).toBeCloseTo(most, 9);
    const says = (max_value: number, fractions?: readonly number[]) =>
      check('fractional_knapsack', instance, { max_value, fractions }).correct;
    expect(says(most)).toBe(true);
    expect(says(most * (1 + 9e-7))).toBe(true);
    for (const other of [most + 1, most - 1, most * (1 + 2e-6) + 1e-9, most * (1 - 2e-6) - 1e-9])
      expect(says(other)).toBe(false);
    for (const fractions of lists([0, 0.5, 1], count)) {
      const weight = fractions.reduce((sum, fraction, at) => sum + fraction * (weights[at] ?? 0), 0);
      const value = fractions.reduce((sum, fraction, at) => sum + fraction * (values[at] ?? 0), 0);
      const isRight = weight <= capacity && Math.abs(value - most) < 1e-9;
      found += Number(isRight);
      expect(says(most, fractions), JSON.stringify([instance, fractions])).toBe(isRight);
      if (!isRight) continue;
      expect(says(most, [...fractions, 0])).toBe(false);
      if (count > 0) expect(says(most, fractions.with(0, (fractions[0] ?? 0) + 1.5))).toBe(false);
      if (count > 0) expect(says(most, fractions.with(0, -0.5))).toBe(false);
    }
  }
  expect(found).toBeGreaterThan(ROUNDS);
});

test.each(['activity_selection', 'huffman', 'kruskal', 'fractional_knapsack'])(
  'many edge cases of %s can be made, and large ones',
  (scaffold) => {
    expect(generateCases({ scaffold, tier: 'edge', count: 150, seed: 1, level: 1 })).toHaveLength(150);
    expect(generateCases({ scaffold, tier: 'edge', count: 20, seed: 1, level: 10 })).toHaveLength(20);
  },
);

test.each([
  ['activity_selection', 'activities'],
  ['kruskal', 'edges'],
  ['huffman', 'frequencies'],
  ['fractional_knapsack', 'capacity'],
])('what a case of %s gives as its %s is no answer to it', (scaffold, field) => {
  for (let seed = 0; seed < 8; seed++)
    for (const { id, input } of generateCases({ scaffold, seed, level: 1 + (seed % 2) })) {
      const echo = new Map(Object.entries(input)).get(field);
      expect(checkAnswer({ kind: 'case', id }, echo), id).toMatchObject({ correct: false });
      expect(checkAnswer({ kind: 'case', id }, JSON.stringify(echo)), id).toMatchObject({ correct: false });
    }
});

test.each([
  [
    'activity_selection',
    {
      activities: [
        [1, 4],
        [4, 5],
        [2, 8],
      ],
    },
    'Selected activities: (1, 4), (4, 5)',
    true,
  ],
  [
    'activity_selection',
    {
      activities: [
        [1, 4],
        [4, 5],
        [2, 8],
      ],
    },
    'Selected activities:\n- [4, 5]\n- [1, 4]\n\nCount: 2',
    true,
  ],
  [
    'activity_selection',
    {
      activities: [
        [1, 4],
        [4, 5],
        [2, 8],
      ],
    },
    'Selected: (1, 4), (2, 8)',
    false,
  ],
  ['huffman', { frequencies: { a: 5, b: 2, c: 1 } }, 'Codes:\n- a: 0\n- b: 10\n- c: 11\n\nTotal bits: 11', true],
  ['huffman', { frequencies: { a: 5, b: 2, c: 1 } }, "codes = {'a': '1', 'b': '01', 'c': '00'}", true],
  ['huffman', { frequencies: { a: 5 } }, '{"codes": {"a": ""}}', false],
  ['huffman', { frequencies: { a: 5 } }, '{"codes": {"a": "1"}, "total_bits": 5}', true],
  [
    'kruskal',
    {
      vertices: ['A', 'B', 'C'],
      edges: [
        ['A', 'B', 0.1],
        ['B', 'C', 0.2],
        ['A', 'C', 1],
      ],
    },
    'MST edges: B–C (0.2), A–B (0.1)\nTotal weight: 0.3',
    true,
  ],
  [
    'fractional_knapsack',
    { weights: [10, 20, 30], values: [60, 100, 120], capacity: 50 },
    'Fractions: [1, 1, 2/3]\nMaximum value: 240',
    true,
  ],
])('%s of %j takes %j', (scaffold, input, answer, isRight) => {
  expect(check(scaffold, input, answer)).toMatchObject({ correct: isRight });
});

test('the first fault is named with its place', () => {
  const graph = {
    vertices: ['A', 'B', 'C'],
    edges: [
      ['A', 'B', 1],
      ['B', 'C', 2],
      ['A', 'C', 2],
    ],
  };
  expect(
    check('kruskal', graph, {
      mst_edges: [
        ['A', 'B', 2],
        ['B', 'C', 2],
      ],
    }),
  ).toMatchObject({
    message: 'The edge between A and B weighs 1, not 2.',
    at: 'A–B',
  });
  expect(
    check('kruskal', graph, {
      mst_edges: [
        ['A', 'B'],
        ['B', 'C'],
        ['C', 'A'],
      ],
    }),
  ).toMatchObject({
    message: 'The edge between C and A closes a cycle.',
    at: 'C–A',
  });
  expect(check('huffman', { frequencies: { a: 3, b: 2 } }, { codes: { a: '0', b: '01' } })).toMatchObject({
    message: 'The code of b, 01, begins with that of a, 0.',
    at: 'b',
  });
  expect(
    check(
      'activity_selection',
      {
        activities: [
          [1, 4],
          [3, 5],
        ],
      },
      {
        selected: [
          [1, 4],
          [3, 5],
        ],
      },
    ),
  ).toMatchObject({
    message: '[1, 4] and [3, 5] overlap.',
    at: '[3, 5]',
  });
});

test.each([
  [
    'activity_selection',
    {
      activities: [
        [1, 4],
        [5, 3],
      ],
    },
    'activities.1: it ends before it starts',
  ],
  ['huffman', { frequencies: {} }, 'frequencies: there are 0 symbols'],
  ['huffman', { frequencies: { ' a': 1 } }, 'frequencies'],
  ['huffman', { frequencies: { a: 0.5 } }, 'frequencies.a: '],
  ['kruskal', { vertices: ['A'], edges: [['A', 'B', 1]] }, 'edges: "B" is not in vertices'],
  ['fractional_knapsack', { weights: [1], values: [], capacity: 1 }, 'values: there are 0 values, and 1 weights'],
  ['fractional_knapsack', { weights: [-1], values: [1], capacity: 1 }, 'weights.0: '],
])('%s refuses what is no instance', (scaffold, input, says) => {
  expect(() => solve(scaffold, input)).toThrow(says);
});

test('instances a quarter as large as they may be take less than a fifth of the work of a call', () => {
  const random = new Random(1);
  const many = <Item>(length: number, make: () => Item) => Array.from({ length }, make);
  const vertices = many(5_000, () => '').map((_, at) => `v${at}`);
  const instances: readonly (readonly [string, object])[] = [
    [
      'activity_selection',
      { activities: many(25_000, () => random.below(1e6)).map((start, at) => [start, start + (at % 900)]) },
    ],
    [
      'huffman',
      {
        frequencies: Object.fromEntries(many(2_500, () => 1 + random.below(1e9)).map((each, at) => [`s${at}`, each])),
      },
    ],
    [
      'kruskal',
      { vertices, edges: many(25_000, () => [random.pick(vertices), random.pick(vertices), random.below(1e6) / 8]) },
    ],
    [
      'fractional_knapsack',
      {
        weights: many(25_000, () => random.below(1e9)),
        values: many(25_000, () => random.below(1e9)),
        capacity: 1e9,
      },
    ],
  ];
  for (const [scaffold, input] of instances) {
    const { correct, steps } = check(scaffold, input, solve(scaffold, input));
    expect(correct, scaffold).toBe(true);
    expect(5 * steps, scaffold).toBeLessThan(MOST_STEPS);
  }
});
