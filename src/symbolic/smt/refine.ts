/** Learns from a spurious model: where an approximated operator was given a wrong value, its axioms get sharper there. */
import type { Evaluator } from '../terms/evaluate.ts';
import type { Value } from '../terms/operations.ts';
import type { Term } from '../terms/term.ts';
import type { Script } from './lower.ts';

/** Points learnt so far, by application; see `axiomsAt`. */
export type LearntPoints = Map<Term, Set<Value>>;

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
    const known = points.get(application) ?? new Set();
    points.set(application, known);
    const before = known.size;
    for (const point of informative(application, claim, truth, evaluator)) known.add(point);
    learnt ||= known.size > before;
  }
  return learnt;
}

function informative(application: Term, claim: Value, truth: Value, evaluator: Evaluator): readonly Value[] {
  // conversions are cut at their values
  if (typeof truth !== 'boolean') return [truth, claim];
  // comparisons at the integers beside their arguments
  const args = application.kind === 'application' ? application.args : [];
  return args.flatMap((argument) => {
    const value = evaluator.value(argument);
    if (typeof value === 'number') return Number.isFinite(value) ? [BigInt(Math.floor(value))] : [];
    return value === undefined ? [] : [value];
  });
}
