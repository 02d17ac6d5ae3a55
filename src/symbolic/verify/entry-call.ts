/** How the call under analysis is made: of the function itself, or of what its decorators made of it. */
import { callValue } from '../execute/calls.ts';
import { runFunction } from '../execute/functions.ts';
import type { Machine } from '../machine/machine.ts';
import type { Returned } from '../machine/outcomes.ts';
import { type Arguments, NO_ARGUMENTS } from '../values/arguments.ts';
import type { PlainValue, Value } from '../values/value.ts';
import type { Subject } from './exploration.ts';

/** A way to call the function under analysis. */
export interface EntryCall {
  /** Calls it in the current state; returns the ways in which it returns. */
  readonly run: (values: ReadonlyMap<string, Value>) => readonly Returned[];
  /** Whether such calls return what the function does, so that its contract speaks of calls of either. */
  readonly isTransparent: boolean;
}

/**
 * How to call `target`, the value that the name of the function has once its module is loaded; undefined where that is not known.
 * Its own leading assertions reject inputs only where the function is called directly.
 */
export function entryCall(
  machine: Machine,
  { definition, assertLines }: Subject,
  target: Value | undefined,
): EntryCall | undefined {
  if (target?.kind === 'function' && target.body === definition) {
    return { run: (values) => runFunction(machine, target, values), isTransparent: true };
  }
  if (definition.decorators.length === 0 || (target?.kind !== 'function' && target?.kind !== 'bound')) return undefined;
  const isTransparent = isCacheOf(target, definition);
  if (!isTransparent && assertLines.length > 0) return undefined;
  return {
    isTransparent,
    run: (values) => {
      const end = machine.attempt(machine.state, () => callWith(machine, target, definition.parameters, values));
      return end === undefined ? [] : [{ ...end, line: machine.line }];
    },
  };
}

/** Whether a value is the function, behind nothing but a cache of its results. */
function isCacheOf(value: PlainValue, definition: Subject['definition']): boolean {
  if (value.kind !== 'bound' || value.function.kind !== 'builtin' || value.function.name !== 'functools.cache()')
    return false;
  const [cached] = value.receiver.kind === 'tuple' ? value.receiver.items : [];
  return cached?.kind === 'function' && cached.body === definition;
}

/** Calls a value as a caller who knows the parameters of the function does. */
function callWith(
  machine: Machine,
  callee: PlainValue,
  parameters: Subject['definition']['parameters'],
  values: ReadonlyMap<string, Value>,
): Value {
  const positional: Value[] = [];
  const named = new Map<string, Value>();
  for (const { name, kind } of parameters) {
    const value = values.get(name);
    if (value === undefined) continue;
    if (kind === 'vararg' || kind === 'kwarg') machine.cut('decorator', `*${name} is passed through a decorator`);
    if (kind === 'keyword-only') named.set(name, value);
    else positional.push(value);
  }
  const args: Arguments = { ...NO_ARGUMENTS, positional, named };
  return callValue(machine, callee, args);
}
