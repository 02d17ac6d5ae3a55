/** Induction: what holds whenever a loop's test is reached describes all of its iterations. */

import type { Machine } from '../machine/machine.ts';
import type { Effects } from '../machine/outcomes.ts';
import { assume, type State } from '../machine/state.ts';
import type { IntTerm } from '../terms/term.ts';
import {
  type Changed,
  type ChangedList,
  changesBetween,
  contentsOf,
  havoc,
  havocLists,
  intsOf,
  listChangesBetween,
  sameChanges,
  sameLists,
  unboundIn,
} from './changes.ts';
import { withClosedForms } from './closed-forms.ts';
import { candidateInvariants, type Invariant, type Point } from './invariants.ts';
import { jointInvariants } from './joint-invariants.ts';
import { iterateOnce, joinStates, type Loop } from './loop.ts';
import { quantifiedInvariants } from './quantified-invariants.ts';
import { endsSometime } from './termination.ts';

/** How a loop ends, for any number of iterations. */
export interface Summary {
  /** Where the test fails; undefined where it never does. */
  readonly exit: State | undefined;
  /** What any iteration raises, returns or breaks with. */
  readonly effects: Effects;
}

/**
 * Describes all iterations of a loop by one, its variables known by inductive invariants alone (Houdini: Flanagan and Leino,
 * "Houdini, an Annotation Assistant for ESC/Java", FME 2001). Candidates are dropped until an iteration keeps the rest.
 * Undefined where the loop changes what invariants do not speak of, or is not proved to end.
 * @param heads states at the test of the first iterations, the loop's entry first
 */
export function summarise(machine: Machine, loop: Loop, heads: readonly State[]): Summary | undefined {
  const { terms } = machine;
  const [entry] = heads;
  const last = heads.at(-1);
  const lists = entry && last && listChangesBetween(entry, last);
  const changed = entry && last && lists && changesBetween(entry, last, lists);
  if (entry === undefined || lists === undefined || changed === undefined || !machine.mayInduct()) return undefined;
  const at = (state: State, position: IntTerm): Point | undefined => pointAt(machine, state, changed, lists, position);
  const id = `${loop.line}.${machine.made}`;
  const index = terms.variable('int', `iteration ${id}`);
  const isFirst = terms.eq(index, terms.zero);
  const unsure = new Set<Changed>();
  const anyPoint = (): Point | undefined =>
    at(havocLists(machine, havoc(machine, entry, changed, id, isFirst, unsure), lists, id), index);
  const points = heads.flatMap((head, position) => at(head, terms.int(position)) ?? []);
  const first = anyPoint();
  if (first === undefined || points.length < heads.length) return undefined;
  let fresh = first;
  const candidates = [
    ...candidateInvariants(machine, loop, points),
    ...quantifiedInvariants(machine, loop, changed, fresh, points),
    ...(machine.limits.isJoint === true ? jointInvariants(machine, changed, points) : []),
  ];
  let invariants: readonly Invariant[] = candidates.filter((invariant) =>
    points.slice(0, 1).every((point) => machine.isProved(point.state, invariant(point))),
  );
  for (;;) {
    const now = fresh;
    const head = invariants.reduce((state, invariant) => assume(state, invariant(now)), now.state);
    const { value: round, effects } = machine.withhold(() => iterateOnce(machine, loop, head, index));
    if (round === undefined) return undefined;
    const end = joinStates(machine, [...round.ends, ...effects.continues]);
    if (end === undefined) return { exit: round.exit, effects };
    const isExpected = sameLists(head, end, lists) && sameChanges(head, end, changed, lists);
    const point = isExpected ? at(end, terms.add(index, terms.one)) : undefined;
    const unbound = unboundIn(machine, end, changed).filter((one) => !unsure.has(one));
    if (unbound.length > 0) {
      for (const one of unbound) unsure.add(one);
      fresh = anyPoint() ?? fresh;
      continue;
    }
    const kept = point && invariants.filter((invariant) => machine.isProved(end, invariant(point)));
    if (point === undefined || kept === undefined) return undefined;
    if (kept.length < invariants.length) {
      invariants = kept;
      continue;
    }
    // a list that grows while it is walked has no bound
    const ends = (loop.isBounded && lists.length === 0) || endsSometime(machine, loop, changed, fresh, point);
    const exit = round.exit && withClosedForms(machine, loop, changed, points, fresh, round.exit);
    return ends ? { exit, effects } : undefined;
  }
}

function pointAt(
  machine: Machine,
  state: State,
  changed: readonly Changed[],
  lists: readonly ChangedList[],
  index: IntTerm,
): Point | undefined {
  const ints = intsOf(state, changed);
  const contents = contentsOf(machine, state, lists);
  if (ints === undefined || contents.length < lists.length) return undefined;
  return { state, index, ints: [...ints, ...contents.map(({ length }) => length)], lists: contents };
}
