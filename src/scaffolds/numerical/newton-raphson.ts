/** The Newton-Raphson method: a root, by tangents from a first guess. Burden and Faires, section 2.3. */
import { z } from 'zod';
import { defineScaffold, right, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import type { Work } from '../work.ts';
import { between, coefficients, derivativeOf, hasRootNear, valueAt, withRoots, writePolynomial } from './polynomial.ts';

const input = z.strictObject({
  coefficients,
  x0: z.number().min(-1e6).max(1e6).describe('The first guess.'),
  tolerance: z.number().min(1e-12).max(1).default(1e-6).describe('How far from the root an answer may be.'),
  max_iterations: z.int().min(1).max(1000).default(100),
});

export default defineScaffold({
  name: 'newton_raphson',
  title: 'Newton-Raphson method',
  category: 'numerical',
  aliases: ['newton', "newton's method", 'newton-raphson', 'newtons_method'],
  purpose: 'Finds the root that tangents lead to from a first guess, or says that they lead to none.',
  checks:
    'The root is at most `tolerance` from the one that the method reaches from x0. `converged: false` is right exactly when it meets a horizontal ' +
    'tangent before a root, or reaches none within max_iterations.',
  input,
  answer: {
    root: {
      kind: 'number',
      says: 'x with f(x) = 0; left out when the method does not converge',
      aliases: ['x', 'zero'],
      optional: true,
    },
    converged: {
      kind: 'boolean',
      says: 'whether the method reaches a root',
      aliases: ['converges', 'convergence'],
      optional: true,
    },
    iterations: { kind: 'number', says: 'tangents that were drawn; not checked', optional: true },
  },
  task: ({ coefficients: polynomial, x0, tolerance, max_iterations }) =>
    `f(x) = ${writePolynomial(polynomial)}. Find the root that the Newton-Raphson method reaches from x0 = ${x0} within ${max_iterations} iterations, ` +
    `at most ${tolerance} from the real one; or say that it does not converge (converged: false).`,
  generate(random, tier, level, index) {
    const span = 4 * level;
    const roots = Array.from(
      { length: tier === 'simple' ? 1 + random.below(2) : 2 + random.below(2) },
      (_, at) => between(random, -span, span) + at / 2,
    );
    const polynomial = withRoots([...new Set(roots)], random.pick([-1, 1, 2]));
    const x0 = Math.max(...roots) + 1 + random.below(span);
    const instance = { coefficients: polynomial, x0, tolerance: 1e-6, max_iterations: 100 };
    if (tier !== 'edge') return instance;
    const [height, shift] = [1 + random.below(9 * level), between(random, -span, span)];
    switch (index % 3) {
      // A horizontal tangent at once: x² - h at 0, moved by `shift`.
      case 0:
        return { ...instance, coefficients: [shift ** 2 - height, -2 * shift, 1], x0: shift };
      // No real root at all.
      case 1:
        return { ...instance, coefficients: [height, 0, 1], x0: 1 + random.below(span), max_iterations: 50 };
      // The guess is the root.
      default:
        return { ...instance, x0: roots[0] ?? 0 };
    }
  },
  solve(instance, work) {
    const { root, iterations } = reach(instance, work);
    return root === undefined ? { converged: false } : { root, converged: true, iterations };
  },
  judge(instance, { root, converged }, work) {
    const { tolerance, x0, coefficients: polynomial } = instance;
    const reached = reach(instance, work).root;
    if (reached === undefined)
      return converged === false
        ? right(`The method does not converge from ${x0}, and the answer says so.`)
        : wrong(`The method does not converge from ${x0}.`);
    if (converged === false) return wrong(`The method converges from ${x0}.`);
    if (root === undefined) return wrong('The root is missing, and the method converges.');
    if (Math.abs(root - reached) > tolerance)
      return wrong(
        hasRootNear(polynomial, root, tolerance)
          ? `${root} is a root, but not the one that the method reaches from ${x0}.`
          : `No root is at most ${tolerance} from ${root}: f is ${valueAt(polynomial, root)} there.`,
      );
    return right(`The method reaches this root from ${x0}.`);
  },
  trace: {
    says:
      'A step for each tangent: x, f(x), the slope there, and where the tangent meets 0. A value of 0 or a slope of 0 ends it, and so does a move of at most the tolerance, or max_iterations. ' +
      'Numbers may be rounded to 4 digits behind the point: the next step goes on from what is written.',
    step: {
      x: { kind: 'number', says: 'where the tangent is drawn' },
      value: { kind: 'number', says: 'f(x)', aliases: ['f', 'fx'] },
      slope: { kind: 'number', says: "f'(x)", aliases: ['derivative', 'df'] },
      next: { kind: 'number', says: 'where it meets 0', aliases: ['next x', 'x next', 'new x'] },
    },
    rounding: 1e-3,
    start: (instance) => tangentState(instance, instance.x0, 1),
  },
});

function tangentState(
  instance: Instance & { readonly tolerance: number },
  x: number,
  iteration: number,
): TraceState<{ readonly x: number; readonly value: number; readonly slope: number; readonly next: number }> {
  const { coefficients: polynomial, tolerance, max_iterations } = instance;
  return {
    options(work, given) {
      const [value, slope] = [valueAt(polynomial, x), valueAt(derivativeOf(polynomial), x)];
      work.spend(2 * polynomial.length);
      if (iteration > max_iterations || value === 0 || slope === 0) return [];
      const next = x - value / slope;
      const written = typeof given?.['next'] === 'number' ? given['next'] : next;
      const isLast = Math.abs(next - x) <= tolerance;
      return [
        {
          step: { x, value, slope, next },
          next: () => tangentState(instance, written, isLast ? Infinity : iteration + 1),
        },
      ];
    },
  };
}

interface Instance {
  readonly coefficients: readonly number[];
  readonly x0: number;
  readonly max_iterations: number;
}

/** Steps of less than this share of the size of x count as the end: doubles come no nearer. */
const LEAST_STEP = 1e-14;

/** The root, and the iterations that it took; no root when the method does not converge. */
function reach({ coefficients: polynomial, x0, max_iterations }: Instance, work: Work) {
  const slope = derivativeOf(polynomial);
  let x = x0;
  for (let iterations = 0; iterations <= max_iterations; iterations++) {
    work.spend(2 * polynomial.length);
    const value = valueAt(polynomial, x);
    if (value === 0) return { root: x, iterations };
    const tangent = valueAt(slope, x);
    if (tangent === 0) return { iterations };
    const next = x - value / tangent;
    if (!Number.isFinite(next)) return { iterations };
    if (Math.abs(next - x) <= LEAST_STEP * Math.max(1, Math.abs(next)))
      return { root: next, iterations: iterations + 1 };
    x = next;
  }
  return { iterations: max_iterations };
}
