/** Traces of numerical methods: each step goes on from what the one before it says. */
import { sum } from '../oracles/oracle.ts';
import { polynomialAt, slopeAt } from '../oracles/polynomials.ts';
import { type TraceOracle, traceOracle } from './trace-oracle.ts';

interface Tangents {
  readonly coefficients: readonly number[];
  readonly x0: number;
  readonly tolerance: number;
  readonly max_iterations: number;
}
interface Tangent {
  readonly x: number;
  readonly value: number;
  readonly slope: number;
  readonly next: number;
}

/** Less than this may be 0 that was not calculated exactly. */
const NOTHING = 1e-9;

const newtonRaphson = traceOracle<Tangents, Tangent>({
  rounding: 1e-3,
  ended({ coefficients, x0, tolerance, max_iterations }, before) {
    const last = before.at(-1);
    if (before.length >= max_iterations) return true;
    const x = last?.next ?? x0;
    const [value, slope] = [polynomialAt(coefficients, x), slopeAt(coefficients, x)];
    if (value === 0 || slope === 0) return true;
    // A move that is written in fewer digits says nothing about the tolerance.
    const from = before.at(-2)?.next ?? x0;
    const move = last && Math.abs(polynomialAt(coefficients, from) / slopeAt(coefficients, from));
    if (move !== undefined && move <= tolerance / 2) return true;
    const isNothing = Math.abs(value) < NOTHING || Math.abs(slope) < NOTHING;
    return isNothing || (move !== undefined && move <= 2 * tolerance) ? 'open' : false;
  },
  step({ coefficients, x0 }, before) {
    const x = before.at(-1)?.next ?? x0;
    const [value, slope] = [polynomialAt(coefficients, x), slopeAt(coefficients, x)];
    return { x, value, slope, next: x - value / slope };
  },
});

interface Bracket {
  readonly coefficients: readonly number[];
  readonly a: number;
  readonly b: number;
  readonly tolerance: number;
}
interface Halving {
  readonly low: number;
  readonly high: number;
  readonly middle: number;
}

/** The interval after so many halvings: the half in which the sign changes, and both ends at a root that was met. */
function intervalAfter({ coefficients, a, b }: Bracket, halvings: number): readonly [number, number] | 'open' {
  let [low, high] = [a, b];
  for (let count = 0; count < halvings; count++) {
    const middle = low + (high - low) / 2;
    const value = polynomialAt(coefficients, middle);
    if (value !== 0 && Math.abs(value) < NOTHING) return 'open';
    if (value === 0) [low, high] = [middle, middle];
    else if (value > 0 === polynomialAt(coefficients, low) > 0) low = middle;
    else high = middle;
  }
  return [low, high];
}

const bisection = traceOracle<Bracket, Halving>({
  ended(instance, before) {
    const interval = intervalAfter(instance, before.length);
    if (interval === 'open') return 'open';
    const values = interval.map((end) => Math.abs(polynomialAt(instance.coefficients, end)));
    const width = interval[1] - interval[0];
    if (width <= instance.tolerance || values.includes(0)) return true;
    return values.some((value) => value < NOTHING) ? 'open' : false;
  },
  step(instance, before) {
    const interval = intervalAfter(instance, before.length);
    if (interval === 'open') return 'open';
    const [low, high] = interval;
    return { low, high, middle: low + (high - low) / 2 };
  },
});

interface Integral {
  readonly coefficients: readonly number[];
  readonly a: number;
  readonly b: number;
}
interface Sample {
  readonly x: number;
  readonly value: number;
  readonly estimate: number;
}

const monteCarlo = traceOracle<Integral, Sample>({
  rounding: 1e-3,
  ended: (_, before) => before.length === 50,
  mayStop: (_, before) => before.length > 0,
  step({ coefficients, a, b }, before, { x }) {
    if (!(x >= a && x <= b)) return undefined;
    const values = [...before.map((each) => each.x), x].map((each) => polynomialAt(coefficients, each));
    return { x, value: polynomialAt(coefficients, x), estimate: ((b - a) * sum(values)) / values.length };
  },
});

/** By the names of the scaffolds. */
export const NUMERICAL_TRACES: Readonly<Record<string, TraceOracle>> = {
  newton_raphson: newtonRaphson,
  bisection,
  monte_carlo: monteCarlo,
};
