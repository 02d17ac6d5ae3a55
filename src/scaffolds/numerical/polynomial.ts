/** Polynomials as instances have them: functions that need no code. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';

/** The highest degree. */
export const MOST_DEGREE = 8;

const coefficient = z.number().min(-1e12).max(1e12);

/** `[c0, c1, c2]` stands for c0 + c1 x + c2 x². */
export const coefficients = z
  .array(coefficient)
  .min(2)
  .max(MOST_DEGREE + 1)
  .refine((all) => all.slice(1).some((each) => each !== 0), 'the function is constant')
  .describe('[c0, c1, c2, …] stands for f(x) = c0 + c1 x + c2 x² + …');

/** f(x), by Horner's rule. */
export function valueAt(polynomial: readonly number[], x: number): number {
  return polynomial.reduceRight((sum, each) => sum * x + each, 0);
}

/** f'. */
export function derivativeOf(polynomial: readonly number[]): readonly number[] {
  return polynomial.slice(1).map((each, index) => each * (index + 1));
}

/** The product of two polynomials. */
export function productOf(one: readonly number[], other: readonly number[]): number[] {
  const product = Array.from({ length: one.length + other.length - 1 }, () => 0);
  for (const [i, a] of one.entries())
    for (const [j, b] of other.entries()) product[i + j] = (product[i + j] ?? 0) + a * b;
  return product;
}

/** A polynomial with these roots, times a factor. */
export function withRoots(roots: readonly number[], factor: number): number[] {
  return roots.reduce((product, root) => productOf(product, [-root, 1]), [factor]);
}

/** Such as `2 - 3x + x^2`. */
export function writePolynomial(polynomial: readonly number[]): string {
  const terms = polynomial.flatMap((each, power) => (each === 0 ? [] : [termOf(each, power)]));
  return terms.length === 0 ? '0' : terms.join(' + ').replaceAll('+ -', '- ');
}

function termOf(factor: number, power: number): string {
  const x = power === 0 ? '' : power === 1 ? 'x' : `x^${power}`;
  if (x === '') return String(factor);
  return factor === 1 ? x : factor === -1 ? `-${x}` : `${factor}${x}`;
}

/**
 * Whether f has a real root at most `tolerance` from `x`: its sign changes within, or it is 0 there, or it touches 0 where its slope
 * changes its sign. Doubles are what decides; roots of an order above 2 count where the sign shows them.
 */
export function hasRootNear(polynomial: readonly number[], x: number, tolerance: number): boolean {
  const [low, high] = [x - tolerance, x + tolerance];
  const values = [low, x, high].map((at) => valueAt(polynomial, at));
  if (values.some((value) => value === 0)) return true;
  if (new Set(values.map(Math.sign)).size > 1) return true;
  const slope = derivativeOf(polynomial);
  if (Math.sign(valueAt(slope, low)) === Math.sign(valueAt(slope, high))) return false;
  const flat = bisect(slope, low, high);
  return Math.abs(valueAt(polynomial, flat)) <= 1e-12 * scaleAt(polynomial, flat);
}

/** The sum of the sizes of all terms: what rounding is measured by. */
function scaleAt(polynomial: readonly number[], x: number): number {
  return valueAt(polynomial.map(Math.abs), Math.abs(x));
}

/** A zero of f between `low` and `high`, at which it has other signs, as near as doubles come. */
export function bisect(polynomial: readonly number[], low: number, high: number): number {
  const sign = Math.sign(valueAt(polynomial, low));
  let [left, right] = [low, high];
  for (;;) {
    const middle = (left + right) / 2;
    if (middle <= Math.min(left, right) || middle >= Math.max(left, right)) return middle;
    if (Math.sign(valueAt(polynomial, middle)) === sign) left = middle;
    else right = middle;
  }
}

/** A whole number from `least` to `most`. */
export function between(random: Random, least: number, most: number): number {
  return least + random.below(most - least + 1);
}
