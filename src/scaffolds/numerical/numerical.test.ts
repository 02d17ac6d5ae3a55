/** Numerical methods against roots, integrals and counts that are known beforehand. */
import { expect, it, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { Random } from '../../lib/random.ts';
import { checkAnswer, solveInstance } from '../engine.ts';
import { between, hasRootNear, valueAt, withRoots, writePolynomial } from './polynomial.ts';

const check = (scaffold: string, input: object, answer: unknown) =>
  checkAnswer({ kind: 'input', scaffold, input }, answer);
const solve = (scaffold: string, input: object) => solveInstance({ kind: 'input', scaffold, input }).answer;
const rightAt = (scaffold: string, input: object, root: number) => check(scaffold, input, { root }).correct;

const ROUNDS = amount(4000, 300);
function* randoms(): Generator<Random> {
  for (let index = 0; index < ROUNDS; index++) yield new Random(seedOf(index));
}

/** Different roots, at least 1 apart. */
function rootsOf(random: Random): readonly number[] {
  const roots = new Set(Array.from({ length: 1 + random.below(4) }, () => between(random, -9, 9)));
  return [...roots].sort((one, other) => one - other);
}

test('bisection: exactly what is near a root between a and b is right', () => {
  for (const random of randoms()) {
    const roots = rootsOf(random);
    const coefficients = withRoots(roots, random.pick([-3, 1, 2]));
    const [a, b] = [between(random, -12, 0) - 0.5, between(random, 1, 12) + 0.5];
    const inside = roots.filter((root) => root > a && root < b);
    // An even number of roots leaves equal signs.
    if (inside.length % 2 === 0) {
      expect(() => solve('bisection', { coefficients, a, b })).toThrow('f(a) and f(b) have the same sign');
      continue;
    }
    const instance = { coefficients, a, b, tolerance: 1e-4 };
    expect(check('bisection', instance, solve('bisection', instance)).correct).toBe(true);
    for (const root of roots) {
      expect(rightAt('bisection', instance, root)).toBe(inside.includes(root));
      expect(rightAt('bisection', instance, root + 0.00009)).toBe(inside.includes(root));
      expect(rightAt('bisection', instance, root - 0.0002)).toBe(false);
    }
    expect(rightAt('bisection', instance, a)).toBe(false);
  }
});

test('newton_raphson: beyond all roots the method reaches the outermost, and no other root is right', () => {
  for (const random of randoms()) {
    const roots = rootsOf(random);
    const last = roots.at(-1) ?? 0;
    const instance = { coefficients: withRoots(roots, random.pick([-3, 1, 2])), x0: last + 1 + random.below(9) };
    expect(solve('newton_raphson', instance)).toMatchObject({ converged: true, root: expect.closeTo(last, 8) });
    for (const root of roots) expect(rightAt('newton_raphson', instance, root)).toBe(root === last);
    expect(rightAt('newton_raphson', instance, last + 2e-6)).toBe(false);
    expect(check('newton_raphson', instance, { converged: false }).correct).toBe(false);
  }
});

test.each([
  ['a horizontal tangent', { coefficients: [-1, 0, 1], x0: 0 }],
  ['no real root', { coefficients: [1, 0, 1], x0: 3 }],
  ['a cycle', { coefficients: [2, -2, 0, 1], x0: 0 }],
])('newton_raphson: %s is said, and only that is right', (_, instance) => {
  expect(solve('newton_raphson', instance)).toEqual({ converged: false });
  expect(check('newton_raphson', instance, { converged: false }).correct).toBe(true);
  expect(rightAt('newton_raphson', instance, 1)).toBe(false);
});

test('monte_carlo: honest estimates are right, and those of other intervals are not', () => {
  let honest = 0;
  for (const random of randoms()) {
    const coefficients = [between(random, -9, 9), between(random, 1, 9), between(random, -9, 9)];
    const a = between(random, -3, 2);
    const b = a + 1 + random.below(4);
    const samples = 200;
    const instance = { coefficients, a, b, samples };
    expect(check('monte_carlo', instance, solve('monte_carlo', instance)).correct).toBe(true);
    let sum = 0;
    for (let sample = 0; sample < samples; sample++)
      sum += valueAt(coefficients, a + ((b - a) * random.below(1e6)) / 1e6);
    honest += Number(check('monte_carlo', instance, { integral: ((b - a) * sum) / samples }).correct);
    // Simpson's rule is exact for them.
    const exact =
      ((b - a) / 6) *
      [a, 4, b].reduce(
        (total, at, part) => total + (part === 1 ? 4 * valueAt(coefficients, (a + b) / 2) : valueAt(coefficients, at)),
        0,
      );
    expect(check('monte_carlo', instance, { integral: exact }).correct).toBe(true);
    const sizes = Math.max(...coefficients.map(Math.abs)) * 100;
    expect(check('monte_carlo', instance, { integral: exact + sizes * (b - a) }).correct).toBe(false);
  }
  expect(honest).toBeGreaterThan(ROUNDS * 0.99);
});

it('finds roots that only touch 0', () => {
  expect(hasRootNear(withRoots([2, 2], 1), 2.00005, 1e-4)).toBe(true);
  expect(hasRootNear(withRoots([2, 2], 1), 2.001, 1e-4)).toBe(false);
  expect(hasRootNear([4.001, -4, 1], 2, 1e-4)).toBe(false);
});

it('writes polynomials as people do', () => {
  expect(writePolynomial([2, -3, 0, 1])).toBe('2 - 3x + x^3');
  expect(writePolynomial([0, 1, -1])).toBe('x - x^2');
});
