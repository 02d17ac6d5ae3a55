/** Name resolution: https://docs.python.org/3/reference/executionmodel.html#resolution-of-names */
import type { Machine } from '../machine/machine.ts';
import { foreignClass } from '../oracle/classes.ts';
import { isPureBuiltin } from '../oracle/whitelist.ts';
import { isBuiltinFunction } from '../semantics/library/builtins.ts';
import { builtinExceptions, builtinTypes, exceptionClass } from '../values/classes.ts';
import type { PlainValue, ScopeId, Value } from '../values/value.ts';

/** The module's entry for the names that `import *` may have bound; no variable can have this name. */
export const STAR = '*';

/** Marks the scope of a comprehension that runs as part of its function, which only generators do not. */
export const INLINED = '.inlined';

/** The name that a private name (`__x`) stands for inside a class: https://docs.python.org/3/reference/expressions.html#private-name-mangling */
export function mangled({ frame: { mangling } }: Machine, name: string): string {
  return mangling === undefined ? name : privateName(mangling, name);
}

/** What a name inside a class is called outside it. */
export function privateName(className: string, name: string): string {
  const isPrivate = name.startsWith('__') && !name.endsWith('__');
  return isPrivate ? `_${className.replace(/^_+/, '')}${name}` : name;
}

/** Reads a variable; raises NameError or UnboundLocalError where it has no value. */
export function readName(machine: Machine, name: string): Value {
  return readFrom(machine, name, scopesOf(machine, name));
}

/** The scopes in which a name is looked up. */
function scopesOf({ frame: { scopes, globals, classScope, classNames } }: Machine, name: string): readonly ScopeId[] {
  if (globals.has(name)) return scopes.slice(-1);
  // https://docs.python.org/3/reference/executionmodel.html#class-definition-blocks
  const isOfClass = scopes[0] === classScope && classNames?.has(name) === true;
  return isOfClass ? [...scopes.slice(0, 1), ...scopes.slice(1).slice(-1)] : scopes;
}

function readFrom(machine: Machine, name: string, searched: readonly ScopeId[]): Value {
  const { scopes, classScope } = machine.frame;
  const module = scopes.at(-1);
  const local = scopes.findIndex((id) => !machine.state.scopes.get(id)?.has(INLINED));
  for (const [index, id] of searched.entries()) {
    const value = machine.state.scopes.get(id)?.get(name);
    if (value === undefined) continue;
    return machine.dispatch(value, (plain) => {
      if (plain.kind !== 'unbound') return plain;
      // a name that a class body has not bound, or bound no longer, is one of the module
      if (id === classScope) return readFrom(machine, name, searched.slice(index + 1));
      // a global that is not assigned yet falls back to the built-in of its name
      if (id === module) return builtin(name) ?? unknownName(machine, name);
      const error = scopes.indexOf(id) <= local ? 'UnboundLocalError' : 'NameError';
      return machine.raise({ kind: 'exception', class: exceptionClass(error) });
    });
  }
  const imported = module === undefined ? undefined : machine.state.scopes.get(module)?.get(STAR);
  return imported ?? builtin(name) ?? unknownName(machine, name);
}

/** The built-in of this name, where the engine has it. */
function builtin(name: string): PlainValue | undefined {
  const type = builtinTypes().get(name) ?? builtinExceptions().get(name);
  if (type !== undefined && !NAMELESS_TYPES.has(name)) return { kind: 'class', class: type };
  const foreign = name.includes('.') ? undefined : foreignClass(name);
  if (foreign !== undefined) return { kind: 'class', class: foreign };
  if (name === 'NotImplemented' || name === 'Ellipsis') return { kind: 'singleton', name };
  return isBuiltinFunction(name) || isPureBuiltin(name) ? { kind: 'builtin', name } : undefined;
}

/** Types of values that no built-in name stands for. */
const NAMELESS_TYPES = new Set(['NoneType', 'function', 'method', 'builtin_function_or_method', 'module']);

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
  if (UNMODELLED_BUILTINS.has(name) || name.startsWith('__'))
    return { kind: 'unmodelled', construct: name, line: machine.line };
  return machine.raise({ kind: 'exception', class: exceptionClass('NameError') });
}

/** A name that a function declares global is global inside it, too, past the variables of functions further out. */
export function refuseHiddenGlobals(machine: Machine, scopes: readonly ScopeId[]): void {
  const variables = scopes.slice(0, -1).map((id) => machine.state.scopes.get(id));
  const isHidden = [...machine.frame.globals].some((name) => variables.some((scope) => scope?.has(name)));
  if (isHidden)
    machine.cut('global', 'global around a nested function is not modelled where a function further out has the name');
}

/** Assigns a variable in the scope that owns it. */
export function writeName(machine: Machine, name: string, value: Value): void {
  const id = owner(machine, name);
  const scope = machine.state.scopes.get(id) ?? new Map<string, Value>();
  machine.storeScope(id, new Map(scope).set(name, value));
}

/** Assigns what `:=` binds: inside a comprehension, a variable of the scope around it. */
export function writeOutside(machine: Machine, name: string, value: Value): void {
  const { frame } = machine;
  let around = frame;
  while (around.outer !== undefined) around = around.outer;
  machine.withFrame(around, () => writeName(machine, name, value));
}

function owner(machine: Machine, name: string): ScopeId {
  const { scopes, globals, nonlocals } = machine.frame;
  const module = scopes.at(-1) ?? 0;
  if (globals.has(name)) return module;
  const [local, ...outer] = scopes;
  if (!nonlocals.has(name)) return local ?? module;
  return outer.find((id) => machine.state.scopes.get(id)?.has(name)) ?? module;
}
