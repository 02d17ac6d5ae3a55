/** Objects of the module's classes: https://docs.python.org/3/reference/datamodel.html#object.__new__ */
import type { Machine } from '../machine/machine.ts';
import { raiseNamed } from '../machine/raising.ts';
import { lookupInClass, specialMethod } from '../semantics/objects/lookup.ts';
import type { Arguments } from '../values/arguments.ts';
import { builtinClass, exceptionClass, isSubclass, libraryClass } from '../values/classes.ts';
import type { ExceptionValue, PlainValue, PyClass, Value } from '../values/value.ts';
import { callValue } from './calls.ts';
import { memberByValue } from './enumerations.ts';
import { makeNamedTuple } from './records.ts';

const DICT: PlainValue = { kind: 'class', class: builtinClass('dict') };

/** Calls a class of the module that is no exception. */
export function instantiate(machine: Machine, called: PyClass, args: Arguments): Value {
  if (isSubclass(called, libraryClass('enum.Enum'))) return memberByValue(machine, called, args);
  if (isSubclass(called, libraryClass('typing.TypedDict'))) return callValue(machine, DICT, args);
  if (called.record?.kind === 'namedtuple') return makeNamedTuple(machine, called, args);
  refuseBuiltinBase(machine, called);
  refuseAbstract(machine, called);
  const instance: PlainValue = {
    kind: 'instance',
    object: machine.allocate({ kind: 'namespace', entries: new Map() }),
    class: called,
  };
  const initialiser = specialMethod(machine, instance, '__init__');
  if (initialiser !== undefined) callValue(machine, initialiser, args);
  else if (args.positional.length + args.named.size > 0) raiseNamed(machine, 'TypeError');
  return instance;
}

/** Objects of subclasses of list, int and their like hold a value besides their attributes. */
function refuseBuiltinBase(machine: Machine, called: PyClass): void {
  const base = called.mro.find((one) => one.attributes === undefined && one.isPlain !== true);
  if (base !== undefined) machine.cut(`${called.name}()`, `objects of a subclass of ${base.name} are not modelled`);
}

/** A class with abstract methods that nobody has overridden cannot be instantiated. */
function refuseAbstract(machine: Machine, called: PyClass): void {
  const names = new Set(called.mro.flatMap((one) => one.abstractMethods ?? []));
  for (const name of names) {
    const found = lookupInClass(machine, called, name);
    const function_ = found?.kind === 'descriptor' ? found.function : found;
    if (function_?.kind === 'function' && function_.isAbstract === true) raiseNamed(machine, 'TypeError');
  }
}

/** Classes whose constructors check their arguments. */
const CHECKED_EXCEPTIONS = ['UnicodeDecodeError', 'UnicodeEncodeError', 'UnicodeTranslateError', 'BaseExceptionGroup'];
/** Classes whose constructors give several arguments a meaning of their own. */
const STRUCTURED_EXCEPTIONS = ['OSError', 'SyntaxError'];

/** Instantiates an exception class. */
export function makeException(machine: Machine, called: PyClass, args: Arguments): ExceptionValue {
  const { positional, named } = args;
  const derivesFrom = (names: readonly string[]): boolean =>
    names.some((name) => isSubclass(called, exceptionClass(name)));
  const isStructured = positional.length > 1 && derivesFrom(STRUCTURED_EXCEPTIONS);
  if (isStructured || derivesFrom(CHECKED_EXCEPTIONS)) {
    return machine.cut(`${called.name}()`, `${called.name} with these arguments is not modelled`);
  }
  if (called.attributes === undefined) {
    if (named.size > 0) machine.cut(`${called.name}()`, `keyword arguments of ${called.name} are not modelled`);
    return { kind: 'exception', class: called, args: positional };
  }
  const entries = new Map<string, Value>([['args', { kind: 'tuple', items: positional }]]);
  const object = machine.allocate({ kind: 'namespace', entries });
  const exception: ExceptionValue = { kind: 'exception', class: called, object };
  const initialiser = specialMethod(machine, exception, '__init__');
  if (initialiser !== undefined) callValue(machine, initialiser, args);
  else if (named.size > 0) raiseNamed(machine, 'TypeError');
  return exception;
}
