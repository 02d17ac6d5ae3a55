/** Gradient descent on a convex function of one variable. Boyd and Vandenberghe, Convex Optimization, section 9.3. */
import { z } from 'zod';
import { between, bisect, derivativeOf, productOf, valueAt, writePolynomial } from '../numerical/polynomial.ts';
import { defineScaffold, right, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';

/** How far from the minimum an answer may be, of its size or of 1. */
const TOLERANCE = 1e-3;

/** A move of a trace that is so small is the last one, and a trace has no more steps. */
const LAST_MOVE = 0.01;
const LONGEST_TRACE = 60;

const coefficient = z.number().min(-1e6).max(1e6);

const input = z
  .strictObject({
    coefficients: z
      .array(coefficient)
      .min(3)
      .max(5)
      .describe('[c0, c1, c2, c3, c4] stands for f(x) = c0 + c1 x + c2 x² + …, which is convex.'),
    x0: z.number().min(-1e3).max(1e3).describe('Where to begin.'),
    learning_rate: z.number().positive().max(10),
  })
  .superRefine(({ coefficients: polynomial }, context) => {
    if (!isConvex(polynomial))
      context.addIssue({ code: 'custom', path: ['coefficients'], message: 'the function is not strictly convex' });
  });

export default defineScaffold({
  name: 'gradient_descent',
  title: 'Gradient descent',
  category: 'optimization',
  aliases: ['gradient-descent', 'steepest descent'],
  purpose: 'Finds the minimum of a convex function by steps against its slope.',
  checks:
    `The point is at most ${TOLERANCE} (of its size, or of 1) from the only minimum, which is where the slope is 0. ` +
    'The answer does not show how it was found; the number of iterations is not checked.',
  input,
  answer: {
    minimum: { kind: 'number', says: 'x at which f is least', aliases: ['x', 'minimizer', 'argmin', 'x min'] },
    value: { kind: 'number', says: 'f there', aliases: ['minimum value', 'min value'], optional: true },
    iterations: { kind: 'number', says: 'steps that were taken; not checked', optional: true },
  },
  task: ({ coefficients: polynomial, x0, learning_rate }) =>
    `Find x at which f(x) = ${writePolynomial(polynomial)} is least, by gradient descent from x0 = ${x0} with the learning rate ${learning_rate}, to within ${TOLERANCE}.`,
  generate(random, tier, level, index) {
    const at = between(random, -4 * level, 4 * level) + (tier === 'simple' ? 0 : random.below(10) / 10);
    const steep = tier === 'simple' ? 1 + random.below(2) : (1 + random.below(20)) / 4;
    const square = [at * at * steep, -2 * at * steep, steep];
    const quartic =
      tier === 'simple'
        ? [0]
        : productOf(productOf([-at, 1], [-at, 1]), productOf([-at, 1], [-at, 1])).map((each) => each / 100);
    const sum = Array.from(
      { length: Math.max(square.length, quartic.length) },
      (_, power) => (square[power] ?? 0) + (quartic[power] ?? 0),
    );
    sum[0] = (sum[0] ?? 0) + between(random, -5, 5);
    const instance = { coefficients: sum, x0: at + random.pick([-3, -2, 2, 3]), learning_rate: 0.1 / steep };
    if (tier !== 'edge') return instance;
    switch (index % 3) {
      case 0:
        return { ...instance, x0: at };
      // Very flat: the slope is small far from the minimum.
      case 1:
        return { ...instance, coefficients: sum.map((each) => each / 64), learning_rate: 0.5 / steep };
      default:
        return { ...instance, coefficients: square, learning_rate: 0.9 / steep };
    }
  },
  solve({ coefficients: polynomial, x0, learning_rate }, work) {
    const slope = derivativeOf(polynomial);
    let [x, iterations] = [x0, 0];
    for (; iterations < MOST_ITERATIONS && Math.abs(valueAt(slope, x)) > 1e-12; iterations++) {
      work.spend(polynomial.length);
      x -= learning_rate * valueAt(slope, x);
      // A learning rate that is too large leads away; the minimum is there all the same.
      if (!Number.isFinite(x)) break;
    }
    const minimum = minimumOf(polynomial);
    const found = Math.abs(x - minimum) <= TOLERANCE / 10 ? x : minimum;
    return { minimum: found, value: valueAt(polynomial, found), iterations };
  },
  judge({ coefficients: polynomial }, { minimum, value }) {
    const real = minimumOf(polynomial);
    const most = TOLERANCE * Math.max(1, Math.abs(real));
    if (Math.abs(minimum - real) > most) return wrong(`f is least at ${real}, not at ${minimum}.`);
    const least = valueAt(polynomial, real);
    if (value !== undefined && Math.abs(value - least) > TOLERANCE * Math.max(1, Math.abs(least)))
      return wrong(`The least value is ${least}, not ${value}.`, 'value');
    return right(`f is least at ${real}, which is within ${most}.`);
  },
  trace: {
    says:
      `A step for each iteration: x, the slope there, and the next x. It ends behind the step whose move is at most ${LAST_MOVE}, at the latest after ${LONGEST_TRACE} steps. ` +
      'Numbers may be rounded to 4 digits behind the point: the next step goes on from what is written.',
    step: {
      x: { kind: 'number', says: 'where it stands' },
      slope: { kind: 'number', says: "f'(x)", aliases: ['gradient', 'derivative'] },
      next: {
        kind: 'number',
        says: 'x less the learning rate times the slope',
        aliases: ['next x', 'x next', 'new x'],
      },
    },
    rounding: 1e-3,
    start: ({ coefficients: polynomial, x0, learning_rate }) =>
      descentState({ slopes: derivativeOf(polynomial), learning_rate }, x0, LONGEST_TRACE),
  },
});

function descentState(
  descent: { readonly slopes: readonly number[]; readonly learning_rate: number },
  x: number,
  left: number,
): TraceState<{ readonly x: number; readonly slope: number; readonly next: number }> {
  return {
    options(work, given) {
      work.spend(descent.slopes.length);
      if (left <= 0 || !Number.isFinite(x)) return [];
      const slope = valueAt(descent.slopes, x);
      const next = x - descent.learning_rate * slope;
      const written = typeof given?.['next'] === 'number' ? given['next'] : next;
      const isLast = Math.abs(next - x) <= LAST_MOVE;
      return [{ step: { x, slope, next }, next: () => descentState(descent, written, isLast ? 0 : left - 1) }];
    },
  };
}

const MOST_ITERATIONS = 10_000;

/** Whether f'' is above 0 but for single points, so that there is one minimum. */
function isConvex(polynomial: readonly number[]): boolean {
  const [, , c2 = 0, c3 = 0, c4 = 0] = polynomial;
  if (c4 === 0) return c3 === 0 && c2 > 0;
  return c4 > 0 && (6 * c3) ** 2 <= 4 * (2 * c2) * (12 * c4);
}

/** Where the slope is 0; it grows from below 0 to above. */
function minimumOf(polynomial: readonly number[]): number {
  const slope = derivativeOf(polynomial);
  let reach = 1;
  while (valueAt(slope, -reach) >= 0 || valueAt(slope, reach) <= 0) reach *= 2;
  return bisect(slope, -reach, reach);
}
