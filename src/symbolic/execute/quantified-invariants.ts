/** Candidates for loop invariants that speak of all earlier iterations, or of all items of a list that the loop builds. */

import type { Observer } from '../machine/frame.ts';
import type { Machine } from '../machine/machine.ts';
import type { State } from '../machine/state.ts';
import type { AnyLength } from '../semantics/objects/held-items.ts';
import { everywhere, itemOf } from '../semantics/sequences/any-length.ts';
import { iteParts } from '../terms/logic.ts';
import { mentions, replace, sumTo } from '../terms/quantify.ts';
import { type BoolTerm, hasSort, type IntTerm, type Term } from '../terms/term.ts';
import type { Value } from '../values/value.ts';
import { type Changed, termsOf } from './changes.ts';
import type { Invariant, Point } from './invariants.ts';
import { iterateOnce, type Loop } from './loop.ts';
import { lastTests } from './relational-invariants.ts';

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
  const { conditions, end } = scout(machine, loop, changed, fresh);
  const isKnown = knownAtPoints(changed, fresh);
  const speaking = conditions.filter((one) => mentions(one, fresh.index) && isKnown(one));
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
  const sums = fresh.ints.flatMap((variable, at) =>
    accumulated(machine, changed, fresh, entry, at, variable, end, isKnown),
  );
  const built = fresh.lists.flatMap((list, at) => aboutItems(machine, fresh, list, at, end, signed, isKnown));
  return [...always, ...untouched, ...sums, ...built, ...lastTests(machine, loop, fresh, points, isKnown)];
}

/** A variable to which every iteration adds what does not depend on earlier ones: its first value and the sum of that. */
function accumulated(
  machine: Machine,
  changed: readonly Changed[],
  fresh: Point,
  entry: Point,
  at: number,
  variable: IntTerm,
  end: State | undefined,
  isKnown: (term: Term) => boolean,
): readonly Invariant[] {
  const { terms } = machine;
  const ints = changed.filter(({ kind }) => kind === 'int');
  const place = ints[at];
  const later = place && end?.scopes.get(place.scope)?.get(place.name);
  if (later?.kind !== 'int' || fresh.index.kind !== 'variable') return [];
  const { index } = fresh;
  const added = difference(machine, later.term, variable);
  if (!isKnown(added) || fresh.ints.some((one) => mentions(added, one))) return [];
  return [
    (point) => {
      const sum = sumTo(terms, index, added, point.index);
      const first = entry.ints[at] ?? terms.zero;
      return sum === undefined ? terms.false : terms.eq(point.ints[at] ?? terms.zero, terms.add(first, sum));
    },
  ];
}

/** `left - right`, within the branches of an if-then-else. */
function difference(machine: Machine, left: IntTerm, right: IntTerm): IntTerm {
  const { terms } = machine;
  if (left.kind !== 'application' || left.operator !== 'ite') return terms.sub(left, right);
  const { condition, consequent, alternative } = iteParts(left);
  return terms.ite(condition, difference(machine, consequent, right), difference(machine, alternative, right));
}

/** What one iteration from a point decides, and how it ends. */
interface Scouted {
  readonly conditions: readonly BoolTerm[];
  readonly end: State | undefined;
}

function scout(machine: Machine, loop: Loop, changed: readonly Changed[], fresh: Point): Scouted {
  const conditions = new Set<BoolTerm>();
  const note: Observer = (_decision, side, state) => {
    const member = state.condition?.member;
    if (side && member !== undefined) conditions.add(member);
  };
  const { value } = machine.observing(note, () =>
    machine.withhold(() => iterateOnce(machine, loop, fresh.state, fresh.index)),
  );
  const end = value?.ends[0];
  // what `min` and `max` choose by is decided nowhere
  for (const term of end === undefined ? [] : termsOf(end, changed))
    for (const one of choices(term)) conditions.add(one);
  return { conditions: [...conditions], end };
}

/** The conditions that decide what a term comes to. */
function choices(term: Term): readonly BoolTerm[] {
  if (term.kind !== 'application' || term.operator !== 'ite') return [];
  const { condition, consequent, alternative } = iteParts(term);
  return [condition, ...choices(consequent), ...choices(alternative)];
}

/**
 * Whether all that the loop changes in a term has its value at every point: the number of the iteration, and integers. Other
 * variables and items of changed lists have none, and a candidate with them would speak of the fresh point alone.
 */
function knownAtPoints(changed: readonly Changed[], { state, ints, lists }: Point): (term: Term) => boolean {
  const unknown = new Set(termsOf(state, changed)).difference(new Set<Term>(ints));
  const items = new Set(lists.flatMap(({ element }) => functionsOf(element)));
  return (root) => {
    const seen = new Set<Term>([root]);
    // a set is iterated in insertion order, members added meanwhile included
    for (const term of seen) {
      if (unknown.has(term)) return false;
      if (term.kind !== 'application') continue;
      if (term.name !== undefined && items.has(term.name)) return false;
      for (const part of term.args) seen.add(part);
    }
    return true;
  };
}

/** The functions that tell the items of a fresh list. */
function functionsOf(element: Value): readonly string[] {
  if (element.kind === 'tuple') return element.items.flatMap(functionsOf);
  return 'term' in element && element.term.kind === 'application' ? [element.term.name ?? ''] : [];
}

/** The changed integers, and the number of the iteration, as they are at the point. */
function valuesAt(fresh: Point, point: Point): ReadonlyMap<Term, Term> {
  return new Map<Term, Term>([
    ...fresh.ints.map((variable, at) => [variable, point.ints[at] ?? variable] as const),
    [fresh.index, point.index],
  ]);
}

/** The condition for all earlier iterations, with the changed integers as they are at the point. */
function earlier(machine: Machine, fresh: Point, point: Point, condition: BoolTerm): BoolTerm {
  return everywhere(machine, point.index, (position) =>
    replace(machine.terms, condition, new Map([...valuesAt(fresh, point), [fresh.index, position]])),
  );
}

/** Candidates about the items of a list to which the loop appends: what each is, and which conditions each meets. */
function aboutItems(
  machine: Machine,
  fresh: Point,
  list: AnyLength,
  at: number,
  end: State | undefined,
  conditions: readonly BoolTerm[],
  isKnown: (term: Term) => boolean,
): readonly Invariant[] {
  const { terms } = machine;
  const appended = end && appendedItem(machine, list, end);
  if (appended === undefined || !('term' in appended)) return [];
  const own = itemOf(machine, list, list.length);
  const added = leaves(appended.term).filter((leaf) => isKnown(leaf) && (!('term' in own) || leaf !== own.term));
  const each = (condition: (item: Term, position: IntTerm, now: ReadonlyMap<Term, Term>) => BoolTerm): Invariant => {
    return (point) => {
      const items = point.lists[at];
      if (items === undefined) return terms.false;
      const now = valuesAt(fresh, point);
      return everywhere(machine, items.length, (position) => {
        const item = itemOf(machine, items, position);
        return 'term' in item ? condition(item.term, position, now) : terms.false;
      });
    };
  };
  return added.flatMap((term) => [
    each((item, position, now) =>
      sameTerms(machine, item, replace(terms, term, new Map([...now, [fresh.index, position]]))),
    ),
    ...conditions
      .filter((condition) => mentions(condition, term))
      .map((condition) => each((item, _, now) => replace(terms, condition, new Map([...now, [term, item]])))),
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
