/** Monte Carlo integration: an integral by the mean of random samples. Press et al., Numerical Recipes, section 7.7. */
import { z } from 'zod';
import { Random } from '../../lib/random.ts';
import { defineScaffold, right, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import { between, coefficients, productOf, valueAt, writePolynomial } from './polynomial.ts';

/** Standard errors that an estimate may be off: one honest run in 15,000 is further away. */
const DEVIATIONS = 4;

/** Samples of a trace. */
const MOST_SAMPLES = 50;

const input = z
  .strictObject({
    coefficients: coefficients.or(z.tuple([z.number()])),
    a: z.number().min(-1e3).max(1e3),
    b: z.number().min(-1e3).max(1e3),
    samples: z.int().min(10).max(1_000_000).describe('Random points that the mean is of.'),
  })
  .superRefine(({ a, b }, context) => {
    if (a >= b) context.addIssue({ code: 'custom', path: ['b'], message: 'b is not above a' });
  });

export default defineScaffold({
  name: 'monte_carlo',
  title: 'Monte Carlo integration',
  category: 'numerical',
  aliases: ['monte_carlo_integration', 'monte carlo', 'montecarlo'],
  purpose: 'Estimates an integral by the mean of a function at random points.',
  checks:
    `The estimate is at most ${DEVIATIONS} standard errors of a mean of that many samples from the real integral, which is known: a polynomial is integrated. ` +
    'The answer does not show how it was found: the exact integral is right, too.',
  input,
  answer: {
    integral: {
      kind: 'number',
      says: 'the estimate',
      aliases: ['estimate', 'value', 'approximation', 'integral estimate'],
    },
    standard_error: {
      kind: 'number',
      says: 'of the estimate; not checked',
      aliases: ['error', 'std error'],
      optional: true,
    },
  },
  task: ({ coefficients: polynomial, a, b, samples }) =>
    `Estimate the integral of f(x) = ${writePolynomial(polynomial)} from ${a} to ${b} by Monte Carlo integration with ${samples} uniform samples.`,
  generate(random, tier, level, index) {
    const degree = tier === 'simple' ? 1 : 2 + random.below(2);
    const polynomial = Array.from({ length: degree + 1 }, () => between(random, -3 * level, 3 * level));
    polynomial[degree] = 1 + random.below(3 * level);
    const a = between(random, -3, 2);
    const instance = {
      coefficients: polynomial,
      a,
      b: a + 1 + random.below(3),
      samples: random.pick([100, 1000, 10_000]),
    };
    if (tier !== 'edge') return instance;
    switch (index % 3) {
      // A constant: every estimate is exact.
      case 0:
        return { ...instance, coefficients: [between(random, -9 * level, 9 * level)] as [number] };
      // Odd about 0: the integral is 0.
      case 1:
        return {
          ...instance,
          coefficients: [0, 1 + random.below(9 * level)],
          a: -1 - random.below(3),
          b: 1 + random.below(3),
        };
      default:
        return { ...instance, samples: 10 + random.below(20 * level) };
    }
  },
  solve({ coefficients: polynomial, a, b, samples }, work) {
    work.spend(samples * polynomial.length);
    const random = new Random(samples);
    let [sum, squares] = [0, 0];
    for (let sample = 0; sample < samples; sample++) {
      // One point in each of `samples` equal parts: less varied than free points, and never further off.
      const value = valueAt(polynomial, a + ((b - a) * (sample + random.below(1_000_000) / 1_000_000)) / samples);
      sum += value;
      squares += value * value;
    }
    const variance = Math.max(0, squares / samples - (sum / samples) ** 2);
    return { integral: ((b - a) * sum) / samples, standard_error: (b - a) * Math.sqrt(variance / samples) };
  },
  judge({ coefficients: polynomial, a, b, samples }, { integral }) {
    const exact = integrate(polynomial, a, b);
    const mean = exact / (b - a);
    const variance = Math.max(0, integrate(productOf(polynomial, polynomial), a, b) / (b - a) - mean ** 2);
    const error = (b - a) * Math.sqrt(variance / samples);
    const most = DEVIATIONS * error + 1e-9 * Math.max(1, Math.abs(exact));
    const off = Math.abs(integral - exact);
    const says = `The integral is ${exact}; a mean of ${samples} samples has a standard error of ${error.toPrecision(3)}.`;
    return off <= most
      ? right(`${says} The estimate is ${off.toPrecision(3)} off.`)
      : wrong(`${says} ${integral} is too far off.`);
  },
  trace: {
    says: `A step for each sample, up to ${MOST_SAMPLES} of them and as few as wanted: its x, f there, and the estimate by the samples so far. Numbers may be rounded to 3 digits behind the point.`,
    step: {
      x: { kind: 'number', says: 'any number from a to b', aliases: ['sample'] },
      value: { kind: 'number', says: 'f(x)', aliases: ['f', 'fx'] },
      estimate: {
        kind: 'number',
        says: 'b - a times the mean of the values so far',
        aliases: ['integral', 'running estimate'],
      },
    },
    rounding: 1e-3,
    start: (instance) => samplesState(instance, new Random(instance.samples), 0, 0),
  },
});

interface Interval {
  readonly coefficients: readonly number[];
  readonly a: number;
  readonly b: number;
}

function samplesState(
  interval: Interval,
  random: Random,
  sum: number,
  count: number,
): TraceState<{ readonly x: number; readonly value: number; readonly estimate: number }> {
  const { coefficients: polynomial, a, b } = interval;
  return {
    mayEnd: count > 0,
    options(work, given) {
      if (count === MOST_SAMPLES) return [];
      work.spend(polynomial.length);
      const chosen = given?.['x'];
      const isInside = typeof chosen === 'number' && chosen >= a && chosen <= b;
      const x = isInside ? chosen : a + ((b - a) * random.below(1_000_000)) / 1_000_000;
      const value = valueAt(polynomial, x);
      const total = sum + value;
      const estimate = ((b - a) * total) / (count + 1);
      return [{ step: { x, value, estimate }, next: () => samplesState(interval, random, total, count + 1) }];
    },
  };
}

function integrate(polynomial: readonly number[], a: number, b: number): number {
  const whole = [0, ...polynomial.map((each, power) => each / (power + 1))];
  return valueAt(whole, b) - valueAt(whole, a);
}
