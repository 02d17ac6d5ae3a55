/** Bisection: a root between two points at which a function has other signs. Burden and Faires, section 2.1. */
import { z } from 'zod';
import { defineScaffold, right, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import { between, bisect, coefficients, hasRootNear, valueAt, withRoots, writePolynomial } from './polynomial.ts';

const input = z
  .strictObject({
    coefficients,
    a: z.number().min(-1e6).max(1e6),
    b: z.number().min(-1e6).max(1e6),
    tolerance: z.number().min(1e-12).max(1).default(1e-6).describe('How far from a root an answer may be.'),
  })
  .superRefine(({ coefficients: polynomial, a, b }, context) => {
    if (a >= b) context.addIssue({ code: 'custom', path: ['b'], message: 'b is not above a' });
    else if (valueAt(polynomial, a) * valueAt(polynomial, b) > 0)
      context.addIssue({ code: 'custom', path: ['b'], message: 'f(a) and f(b) have the same sign' });
  });

export default defineScaffold({
  name: 'bisection',
  title: 'Bisection',
  category: 'numerical',
  aliases: ['bisection_method', 'bisection method', 'binary root search'],
  purpose: 'Finds a root of a function between two points at which it has different signs.',
  checks:
    'The root lies between a and b, and a real root of the polynomial is at most `tolerance` from it; any of several roots will do.',
  input,
  answer: {
    root: { kind: 'number', says: 'x with f(x) = 0', aliases: ['x', 'zero', 'approximate root'] },
    iterations: { kind: 'number', says: 'halvings that were made; not checked', optional: true },
  },
  task: ({ coefficients: polynomial, a, b, tolerance }) =>
    `f(x) = ${writePolynomial(polynomial)} has other signs at a = ${a} and b = ${b}. Find a root between them by bisection, at most ${tolerance} from a real one.`,
  generate(random, tier, level, index) {
    const degree = tier === 'simple' ? 1 + random.below(2) : 2 + random.below(1 + Math.min(3, level));
    const root = between(random, -5 * level, 5 * level) + (tier === 'standard' ? random.below(100) / 100 : 0);
    const others = Array.from({ length: degree - 1 }, (_, at) => root + 8 * level + at + random.below(5));
    const polynomial = withRoots([root, ...others], random.pick([-2, -1, 1, 2, 3]));
    const [left, far] = [1 + random.below(3 * level), 1 + random.below(3 * level)];
    if (tier !== 'edge') return { coefficients: polynomial, a: root - left, b: root + far, tolerance: 1e-6 };
    switch (index % 3) {
      // The root is an end of the interval.
      case 0:
        return { coefficients: polynomial, a: root, b: root + far, tolerance: 1e-6 };
      // The root is the middle.
      case 1:
        return { coefficients: polynomial, a: root - left, b: root + left, tolerance: 1e-9 };
      // Three roots lie between: each is right.
      default:
        return {
          coefficients: withRoots([root, root + 1, root + 2], 1),
          a: root - left,
          b: root + 2 + far,
          tolerance: 1e-6,
        };
    }
  },
  solve({ coefficients: polynomial, a, b, tolerance }, work) {
    let iterations = 0;
    for (let width = b - a; width > tolerance; width /= 2) {
      work.spend(polynomial.length);
      iterations += 1;
    }
    if (valueAt(polynomial, a) === 0) return { root: a, iterations };
    if (valueAt(polynomial, b) === 0) return { root: b, iterations };
    return { root: bisect(polynomial, a, b), iterations };
  },
  judge({ coefficients: polynomial, a, b, tolerance }, { root }) {
    if (root < a - tolerance || root > b + tolerance) return wrong(`${root} does not lie between ${a} and ${b}.`);
    if (!hasRootNear(polynomial, root, tolerance))
      return wrong(`No root is at most ${tolerance} from ${root}: f is ${valueAt(polynomial, root)} there.`);
    return right(`A root is at most ${tolerance} from ${root}.`);
  },
  trace: {
    says:
      'A step for each halving: the interval before it, and its middle. The part whose ends have different signs goes on; a middle that is a root ends it, and so does a width of at most ' +
      'the tolerance.',
    step: {
      low: { kind: 'number', says: 'lower end of the interval', aliases: ['a', 'left'] },
      high: { kind: 'number', says: 'upper end', aliases: ['b', 'right'] },
      middle: { kind: 'number', says: 'between them', aliases: ['c', 'mid', 'midpoint', 'm'] },
    },
    start: ({ coefficients: polynomial, a, b, tolerance }) => intervalState({ polynomial, tolerance }, a, b),
  },
});

function intervalState(
  search: { readonly polynomial: readonly number[]; readonly tolerance: number },
  low: number,
  high: number,
): TraceState<{ readonly low: number; readonly high: number; readonly middle: number }> {
  const { polynomial, tolerance } = search;
  return {
    options(work) {
      const [atLow, atHigh] = [valueAt(polynomial, low), valueAt(polynomial, high)];
      work.spend(3 * polynomial.length);
      if (high - low <= tolerance || atLow === 0 || atHigh === 0) return [];
      const middle = (low + high) / 2;
      const sign = Math.sign(valueAt(polynomial, middle));
      const next = () => {
        if (sign === 0) return intervalState(search, middle, middle);
        return sign === Math.sign(atLow) ? intervalState(search, middle, high) : intervalState(search, low, middle);
      };
      return [{ step: { low, high, middle }, next }];
    },
  };
}
