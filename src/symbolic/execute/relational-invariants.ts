/** Candidates for loop invariants that relate changed integers: what two of them come to together, and what the last test said. */

import type { Machine } from '../machine/machine.ts';
import { replace } from '../terms/quantify.ts';
import type { IntTerm, Term } from '../terms/term.ts';
import type { Invariant, Point } from './invariants.ts';
import type { Loop } from './loop.ts';
import { distancesOfTest } from './termination.ts';

/** Integers of which every two are related, at most. */
const MOST_RELATED = 3;

/**
 * Candidates about two changed integers: their sum, or their difference, stays what it was, only falls, only grows, or grows by
 * one each time. What the first iteration refutes is left out here, since each candidate costs queries.
 */
export function relations(machine: Machine, points: readonly Point[]): readonly Invariant[] {
  const { terms } = machine;
  const [entry, next] = points;
  if (entry === undefined || next === undefined) return [];
  const positions = entry.ints.keys().take(MOST_RELATED).toArray();
  const related = positions.flatMap((at) =>
    positions.filter((other) => other > at).map((other) => [at, other] as const),
  );
  const candidates = related.flatMap(([at, other]) => {
    const valueAt = (point: Point, position: number): IntTerm => point.ints[position] ?? terms.zero;
    const sum = (point: Point): IntTerm => terms.add(valueAt(point, at), valueAt(point, other));
    const difference = (point: Point): IntTerm => terms.sub(valueAt(point, at), valueAt(point, other));
    return [sum, difference].flatMap((of): readonly Invariant[] => [
      (point) => terms.eq(of(point), of(entry)),
      (point) => terms.le(of(point), of(entry)),
      (point) => terms.le(of(entry), of(point)),
      (point) => terms.eq(of(point), terms.add(of(entry), point.index)),
    ]);
  });
  return candidates.filter((candidate) => machine.isProved(next.state, candidate(next)));
}

/**
 * Candidates from the loop's test: no iteration has run yet, or the test held of the values before the last one, where those
 * are known because each iteration adds the same number.
 */
export function lastTests(
  machine: Machine,
  loop: Loop,
  fresh: Point,
  points: readonly Point[],
  isKnown: (term: Term) => boolean,
): readonly Invariant[] {
  const { terms } = machine;
  const steps = fresh.ints.map((_, at) => stepOf(machine, points, at));
  const distances = distancesOfTest(machine, loop, fresh.state, fresh.index).filter(isKnown);
  return distances.map(
    (distance): Invariant =>
      (point) => {
        const before = new Map<Term, Term>([[fresh.index, terms.sub(point.index, terms.one)]]);
        for (const [at, variable] of fresh.ints.entries()) {
          const [now, step] = [point.ints[at], steps[at]];
          if (now !== undefined && step !== undefined) before.set(variable, terms.sub(now, step));
          else if (mentionsTerm(distance, variable)) return terms.false;
        }
        return terms.or(terms.le(point.index, terms.zero), terms.le(terms.zero, replace(terms, distance, before)));
      },
  );
}

/** What the first iterations add to an integer, if it is one literal. */
function stepOf({ terms }: Machine, points: readonly Point[], at: number): IntTerm | undefined {
  const [first, second, third] = points.map(({ ints }) => ints[at]);
  if (first === undefined || second === undefined || third === undefined) return undefined;
  const step = terms.sub(second, first);
  return step.kind === 'literal' && step === terms.sub(third, second) ? step : undefined;
}

function mentionsTerm(root: Term, part: Term): boolean {
  return root === part || (root.kind === 'application' && root.args.some((one) => mentionsTerm(one, part)));
}
