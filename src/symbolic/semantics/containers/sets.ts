/** Sets: https://docs.python.org/3/library/stdtypes.html#set-types-set-frozenset */
import type { Machine } from '../../machine/machine.ts';
import type { BoolTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { boolValue, NONE, type PlainValue, type Value } from '../../values/value.ts';
import type { AnyLength, TupleValue } from '../objects/held-items.ts';
import { truth } from '../objects/truth.ts';
import { use } from '../objects/unmodelled.ts';
import { joined, ofKnown } from '../sequences/any-length.ts';
import { containsEqual } from '../sequences/any-length-equality.ts';
import { findKey, isFound, requireHashable, withKey } from './hashing.ts';
import { SetTable } from './set-table.ts';

export type SetValue = Extract<PlainValue, { kind: 'set' | 'frozenset' }>;

/** What a set holds: elements that differ from each other, and the table that orders them where it is known. */
export interface Elements {
  readonly items: readonly Value[];
  readonly table: SetTable | undefined;
}

const NO_ELEMENTS: Elements = { items: [], table: SetTable.EMPTY };

/** The tables of what the heap holds for sets; a join of two states makes a new tuple, whose table is not known. */
const tables = new WeakMap<Value, SetTable>();

/** Makes an empty set. */
export function makeSet(machine: Machine, kind: SetValue['kind'] = 'set', elements: Elements = NO_ELEMENTS): SetValue {
  return { kind, object: machine.allocate(contentFor(elements)) };
}

function contentFor({ items, table }: Elements): TupleValue {
  const content: TupleValue = { kind: 'tuple', items };
  if (table !== undefined) tables.set(content, table);
  return content;
}

/** Applies `handle` to the elements, once for every number of elements there may be here. */
export function withSet(machine: Machine, set: SetValue, handle: (elements: Elements) => Value): Value {
  return machine.dispatch(machine.contentOf(set.object), (content) => {
    if (content.kind === 'unmodelled') return use(machine, content);
    if (content.kind === 'sequence') return machine.cut('set', 'this operation on a set of any size is not modelled');
    if (content.kind !== 'tuple') throw new TypeError('elements are held as a tuple');
    return handle({ items: content.items, table: tables.get(content) });
  });
}

/** Replaces what the set holds. */
export function setElements(machine: Machine, set: SetValue, elements: Elements): Value {
  machine.store(set.object, contentFor(elements));
  return NONE;
}

/** The number that a known int or bool is in a table. */
export function tableNumber(element: Value): number | undefined {
  if (element.kind === 'bool' && element.term.kind === 'literal') return element.term.value ? 1 : 0;
  return element.kind === 'int' && element.term.kind === 'literal' ? Number(element.term.value) : undefined;
}

/** The elements in the order of iteration; undefined where that is not known. */
export function inOrder({ items, table }: Elements): readonly Value[] | undefined {
  if (items.length < 2) return items;
  const order = table?.order.map((number) => items.find((item) => tableNumber(item) === number));
  const known = order?.filter((item) => item !== undefined);
  return known?.length === items.length ? known : undefined;
}

/** The elements of a set of any size, each once and in any order; undefined for every other set. */
export function anySizeOf(machine: Machine, set: SetValue): AnyLength | undefined {
  const content = machine.contentOf(set.object);
  return content.kind === 'sequence' ? content : undefined;
}

function addToAny(machine: Machine, set: SetValue, elements: AnyLength, element: Value): void {
  machine.dispatch(element, (plain) =>
    machine.choose(
      containsEqual(machine, elements, plain),
      () => NONE,
      () => {
        const more = joined(machine, elements, ofKnown(machine, [plain]));
        machine.store(set.object, more);
        return NONE;
      },
    ),
  );
}

/** Adds an element; raises TypeError where it is not hashable. */
export function addElement(machine: Machine, set: SetValue, element: Value): void {
  requireHashable(machine, element);
  const any = anySizeOf(machine, set);
  if (any !== undefined) return addToAny(machine, set, any, element);
  withSet(machine, set, ({ items, table }) => {
    const number = tableNumber(element);
    return machine.choose(
      isFound(machine, findKey(machine, items, element)),
      () => NONE,
      () =>
        setElements(machine, set, {
          items: [...items, element],
          table: number === undefined ? undefined : table?.with(number),
        }),
    );
  });
}

/** Takes an element out. */
export function removeElement(machine: Machine, set: SetValue, element: Value, missing: () => Value): Value {
  requireSearchable(machine, element);
  return withSet(machine, set, ({ items, table }) => {
    const number = tableNumber(element);
    return withKey(
      machine,
      findKey(machine, items, element),
      (index) =>
        setElements(machine, set, {
          items: items.toSpliced(index, 1),
          table: number === undefined ? undefined : table?.without(number),
        }),
      missing,
    );
  });
}

/** `set.pop()`; raises KeyError where the set is empty. */
export function popElement(machine: Machine, set: SetValue): Value {
  return withSet(machine, set, ({ items, table }) => {
    const [only, second] = items;
    if (only === undefined) return machine.raise({ kind: 'exception', class: exceptionClass('KeyError') });
    const popped = table?.popped();
    const taken = popped === undefined ? only : items.find((item) => tableNumber(item) === popped.element);
    if (taken === undefined || (popped === undefined && second !== undefined)) {
      return machine.cut('set.pop', 'the order of these elements is up to the implementation');
    }
    setElements(machine, set, { items: items.filter((item) => item !== taken), table: popped?.rest });
    return taken;
  });
}

/** A set that is looked for in a set stands for the frozenset of its elements. */
function requireSearchable(machine: Machine, element: Value): void {
  if (element.kind === 'set') machine.cut('set in a set', 'looking a set up among frozensets is not modelled');
  requireHashable(machine, element);
}

/** Whether an element is among the elements; raises TypeError where it is not hashable. */
export function isElement(machine: Machine, items: readonly Value[], element: Value): BoolTerm {
  requireSearchable(machine, element);
  return isFound(machine, findKey(machine, items, element));
}

/** Decides a relation for every pair of element lists that two sets may have. */
export function withBothSets(
  machine: Machine,
  left: SetValue,
  right: SetValue,
  relate: (left: readonly Value[], right: readonly Value[]) => BoolTerm,
): BoolTerm {
  return truth(
    machine,
    withSet(machine, left, (ours) => withSet(machine, right, (theirs) => boolValue(relate(ours.items, theirs.items)))),
  );
}

/** Whether every element of the first is in the second. */
export function isSubset(machine: Machine, items: readonly Value[], others: readonly Value[]): BoolTerm {
  if (items.length > others.length) return machine.terms.false;
  return machine.terms.and(...items.map((item) => isFound(machine, findKey(machine, others, item))));
}

/** `left == right` of two sets. */
export function equalSets(machine: Machine, left: SetValue, right: SetValue): BoolTerm {
  return withBothSets(machine, left, right, (a, b) =>
    a.length === b.length ? isSubset(machine, a, b) : machine.terms.false,
  );
}

/** `left < right` and `left <= right` of two sets: inclusion. */
export function orderedSets(machine: Machine, operator: '<' | '<=', left: SetValue, right: SetValue): BoolTerm {
  return withBothSets(machine, left, right, (a, b) =>
    operator === '<' && a.length >= b.length ? machine.terms.false : isSubset(machine, a, b),
  );
}
