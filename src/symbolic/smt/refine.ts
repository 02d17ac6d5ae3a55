/** Learns from a spurious model: where an approximated operator was given a wrong value, its axioms get sharper there. */
import type { Evaluator } from '../terms/evaluate.ts';
import type { Value } from '../terms/operations.ts';
import type { Application, Term } from '../terms/term.ts';
import { bitPoint } from './bit-axioms.ts';
import { literalText } from './literals.ts';
import type { Script } from './lower.ts';
import { isDescribed } from './text-axioms.ts';

/** What an application is described exactly at: a value of it or of an argument, or a value of every argument. */
export type Point = readonly Value[];

/** Points learnt so far, by application and by their text; see `axiomsAt`. */
export type LearntPoints = Map<Term, Map<string, Point>>;

/** Adds a point of an application. */
export function learn(points: LearntPoints, application: Term, point: Point): void {
  const known = points.get(application) ?? new Map<string, Point>();
  points.set(application, known.set(point.map(literalText).join(), point));
}

/**
 * Adds the points that exclude what the model got wrong: `claimed` holds its values of the script's approximations, in
 * their order, and `evaluator` their true ones. Returns whether anything was learnt.
 */
export function refine(
  points: LearntPoints,
  script: Script,
  claimed: readonly (Value | undefined)[],
  evaluator: Evaluator,
): boolean {
  let learnt = false;
  for (const [i, { application }] of script.approximations.entries()) {
    const [claim, truth] = [claimed[i], evaluator.value(application)];
    if (claim === undefined || truth === undefined || Object.is(claim, truth)) continue;
    const before = points.get(application)?.size ?? 0;
    for (const point of informative(application, claim, truth, evaluator)) learn(points, application, point);
    learnt ||= (points.get(application)?.size ?? 0) > before;
  }
  return learnt;
}

function informative(application: Application, claim: Value, truth: Value, evaluator: Evaluator): readonly Point[] {
  const { operator, args } = application;
  const values = args.map((argument) => evaluator.value(argument)).filter((value) => value !== undefined);
  if (values.length < args.length) return [];
  if (isDescribed(operator)) return [values];
  switch (operator) {
    case 'bitand':
    case 'bitor':
    case 'bitxor':
      return [bitPoint(values)];
    case 'power':
    case 'gcd':
    case 'fmod':
      return [values];
    case 'intltfloat':
    case 'intlefloat':
    case 'inteqfloat':
      // comparisons are cut at the integers beside their arguments
      return values.flatMap((value) => {
        if (typeof value !== 'number') return [[value]];
        return Number.isFinite(value) ? [[BigInt(Math.floor(value))]] : [];
      });
    default:
      // conversions are cut at their values
      return [[truth], [claim]];
  }
}
