/** Comprehensions over sequences of any length: quantified conditions, and lists described item by item. */
import type { Machine } from '../machine/machine.ts';
import { type Indexed, iteratorsIn, termsOf, walkOf } from '../semantics/containers/indexed-walks.ts';

import { truth } from '../semantics/objects/truth.ts';
import {
  everywhere,
  forAnyPosition,
  isFlat,
  sequenceOf,
  substituteValue,
  sumOver,
} from '../semantics/sequences/any-length.ts';
import type { Comprehension, Expression } from '../syntax/ast.ts';
import { substitute } from '../terms/quantify.ts';
import type { BoolTerm, IntTerm } from '../terms/term.ts';
import { intValue, type PlainValue, type Value } from '../values/value.ts';
import { evaluate } from './expressions.ts';

import { assign } from './statements.ts';

/** `any(…)` or `all(…)` of a generator over something of any length, as one condition. */
export function quantified(
  machine: Machine,
  kind: 'any' | 'all',
  element: Expression,
  [current, ...inner]: readonly Comprehension[],
  walk: Indexed,
): BoolTerm {
  const { terms } = machine;
  if (current === undefined) throw new TypeError('a comprehension needs a loop');
  const holds = everywhere(machine, walk.length, (position) => {
    const premises = enter(machine, current, walk.element(position));
    const [next] = inner;
    if (next === undefined) {
      const each = truth(machine, evaluate(machine, element));
      return terms.implies(premises, kind === 'all' ? each : terms.not(each));
    }
    const { heap } = machine.state;
    const iterable = evaluate(machine, next.iterable);
    // an iterator from outside has its elements for one position only
    const isNew = iteratorsIn(iterable).every(({ object }) => !heap.has(object));
    const within = isNew ? walkOf(machine, iterable) : undefined;
    if (within === undefined) return machine.cut(`${kind}()`, 'an inner loop over known items is not modelled here');
    const each = quantified(machine, kind, element, inner, within);
    return terms.implies(premises, kind === 'all' ? each : terms.not(each));
  });
  return kind === 'all' ? holds : terms.not(holds);
}

/** `sum(…)` of a generator over something of any length. */
export function summed(machine: Machine, element: Expression, loop: Comprehension, walk: Indexed): Value {
  const { terms } = machine;
  const generic = forAnyPosition(
    machine,
    walk.length,
    (position): IntTerm => {
      const isKept = enter(machine, loop, walk.element(position));
      const item = evaluate(machine, element);
      const summand = item.kind === 'bool' ? terms.boolToInt(item.term) : item.kind === 'int' ? item.term : undefined;
      return summand === undefined
        ? machine.cut('sum()', 'the sum of other items than integers is not modelled')
        : terms.ite(isKept, summand, terms.zero);
    },
    (summand) => [summand],
  );
  return generic === undefined ? intValue(terms.zero) : sumOver(machine, walk.length, generic.position, generic.value);
}

/** Binds the loop's target and goes on where its conditions hold; the conditions. */
function enter(machine: Machine, { target, conditions }: Comprehension, item: Value): BoolTerm {
  assign(machine, target, item);
  const premises = conditions.map((condition) => {
    const holds = truth(machine, evaluate(machine, condition));
    machine.assume(holds);
    return holds;
  });
  return machine.terms.and(...premises);
}

/** What a comprehension makes of any position: whether there is an item, and which. */
interface Made {
  readonly isKept: BoolTerm;
  readonly item: Value;
}

/** `[element for target in … if condition]` over something of any length, as a list. */
export function mapped(machine: Machine, element: Expression, loop: Comprehension, walk: Indexed): PlainValue {
  const generic = forAnyPosition(
    machine,
    walk.length,
    (position): Made => {
      const isKept = enter(machine, loop, walk.element(position));
      const item = evaluate(machine, element);
      return isFlat(item) ? { isKept, item } : machine.cut('sequence', 'the items are no scalars');
    },
    ({ isKept, item }) => [isKept, ...termsOf(item)],
  );
  if (generic === undefined) return machine.makeList([]);
  const { position, value: made } = generic;
  const itemAt = (at: IntTerm): Value => substituteValue(machine.terms, made.item, position, at);
  const isKeptAt = (at: IntTerm): BoolTerm => substitute(machine.terms, made.isKept, position, at);
  const items =
    loop.conditions.length === 0
      ? sequenceOf(machine, walk.length, itemAt)
      : kept(machine, walk.length, isKeptAt, itemAt);
  return { kind: 'list', object: machine.allocate(items) };
}

/** The items that are kept, in their order: the positions they come from rise, and none that is kept is left out. */
function kept(
  machine: Machine,
  length: IntTerm,
  isKeptAt: (at: IntTerm) => BoolTerm,
  itemAt: (at: IntTerm) => Value,
): PlainValue {
  const { terms } = machine;
  const id = machine.makeUp();
  const count = terms.variable('int', `kept ${id}`);
  const origin = (at: IntTerm): IntTerm => terms.opaque('int', `origin ${id}`, [at]);
  const place = (at: IntTerm): IntTerm => terms.opaque('int', `place ${id}`, [at]);
  const inside = (at: IntTerm, end: IntTerm): BoolTerm => terms.and(terms.le(terms.zero, at), terms.lt(at, end));
  machine.assume(terms.and(terms.le(terms.zero, count), terms.le(count, length)));
  machine.assume(everywhere(machine, count, (at) => terms.and(inside(origin(at), length), isKeptAt(origin(at)))));
  machine.assume(
    everywhere(machine, terms.sub(count, terms.one), (at) => terms.lt(origin(at), origin(terms.add(at, terms.one)))),
  );
  machine.assume(
    everywhere(machine, length, (at) =>
      terms.implies(isKeptAt(at), terms.and(inside(place(at), count), terms.eq(origin(place(at)), at))),
    ),
  );
  return sequenceOf(machine, count, (at) => itemAt(origin(at)));
}
