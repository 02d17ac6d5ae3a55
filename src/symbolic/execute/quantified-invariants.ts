/** Candidates for loop invariants that speak of all earlier iterations, or of all items of a list that the loop builds. */
import { everywhere, itemOf } from '../semantics/any-length.ts';
import type { AnyLength } from '../semantics/sequences.ts';
import { mentions, replace, substitute } from '../terms/quantify.ts';
import { type BoolTerm, hasSort, type IntTerm, type Term } from '../terms/term.ts';
import type { Value } from '../values/value.ts';
import type { Changed } from './changes.ts';
import { withhold } from './effects.ts';
import { iterateOnce, type Loop } from './induction.ts';
import type { Invariant, Point } from './invariants.ts';
import type { Machine } from './machine.ts';
import type { State } from './state.ts';

/** Conditions of a loop's body that candidates are made from, at most. */
const MOST_CONDITIONS = 6;

/**
 * Candidates from the conditions that an iteration decides: each may hold, or fail, for all earlier iterations, with the
 * variables as they are now; and whether a variable still has its first value may depend on just that.
 * @param fresh the point that stands for any iteration
 * @param points the first points, in their order
 */
export function quantifiedInvariants(
  machine: Machine,
  loop: Loop,
  changed: readonly Changed[],
  fresh: Point,
  points: readonly Point[],
): readonly Invariant[] {
  const { terms } = machine;
  const [entry] = points;
  if (entry === undefined) return [];
  const { conditions, end } = scout(machine, loop, fresh);
  const forgotten = new Set(changed.filter(({ kind }) => kind !== 'int').map(({ name }) => name));
  const speaking = conditions.filter((one) => mentions(one, fresh.index) && !mentionsForgotten(fresh, one, forgotten));
  const signed = speaking.slice(0, MOST_CONDITIONS).flatMap((one) => [one, terms.not(one)]);
  const always = signed.map(
    (condition): Invariant =>
      (point) =>
        earlier(machine, fresh, point, condition),
  );
  const untouched = always.flatMap((invariant) =>
    fresh.ints.map(
      (_, at): Invariant =>
        (point) =>
          terms.same(terms.eq(point.ints[at] ?? terms.zero, entry.ints[at] ?? terms.zero), invariant(point)),
    ),
  );
  const built = fresh.lists.flatMap((list, at) => aboutItems(machine, fresh, list, at, end, signed));
  return [...always, ...untouched, ...built];
}

/** What one iteration from a point decides, and how it ends. */
interface Scouted {
  readonly conditions: readonly BoolTerm[];
  readonly end: State | undefined;
}

function scout(machine: Machine, loop: Loop, fresh: Point): Scouted {
  const conditions = new Set<BoolTerm>();
  const { observe } = machine;
  machine.observe = (_decision, side, state) => {
    const member = state.condition?.member;
    if (side && member !== undefined) conditions.add(member);
  };
  try {
    const { value } = withhold(machine, () => iterateOnce(machine, loop, fresh.state, fresh.index));
    return { conditions: [...conditions], end: value?.ends[0] };
  } finally {
    machine.observe = observe;
  }
}

/** Whether a condition speaks of a changed variable that is no integer: its value of now says nothing of earlier. */
function mentionsForgotten({ state }: Point, condition: BoolTerm, names: ReadonlySet<string>): boolean {
  for (const variables of state.scopes.values()) {
    for (const [name, value] of variables) {
      if (names.has(name) && 'term' in value && mentions(condition, value.term)) return true;
    }
  }
  return false;
}

/** The condition for all earlier iterations, with the changed integers as they are at the point. */
function earlier(machine: Machine, fresh: Point, point: Point, condition: BoolTerm): BoolTerm {
  const { terms } = machine;
  return everywhere(machine, point.index, (position) => {
    const now = new Map<Term, Term>([[fresh.index, position]]);
    for (const [at, variable] of fresh.ints.entries()) now.set(variable, point.ints[at] ?? variable);
    return replace(terms, condition, now);
  });
}

/** Candidates about the items of a list to which the loop appends: what each is, and which conditions each meets. */
function aboutItems(
  machine: Machine,
  fresh: Point,
  list: AnyLength,
  at: number,
  end: State | undefined,
  conditions: readonly BoolTerm[],
): readonly Invariant[] {
  const { terms } = machine;
  const appended = end && appendedItem(machine, list, end);
  if (appended === undefined || !('term' in appended)) return [];
  const own = itemOf(machine, list, list.length);
  const added = leaves(appended.term).filter((leaf) => !('term' in own) || leaf !== own.term);
  const each = (condition: (item: Term, position: IntTerm) => BoolTerm): Invariant => {
    return (point) => {
      const items = point.lists[at];
      if (items === undefined) return terms.false;
      return everywhere(machine, items.length, (position) => {
        const item = itemOf(machine, items, position);
        return 'term' in item ? condition(item.term, position) : terms.false;
      });
    };
  };
  return added.flatMap((term) => [
    each((item, position) => sameTerms(machine, item, substitute(terms, term, fresh.index, position))),
    ...conditions
      .filter((condition) => mentions(condition, term))
      .map((condition) => each((item) => replace(terms, condition, new Map([[term, item]])))),
  ]);
}

/** What a term comes to, whatever its conditions are. */
function leaves(term: Term): readonly Term[] {
  if (term.kind !== 'application' || term.operator !== 'ite') return [term];
  return [...new Set(term.args.slice(1).flatMap(leaves))];
}

/** The item that an iteration appends, where it appends one. */
function appendedItem(machine: Machine, list: AnyLength, end: State): Value | undefined {
  for (const content of end.heap.values()) {
    if (content.kind !== 'sequence' || !mentions(content.length, list.length)) continue;
    return itemOf(machine, content, list.length);
  }
  return undefined;
}

function sameTerms({ terms }: Machine, left: Term, right: Term): BoolTerm {
  if (hasSort(left, 'int') && hasSort(right, 'int')) return terms.eq(left, right);
  if (hasSort(left, 'bool') && hasSort(right, 'bool')) return terms.same(left, right);
  if (hasSort(left, 'str') && hasSort(right, 'str')) return terms.same(left, right);
  if (hasSort(left, 'float') && hasSort(right, 'float')) return terms.same(left, right);
  return terms.false;
}
