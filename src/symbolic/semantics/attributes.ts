/** Attributes: https://docs.python.org/3/reference/datamodel.html#customizing-attribute-access */
import { callValue, NO_ARGUMENTS } from '../execute/calls.ts';
import { isEnumeration } from '../execute/enumerations.ts';
import type { Machine } from '../execute/machine.ts';
import { raiseNamed } from '../execute/raising.ts';
import { withObject } from '../execute/state.ts';
import { foreignName } from '../oracle/classes.ts';
import { settleForeign } from '../oracle/operations.ts';
import { askCpython } from '../oracle/settle.ts';
import { classEntry, foreignEntry, isPureMethod } from '../oracle/whitelist.ts';
import { exceptionClass, libraryClass } from '../values/classes.ts';
import {
  NONE,
  type ObjectId,
  type PlainValue,
  type PyClass,
  strValue,
  typeName,
  UNBOUND,
  type Value,
} from '../values/value.ts';
import { isBuiltinFunction } from './builtins.ts';
import { isCachedFunction } from './functional.ts';
import { libraryAttribute } from './library.ts';
import { hasContainerMethod } from './methods.ts';
import { isNumberMethod, numberAttribute } from './number-methods.ts';
import { isNumber } from './numbers.ts';
import { isMatchMethod } from './regex-match.ts';
import { contentOf } from './sequences.ts';
import { isTextMethod } from './text-methods.ts';
import { isText } from './texts.ts';
import { use } from './truth.ts';

/** A value with attributes of its own. */
type Attributed = Extract<PlainValue, { kind: 'instance' | 'exception' }>;

/** `value.name`. */
export function getAttribute(machine: Machine, value: PlainValue, name: string): Value {
  switch (value.kind) {
    case 'unmodelled':
    case 'unbound':
      return use(machine, value);
    case 'module':
      return libraryAttribute(machine, value.name, name);
    case 'namespace':
      return value.entries.get(name) ?? missing(machine);
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
  if (value.kind === 'none' && !name.startsWith('__')) return missing(machine);
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

function missing(machine: Machine): never {
  return machine.raise({ kind: 'exception', class: exceptionClass('AttributeError') });
}

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

/** The attributes that an object of the heap holds. */
export function namespaceOf(machine: Machine, object: ObjectId): ReadonlyMap<string, Value> {
  const content = contentOf(machine, object);
  if (content.kind === 'namespace') return content.entries;
  if (content.kind === 'unmodelled') return use(machine, content);
  throw new TypeError('the object holds no attributes');
}

/** Sets one attribute of an object of the heap, whatever its class says. */
export function setEntry(machine: Machine, object: ObjectId, name: string, value: Value): void {
  const entries = new Map(namespaceOf(machine, object)).set(name, value);
  machine.state = withObject(machine.state, object, { kind: 'namespace', entries });
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
      return machine.dispatch(getter, (callee) => callValue(machine, callee, args));
    }
    if (/^__.*__$/.test(name)) return machine.cut(`.${name}`, `attribute ${name} of an object is not modelled`);
    return missing(machine);
  });
}

function ofException(machine: Machine, value: Extract<PlainValue, { kind: 'exception' }>, name: string): Value {
  if (value.object !== undefined) {
    const own = namespaceOf(machine, value.object).get(name);
    if (own !== undefined && own.kind !== 'unbound') {
      return machine.dispatch(own, (plain) => (plain.kind === 'unbound' ? missing(machine) : plain));
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
    : missing(machine);
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

/** What a class attribute gives when it is read through an object of the class. */
function bind(machine: Machine, attribute: Value, receiver: PlainValue, owner: PyClass): Value {
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
        return callValue(machine, value.function, { ...NO_ARGUMENTS, positional: [receiver] });
    }
  });
}

function bound(function_: PlainValue, receiver: PlainValue): PlainValue {
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

/** `object.name = value`. */
export function setAttribute(machine: Machine, target: PlainValue, name: string, value: Value): void {
  switch (target.kind) {
    case 'unmodelled':
    case 'unbound':
      return use(machine, target);
    case 'instance':
    case 'exception':
      return setOwn(machine, target, name, value);
    case 'class':
      if (target.class.attributes === undefined) raiseNamed(machine, 'TypeError');
      if (isEnumeration(target.class)) machine.cut(`.${name} =`, 'attributes of an enumeration are not assigned');
      return setEntry(machine, target.class.attributes, name, value);
    default:
      machine.cut(`.${name} =`, `attributes of a value of type ${typeName(target)} cannot be assigned here`);
  }
}

function setOwn(machine: Machine, target: Attributed, name: string, value: Value): void {
  refuseFrozen(machine, target.class, name);
  const ofItsClass = lookupInClass(machine, target.class, name);
  if (ofItsClass?.kind === 'descriptor' && ofItsClass.role === 'property') {
    if (ofItsClass.setter === undefined) missing(machine);
    callValue(machine, ofItsClass.setter, { ...NO_ARGUMENTS, positional: [target, value] });
    return;
  }
  if (isEnumeration(target.class) && (name === 'name' || name === 'value')) missing(machine);
  if (target.object === undefined) machine.cut(`.${name} =`, 'attributes of a built-in exception are not modelled');
  setEntry(machine, target.object, name, value);
}

/** A frozen dataclass refuses changes of its objects; in those of subclasses, only changes of its fields. */
function refuseFrozen(machine: Machine, { mro }: PyClass, name: string): void {
  const isRefused = mro.some(({ record }, at) => {
    if (record?.isFrozen !== true) return false;
    // a subclass that is no dataclass has the record of its base
    const isDataclass = mro.findLastIndex((one) => one.record === record) === at;
    return isDataclass && (at === 0 || record.fields.some((field) => field.name === name));
  });
  if (isRefused) machine.raise({ kind: 'exception', class: libraryClass('dataclasses.FrozenInstanceError'), args: [] });
}

/** `del object.name`. */
export function deleteAttribute(machine: Machine, target: PlainValue, name: string): void {
  if (target.kind !== 'instance')
    machine.cut(`del .${name}`, `attributes of a value of type ${typeName(target)} cannot be deleted here`);
  refuseFrozen(machine, target.class, name);
  const own = namespaceOf(machine, target.object).get(name) ?? UNBOUND;
  machine.dispatch(own, (plain) => {
    if (plain.kind === 'unbound') missing(machine);
    setEntry(machine, target.object, name, UNBOUND);
    return NONE;
  });
}

/** The constructor arguments of an exception; undefined where the engine does not model the text of a built-in message. */
export function argumentsOf(
  machine: Machine,
  exception: Extract<PlainValue, { kind: 'exception' }>,
): readonly Value[] | undefined {
  if (exception.object === undefined) return exception.args;
  const args = namespaceOf(machine, exception.object).get('args');
  return args?.kind === 'tuple' ? args.items : undefined;
}
