/** Sequences of any length: what is known of their items is one term over the position. */
import type { Machine } from '../../machine/machine.ts';
import { assume, type State } from '../../machine/state.ts';
import { forall, holdsSum, substitute, sumTo } from '../../terms/quantify.ts';
import type { Terms } from '../../terms/strings.ts';
import type { BoolTerm, IntTerm, Sort, Term, Variable } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { mergeValues } from '../../values/merge.ts';
import { boolValue, floatValue, intValue, strValue, type Value } from '../../values/value.ts';
import type { AnyLength } from '../objects/held-items.ts';

/** The item at a position inside the sequence. */
export function itemOf({ terms }: Machine, { index, element }: AnyLength, position: IntTerm): Value {
  return substituteValue(terms, element, index, position);
}

/** A value with a term in the place of an integer variable. Throws TypeError for a value that is no scalar and no tuple of them. */
export function substituteValue(terms: Terms, value: Value, variable: Variable<'int'>, by: IntTerm): Value {
  switch (value.kind) {
    case 'none':
    case 'unmodelled':
      return value;
    case 'bool':
      return { kind: 'bool', term: substitute(terms, value.term, variable, by) };
    case 'int':
      return { kind: 'int', term: substitute(terms, value.term, variable, by) };
    case 'float':
      return { kind: 'float', term: substitute(terms, value.term, variable, by) };
    case 'str':
    case 'bytes':
      return { ...value, term: substitute(terms, value.term, variable, by) };
    case 'tuple':
      return { ...value, items: value.items.map((item) => substituteValue(terms, item, variable, by)) };
    case 'union': {
      const cases = value.cases.map((one) => {
        const plain = substituteValue(terms, one.value, variable, by);
        if (plain.kind === 'union') throw new TypeError('substitution makes no union');
        return { guard: substitute(terms, one.guard, variable, by), value: plain };
      });
      return { kind: 'union', cases };
    }
    default:
      throw new TypeError(`a ${value.kind} is no item of a sequence of any length`);
  }
}

/** Whether a value can be the item of such a sequence: a scalar, what is not looked into, or a tuple of such. */
export function isFlat(value: Value): boolean {
  switch (value.kind) {
    case 'none':
    case 'unmodelled':
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
    case 'bytes':
      return true;
    case 'tuple':
      return value.items.every(isFlat);
    case 'union':
      return value.cases.every((one) => isFlat(one.value));
    default:
      return false;
  }
}

/** A scalar that is a function of these terms, of which nothing else is known. */
export function scalarOf(terms: Terms, sort: Sort, name: string, args: readonly Term[]): Value {
  switch (sort) {
    case 'bool':
      return boolValue(terms.opaque('bool', name, args));
    case 'int':
      return intValue(terms.opaque('int', name, args));
    case 'float':
      return floatValue(terms.opaque('float', name, args));
    case 'str':
      return strValue(terms.opaque('str', name, args));
  }
}

/** The variable that stands for a position in every sequence that is made here; no parameter has a name with a space. */
function positionOf({ terms }: Machine): Variable<'int'> {
  return terms.variable('int', 'the position');
}

/** A sequence of this length with what `element` says at each position. */
export function sequenceOf(machine: Machine, length: IntTerm, element: (position: IntTerm) => Value): AnyLength {
  const index = positionOf(machine);
  return { kind: 'sequence', length, index, element: element(index) };
}

/** The items from a position on, as many as that. */
export function partOf(machine: Machine, sequence: AnyLength, from: IntTerm, length: IntTerm): AnyLength {
  return sequenceOf(machine, length, (position) => itemOf(machine, sequence, machine.terms.add(from, position)));
}

/** The items in the opposite order. */
export function reversed(machine: Machine, sequence: AnyLength): AnyLength {
  const { terms } = machine;
  const last = terms.sub(sequence.length, terms.one);
  return sequenceOf(machine, sequence.length, (position) => itemOf(machine, sequence, terms.sub(last, position)));
}

/** One sequence behind the other. */
export function joined(machine: Machine, left: AnyLength, right: AnyLength): AnyLength {
  const { terms } = machine;
  return sequenceOf(machine, terms.add(left.length, right.length), (position) =>
    mergeValues(
      terms,
      terms.lt(position, left.length),
      itemOf(machine, left, position),
      itemOf(machine, right, terms.sub(position, left.length)),
    ),
  );
}

/** Known items as such a sequence. Ends the path where they are no scalars. */
export function ofKnown(machine: Machine, items: readonly Value[]): AnyLength {
  const { terms } = machine;
  if (!items.every(isFlat)) return machine.cut('sequence', 'a sequence of any length holds scalars and tuples only');
  const [first, ...rest] = items;
  const element = (position: IntTerm): Value =>
    rest.reduce<Value>(
      (before, item, at) => mergeValues(terms, terms.lt(position, terms.int(at + 1)), before, item),
      first ?? { kind: 'none' },
    );
  return sequenceOf(machine, terms.int(items.length), element);
}

