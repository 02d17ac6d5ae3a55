/** Methods of containers, by the type of their receiver. */
import type { Machine } from '../../machine/machine.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import type { PlainValue, Value } from '../../values/value.ts';
import type { TupleValue } from '../objects/held-items.ts';
import { DEQUE } from './collection-classes.ts';
import { callDequeMethod, isDequeMethod } from './deques.ts';
import { callDictMethod, isDictMethod } from './dict-methods.ts';
import { callListMethod, countOf, indexOf, isListMethod } from './lists.ts';

import { callSetMethod, isSetMethod } from './set-methods.ts';

const TUPLE_METHODS: Readonly<
  Record<string, (machine: Machine, tuple: TupleValue, args: readonly PlainValue[]) => Value | undefined>
> = { count: countOf, index: indexOf };

/** Whether the value is a container with a method of this name that the engine knows. */
export function hasContainerMethod(value: PlainValue, name: string): boolean {
  switch (value.kind) {
    case 'list':
      return value.class === DEQUE ? isDequeMethod(name) : isListMethod(name);
    case 'tuple':
      return Object.hasOwn(TUPLE_METHODS, name);
    case 'dict':
      return isDictMethod(value, name);
    case 'set':
    case 'frozenset':
      return isSetMethod(value, name);
    default:
      return false;
  }
}

/** Calls a method of a container; undefined for other values. */
export function callContainerMethod(
  machine: Machine,
  receiver: PlainValue,
  name: string,
  args: readonly PlainValue[],
  named: NamedArguments,
): Value | undefined {
  switch (receiver.kind) {
    case 'list':
      if (receiver.class === DEQUE) return callDequeMethod(machine, name, receiver, args, named);
      return callListMethod(machine, name, receiver, args, named);
    case 'tuple':
      return named.size === 0 ? TUPLE_METHODS[name]?.(machine, receiver, args) : undefined;
    case 'dict':
      return callDictMethod(machine, name, receiver, args, named);
    case 'set':
    case 'frozenset':
      return callSetMethod(machine, name, receiver, args, named);
    default:
      return undefined;
  }
}
