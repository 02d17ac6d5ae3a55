/** Traces of backtracking: what is removed leads nowhere, they end in a right answer, and those of plain searches and by hand are right. */
import { describe, expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { wayThrough } from '../../../test/ways-through.ts';
import { Random } from '../../lib/random.ts';
import { checkAnswer, checkTrace, generateCases, solveInstance } from '../engine.ts';
import { shuffled } from '../graph/graph.ts';

const check = (scaffold: string, input: object, trace: unknown) =>
  checkTrace({ kind: 'input', scaffold, input }, trace);
const isRight = (scaffold: string, input: object, answer: unknown) =>
  checkAnswer({ kind: 'input', scaffold, input }, answer).correct;
const solve = (scaffold: string, input: object) => solveInstance({ kind: 'input', scaffold, input }).answer;

function* randoms(): Generator<Random> {
  for (let index = 0; index < amount(1000, 100); index++) yield new Random(seedOf(index));
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

/** The steps of the plainest search: `next` has the choices for what comes next, or undefined when all is done. */
function plainSearch<Item>(
  next: (standing: readonly Item[]) => readonly Item[] | undefined,
  write: (item: Item, standing: readonly Item[], isRemoved: boolean) => object,
): object[] {
  const steps: object[] = [];
  const visit = (standing: readonly Item[]): boolean => {
    const items = next(standing);
    for (const item of items ?? []) {
      const after = [...standing, item];
      steps.push(write(item, after, false));
      if (visit(after)) return true;
      steps.push(write(item, standing, true));
    }
    return items === undefined;
  };
  visit([]);
  return steps;
}

const placeOrRemove = (isRemoved: boolean) => (isRemoved ? 'remove' : 'place');

type Square = [number, number];
const attacks = ([row, column]: Square, [otherRow, other]: Square) =>
  row === otherRow || column === other || Math.abs(row - otherRow) === Math.abs(column - other);

function randomQueens(random: Random) {
  const n = 1 + random.below(6);
  const placed = upTo(random.below(3)).map((): Square => [random.below(n), random.below(n)]);
  return { n, find: 'one', placed };
}

describe('n_queens', () => {
  const queensOf = (queens: unknown) =>
    Object.entries(Object(queens)).map(([row, column]): Square => [Number(row), Number(column)]);

  test('no queen is removed that stands in a solution', () => {
    for (const random of randoms()) {
      const instance = randomQueens(random);
      const steps = wayThrough('n_queens', instance, random);
      for (const { action, row, column, queens } of steps) {
        const placed = [...queensOf(queens), [Number(row), Number(column)]];
        if (action === 'remove') expect(solve('n_queens', { ...instance, placed })).toEqual({ solvable: false });
      }
      const last = queensOf(steps.at(-1)?.['queens']);
      const columns = upTo(instance.n).map((row) => last.find(([each]) => each === row)?.[1]);
      const isSolved = isRight('n_queens', instance, { solution: columns });
      // Without a step all is said already.
      if (steps.length > 0) expect(isSolved).toBe(solve('n_queens', instance)['solvable']);
    }
  });

  test('a search row by row is right', () => {
    let tried = 0;
    for (const random of randoms()) {
      const { n, placed } = randomQueens(random);
      if (placed.some((one, at) => placed.slice(0, at).some((other) => attacks(one, other)))) continue;
      const rows = upTo(n).filter((row) => placed.every(([each]) => each !== row));
      const columns = random.below(2) === 0 ? upTo(n) : shuffled(random, upTo(n));
      const steps = plainSearch<Square>(
        (standing) => {
          const row = rows[standing.length];
          return row === undefined
            ? undefined
            : columns
                .map((column): Square => [row, column])
                .filter((one) => ![...placed, ...standing].some((other) => attacks(one, other)));
        },
        ([row, column], standing, isRemoved) => ({
          action: placeOrRemove(isRemoved),
          row,
          column,
          queens: Object.fromEntries([...placed, ...standing]),
        }),
      );
      if (steps.length === 0) continue;
      tried += 1;
      expect(check('n_queens', { n, placed }, steps)).toMatchObject({ correct: true });
    }
    expect(tried).toBeGreaterThan(20);
  });
});

describe('sudoku', () => {
  const gridsOf = (tier: 'simple' | 'edge') =>
    generateCases({ scaffold: 'sudoku', tier, count: amount(100, 10), seed: seedOf(0) % 1e6, level: 1 }).map(
      ({ input }): number[][] => Object(input).grid,
    );
  const withCell = (grid: number[][], row: number, column: number, digit: number) =>
    grid.with(row, (grid[row] ?? []).with(column, digit));

  test('no digit is removed that stands in a solution', () => {
    for (const [at, first] of [...gridsOf('simple'), ...gridsOf('edge')].entries()) {
      let grid = first;
      const steps = wayThrough('sudoku', { grid }, new Random(seedOf(at)));
      for (const step of steps) {
        const [row, column] = [Number(step['row']) - 1, Number(step['column']) - 1];
        const isRemoved = step['action'] === 'remove';
        if (isRemoved) expect(solve('sudoku', { grid })).toEqual({ solvable: false });
        grid = withCell(grid, row, column, isRemoved ? 0 : Number(step['digit']));
        expect(step['cells']).toEqual(grid[row]);
      }
      expect(isRight('sudoku', { grid: first }, { solution: grid })).toBe(solve('sudoku', { grid: first })['solvable']);
    }
  });

  test('a search cell by cell is right', () => {
    for (const grid of gridsOf('simple')) {
      const free = upTo(81).filter((cell) => grid.flat()[cell] === 0);
      const gridWith = (standing: readonly number[]) =>
        standing.reduce((each, digit, at) => {
          const cell = free[at] ?? 0;
          return withCell(each, Math.floor(cell / 9), cell % 9, digit);
        }, grid);
      const steps = plainSearch<number>(
        (standing) => {
          const cell = free[standing.length];
          if (cell === undefined) return undefined;
          const [row, column] = [Math.floor(cell / 9), cell % 9];
          const now = gridWith(standing);
          const box = upTo(9).map(
            (at) => now[row - (row % 3) + Math.floor(at / 3)]?.[column - (column % 3) + (at % 3)],
          );
          const seen = new Set([...(now[row] ?? []), ...now.map((each) => each[column]), ...box]);
          return upTo(10).filter((digit) => !seen.has(digit));
        },
        (digit, standing, isRemoved) => {
          const cell = free[standing.length - (isRemoved ? 0 : 1)] ?? 0;
          const row = Math.floor(cell / 9);
          const cells = gridWith(standing)[row];
          return { action: placeOrRemove(isRemoved), row: row + 1, column: (cell % 9) + 1, digit, cells };
        },
      );
      expect(check('sudoku', { grid }, steps)).toMatchObject({ correct: true });
    }
  });
});

function randomGraph(random: Random) {
  const vertices = ['A', 'B', 'C', 'D', 'E'].slice(0, 1 + random.below(5));
  const edges = upTo(random.below(10)).map(() => [random.pick(vertices), random.pick(vertices)]);
  return {
    vertices,
    edges: edges.filter(([from, to]) => from !== to || random.below(20) === 0),
    num_colors: 1 + random.below(3),
  };
}

describe('graph_coloring', () => {
  test('no color is removed that a coloring has', () => {
    for (const random of randoms()) {
      const graph = randomGraph(random);
      const { vertices, edges, num_colors } = graph;
      const all = vertices.reduce<readonly (readonly number[])[]>(
        (lists) => lists.flatMap((list) => upTo(num_colors).map((color) => [...list, color + 1])),
        [[]],
      );
      const proper = all
        .map(
          (colors): Record<string, number> =>
            Object.fromEntries(vertices.map((vertex, at) => [vertex, colors[at] ?? 0])),
        )
        .filter((colors) => edges.every(([from = '', to = '']) => colors[from] !== colors[to]));
      const steps = wayThrough('graph_coloring', graph, random);
      for (const { action, vertex, color, colors } of steps) {
        const before = { ...Object(colors), [String(vertex)]: color };
        const extended = proper.some((each) => vertices.every((name) => (before[name] ?? each[name]) === each[name]));
        if (action === 'remove') expect(extended).toBe(false);
      }
      const last = Object(steps.at(-1)?.['colors']);
      expect(Object.keys(last).length === vertices.length).toBe(proper.length > 0);
    }
  });

  test('a search vertex by vertex is right', () => {
    for (const random of randoms()) {
      const graph = randomGraph(random);
      const order = shuffled(random, graph.vertices);
      const steps = plainSearch<number>(
        (standing) => {
          const vertex = order[standing.length];
          const around = graph.edges
            .filter((edge) => edge.includes(vertex ?? ''))
            .map(([from = '', to = '']) => (from === vertex ? to : from));
          if (vertex === undefined) return undefined;
          if (around.includes(vertex)) return [];
          const taken = new Set(around.map((each) => standing[order.indexOf(each)]));
          return upTo(graph.num_colors + 1).filter((color) => color > 0 && !taken.has(color));
        },
        (color, standing, isRemoved) => ({
          action: placeOrRemove(isRemoved),
          vertex: order[standing.length - (isRemoved ? 0 : 1)],
          color,
          colors: Object.fromEntries(standing.map((each, at) => [order[at], each])),
        }),
      );
      if (steps.length > 0) expect(check('graph_coloring', graph, steps)).toMatchObject({ correct: true });
    }
  });
});

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

describe('subset_sum', () => {
  test('no number is removed with which the others lead to the target', () => {
    for (const random of randoms()) {
      const numbers = upTo(random.below(7)).map(() => random.below(9) - 3);
      const target = random.below(15) - 3;
      const solutions = upTo(1 << numbers.length)
        .map((bits) => upTo(numbers.length).filter((index) => (bits & (1 << index)) !== 0))
        .filter((indices) => sumOf(indices.map((index) => numbers[index] ?? 0)) === target);
      let taken: readonly number[] = [];
      for (const step of wayThrough('subset_sum', { numbers, target }, random)) {
        const index = Number(step['index']);
        if (step['action'] === 'remove') {
          expect(taken.at(-1)).toBe(index);
          expect(solutions.some((each) => taken.every((at) => each.includes(at)))).toBe(false);
          taken = taken.slice(0, -1);
        } else taken = [...taken, index];
        expect(step['sum']).toBe(sumOf(taken.map((at) => numbers[at] ?? 0)));
      }
      expect(solutions.some((each) => each.join() === taken.toSorted((one, other) => one - other).join())).toBe(
        solutions.length > 0,
      );
    }
  });

  test('a search that takes or leaves one number after the other is right', () => {
    for (const random of randoms()) {
      const least = random.below(2) === 0 ? 1 : -3;
      const numbers = upTo(1 + random.below(6)).map(() => least + random.below(8));
      const target = 1 + random.below(15);
      const valuesOf = (indices: readonly number[]) => indices.map((index) => numbers[index] ?? 0);
      const isBounded = least > 0 && random.below(2) === 0;
      const steps = plainSearch<number>(
        (standing) => {
          const sum = sumOf(valuesOf(standing));
          if (sum === target) return undefined;
          const later = upTo(numbers.length).filter((index) => index > (standing.at(-1) ?? -1));
          return isBounded ? later.filter((index) => sum + (numbers[index] ?? 0) <= target) : later;
        },
        (index, standing, isRemoved) => ({
          action: isRemoved ? 'remove' : 'take',
          index,
          taken: valuesOf(standing),
          sum: sumOf(valuesOf(standing)),
        }),
      );
      if (steps.length > 0) expect(check('subset_sum', { numbers, target }, steps)).toMatchObject({ correct: true });
    }
  });
});

const queensAfter = (...moves: readonly [string, number, number, Record<string, number>][]) =>
  moves.map(([action, row, column, queens]) => ({ action, row, column, queens }));
const FOUR = queensAfter(
  ['place', 0, 0, { 0: 0 }],
  ['place', 1, 2, { 0: 0, 1: 2 }],
  ['remove', 1, 2, { 0: 0 }],
  ['place', 1, 3, { 0: 0, 1: 3 }],
  ['place', 2, 1, { 0: 0, 1: 3, 2: 1 }],
  ['remove', 2, 1, { 0: 0, 1: 3 }],
  ['remove', 1, 3, { 0: 0 }],
  ['remove', 0, 0, {}],
  ['place', 0, 1, { 0: 1 }],
  ['place', 1, 3, { 0: 1, 1: 3 }],
  ['place', 2, 0, { 0: 1, 1: 3, 2: 0 }],
  ['place', 3, 2, { 0: 1, 1: 3, 2: 0, 3: 2 }],
);
const TRIANGLE = {
  vertices: ['A', 'B', 'C'],
  edges: [
    ['A', 'B'],
    ['B', 'C'],
    ['C', 'A'],
  ],
  num_colors: 2,
};
const NO_COLORING = [
  { action: 'place', vertex: 'A', color: 1, colors: { A: 1 } },
  { action: 'place', vertex: 'B', color: 2, colors: { A: 1, B: 2 } },
  { action: 'remove', vertex: 'B', color: 2, colors: { A: 1 } },
  { action: 'remove', vertex: 'A', color: 1, colors: {} },
  { action: 'place', vertex: 'A', color: 2, colors: { A: 2 } },
  { action: 'place', vertex: 'B', color: 1, colors: { A: 2, B: 1 } },
  { action: 'remove', vertex: 'B', color: 1, colors: { A: 2 } },
  { action: 'remove', vertex: 'A', color: 2, colors: {} },
];
// Horowitz and Sahni, example 7.6.
const WEIGHTS = { numbers: [5, 10, 12, 13, 15, 18], target: 30 };
const LATIN = {
  grid: upTo(9).map((row) =>
    upTo(9).map((column) =>
      row < 2 && (column === 0 || column === 3) ? 0 : ((3 * (row % 3) + Math.floor(row / 3) + column) % 9) + 1,
    ),
  ),
};

test.each([
  ['n_queens', { n: 4 }, FOUR, { correct: true }],
  // Another column is left for row 1.
  ['n_queens', { n: 4 }, FOUR.toSpliced(3, 4), { correct: false, rightSteps: 3 }],
  ['n_queens', { n: 4 }, FOUR.slice(0, 8), { correct: false, rightSteps: 8, neededSteps: 12 }],
  [
    'n_queens',
    { n: 4 },
    '| action | row | column | queens |\n|---|---|---|---|\n| place | 0 | 1 | {"0": 1} |\n| place | 1 | 2 | {"0": 1, "1": 2} |',
    { correct: false, rightSteps: 1 },
  ],
  ['graph_coloring', TRIANGLE, NO_COLORING, { correct: true }],
  ['graph_coloring', TRIANGLE, NO_COLORING.slice(0, 4), { correct: false, rightSteps: 4, neededSteps: 8 }],
  ['graph_coloring', TRIANGLE, NO_COLORING.toSpliced(2, 1), { correct: false, rightSteps: 2 }],
  [
    'subset_sum',
    WEIGHTS,
    [
      { action: 'take', index: 0, taken: [5], sum: 5 },
      { action: 'take', index: 1, taken: [5, 10], sum: 15 },
      { action: 'take', index: 2, taken: [12, 10, 5], sum: 27 },
      { action: 'remove', index: 2, taken: [5, 10], sum: 15 },
      { action: 'take', index: 4, taken: [5, 10, 15], sum: 30 },
    ],
    { correct: true },
  ],
  [
    'subset_sum',
    WEIGHTS,
    [
      { action: 'take', index: 0, taken: [5], sum: 5 },
      { action: 'take', index: 1, taken: [5, 10], sum: 15 },
      // 15 leads to the target.
      { action: 'remove', index: 1, taken: [5], sum: 5 },
    ],
    { correct: false, rightSteps: 2 },
  ],
  [
    'sudoku',
    LATIN,
    [
      { action: 'place', row: 1, column: 1, digit: 1, cells: [1, 2, 3, 0, 5, 6, 7, 8, 9] },
      { action: 'place', row: 2, column: 4, digit: 7, cells: [0, 5, 6, 7, 8, 9, 1, 2, 3] },
      { action: 'place', row: 1, column: 4, digit: 4, cells: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
      { action: 'place', row: 2, column: 1, digit: 4, cells: [4, 5, 6, 7, 8, 9, 1, 2, 3] },
    ],
    { correct: true },
  ],
  [
    'sudoku',
    LATIN,
    [
      { action: 'place', row: 1, column: 1, digit: 1, cells: [1, 2, 3, 0, 5, 6, 7, 8, 9] },
      // The column has it already.
      { action: 'place', row: 2, column: 4, digit: 5, cells: [0, 5, 6, 5, 8, 9, 1, 2, 3] },
    ],
    { correct: false, rightSteps: 1, neededSteps: 4 },
  ],
])('%s of %j: %j', (scaffold, input, trace, verdict) => {
  expect(check(scaffold, input, trace)).toMatchObject(verdict);
});

test('long searches are refused', () => {
  const odd = { numbers: upTo(20).map((at) => 2 * at + 30), target: 201 };
  expect(() => check('subset_sum', odd, [{}])).toThrow('more than 300 steps');
  expect(() => check('n_queens', { n: 21 }, [{}])).toThrow('more than 20 rows');
});
