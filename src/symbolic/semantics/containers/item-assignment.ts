/** Changing items: https://docs.python.org/3/reference/simple_stmts.html#assignment-statements */
import type { Machine } from '../../machine/machine.ts';
import { raiseNamed } from '../../machine/raising.ts';
import { NONE, type PlainValue, typeName, type Value } from '../../values/value.ts';
import { integerTerm, isInteger } from '../numbers/numbers.ts';
import type { ListValue } from '../objects/held-items.ts';
import { callSpecial } from '../objects/special-methods.ts';
import { use } from '../objects/unmodelled.ts';
import { assignItem, checkedPosition, setItems, withItems } from '../sequences/sequences.ts';
import { COUNTER } from './collection-classes.ts';
import { removeEntry, setEntry } from './dicts.ts';

/** `container[at] = value`. */
export function setSubscript(machine: Machine, container: PlainValue, at: PlainValue, value: Value): Value {
  switch (container.kind) {
    case 'dict':
      setEntry(machine, container, at, value);
      return NONE;
    case 'list':
      assignItem(machine, container, positionIn(machine, at), value);
      return NONE;
    case 'instance':
      return callSpecial(machine, container, '__setitem__', at, value) ?? raiseNamed(machine, 'TypeError');
    default:
      return refuse(machine, container);
  }
}

/** `del container[at]`. */
export function deleteSubscript(machine: Machine, container: PlainValue, at: PlainValue): Value {
  switch (container.kind) {
    case 'dict':
      return removeEntry(machine, container, at, () => NONE, container.class === COUNTER ? () => NONE : undefined);
    case 'list':
      return deleteItem(machine, container, at);
    case 'instance':
      return callSpecial(machine, container, '__delitem__', at) ?? raiseNamed(machine, 'TypeError');
    default:
      return refuse(machine, container);
  }
}

function positionIn(machine: Machine, at: PlainValue): ReturnType<typeof integerTerm> {
  if (at.kind === 'unmodelled' || at.kind === 'unbound') return use(machine, at);
  if (at.kind === 'instance') return machine.cut('index', '__index__ of an object is not called here');
  return isInteger(at) ? integerTerm(machine, at) : raiseNamed(machine, 'TypeError');
}

/** Every position at which the item may be is a case of its own. */
function deleteItem(machine: Machine, list: ListValue, at: PlainValue): Value {
  const index = positionIn(machine, at);
  return takeItem(machine, list, index, () => NONE);
}

/** Takes the item at an index out of a list, once for every position that it may mean; raises IndexError outside. */
export function takeItem(
  machine: Machine,
  list: ListValue,
  index: ReturnType<typeof integerTerm>,
  handle: (item: Value) => Value,
): Value {
  const { terms } = machine;
  return withItems(machine, list, (items) => {
    const position = checkedPosition(machine, index, terms.int(items.length));
    const take = (from: number): Value => {
      const item = items[from];
      if (item === undefined) return machine.cut('index', 'a checked position is outside');
      const here = (): Value => {
        setItems(machine, list, items.toSpliced(from, 1));
        return handle(item);
      };
      if (from === items.length - 1) return here();
      return machine.choose(terms.eq(position, terms.int(from)), here, () => take(from + 1));
    };
    return take(position.kind === 'literal' ? Number(position.value) : 0);
  });
}

/** Values of other built-in types have no items to change. */
function refuse(machine: Machine, container: PlainValue): Value {
  switch (container.kind) {
    case 'unmodelled':
    case 'unbound':
      return use(machine, container);
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
    case 'bytes':
    case 'tuple':
    case 'range':
    case 'set':
    case 'frozenset':
    case 'function':
      return raiseNamed(machine, 'TypeError');
    default:
      return machine.cut('item assignment', `items of a value of type ${typeName(container)} are not modelled`);
  }
}
