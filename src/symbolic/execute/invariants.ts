/** Candidates for loop invariants, from the loop's own variables, its test and its first iterations. */

import type { Machine } from '../machine/machine.ts';
import type { State } from '../machine/state.ts';
import type { AnyLength } from '../semantics/objects/held-items.ts';
import type { BoolTerm, IntTerm } from '../terms/term.ts';
import { sixfoldForm } from './closed-forms.ts';
import type { Loop } from './loop.ts';
import { relations } from './relational-invariants.ts';
import { distancesOfTest } from './termination.ts';

/** The loop's test being reached: after how many iterations, and with which values in the integers that the loop changes. */
export interface Point {
  readonly state: State;
  readonly index: IntTerm;
  /** The changed integers, then the lengths of the changed lists. */
  readonly ints: readonly IntTerm[];
  readonly lists: readonly AnyLength[];
}

/** A condition on a point; true of all of them where it is an invariant. */
export type Invariant = (point: Point) => BoolTerm;

/** Integers that do not change and are compared with those that do, at most. */
const MOST_BOUNDS = 6;

/**
 * Candidates that the unrolled iterations do not refute at once; the caller proves or drops each.
 * @param points the first points, in their order
 */
export function candidateInvariants(machine: Machine, loop: Loop, points: readonly Point[]): readonly Invariant[] {
  const { terms } = machine;
  const [entry] = points;
  if (entry === undefined) return [];
  const positions = entry.ints.keys().toArray();
  const bounds = [...new Set([terms.zero, terms.one, ...entry.ints, ...unchangedInts(machine, entry.state)])];
  const candidates: Invariant[] = [
    ({ index }) => terms.le(terms.zero, index),
    ({ state, index }) => reachable(machine, loop, state, index),
    ...positions.flatMap((at) => polynomial(machine, points, at)),
    ...positions.flatMap((at) => bounds.flatMap((bound) => comparisons(machine, at, bound))),
    ...positions.flatMap((at) => counted(machine, at)),
    ...positions.flatMap((at) => positions.flatMap((other) => (other === at ? [] : [ordered(machine, at, other)]))),
    ...relations(machine, points),
  ];
  return candidates.filter((candidate) => points.every((point) => candidate(point) !== terms.false));
}

function value(machine: Machine, { ints }: Point, at: number): IntTerm {
  return ints[at] ?? machine.terms.zero;
}

function comparisons(machine: Machine, at: number, bound: IntTerm): readonly Invariant[] {
  const { terms } = machine;
  return [(point) => terms.le(bound, value(machine, point, at)), (point) => terms.le(value(machine, point, at), bound)];
}

/** A variable that changes by at most one each time lies below, or above, the number of iterations. */
function counted(machine: Machine, at: number): readonly Invariant[] {
  const { terms } = machine;
  return [
    (point) => terms.le(value(machine, point, at), point.index),
    (point) => terms.le(point.index, value(machine, point, at)),
  ];
}

function ordered(machine: Machine, at: number, other: number): Invariant {
  return (point) => machine.terms.le(value(machine, point, at), value(machine, point, other));
}

/** Integer variables of the innermost scope; those that the loop changes are harmless, being their first values. */
function unchangedInts({ frame }: Machine, state: State): readonly IntTerm[] {
  const [local] = frame.scopes;
  const variables = local === undefined ? undefined : state.scopes.get(local);
  return [...(variables?.values() ?? [])]
    .flatMap((one) => (one.kind === 'int' ? [one.term] : []))
    .slice(0, MOST_BOUNDS);
}

/** The test, loosened by what one iteration may overshoot: `i < n` becomes `i <= n`. */
function reachable(machine: Machine, loop: Loop, state: State, index: IntTerm): BoolTerm {
  const { terms } = machine;
  return terms.and(
    ...distancesOfTest(machine, loop, state, index).map((distance) => terms.le(terms.int(-1), distance)),
  );
}

/** The variable as a polynomial in the number of iterations, if it is one. */
function polynomial(machine: Machine, points: readonly Point[], at: number): readonly Invariant[] {
  const { terms } = machine;
  const form = sixfoldForm(machine, points, at);
  if (form === undefined) return [];
  return [(point) => terms.eq(terms.mul(terms.int(6), value(machine, point, at)), form(point.index))];
}
