/** Iteration: https://docs.python.org/3/library/stdtypes.html#iterator-types */
import type { Machine } from '../execute/machine.ts';
import type { BoolTerm, IntTerm } from '../terms/term.ts';
import { exceptionClass } from '../values/classes.ts';
import { boolValue, intValue, type PlainValue, strValue, typeName, type Value } from '../values/value.ts';
import { rangeElement, rangeLength } from './ranges.ts';
import { isItemSequence, itemAt, withItems } from './sequences.ts';
import { truth, use } from './truth.ts';

/** How an iterable is walked: whether there is an element at a position from 0 up, and which. */
export interface Iteration {
  readonly hasElement: (index: IntTerm) => BoolTerm;
  readonly element: (index: IntTerm) => Value;
}

/** Longer iterables are not turned into known items. */
const MOST_ITEMS = 10_000n;

/** Walks a value; raises TypeError where it is no iterable. A list is read anew at every step, since the loop may change it. */
export function iterationOf(machine: Machine, value: PlainValue): Iteration {
  const { terms } = machine;
  switch (value.kind) {
    case 'tuple':
    case 'list':
      return {
        hasElement: (index) =>
          truth(
            machine,
            withItems(machine, value, (items) => boolValue(terms.lt(index, terms.int(items.length)))),
          ),
        element: (index) => itemAt(machine, value, index),
      };
    case 'range': {
      const length = rangeLength(terms, value);
      return {
        hasElement: (index) => terms.lt(index, length),
        element: (index) => intValue(rangeElement(terms, value, index)),
      };
    }
    case 'str': {
      const length = terms.length(value.term);
      return {
        hasElement: (index) => terms.lt(index, length),
        element: (index) => strValue(terms.substr(value.term, index, terms.one)),
      };
    }
    case 'unmodelled':
    case 'unbound':
      return use(machine, value);
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
      return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
    default:
      return machine.cut('iteration', `iteration over a value of type ${typeName(value)} is not modelled`);
  }
}

/** Applies `handle` to all elements of an iterable whose length is known on every path. */
export function withElements(machine: Machine, value: PlainValue, handle: (items: readonly Value[]) => Value): Value {
  if (isItemSequence(value)) return withItems(machine, value, handle);
  const { hasElement, element } = iterationOf(machine, value);
  const items: Value[] = [];
  for (let index = 0; ; index++) {
    const at = machine.terms.int(index);
    const more = hasElement(at);
    if (more.kind !== 'literal') {
      return machine.cut('iteration', 'the number of elements depends on the inputs');
    }
    if (!more.value) return handle(items);
    if (BigInt(index) >= MOST_ITEMS) return machine.cut('iteration', `there are more than ${MOST_ITEMS} elements`);
    machine.step();
    items.push(element(at));
  }
}
