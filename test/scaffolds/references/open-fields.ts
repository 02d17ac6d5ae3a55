/** Fields of answers that checkers leave open, since an answer may be right without them; the reference's own have to be right all the same. */
import type { AnyAnswer } from '../../../src/scaffolds/answers/shape.ts';
import { sum, upTo } from '../oracles/oracle.ts';
import { polynomialAt } from '../oracles/polynomials.ts';

interface Interval {
  readonly a: number;
  readonly b: number;
}

/** Points for integrals by the midpoint rule. */
const POINTS = 2000;

/** Whether the fields that the checker of a scaffold leaves open are what the definition says. */
export const OPEN_FIELDS: Readonly<Record<string, (input: object, answer: AnyAnswer) => boolean>> = {
  bisection(input, { iterations }) {
    const { a, b, tolerance }: Interval & { readonly tolerance: number } = Object(input);
    const count = Number(iterations);
    return (b - a) / 2 ** count <= tolerance && (count === 0 || (b - a) / 2 ** (count - 1) > tolerance);
  },
  /** The spread of samples is near that of the function. */
  monte_carlo(input, { standard_error }) {
    const { coefficients, a, b, samples }: Interval & { readonly coefficients: readonly number[]; samples: number } =
      Object(input);
    const values = upTo(POINTS).map((at) => polynomialAt(coefficients, a + ((b - a) * (at + 0.5)) / POINTS));
    const mean = sum(values) / POINTS;
    const spread = Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / POINTS);
    const real = ((b - a) * spread) / Math.sqrt(samples);
    return Math.abs(Number(standard_error) - real) <= 0.1 * real + 1e-6;
  },
};
