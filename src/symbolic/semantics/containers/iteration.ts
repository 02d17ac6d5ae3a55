/** Iteration: https://docs.python.org/3/library/stdtypes.html#iterator-types */
import type { Machine } from '../../machine/machine.ts';
import { settleForeign } from '../../oracle/operations.ts';
import type { IntTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { rangeElement, rangeLength } from '../../values/ranges.ts';
import {
  boolValue,
  type DictValue,
  type Iteration,
  intValue,
  NONE,
  type PlainValue,
  typeName,
  type Value,
} from '../../values/value.ts';
import { isEnumeration, membersOf } from '../objects/enumerations.ts';
import { type ListValue, lengthOf, plainLength } from '../objects/held-items.ts';
import { truth } from '../objects/truth.ts';
import { use } from '../objects/unmodelled.ts';
import { isItemSequence, itemAt, itemInside, setItems, withItems } from '../sequences/sequences.ts';
import { elementAt } from '../sequences/text-slices.ts';
import { inOrder, type SetValue, withSet } from './sets.ts';

/** Longer iterables are not turned into known items. */
const MOST_ITEMS = 10_000n;

/** Walks a value; raises TypeError where it is no iterable. A list is read anew at every step, since the loop may change it. */
export function iterationOf(machine: Machine, value: PlainValue): Iteration {
  const { terms } = machine;
  switch (value.kind) {
    case 'tuple':
    case 'sequence':
    case 'list':
      return {
        hasElement: (index) => terms.lt(index, lengthOf(machine, value)),
        element: (index) => itemInside(machine, value, index),
      };
    case 'range': {
      const length = rangeLength(terms, value);
      return {
        hasElement: (index) => terms.lt(index, length),
        element: (index) => intValue(rangeElement(terms, value, index)),
      };
    }
    case 'str':
    case 'bytes': {
      const length = terms.length(value.term);
      return {
        hasElement: (index) => terms.lt(index, length),
        element: (index) => elementAt(machine, value, index),
      };
    }
    case 'dict':
      return overEntries(machine, value, 'keys');
    case 'view':
      return overEntries(machine, value.dict, value.role);
    case 'set':
    case 'frozenset':
      return overElements(machine, value);
    case 'class':
      if (!isEnumeration(value.class)) break;
      return iterationOf(machine, { kind: 'tuple', items: [...membersOf(machine, value.class).values()] });
    case 'unmodelled':
    case 'unbound':
      return use(machine, value);
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
      return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  }
  return machine.cut('iteration', `iteration over a value of type ${typeName(value)} is not modelled`);
}

/** Walks a dictionary; raises RuntimeError where its size changes on the way. */
function overEntries(machine: Machine, dict: DictValue, role: 'keys' | 'values' | 'items'): Iteration {
  const { terms } = machine;
  const before = machine.contentOf(dict.object);
  const isInside = (index: IntTerm): Value =>
    withItems(machine, dict, (items) => boolValue(terms.lt(index, terms.int(items.length))));
  return {
    hasElement: (index) => {
      requireUnchanged(machine, dict, before, sameKeys);
      return truth(machine, isInside(index));
    },
    element: (index) =>
      withItems(machine, dict, (pairs) => {
        const shown = role === 'items' ? pairs : pairs.map((pair) => partOf(pair, role));
        return itemAt(machine, { kind: 'tuple', items: shown }, index);
      }),
  };
}

function partOf(pair: Value, role: 'keys' | 'values'): Value {
  const part = pair.kind === 'tuple' ? pair.items[role === 'keys' ? 0 : 1] : undefined;
  if (part === undefined) throw new TypeError('an entry is a pair');
  return part;
}

function sameKeys(before: readonly Value[], after: readonly Value[]): boolean {
  return before.every((pair, index) => {
    const other = after[index];
    return other !== undefined && partOf(pair, 'keys') === partOf(other, 'keys');
  });
}

/** Walks a set in the order of its table; cuts where that is not known. */
function overElements(machine: Machine, set: SetValue): Iteration {
  const { terms } = machine;
  const before = machine.contentOf(set.object);
  const order = machine.dispatch(before, () =>
    withSet(machine, set, (elements) => {
      const items = inOrder(elements);
      if (items !== undefined) return { kind: 'tuple', items };
      return machine.cut('order of a set', 'the order of these elements is up to the implementation');
    }),
  );
  return {
    hasElement: (index) => {
      requireUnchanged(machine, set, before, (one, other) => one.every((item, at) => item === other[at]));
      return truth(
        machine,
        machine.dispatch(order, (items) => boolValue(terms.lt(index, plainLength(machine, items)))),
      );
    },
    element: (index) =>
      machine.dispatch(order, (items) =>
        items.kind === 'tuple' ? itemAt(machine, items, index) : machine.cut('iteration', 'the set is not known'),
      ),
  };
}

/** Raises RuntimeError where a container that is walked has another size than before; cuts where it is changed otherwise. */
function requireUnchanged(
  machine: Machine,
  container: DictValue | SetValue,
  before: Value,
  isSame: (before: readonly Value[], after: readonly Value[]) => boolean,
): void {
  if (machine.contentOf(container.object) === before) return;
  withItems(machine, container, (items) =>
    machine.dispatch(before, (old) => {
      if (old.kind !== 'tuple') return machine.cut('iteration', 'the container is not known');
      if (old.items.length !== items.length) {
        return machine.raise({ kind: 'exception', class: exceptionClass('RuntimeError') });
      }
      if (!isSame(old.items, items)) machine.cut('iteration', 'a container that is walked has changed');
      return NONE;
    }),
  );
}

/**
 * Applies `handle` to all elements of an iterable, once for every number of them that there may be. What computes elements only when it is asked
 * may raise or have effects between them: `use` is what is done with each before the next is asked for.
 */
export function withElements(
  machine: Machine,
  value: PlainValue,
  handle: (items: readonly Value[]) => Value,
  use: (element: Value) => void = () => {},
): Value {
  if (isItemSequence(value)) return withItems(machine, value, handle);
  if (value.kind === 'foreign') {
    const items = settleForeign(machine, [value], (source) => `tuple(${source})`);
    return items.kind === 'tuple' ? handle(items.items) : machine.cut('iteration', `a ${value.type} is not iterated`);
  }
  if (isComputed(value)) return withItems(machine, collect(machine, value, use), handle);
  const items = knownElements(machine, iterationOf(machine, value));
  return items === undefined ? withItems(machine, collect(machine, value), handle) : handle(items);
}

/** Whether asking for an element may run code. */
export function isComputed(value: PlainValue): value is Extract<PlainValue, { kind: 'iterator' | 'instance' }> {
  return value.kind === 'iterator' || value.kind === 'instance';
}

/** Does something with each element of an iterable, before the next one is asked for; what it has done stays where one raises. */
export function forEachElement(machine: Machine, value: PlainValue, use: (element: Value) => void): void {
  if (isComputed(value)) machine.interpreter.iterate(value, { line: machine.line, body: use });
  else
    withElements(machine, value, (items) => {
      for (const item of items) use(item);
      return NONE;
    });
}

/** The last of the values that `step` makes of the one before it and the next element; `start` where there are no elements. */
export function foldElements(
  machine: Machine,
  value: PlainValue,
  start: Value,
  step: (before: Value, element: Value) => Value,
): Value {
  if (!isComputed(value)) return withElements(machine, value, (items) => items.reduce(step, start));
  const last = machine.allocate(start);
  forEachElement(machine, value, (element) => machine.store(last, step(machine.contentOf(last), element)));
  return machine.contentOf(last);
}

/** The elements where it is known how many there are. */
function knownElements(machine: Machine, { hasElement, element }: Iteration): readonly Value[] | undefined {
  const items: Value[] = [];
  for (let index = 0; ; index++) {
    const at = machine.terms.int(index);
    const more = machine.known(hasElement(at));
    if (more === undefined) return undefined;
    if (!more) return items;
    if (BigInt(index) >= MOST_ITEMS) return machine.cut('iteration', `there are more than ${MOST_ITEMS} elements`);
    machine.step();
    items.push(element(at));
  }
}

/** A list of the elements, collected by a loop. */
function collect(machine: Machine, value: PlainValue, use?: (element: Value) => void): ListValue {
  const list: ListValue = { kind: 'list', object: machine.allocate({ kind: 'tuple', items: [] }) };
  machine.interpreter.iterate(value, {
    line: machine.line,
    body: (element) => {
      use?.(element);
      withItems(machine, list, (items) => {
        setItems(machine, list, [...items, element]);
        return NONE;
      });
    },
  });
  return list;
}

/** Like {@link withElements}, for what does not depend on the order of a set: `isOrdered` tells whether it is known. */
export function withUnordered(
  machine: Machine,
  value: PlainValue,
  handle: (items: readonly Value[], isOrdered: boolean) => Value,
): Value {
  if (value.kind !== 'set' && value.kind !== 'frozenset') {
    return withElements(machine, value, (items) => handle(items, true));
  }
  return withSet(machine, value, (elements) => {
    const items = inOrder(elements);
    return handle(items ?? elements.items, items !== undefined);
  });
}
