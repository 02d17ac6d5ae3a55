/** References and checkers of backtracking against the definitions: all boards, all colorings, all subsets, all fillings. */
import { describe, expect, it, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { Random } from '../../lib/random.ts';
import { checkAnswer, generateCases, solveInstance } from '../engine.ts';

const check = (scaffold: string, input: object, answer: unknown) =>
  checkAnswer({ kind: 'input', scaffold, input }, answer);
const solve = (scaffold: string, input: object) => solveInstance({ kind: 'input', scaffold, input }).answer;

const ROUNDS = amount(4000, 300);
function* randoms(rounds = ROUNDS): Generator<Random> {
  for (let index = 0; index < rounds; index++) yield new Random(seedOf(index));
}

/** Every list of `length` items. */
function listsOf<Item>(items: readonly Item[], length: number): readonly (readonly Item[])[] {
  if (length === 0) return [[]];
  return listsOf(items, length - 1).flatMap((list) => items.map((item) => [...list, item]));
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

type Square = readonly [number, number];

function isPlacement(columns: readonly number[], n: number, placed: readonly Square[]): boolean {
  return (
    columns.length === n &&
    columns.every((column) => upTo(n).includes(column)) &&
    placed.every(([row, column]) => columns[row] === column) &&
    columns.every((column, row) =>
      columns.every((other, at) => at >= row || (other !== column && Math.abs(other - column) !== row - at)),
    )
  );
}

const placements = new Map<number, readonly (readonly number[])[]>();
/** Every placement of n queens, by trying all columns in all rows. */
function placementsOf(n: number, placed: readonly Square[]): readonly (readonly number[])[] {
  const all = placements.get(n) ?? listsOf(upTo(n), n).filter((columns) => isPlacement(columns, n, []));
  placements.set(n, all);
  return all.filter((columns) => isPlacement(columns, n, placed));
}

const squares = (random: Random, n: number, most: number) =>
  Array.from({ length: random.below(most + 1) }, (): [number, number] => [random.below(n), random.below(n)]);
const byText = (lists: readonly (readonly number[])[]) => lists.map((list) => list.join()).sort();

describe('n_queens', () => {
  it('finds all placements of small boards, with queens that stand already', () => {
    let none = 0;
    for (const random of randoms()) {
      const n = 1 + random.below(6);
      const placed = squares(random, n, 2);
      const all = placementsOf(n, placed);
      none += Number(all.length === 0);
      const found = solve('n_queens', { n, placed });
      expect(found).toMatchObject({ count: all.length, solvable: all.length > 0 });
      expect(byText(Object(found).solutions)).toEqual(byText(all));
    }
    expect(none).toBeGreaterThan(ROUNDS / 10);
  });

  // https://oeis.org/A000170
  it.each([1, 0, 0, 2, 10, 4, 40, 92, 352, 724].entries().toArray())('finds the known count: %i', (at, count) => {
    expect(solve('n_queens', { n: at + 1 })).toMatchObject({ count });
  });

  it('accepts exactly the placements when one is asked for', () => {
    for (const random of randoms(amount(300, 25))) {
      const n = 1 + random.below(4);
      const input = { n, find: 'one', placed: squares(random, n, 1) };
      for (const columns of [...listsOf(upTo(n + 1), n), [], upTo(n + 1), [...upTo(n - 1), 0.5]]) {
        const isRight = isPlacement(columns, n, input.placed);
        const saysNone = columns.length === 0 && placementsOf(n, input.placed).length === 0;
        expect(check('n_queens', input, { solution: columns }).correct).toBe(isRight || saysNone);
        expect(check('n_queens', input, { solution: columns, count: 7 }).correct).toBe(false);
        if (columns.length > 0) expect(check('n_queens', input, columns).correct).toBe(isRight);
      }
      expect(check('n_queens', input, { solvable: false }).correct).toBe(placementsOf(n, input.placed).length === 0);
    }
  });

  it('accepts exactly the complete lists, in any order, when all are asked for', () => {
    for (const random of randoms()) {
      const n = 4 + random.below(3);
      const input = { n, find: 'all', placed: squares(random, n, 1) };
      const all = placementsOf(n, input.placed).toSorted(() => random.below(3) - 1);
      const isRight = (solutions: unknown, count = all.length) =>
        check('n_queens', input, { solutions, count }).correct;
      expect(isRight(all)).toBe(true);
      expect(check('n_queens', input, { solutions: all }).correct).toBe(true);
      expect(isRight(all, all.length + 1)).toBe(false);
      expect(check('n_queens', input, { solvable: false }).correct).toBe(all.length === 0);
      expect(check('n_queens', input, { count: all.length }).correct).toBe(all.length === 0);
      expect(isRight([...all, all[0] ?? upTo(n)], all.length + 1)).toBe(false);
      expect(isRight([...all, all[0] ?? upTo(n)])).toBe(false);
      for (const at of all.keys()) {
        expect(isRight(all.toSpliced(at, 1))).toBe(false);
        expect(isRight(all.toSpliced(at, 1), all.length - 1)).toBe(false);
        expect(
          isRight(
            all.with(
              at,
              (all[at] ?? []).map((column) => (column + 1) % n),
            ),
          ),
        ).toBe(
          byText(
            all.with(
              at,
              (all[at] ?? []).map((column) => (column + 1) % n),
            ),
          ).join(';') === byText(all).join(';'),
        );
      }
    }
  });

  it('places queens on boards of any size', () => {
    for (const n of [...upTo(150).map((at) => at + 4), 1000, 9999, 10_000]) {
      const { solution } = Object(solve('n_queens', { n, find: 'one' }));
      if (n < 200) expect(isPlacement(solution, n, [])).toBe(true);
      expect(check('n_queens', { n, find: 'one' }, { solution }).correct).toBe(true);
      expect(check('n_queens', { n, find: 'one' }, { solution: solution.with(0, solution[1]) })).toMatchObject({
        message: 'The queens of rows 0 and 1 attack each other, in solution 1.',
      });
    }
  });
});

/** Colorings with `count` colors by inclusion and exclusion: the independent sets within each set of vertices. Björklund et al., 2009. */
function countColorings(vertices: readonly string[], edges: readonly (readonly string[])[], count: number): number {
  const isIndependent = (set: number) =>
    edges.every((edge) => !edge.every((end) => (set & (1 << vertices.indexOf(end))) !== 0));
  const sets = upTo(1 << vertices.length);
  const within = sets.map((set) => Number(isIndependent(set)));
  for (const at of vertices.keys())
    for (const set of sets)
      if ((set & (1 << at)) !== 0) within[set] = (within[set] ?? 0) + (within[set ^ (1 << at)] ?? 0);
  return sets.reduce((sum, set) => {
    const outside = vertices.filter((_, at) => (set & (1 << at)) === 0).length;
    return sum + (outside % 2 === 0 ? 1 : -1) * (within[set] ?? 0) ** count;
  }, 0);
}

function randomGraph(random: Random, most: number) {
  const vertices = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].slice(0, 1 + random.below(most));
  const edges = Array.from({ length: random.below(vertices.length ** 2) }, () => [
    random.pick(vertices),
    random.pick(vertices),
  ]);
  return { vertices, edges: edges.filter(([from, to]) => from !== to || random.below(30) === 0) };
}

describe('graph_coloring', () => {
  it('finds a coloring exactly when there is one', () => {
    let none = 0;
    for (const random of randoms()) {
      const graph = { ...randomGraph(random, 9), num_colors: 1 + random.below(4) };
      const isColorable = countColorings(graph.vertices, graph.edges, graph.num_colors) > 0;
      none += Number(!isColorable);
      const answer = solve('graph_coloring', graph);
      expect(answer).toMatchObject({ colorable: isColorable });
      expect(check('graph_coloring', graph, answer).correct).toBe(true);
      expect(check('graph_coloring', graph, { colorable: false }).correct).toBe(!isColorable);
      expect(check('graph_coloring', graph, { colorable: true }).correct).toBe(false);
      expect(check('graph_coloring', graph, { coloring: {} }).correct).toBe(!isColorable);
    }
    expect(none).toBeGreaterThan(ROUNDS / 10);
  });

  it('accepts exactly the colorings with few enough colors, of any names, by vertex and in a list', () => {
    for (const random of randoms(amount(200, 10))) {
      const graph = { ...randomGraph(random, 4), num_colors: 1 + random.below(3) };
      for (const colors of listsOf(['red', '7', 'C', '0'], graph.vertices.length)) {
        const coloring = Object.fromEntries(graph.vertices.map((vertex, at) => [vertex, colors[at]]));
        const isRight =
          new Set(colors).size <= graph.num_colors &&
          graph.edges.every(([from = '', to = '']) => coloring[from] !== coloring[to]);
        expect(check('graph_coloring', graph, { coloring }).correct).toBe(isRight);
        expect(check('graph_coloring', graph, { coloring: colors, colorable: true }).correct).toBe(isRight);
        expect(check('graph_coloring', graph, { coloring, colorable: false }).correct).toBe(false);
        for (const other of [
          { ...coloring, Z: '7' },
          { ...coloring, A: undefined },
        ])
          expect(check('graph_coloring', graph, { coloring: other }).correct).toBe(false);
        expect(check('graph_coloring', graph, { coloring: [...colors, '7'] }).correct).toBe(false);
        expect(check('graph_coloring', graph, { coloring: colors.slice(1) }).correct && graph.vertices.length > 1).toBe(
          false,
        );
      }
    }
  });

  it('colors its parts by themselves', () => {
    const ring = (name: string, count: number) =>
      upTo(count).map((at) => [`${name}${at}`, `${name}${(at + 1) % count}`]);
    const parts = upTo(9).flatMap((at) => ring(`even${at}`, 10));
    const edges = [...parts, ...ring('odd', 9)];
    const vertices = [...new Set(edges.flat())];
    expect(solve('graph_coloring', { vertices, edges, num_colors: 2 })).toEqual({ colorable: false });
    expect(solve('graph_coloring', { vertices, edges, num_colors: 3 })).toMatchObject({ colorable: true });
  });
});

describe('subset_sum', () => {
  it('accepts exactly the choices that sum up to the target', () => {
    let none = 0;
    for (const random of randoms()) {
      const numbers = Array.from({ length: random.below(7) }, () => random.below(9) - 3);
      const target = random.below(15) - 3;
      const input = { numbers, target };
      const choices = listsOf([false, true], numbers.length).map((takes) =>
        upTo(numbers.length).filter((index) => takes[index]),
      );
      const valuesAt = (indices: readonly number[]) => indices.map((index) => numbers[index] ?? 0);
      const isRight = (indices: readonly number[]) => valuesAt(indices).reduce((sum, each) => sum + each, 0) === target;
      const exists = choices.some(isRight);
      none += Number(!exists);
      expect(solve('subset_sum', input)).toMatchObject({ found: exists });
      expect(check('subset_sum', input, { found: false }).correct).toBe(!exists);
      expect(check('subset_sum', input, { found: true }).correct).toBe(false);
      for (const indices of choices) {
        const subset = valuesAt(indices).reverse();
        const saysNone = indices.length === 0 && !exists;
        expect(check('subset_sum', input, { subset }).correct).toBe(isRight(indices) || saysNone);
        expect(check('subset_sum', input, { indices, found: true }).correct).toBe(isRight(indices));
        expect(check('subset_sum', input, { subset, indices }).correct).toBe(isRight(indices) || saysNone);
        expect(check('subset_sum', input, { subset, found: false }).correct).toBe(saysNone);
        expect(check('subset_sum', input, { subset: [...subset, 9] }).correct).toBe(false);
        expect(check('subset_sum', input, { indices: [...indices, indices[0] ?? 9] }).correct).toBe(false);
        if (subset.length > 0) expect(check('subset_sum', input, { subset: subset.with(0, 50) }).correct).toBe(false);
      }
    }
    expect(none).toBeGreaterThan(ROUNDS / 20);
  });

  it('says what is wrong with a choice', () => {
    const input = { numbers: [3, 3, 5, 8], target: 11 };
    for (const [answer, message] of [
      [{ subset: [3, 3, 3] }, '3 is taken too often.'],
      [{ subset: [11] }, '11 is not among the numbers.'],
      [{ subset: [3, 5] }, 'The chosen numbers sum up to 8, not to 11.'],
      [{ subset: [3, 8], indices: [0, 1] }, 'The numbers at the indices are not the chosen ones.'],
      [{ indices: [0, 4] }, 'There is no number at index 4.'],
      [{ subset: [] }, 'There is a choice that sums up to 11.'],
    ] as const)
      expect(check('subset_sum', input, answer)).toMatchObject({ correct: false, message });
  });

  it('finds choices of the largest instances', () => {
    const random = new Random(2);
    const numbers = Array.from({ length: 36 }, () => 2 * random.below(5e8));
    const target = numbers.filter((_, at) => at % 3 === 0).reduce((sum, each) => sum + each, 0);
    const answer = solve('subset_sum', { numbers, target });
    expect(check('subset_sum', { numbers, target }, answer).correct).toBe(true);
    expect(solve('subset_sum', { numbers, target: target + 1 })).toEqual({ found: false });
  });
});

test('generated instances never have their echo as an answer', () => {
  for (const level of [1, 2, 3])
    for (const { input } of ['sudoku', 'subset_sum', 'lis'].flatMap((scaffold) =>
      generateCases({ scaffold, count: 30, seed: seedOf(3) % 1e6, level }),
    )) {
      const { grid, numbers, sequence } = Object(input);
      const [scaffold, echo] = grid ? ['sudoku', grid] : numbers ? ['subset_sum', numbers] : ['lis', sequence];
      expect(check(scaffold, input, echo).correct).toBe(false);
      expect(check(scaffold, input, JSON.stringify(echo)).correct).toBe(false);
    }
});
