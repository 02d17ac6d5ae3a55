/** Built-in functions about objects, classes and their attributes: https://docs.python.org/3/library/functions.html */
import type { Machine } from '../../machine/machine.ts';
import type { Raised } from '../../machine/outcomes.ts';
import { foreignClass } from '../../oracle/classes.ts';
import { builtinTypes, isSubclass, OBJECT } from '../../values/classes.ts';
import { boolValue, NONE, type PlainValue, type PyClass, typeName, UNBOUND, type Value } from '../../values/value.ts';
import { deleteAttribute, setAttribute } from '../objects/attribute-changes.ts';
import { initialiseException } from '../objects/namespaces.ts';

type ObjectFunction = (machine: Machine, args: readonly PlainValue[]) => Value | undefined;

/** The class of a value. Ends the path where the engine does not know it. */
export function classOf(machine: Machine, value: PlainValue): PyClass {
  if ((value.kind === 'instance' || value.kind === 'exception') && value.class !== undefined) return value.class;
  if ('class' in value && value.kind !== 'class' && value.class !== undefined) return value.class;
  const foreign = value.kind === 'foreign' ? foreignClass(value.type) : undefined;
  return (
    foreign ??
    builtinTypes().get(typeName(value)) ??
    machine.cut('type', `the class of a ${value.kind} is not modelled`)
  );
}

/** An attribute's name that is known. */
function knownName(machine: Machine, name: PlainValue | undefined): string {
  if (name?.kind === 'str' && name.term.kind === 'literal') return name.term.value;
  return machine.cut('getattr()', 'the name of the attribute depends on the inputs');
}

/** Reads an attribute, with something else to do where there is none. */
export function attributeOr(machine: Machine, value: PlainValue, name: string, otherwise: () => Value): Value {
  const caught: Raised[] = [];
  const found = machine.collect(caught, () =>
    machine.attempt(machine.state, () => machine.interpreter.attribute(value, name)),
  );
  const ends = caught.flatMap((raised) => {
    if (raised.exception.class.name !== 'AttributeError') {
      machine.release({ raised: [raised] });
      return [];
    }
    return machine.attempt(raised.state, otherwise) ?? [];
  });
  return machine.continueFromAll(found === undefined ? ends : [found, ...ends]);
}

function role(name: 'staticmethod' | 'classmethod' | 'property'): ObjectFunction {
  return (_machine, [function_, ...more]) =>
    function_ === undefined || more.length > 0 ? undefined : { kind: 'descriptor', role: name, function: function_ };
}

/** Functions by name; those of modules by dotted name. */
export const OBJECT_FUNCTIONS: Readonly<Record<string, ObjectFunction>> = {
  staticmethod: role('staticmethod'),
  classmethod: role('classmethod'),
  property: role('property'),
  'property.setter': (_machine, [property, setter]) =>
    property?.kind === 'descriptor' && setter !== undefined ? { ...property, setter } : undefined,
  super: (machine, args) => {
    const { method } = machine.frame;
    const [from, receiver] = args;
    if (from?.kind === 'class' && receiver !== undefined) return { kind: 'super', from: from.class, receiver };
    if (method === undefined || args.length > 0) return undefined;
    return machine.dispatch(method.receiver, (plain) => ({ kind: 'super', from: method.owner, receiver: plain }));
  },
  'object.__init__': () => NONE,
  'object.__init_subclass__': () => NONE,
  'exception.__init__': (machine, [exception, ...args]) => {
    if (exception?.kind !== 'exception') return undefined;
    initialiseException(machine, exception, args);
    return NONE;
  },
  'abc.abstractmethod': (_machine, [value]) => {
    if (value?.kind === 'function') return { ...value, isAbstract: true };
    return value;
  },
  // what they mean is read from the class definition around them
  'enum.auto': () => ({ kind: 'builtin', name: 'enum.auto' }),
  'dataclasses.field': () => ({ kind: 'builtin', name: 'dataclasses.field' }),
  'dataclasses.dataclass': () => undefined,
  'enum.unique': (_machine, [value]) => value,
  'functools.wraps': (_machine, [wrapped]) =>
    wrapped && { kind: 'bound', function: { kind: 'builtin', name: 'functools.wrapped' }, receiver: wrapped },
  'functools.wrapped': (_machine, [wrapped, wrapper]) =>
    wrapped?.kind === 'function' && wrapper?.kind === 'function' ? { ...wrapper, name: wrapped.name } : wrapper,
  'typing.override': (_machine, [value]) => value,
  'typing.final': (_machine, [value]) => value,
  'typing.runtime_checkable': (_machine, [value]) => value,
  object: (machine, args) =>
    args.length > 0
      ? undefined
      : { kind: 'instance', object: machine.allocate({ kind: 'namespace', entries: new Map() }), class: OBJECT },
  type: (machine, [value, ...more]) =>
    value === undefined || more.length > 0 ? undefined : { kind: 'class', class: classOf(machine, value) },
  issubclass: (machine, [candidate, parents]) => {
    if (candidate?.kind !== 'class' || parents === undefined) return undefined;
    const listed = parents.kind === 'tuple' ? parents.items : [parents];
    const classes = listed.map((one) => (one.kind === 'class' ? one.class : undefined));
    if (classes.includes(undefined)) return undefined;
    return boolValue(machine.terms.bool(classes.some((one) => one !== undefined && isSubclass(candidate.class, one))));
  },
  getattr: (machine, [value, name, fallback]) => {
    if (value === undefined) return undefined;
    const known = knownName(machine, name);
    return fallback === undefined
      ? machine.interpreter.attribute(value, known)
      : attributeOr(machine, value, known, () => fallback);
  },
  hasattr: (machine, [value, name]) => {
    if (value === undefined) return undefined;
    const known = knownName(machine, name);
    const found = attributeOr(machine, value, known, () => UNBOUND);
    return machine.dispatch(found, (plain) => boolValue(machine.terms.bool(plain.kind !== 'unbound')));
  },
  setattr: (machine, [value, name, content]) => {
    if (value === undefined || content === undefined) return undefined;
    setAttribute(machine, value, knownName(machine, name), content);
    return NONE;
  },
  delattr: (machine, [value, name]) => {
    if (value === undefined) return undefined;
    deleteAttribute(machine, value, knownName(machine, name));
    return NONE;
  },
};
