/** Polynomials as sums of powers. */
import { sum } from './oracle.ts';

/** The value at x; the coefficients begin with the constant one. */
export function polynomialAt(coefficients: readonly number[], x: number): number {
  return sum(coefficients.map((coefficient, power) => coefficient * x ** power));
}

/** The slope at x. */
export function slopeAt(coefficients: readonly number[], x: number): number {
  return sum(coefficients.map((coefficient, power) => (power === 0 ? 0 : power * coefficient * x ** (power - 1))));
}
