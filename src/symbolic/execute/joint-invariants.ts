/** Candidates for invariants of a loop that does the rounds of two functions: how the variables of one relate to those of the other. */
import type { Machine } from '../machine/machine.ts';
import type { State } from '../machine/state.ts';
import type { AnyLength } from '../semantics/objects/held-items.ts';
import { substituteValue } from '../semantics/sequences/any-length.ts';
import { forall } from '../terms/quantify.ts';
import type { BoolTerm, IntTerm, Term } from '../terms/term.ts';
import type { PlainValue, Value } from '../values/value.ts';
import type { Changed } from './changes.ts';
import type { Invariant, Point } from './invariants.ts';

/** Variables, and lists, that are related to each other, at most. */
const MOST_RELATED = 8;

type Scalar = Extract<PlainValue, { kind: 'bool' | 'int' | 'float' | 'str' }>;
type Read = (state: State) => Scalar | undefined;

/**
 * Candidates about changed variables of equal types, of either function: two are the same, differ by what they differ by at the entry, or have
 * the sum that they have there; an integer is the sum or the difference of two others; it has one value where a condition holds, and
 * another one where it does not. Lists hold the same items, or end with the value of a variable. The caller proves or drops each.
 * @param points the first points, in their order
 */
export function jointInvariants(
  machine: Machine,
  changed: readonly Changed[],
  points: readonly Point[],
): readonly Invariant[] {
  const { terms } = machine;
  const [entry] = points;
  if (entry === undefined) return [];
  const scalars = changed.filter(({ kind }) => kind !== 'unbound').slice(0, MOST_RELATED);
  const readers = (kind: Changed['kind']): readonly Read[] => scalars.filter((one) => one.kind === kind).map(reader);
  const same = (['bool', 'float', 'str'] as const).flatMap((kind) =>
    pairsOf(readers(kind)).flatMap(([one, other]): readonly Invariant[] => [
      ({ state }) => sameScalars(machine, one(state), other(state)),
      ...(kind === 'bool' ? [({ state }: Point) => terms.not(sameScalars(machine, one(state), other(state)))] : []),
    ]),
  );
  const ints = entry.ints.keys().take(MOST_RELATED).toArray();
  const valueAt = ({ ints: values }: Point, at: number): IntTerm => values[at] ?? terms.zero;
  const keeps = (of: (point: Point) => IntTerm): Invariant => {
    const first = of(entry);
    return (point) => terms.eq(of(point), first);
  };
  const related = pairsOf(ints).flatMap(([one, other]) => [
    keeps((point) => terms.sub(valueAt(point, one), valueAt(point, other))),
    keeps((point) => terms.add(valueAt(point, one), valueAt(point, other))),
  ]);
  const sums = ints.flatMap((whole) =>
    pairsOf(ints.filter((at) => at !== whole)).flatMap(([one, other]) => [
      keeps((point) => terms.sub(terms.sub(valueAt(point, one), valueAt(point, other)), valueAt(point, whole))),
      ...(whole > one && whole > other
        ? [keeps((point) => terms.sub(terms.add(valueAt(point, one), valueAt(point, other)), valueAt(point, whole)))]
        : []),
    ]),
  );
  const chosen = readers('bool').flatMap((condition) => ints.flatMap((at) => choices(machine, points, condition, at)));
  const lists = entry.lists.keys().take(MOST_RELATED).toArray();
  const alike = pairsOf(lists).map(
    ([one, other]): Invariant =>
      (point) =>
        sameItems(machine, point.lists[one], point.lists[other]),
  );
  const last = lists.flatMap((list) =>
    ints.map(
      (at): Invariant =>
        (point) =>
          endsWith(machine, point.lists[list], valueAt(point, at), valueAt(entry, at)),
    ),
  );
  const candidates = [...same, ...related, ...sums, ...chosen, ...alike, ...last];
  return candidates.filter((candidate) => points.every((point) => candidate(point) !== terms.false));
}

function pairsOf<T>(all: readonly T[]): readonly (readonly [T, T])[] {
  return all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const));
}

function reader({ scope, name }: Changed): Read {
  return (state) => {
    const value = state.scopes.get(scope)?.get(name);
    return value?.kind === 'bool' || value?.kind === 'int' || value?.kind === 'float' || value?.kind === 'str'
      ? value
      : undefined;
  };
}

function sameScalars({ terms }: Machine, one: Value | undefined, other: Value | undefined): BoolTerm {
  if (one?.kind === 'bool' && other?.kind === 'bool') return terms.same(one.term, other.term);
  if (one?.kind === 'float' && other?.kind === 'float') return terms.same(one.term, other.term);
  if (one?.kind === 'str' && other?.kind === 'str') return terms.same(one.term, other.term);
  return one?.kind === 'int' && other?.kind === 'int' ? terms.eq(one.term, other.term) : terms.false;
}

/** An integer whose two first values are those that it has where a condition holds and where it does not. */
function choices(machine: Machine, points: readonly Point[], condition: Read, at: number): readonly Invariant[] {
  const { terms } = machine;
  const [first, second] = points.map(({ state, ints }) => ({ holds: condition(state), value: ints[at] }));
  if (first?.holds?.kind !== 'bool' || first.value === undefined || second?.value === undefined) return [];
  const { value: start } = first;
  const { value: next } = second;
  const wasHeld = first.holds.term;
  return [
    ({ state, ints }) => {
      const now = condition(state);
      if (now?.kind !== 'bool') return terms.false;
      return terms.eq(ints[at] ?? terms.zero, terms.ite(terms.same(now.term, wasHeld), start, next));
    },
  ];
}

/** Whether two lists have one length and the same items. */
function sameItems(machine: Machine, one: AnyLength | undefined, other: AnyLength | undefined): BoolTerm {
  const { terms } = machine;
  if (one === undefined || other === undefined) return terms.false;
  const position = terms.variable('int', 'position in both');
  const [left, right] = [one, other].map(({ element, index }) => substituteValue(terms, element, index, position));
  const isInside = terms.and(terms.le(terms.zero, position), terms.lt(position, one.length));
  const areSame = sameFlat(machine, left, right);
  return terms.and(terms.eq(one.length, other.length), forall(terms, position, terms.implies(isInside, areSame)));
}

function sameFlat(machine: Machine, left: Value | undefined, right: Value | undefined): BoolTerm {
  const { terms } = machine;
  if (left?.kind !== 'tuple' || right?.kind !== 'tuple') return sameScalars(machine, left, right);
  if (left.items.length !== right.items.length) return terms.false;
  return terms.and(...left.items.map((item, at) => sameFlat(machine, item, right.items[at])));
}

/** Whether a list of integers ends with a value, or is empty where that is another one. */
function endsWith(machine: Machine, list: AnyLength | undefined, value: IntTerm, start: IntTerm): BoolTerm {
  const { terms } = machine;
  if (list === undefined) return terms.false;
  const item = substituteValue(terms, list.element, list.index, terms.sub(list.length, terms.one));
  if (item.kind !== 'int') return terms.false;
  const term: Term<'int'> = item.term;
  return terms.ite(terms.eq(list.length, terms.zero), terms.eq(value, start), terms.eq(term, value));
}
