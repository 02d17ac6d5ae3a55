/** Attributes of classes: https://docs.python.org/3/howto/descriptor.html */
import type { Machine } from '../../machine/machine.ts';
import { NO_ARGUMENTS } from '../../values/arguments.ts';
import type { PlainValue, PyClass, Value } from '../../values/value.ts';
import { namespaceOf } from './namespaces.ts';

/** The attribute of this name that a class has or inherits; undefined where no class of the module defines it. */
export function lookupInClass(machine: Machine, searched: PyClass, name: string, behind?: PyClass): Value | undefined {
  const start = behind === undefined ? 0 : searched.mro.indexOf(behind) + 1;
  for (const { attributes } of searched.mro.slice(start)) {
    const value = attributes === undefined ? undefined : namespaceOf(machine, attributes).get(name);
    if (value === undefined || value.kind === 'unbound') continue;
    if (value.kind === 'union' && value.cases.some((one) => one.value.kind === 'unbound')) {
      return machine.cut(
        `.${name}`,
        `whether the class ${searched.name} has an attribute ${name} depends on the inputs`,
      );
    }
    return value;
  }
  return undefined;
}

/** What a class attribute gives when it is read through an object of the class. */
export function bind(machine: Machine, attribute: Value, receiver: PlainValue, owner: PyClass): Value {
  return machine.dispatch(attribute, (value) => {
    if (value.kind === 'function' || value.kind === 'generated') return bound(value, receiver);
    if (isCachedFunction(value)) return bound(value, receiver);
    if (value.kind === 'callback') return machine.cut('method', 'a method that the caller passes in is not modelled');
    if (value.kind !== 'descriptor') return value;
    switch (value.role) {
      case 'staticmethod':
        return value.function;
      case 'classmethod':
        return bound(value.function, { kind: 'class', class: owner });
      case 'property':
        return machine.interpreter.call(value.function, { ...NO_ARGUMENTS, positional: [receiver] });
    }
  });
}

export function bound(function_: PlainValue, receiver: PlainValue): PlainValue {
  return { kind: 'bound', function: function_, receiver };
}

/** The method of this name that the value's class defines in the module, bound to the value; undefined where there is none. */
export function specialMethod(machine: Machine, value: PlainValue, name: string): PlainValue | undefined {
  const owner =
    value.kind === 'instance' || value.kind === 'exception' || value.kind === 'tuple' ? value.class : undefined;
  const found = owner && lookupInClass(machine, owner, name);
  if (owner === undefined || found === undefined) return undefined;
  const method = bind(machine, found, value, owner);
  return method.kind === 'union' ? machine.cut(name, `${name} depends on the inputs`) : method;
}

/** Whether a value is a function that keeps its results, which is bound to an object as a function is. */
function isCachedFunction(value: PlainValue): boolean {
  return value.kind === 'bound' && value.function.kind === 'builtin' && value.function.name === 'functools.cache()';
}

/** Whether a value can be called. */
export function isCallable(machine: Machine, value: PlainValue): boolean {
  if (value.kind === 'instance') return specialMethod(machine, value, '__call__') !== undefined;
  return ['function', 'callback', 'builtin', 'method', 'class', 'bound'].includes(value.kind);
}
