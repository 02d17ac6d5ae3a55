/** Attributes: https://docs.python.org/3/reference/datamodel.html#customizing-attribute-access */
import type { Machine } from '../machine/machine.ts';
import { foreignName } from '../oracle/classes.ts';
import { settleForeign } from '../oracle/operations.ts';
import { askCpython } from '../oracle/settle.ts';
import { classEntry, foreignEntry, isPureMethod } from '../oracle/whitelist.ts';
import { NO_ARGUMENTS } from '../values/arguments.ts';
import { type PlainValue, type PyClass, strValue, typeName, UNBOUND, type Value } from '../values/value.ts';
import { hasContainerMethod } from './containers/methods.ts';
import { isBuiltinFunction } from './library/builtins.ts';
import { libraryAttribute } from './library/library.ts';
import { isNumberMethod, numberAttribute } from './numbers/number-methods.ts';
import { isNumber } from './numbers/numbers.ts';
import { bind, bound, lookupInClass } from './objects/lookup.ts';
import { missingAttribute, namespaceOf } from './objects/namespaces.ts';
import { use } from './objects/unmodelled.ts';
import { isText } from './sequences/texts.ts';
import { isMatchMethod } from './texts/regex-match.ts';
import { isTextMethod } from './texts/text-methods.ts';

/** `value.name`. */
export function getAttribute(machine: Machine, value: PlainValue, name: string): Value {
  switch (value.kind) {
    case 'unmodelled':
    case 'unbound':
      return use(machine, value);
    case 'module':
      return libraryAttribute(machine, value.name, name);
    case 'namespace':
      return value.entries.get(name) ?? missingAttribute(machine);
    case 'instance':
      return ofInstance(machine, value, name);
    case 'exception':
      return ofException(machine, value, name);
    case 'class':
      return ofClass(machine, value.class, name);
    case 'super':
      return ofSuper(machine, value, name);
    case 'descriptor':
      return ofDescriptor(machine, value, name);
    case 'function':
      return name === '__name__' ? strValue(machine.terms.str(value.name)) : ofBuiltin(machine, value, name);
    default:
      return ofBuiltin(machine, value, name);
  }
}

/** Attributes of values of built-in types: methods, and the fields of named tuples. */
function ofBuiltin(machine: Machine, value: PlainValue, name: string): Value {
  if (isNumber(value)) {
    const attribute = numberAttribute(machine, value, name);
    if (attribute !== undefined) return attribute;
    if (isNumberMethod(value, name)) return { kind: 'method', receiver: value, name };
  }
  if (isText(value) && isTextMethod(value.kind, name)) return { kind: 'method', receiver: value, name };
  if (value.kind === 'match' && isMatchMethod(name)) return { kind: 'method', receiver: value, name };
  if (hasContainerMethod(value, name)) return { kind: 'method', receiver: value, name };
  if (value.kind === 'tuple' && value.class !== undefined) {
    const at = value.class.record?.fields.findIndex((field) => field.name === name) ?? -1;
    const field = value.items[at];
    if (field !== undefined) return field;
    const found = lookupInClass(machine, value.class, name);
    if (found !== undefined) return bind(machine, found, value, value.class);
  }
  if (value.kind === 'builtin' && isBuiltinFunction(`${value.name}.${name}`)) {
    return { kind: 'builtin', name: `${value.name}.${name}` };
  }
  if (value.kind === 'none' && !name.startsWith('__')) return missingAttribute(machine);
  if (isPureMethod(typeName(value), name)) return { kind: 'method', receiver: value, name };
  if (value.kind === 'foreign') return ofForeign(machine, value, name);
  return machine.cut(`.${name}`, `attribute ${name} of a value of type ${typeName(value)} is not modelled`);
}

/** Attributes of objects of the library: methods, and data that CPython tells. */
function ofForeign(machine: Machine, value: Extract<PlainValue, { kind: 'foreign' }>, name: string): Value {
  switch (foreignEntry(value.type, name)) {
    case 'method':
      return { kind: 'method', receiver: value, name };
    case 'data':
      return settleForeign(machine, [value], (source) => `(${source}).${name}`);
    case undefined:
      return machine.cut(`.${name}`, `attribute ${name} of a ${value.type} is not modelled`);
  }
}

