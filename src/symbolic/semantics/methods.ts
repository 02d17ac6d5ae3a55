/** Methods of built-in types, by the type of their receiver. */
import type { NamedArguments } from '../execute/calls.ts';
import type { Machine } from '../execute/machine.ts';
import { type PlainValue, typeName, type Value } from '../values/value.ts';
import { callDictMethod, isDictMethod } from './dict-methods.ts';
import { callListMethod, isListMethod } from './lists.ts';
import { callSetMethod, isSetMethod } from './set-methods.ts';
import { callTextMethod, isTextMethod } from './text-methods.ts';
import { isText } from './texts.ts';

/** Whether the value has a method of this name that the engine knows. */
export function hasMethod(value: PlainValue, name: string): boolean {
  if (isText(value)) return isTextMethod(value.kind, name);
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

/** Calls a method with arguments none of which is a union. */
export function callMethod(
  machine: Machine,
  receiver: PlainValue,
  name: string,
  args: readonly PlainValue[],
  named: NamedArguments,
): Value {
  switch (receiver.kind) {
    case 'list':
      return callListMethod(machine, name, receiver, args, named);
    case 'dict':
      return callDictMethod(machine, name, receiver, args, named);
    case 'set':
    case 'frozenset':
      return callSetMethod(machine, name, receiver, args, named);
    default:
      if (isText(receiver)) return callTextMethod(machine, name, receiver, args, named);
      return machine.cut(`.${name}()`, `the method ${name} of a value of type ${typeName(receiver)} is not modelled`);
  }
}
