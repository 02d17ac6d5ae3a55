/** Optimization against exhaustive search: what is best, and exactly which answers count. */
import { expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { Random } from '../../lib/random.ts';
import { checkAnswer, generateCases, solveInstance } from '../engine.ts';
import { between, productOf } from '../numerical/polynomial.ts';

const check = (scaffold: string, input: object, answer: unknown) =>
  checkAnswer({ kind: 'input', scaffold, input }, answer);
const solve = (scaffold: string, input: object) => solveInstance({ kind: 'input', scaffold, input }).answer;

const ROUNDS = amount(2000, 150);
function* randoms(): Generator<Random> {
  for (let index = 0; index < ROUNDS; index++) yield new Random(seedOf(index));
}

test('gradient_descent: exactly what is near the known minimum is right', () => {
  for (const random of randoms()) {
    const at = between(random, -50, 50) / 10;
    const square = productOf([-at, 1], [-at, 1]);
    const [steep, quartic, lift] = [1 + random.below(9), random.below(3), between(random, -9, 9)];
    const fourth = productOf(square, square).map((each) => each * quartic);
    const coefficients = [0, 1, 2, 3, 4].map(
      (power) => (fourth[power] ?? 0) + (square[power] ?? 0) * steep + (power === 0 ? lift : 0),
    );
    const instance = { coefficients, x0: at + 3, learning_rate: 0.01 };
    const solved = solve('gradient_descent', instance);
    expect(solved).toMatchObject({ minimum: expect.closeTo(at, 3), value: expect.closeTo(lift, 5) });
    expect(check('gradient_descent', instance, solved).correct).toBe(true);
    const most = 1e-3 * Math.max(1, Math.abs(at));
    for (const off of [-3, -1.1, -0.9, 0, 0.9, 1.1, 3])
      expect(check('gradient_descent', instance, { minimum: at + off * most }).correct).toBe(Math.abs(off) < 1);
    expect(check('gradient_descent', instance, { minimum: at, value: lift + 1 }).correct).toBe(false);
  }
});

test.each([[[0, 0, -1]], [[0, 1, 0, 1]], [[0, 1, 1, 5, 1]], [[0, 1, 0]]])(
  'gradient_descent: %j is not convex, and refused',
  (coefficients) => {
    expect(() => solve('gradient_descent', { coefficients, x0: 0, learning_rate: 0.1 })).toThrow('not strictly convex');
  },
);

/** Every order of the items. */
function* permutations(items: readonly number[]): Generator<readonly number[]> {
  if (items.length === 0) yield [];
  for (const item of items)
    for (const rest of permutations(items.filter((each) => each !== item))) yield [item, ...rest];
}

test('simulated_annealing: the shortest of all tours is found, and exactly the tours that are short enough count', () => {
  for (const random of randoms()) {
    const count = 1 + random.below(6);
    const distances = Array.from({ length: count }, () => Array.from({ length: count }, () => 0));
    for (let from = 0; from < count; from++)
      for (let to = 0; to < from; to++) {
        const distance = random.below(30);
        for (const [i, j] of [
          [from, to],
          [to, from],
        ] as const) {
          const row = distances[i];
          if (row !== undefined) row[j] = distance;
        }
      }
    const lengthOf = (tour: readonly number[]) =>
      tour.reduce((sum, city, at) => sum + (distances[city]?.[tour[(at + 1) % count] ?? 0] ?? 0), 0);
    const tours = [...permutations(distances.map((_, city) => city))];
    const best = Math.min(...tours.map(lengthOf));
    const longest = best + random.below(10);
    expect(solve('simulated_annealing', { distances, longest })).toMatchObject({ length: best });
    for (const tour of tours.slice(0, 60)) {
      const isShort = lengthOf(tour) <= longest;
      expect(check('simulated_annealing', { distances, longest }, { tour }).correct).toBe(isShort);
      expect(
        check('simulated_annealing', { distances, longest }, { tour: [...tour, tour[0]], length: lengthOf(tour) })
          .correct,
      ).toBe(isShort);
      expect(check('simulated_annealing', { distances, longest }, { tour, length: lengthOf(tour) + 1 }).correct).toBe(
        false,
      );
      expect(check('simulated_annealing', { distances, longest }, { tour: [...tour, count] }).correct).toBe(false);
      if (count > 2)
        expect(check('simulated_annealing', { distances, longest }, { tour: tour.slice(1) }).correct).toBe(false);
    }
  }
});

test('genetic_algorithm: exactly the bits with enough fitness count', () => {
  for (const random of randoms()) {
    const count = 1 + random.below(6);
    const gains = Array.from({ length: count }, () => between(random, -9, 9));
    const pairs = Array.from({ length: count < 2 ? 0 : random.below(6) }, (): [number, number, number] => {
      const i = random.below(count - 1);
      return [i, i + 1 + random.below(count - i - 1), between(random, -9, 9)];
    });
    const fitnessOf = (set: number) => {
      const has = (at: number) => (set & (1 << at)) !== 0;
      const single = gains.filter((_, at) => has(at)).reduce((sum, each) => sum + each, 0);
      return pairs.filter(([i, j]) => has(i) && has(j)).reduce((sum, [, , gain]) => sum + gain, single);
    };
    const sets = Array.from({ length: 1 << count }, (_, set) => set);
    const best = Math.max(...sets.map(fitnessOf));
    const instance = { gains, pairs, least: best - random.below(8) };
    expect(solve('genetic_algorithm', instance)).toMatchObject({ fitness: best });
    for (const set of sets) {
      const bits = gains.map((_, at) => (set >> at) & 1);
      const isEnough = fitnessOf(set) >= instance.least;
      expect(check('genetic_algorithm', instance, { bits, fitness: fitnessOf(set) }).correct).toBe(isEnough);
      expect(check('genetic_algorithm', instance, { bits, fitness: fitnessOf(set) + 1 }).correct).toBe(false);
      expect(check('genetic_algorithm', instance, { bits: [...bits, 0] }).correct).toBe(false);
    }
  }
});

test('hill_climbing: exactly the cells in which some steepest climb ends are right', () => {
  for (const random of randoms()) {
    const [rows, columns] = [1 + random.below(4), 1 + random.below(4)];
    const heights = Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.below(5)));
    const start = [random.below(rows), random.below(columns)];
    const at = (row: number, column: number) => heights[row]?.[column] ?? -1;
    // Many climbs, each with its own choice among equals.
    const ends = new Set<string>();
    for (let climb = 0; climb < 200; climb++) {
      let [row = 0, column = 0] = start;
      for (;;) {
        const steps = [
          [row - 1, column],
          [row + 1, column],
          [row, column - 1],
          [row, column + 1],
        ] as const;
        const best = Math.max(...steps.map(([r, c]) => at(r, c)));
        if (best <= at(row, column)) break;
        [row, column] = random.pick(steps.filter(([r, c]) => at(r, c) === best));
      }
      ends.add(`${row},${column}`);
    }
    for (let row = -1; row <= rows; row++)
      for (let column = -1; column <= columns; column++) {
        const answer = { position: [row, column], value: at(row, column) };
        const isRight = ends.has(`${row},${column}`);
        expect(check('hill_climbing', { heights, start }, answer).correct).toBe(isRight);
        expect(check('hill_climbing', { heights, start }, { ...answer, value: at(row, column) + 1 }).correct).toBe(
          false,
        );
      }
  }
});

test('generated targets can be met, and are not met by everything', () => {
  for (const scaffold of ['simulated_annealing', 'genetic_algorithm']) {
    const cases = generateCases({ scaffold, tier: 'standard', count: 30, seed: 1, level: 3 });
    for (const { id, expected } of cases) expect(checkAnswer({ kind: 'case', id }, expected).correct).toBe(true);
    const lazy = cases.map(({ id, expected }) => {
      const [field = '', value] = Object.entries(expected)[0] ?? [];
      const count = Array.isArray(value) ? value.length : 0;
      return checkAnswer(
        { kind: 'case', id },
        { [field]: Array.from({ length: count }, (_, at) => (field === 'tour' ? at : 1)) },
      ).correct;
    });
    expect(lazy.filter(Boolean).length).toBeLessThan(10);
  }
});
