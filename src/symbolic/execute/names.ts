/** Name resolution: https://docs.python.org/3/reference/executionmodel.html#resolution-of-names */
import { isBuiltinFunction } from '../semantics/builtins.ts';
import { builtinExceptions, builtinTypes, exceptionClass } from '../values/classes.ts';
import type { PlainValue, ScopeId, Value } from '../values/value.ts';
import type { Machine } from './machine.ts';
import { withScope } from './state.ts';

/** Reads a variable; raises NameError or UnboundLocalError where it has no value. */
export function readName(machine: Machine, name: string): Value {
  const [local, ...outer] = machine.frame.scopes;
  const searched = machine.frame.globals.has(name) ? machine.frame.scopes.slice(-1) : machine.frame.scopes;
  for (const id of searched) {
    const value = machine.state.scopes.get(id)?.get(name);
    if (value === undefined) continue;
    const isLocal = id === local && outer.length > 0;
    return machine.dispatch(value, (plain) => bound(machine, name, plain, isLocal));
  }
  return builtin(name) ?? unknownName(machine, name);
}

function bound(machine: Machine, name: string, value: PlainValue, isLocal: boolean): Value {
  if (value.kind !== 'unbound') return value;
  // a deleted or not yet assigned global falls back to the built-in of its name
  const fallback = isLocal ? undefined : builtin(name);
  const error = isLocal ? 'UnboundLocalError' : 'NameError';
  return fallback ?? machine.raise({ kind: 'exception', class: exceptionClass(error) });
}

/** The built-in of this name, where the engine has it. */
function builtin(name: string): PlainValue | undefined {
  const type = builtinTypes().get(name) ?? builtinExceptions().get(name);
  if (type !== undefined && name !== 'NoneType') return { kind: 'class', class: type };
  return isBuiltinFunction(name) ? { kind: 'builtin', name } : undefined;
}

/** Built-in names of CPython that the engine does not have values for. */
const UNMODELLED_BUILTINS = new Set(
  (
    'aiter anext ascii bin breakpoint bytearray bytes chr classmethod compile complex delattr dict dir enumerate eval exec ' +
    'filter format frozenset getattr globals hasattr hash help hex id input issubclass iter locals map memoryview next object oct ' +
    'open ord property repr reversed set setattr slice staticmethod super type vars zip __import__ __name__ __debug__ __build_class__ ' +
    'Ellipsis NotImplemented __file__ __doc__ __spec__ copyright credits exit license quit'
  ).split(' '),
);

function unknownName(machine: Machine, name: string): Value {
  if (name === '__debug__') return { kind: 'bool', term: machine.terms.true };
  if (UNMODELLED_BUILTINS.has(name)) return { kind: 'unmodelled', construct: name, line: machine.line };
  return machine.raise({ kind: 'exception', class: exceptionClass('NameError') });
}

/** Assigns a variable in the scope that owns it. */
export function writeName(machine: Machine, name: string, value: Value): void {
  const id = owner(machine, name);
  const scope = machine.state.scopes.get(id) ?? new Map<string, Value>();
  machine.state = withScope(machine.state, id, new Map(scope).set(name, value));
}

function owner(machine: Machine, name: string): ScopeId {
  const { scopes, globals, nonlocals } = machine.frame;
  const module = scopes.at(-1) ?? 0;
  if (globals.has(name)) return module;
  const [local, ...outer] = scopes;
  if (!nonlocals.has(name)) return local ?? module;
  return outer.find((id) => machine.state.scopes.get(id)?.has(name)) ?? module;
}
