/** Roots by Durand and Kerner, all at once, and integrals by Simpson's rule; what lies near a tolerance is left open. */
import { isWithin } from './optimization.ts';
import { type Oracle, oracle, sum } from './oracle.ts';
import { polynomialAt } from './polynomials.ts';

type Complex = readonly [number, number];
const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
const minus = ([a, b]: Complex, [c, d]: Complex): Complex => [a - c, b - d];
const over = (one: Complex, [c, d]: Complex): Complex => {
  const size = c * c + d * d;
  const [a, b] = times(one, [c, -d]);
  return [a / size, b / size];
};

/** Real roots. */
function rootsOf(coefficients: readonly number[]): readonly number[] {
  const last = coefficients.findLastIndex((each) => each !== 0);
  const monic = coefficients.slice(0, last).map((each) => each / (coefficients[last] ?? 1));
  let roots = monic.map((_, at): Complex => [(1 + at) * Math.cos(2.4 * at + 0.4), (1 + at) * Math.sin(2.4 * at + 0.4)]);
  const valueAt = (x: Complex) =>
    [...monic, 1].reduceRight<Complex>(
      (value, each) => {
        const [a, b] = times(value, x);
        return [a + each, b];
      },
      [0, 0],
    );
  for (let round = 0; round < 2000; round++)
    roots = roots.map((root, at) =>
      minus(
        root,
        over(
          valueAt(root),
          roots.reduce<Complex>(
            (product, other, place) => (place === at ? product : times(product, minus(root, other))),
            [1, 0],
          ),
        ),
      ),
    );
  return roots.filter(([, b]) => Math.abs(b) < 1e-4).map(([a]) => a);
}

/** Where Newton's tangents lead; undefined when they lead to no root. */
function tangentsFrom(coefficients: readonly number[], x0: number, most: number): number | undefined {
  let x = x0;
  for (let round = 0; round <= most; round++) {
    const value = polynomialAt(coefficients, x);
    if (value === 0) return x;
    const slope = sum(coefficients.map((each, power) => (power === 0 ? 0 : power * each * x ** (power - 1))));
    if (slope === 0) return undefined;
    const next = x - value / slope;
    if (Math.abs(next - x) <= 1e-13 * Math.max(1, Math.abs(x))) return next;
    x = next;
  }
  return undefined;
}

/** Simpson's rule on many parts: exact for cubic functions, and to many digits for those of instances. */
function integralOf(f: (x: number) => number, a: number, b: number): number {
  const parts = 2000;
  const width = (b - a) / parts;
  return (
    (width / 3) *
    sum(
      Array.from(
        { length: parts + 1 },
        (_, at) => (at === 0 || at === parts ? 1 : at % 2 === 0 ? 2 : 4) * f(a + at * width),
      ),
    )
  );
}

export const NUMERICAL: Readonly<Record<string, Oracle>> = {
  newton_raphson: oracle(
    (
      instance: { coefficients: readonly number[]; x0: number; tolerance: number; max_iterations: number },
      { root, converged }: { root?: number; converged?: boolean },
    ) => {
      const reached = tangentsFrom(instance.coefficients, instance.x0, instance.max_iterations);
      if (reached === undefined)
        return converged === false ? true : root === undefined ? false : converged === true ? false : undefined;
      return converged !== false && root !== undefined && isWithin(Math.abs(root - reached), instance.tolerance);
    },
  ),
  bisection: oracle(
    (
      { coefficients, a, b, tolerance }: { coefficients: readonly number[]; a: number; b: number; tolerance: number },
      { root }: { root: number },
    ) => {
      if (root < Math.min(a, b) || root > Math.max(a, b)) return false;
      const off = Math.min(...rootsOf(coefficients).map((each) => Math.abs(each - root)));
      // Roots that coincide are found less exactly.
      return off > 1e-2 ? false : off < tolerance / 10 ? true : undefined;
    },
  ),
  monte_carlo: oracle(
    (
      { coefficients, a, b, samples }: { coefficients: readonly number[]; a: number; b: number; samples: number },
      { integral }: { integral: number },
    ) => {
      const exact = integralOf((x) => polynomialAt(coefficients, x), a, b);
      const mean = exact / (b - a);
      const variance = integralOf((x) => (polynomialAt(coefficients, x) - mean) ** 2, a, b) / (b - a);
      const most = 4 * Math.abs(b - a) * Math.sqrt(Math.max(0, variance) / samples);
      return Math.abs(integral - exact) < 1e-10 ? true : isWithin(Math.abs(integral - exact), most + 1e-9);
    },
  ),
};