function ofInstance(machine: Machine, value: Extract<PlainValue, { kind: 'instance' }>, name: string): Value {
  const ofItsClass = lookupInClass(machine, value.class, name);
  if (ofItsClass?.kind === 'descriptor' && ofItsClass.role === 'property') {
    if (lookupInClass(machine, value.class, '__getattr__') !== undefined)
      machine.cut(`.${name}`, 'a property beside __getattr__, which an AttributeError in it calls, is not modelled');
    return bind(machine, ofItsClass, value, value.class);
  }
  if (name === '__class__') return { kind: 'class', class: value.class };
  const own = namespaceOf(machine, value.object).get(name) ?? UNBOUND;
  return machine.dispatch(own, (plain) => {
    if (plain.kind !== 'unbound') return plain;
    if (ofItsClass !== undefined) return bind(machine, ofItsClass, value, value.class);
    const fallback = lookupInClass(machine, value.class, '__getattr__');
    if (fallback !== undefined) {
      const getter = bind(machine, fallback, value, value.class);
      const args = { ...NO_ARGUMENTS, positional: [strValue(machine.terms.str(name))] };
      return machine.dispatch(getter, (callee) => machine.interpreter.call(callee, args));
    }
    if (/^__.*__$/.test(name)) return machine.cut(`.${name}`, `attribute ${name} of an object is not modelled`);
    return missingAttribute(machine);
  });
}

function ofException(machine: Machine, value: Extract<PlainValue, { kind: 'exception' }>, name: string): Value {
  if (value.object !== undefined) {
    const own = namespaceOf(machine, value.object).get(name);
    if (own !== undefined && own.kind !== 'unbound') {
      return machine.dispatch(own, (plain) => (plain.kind === 'unbound' ? missingAttribute(machine) : plain));
    }
  }
  if (name === 'args' && value.args !== undefined) return { kind: 'tuple', items: value.args };
  if (name === '__class__') return { kind: 'class', class: value.class };
  const found = lookupInClass(machine, value.class, name);
  if (found !== undefined) return bind(machine, found, value, value.class);
  return machine.cut(`.${name}`, `attribute ${name} of an exception is not modelled`);
}

function ofClass(machine: Machine, owner: PyClass, name: string): Value {
  const found = lookupInClass(machine, owner, name);
  if (found?.kind === 'descriptor') {
    if (found.role === 'staticmethod') return found.function;
    if (found.role === 'classmethod') return bound(found.function, { kind: 'class', class: owner });
    return found;
  }
  if (found !== undefined) return found;
  if (owner.name === 'dict' && name === 'fromkeys') return { kind: 'builtin', name: 'dict.fromkeys' };
  const dotted = foreignName(owner) ?? (owner.attributes === undefined ? owner.name : '');
  const entry = classEntry(dotted, name);
  if (entry === 'function' || isPureMethod(dotted, name)) return { kind: 'builtin', name: `${dotted}.${name}` };
  const told = entry === 'constant' ? askCpython(machine, `${dotted}.${name}`) : undefined;
  if (told !== undefined) return told;
  if (name === '__name__' || (name === '__qualname__' && owner.isNested !== true))
    return strValue(machine.terms.str(owner.name));
  if (owner.attributes === undefined || name.startsWith('__')) {
    return machine.cut(`.${name}`, `attribute ${name} of the class ${owner.name} is not modelled`);
  }
  return inheritsBehaviour(owner)
    ? machine.cut(`.${name}`, `attribute ${name} of the class ${owner.name} is not modelled`)
    : missingAttribute(machine);
}

/** Whether a class derives from a built-in class other than object, which has attributes of its own. */
function inheritsBehaviour(owner: PyClass): boolean {
  return owner.mro.some((one) => one.attributes === undefined && one.name !== 'object');
}

function ofSuper(machine: Machine, { from, receiver }: Extract<PlainValue, { kind: 'super' }>, name: string): Value {
  const searched =
    receiver.kind === 'class' || !('class' in receiver) ? receiver : { kind: 'class', class: receiver.class };
  if (searched.kind !== 'class' || searched.class === undefined)
    return machine.cut('super()', 'its object is not modelled');
  const found = lookupInClass(machine, searched.class, name, from);
  if (found !== undefined) return bind(machine, found, receiver, searched.class);
  const inherited: PlainValue = {
    kind: 'builtin',
    name: `${receiver.kind === 'exception' ? 'exception' : 'object'}.${name}`,
  };
  return INHERITED.has(name) ? bound(inherited, receiver) : machine.cut(`super().${name}`, 'it is not modelled');
}

/** Methods of `object` and of exceptions that `super()` reaches. */
const INHERITED = new Set(['__init__', '__init_subclass__']);

function ofDescriptor(machine: Machine, value: Extract<PlainValue, { kind: 'descriptor' }>, name: string): Value {
  if (value.role === 'property' && name === 'setter') return bound({ kind: 'builtin', name: 'property.setter' }, value);
  return machine.cut(`.${name}`, `attribute ${name} of a ${value.role} is not modelled`);
}
