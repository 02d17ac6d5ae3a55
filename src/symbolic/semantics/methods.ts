/** Methods of containers, by the type of their receiver. */
import type { NamedArguments } from '../execute/calls.ts';
import type { Machine } from '../execute/machine.ts';
import type { PlainValue, Value } from '../values/value.ts';
import { callDictMethod, isDictMethod } from './dict-methods.ts';
import { callListMethod, isListMethod } from './lists.ts';
import { callSetMethod, isSetMethod } from './set-methods.ts';

/** Whether the value is a container with a method of this name that the engine knows. */
export function hasContainerMethod(value: PlainValue, name: string): boolean {
  switch (value.kind) {
    case 'list':
      return isListMethod(name);
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
      return callListMethod(machine, name, receiver, args, named);
    case 'dict':
      return callDictMethod(machine, name, receiver, args, named);
    case 'set':
    case 'frozenset':
      return callSetMethod(machine, name, receiver, args, named);
    default:
      return undefined;
  }
}