/** The sequence with one item replaced. */
export function withItem(machine: Machine, sequence: AnyLength, at: IntTerm, item: Value): AnyLength {
  const { terms } = machine;
  if (!isFlat(item)) return machine.cut('sequence', 'a sequence of any length holds scalars and tuples only');
  return sequenceOf(machine, sequence.length, (position) =>
    mergeValues(terms, terms.eq(position, at), item, itemOf(machine, sequence, position)),
  );
}

/** What a piece of the program comes to for any position from 0 up to a length. */
export interface Generic<T> {
  readonly position: Variable<'int'>;
  readonly value: T;
}

/**
 * Runs `work` once for all positions; undefined where there is none. Ends the path where it could raise, where it changes
 * anything but the variables of a comprehension, and where it makes up values, which would be others for each position.
 * @param termsOf the terms that the result is made of
 */
export function forAnyPosition<T>(
  machine: Machine,
  length: IntTerm,
  work: (position: IntTerm) => T,
  termsOf: (value: T) => readonly Term[],
): Generic<T> | undefined {
  const { terms } = machine;
  machine.step();
  const position = terms.variable('int', `any ${machine.steps}`);
  const { made } = machine;
  const inside = assume(machine.state, isInside(machine, position, length));
  const { value: end, effects } = machine.withhold(() => machine.attempt(inside, () => work(position)));
  const [cut] = effects.cuts;
  if (cut !== undefined) machine.cut(cut.reason.construct, cut.reason.message);
  const mayRaise = effects.raised.some(
    ({ state }) => machine.attempt(state, () => machine.isFeasible())?.value === true,
  );
  if (mayRaise) machine.cut('exception', 'an exception for some position of a sequence of any length is not modelled');
  if (end === undefined) return undefined;
  if (!leavesAlone(machine, machine.state, end.state)) {
    machine.cut('side effect', 'a change for every position of a sequence of any length is not modelled');
  }
  if (termsOf(end.value).some((term) => holdsSum(term))) {
    machine.cut('sum', 'a sum for every position of a sequence of any length is not modelled');
  }
  if (machine.made > made) {
    machine.cut('choice', 'a choice made for every position of a sequence of any length is not modelled');
  }
  return { position, value: end.value };
}

function isInside({ terms }: Machine, position: IntTerm, length: IntTerm): BoolTerm {
  return terms.and(terms.le(terms.zero, position), terms.lt(position, length));
}

/** Whether nothing differs but the variables of a comprehension that is being run. */
function leavesAlone({ frame }: Machine, before: State, after: State): boolean {
  const own = frame.outer === undefined ? undefined : frame.scopes[0];
  for (const [id, content] of before.heap) if (after.heap.get(id) !== content) return false;
  for (const [id, variables] of before.scopes) {
    if (id === own) continue;
    for (const [name, value] of variables) if (after.scopes.get(id)?.get(name) !== value) return false;
  }
  return true;
}

/** The condition that holds where `condition` does for every position from 0 up to a length. */
export function everywhere(machine: Machine, length: IntTerm, condition: (position: IntTerm) => BoolTerm): BoolTerm {
  const { terms } = machine;
  const generic = forAnyPosition(machine, length, condition, (holds) => [holds]);
  if (generic === undefined) return terms.true;
  const { position, value: holds } = generic;
  return forall(terms, position, terms.implies(isInside(machine, position, length), holds));
}

/** The smallest or greatest item, which are integers; raises ValueError where there is none. */
export function extremeItem(machine: Machine, better: '<' | '>', items: AnyLength): Value {
  const { terms } = machine;
  if (items.element.kind !== 'int')
    return machine.cut('extreme', 'an extreme of other items than integers is not modelled');
  machine.raiseIf(terms.le(items.length, terms.zero), exceptionClass('ValueError'));
  const id = machine.makeUp();
  const best = terms.variable('int', `extreme ${id}`);
  const witness = terms.variable('int', `position of extreme ${id}`);
  const termAt = (position: IntTerm): IntTerm => integerAt(machine, items, position);
  machine.assume(isInside(machine, witness, items.length));
  machine.assume(terms.eq(termAt(witness), best));
  machine.assume(
    everywhere(machine, items.length, (position) =>
      better === '<' ? terms.le(best, termAt(position)) : terms.le(termAt(position), best),
    ),
  );
  return intValue(best);
}

function integerAt(machine: Machine, items: AnyLength, position: IntTerm): IntTerm {
  const item = itemOf(machine, items, position);
  if (item.kind !== 'int') throw new TypeError('the items are integers');
  return item.term;
}

/** The sum of a term for all positions from 0 up to a length. */
export function sumOver(machine: Machine, length: IntTerm, position: Variable<'int'>, summand: IntTerm): Value {
  const sum = sumTo(machine.terms, position, summand, length);
  return sum === undefined ? machine.cut('sum', 'a sum of sums is not modelled') : intValue(sum);
}

/** The sum of integers. */
export function sumOfItems(machine: Machine, { length, index, element }: AnyLength): Value {
  if (element.kind !== 'int') return machine.cut('sum()', 'the sum of other items than integers is not modelled');
  return sumOver(machine, length, index, element.term);
}
