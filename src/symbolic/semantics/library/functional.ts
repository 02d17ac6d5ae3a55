/** Higher-order functions: https://docs.python.org/3/library/functools.html */
import type { Machine } from '../../machine/machine.ts';
import { type NamedArguments, NO_ARGUMENTS } from '../../values/arguments.ts';

import { exceptionClass } from '../../values/classes.ts';
import { type DictValue, NONE, type PlainValue, type Value } from '../../values/value.ts';
import { lookUp, makeDict, setEntry, withEntries } from '../containers/dicts.ts';

type Builtin = (machine: Machine, args: readonly PlainValue[], named: NamedArguments) => Value | undefined;

/** The functions by dotted name; those with `()` are what the others give. */
export const FUNCTIONAL: Readonly<Record<string, Builtin>> = {
  'functools.reduce': (machine, [function_, values, ...initial]) => {
    if (function_ === undefined || values === undefined || initial.length > 1) return undefined;
    return reduce(machine, function_, values, initial[0]);
  },
  'functools.partial': (_machine, [function_, ...args], named) => {
    if (function_ === undefined) return undefined;
    const positional = args.reduce<PlainValue>(
      (callee, receiver) => ({ kind: 'bound', function: callee, receiver }),
      function_,
    );
    if (named.size === 0) return positional;
    const receiver: PlainValue = { kind: 'tuple', items: [positional, { kind: 'namespace', entries: named }] };
    return { kind: 'bound', function: { kind: 'builtin', name: 'functools.partial()' }, receiver };
  },
  'functools.partial()': (machine, [bound, ...args], named) => {
    const [callee, keywords] = bound?.kind === 'tuple' ? bound.items : [];
    if (callee === undefined || callee.kind === 'union' || keywords?.kind !== 'namespace') return undefined;
    return machine.interpreter.call(callee, { positional: args, named: new Map([...keywords.entries, ...named]) });
  },
  'functools.cache': (machine, [function_]) => function_ && cached(machine, function_, undefined),
  'functools.lru_cache': (machine, [first, typed], named) => {
    if (typed !== undefined || named.has('typed')) return undefined;
    const most = named.get('maxsize') ?? first;
    if (most !== undefined && most.kind !== 'none' && most.kind !== 'int') return cached(machine, most, DEFAULT_SIZE);
    if (most?.kind === 'int' && most.term.kind !== 'literal') return undefined;
    return {
      kind: 'bound',
      function: { kind: 'builtin', name: 'functools.lru_cache()' },
      receiver: most ?? { kind: 'int', term: machine.terms.int(DEFAULT_SIZE) },
    };
  },
  'functools.lru_cache()': (machine, [most, function_]) => {
    const isBounded = most?.kind === 'int' && most.term.kind === 'literal';
    return function_ && cached(machine, function_, isBounded ? Number(most.term.value) : undefined);
  },
  'functools.cache()': (machine, [bound, ...args], named) => callCached(machine, bound, args, named),
};

/** How many results `lru_cache` keeps where nothing is said. */
const DEFAULT_SIZE = 128;

function reduce(machine: Machine, callee: PlainValue, values: PlainValue, initial: PlainValue | undefined): Value {
  const nothing: PlainValue = { kind: 'unbound' };
  const total = machine.allocate(initial ?? nothing);
  machine.interpreter.iterate(values, {
    line: machine.line,
    body: (element) => {
      const next = machine.dispatch(machine.contentOf(total), (before) =>
        before.kind === 'unbound'
          ? element
          : machine.interpreter.call(callee, { ...NO_ARGUMENTS, positional: [before, element] }),
      );
      machine.store(total, next);
    },
  });
  return machine.dispatch(machine.contentOf(total), (result) =>
    result.kind === 'unbound' ? machine.raise({ kind: 'exception', class: exceptionClass('TypeError') }) : result,
  );
}

/** A function that keeps its results in a dictionary. */
function cached(machine: Machine, function_: PlainValue, most: number | undefined): PlainValue {
  const size: PlainValue = most === undefined ? NONE : { kind: 'int', term: machine.terms.int(most) };
  const results = makeDict(machine);
  machine.noteCache(results.object);
  const receiver: PlainValue = { kind: 'tuple', items: [function_, results, size] };
  return { kind: 'bound', function: { kind: 'builtin', name: 'functools.cache()' }, receiver };
}

function callCached(
  machine: Machine,
  bound: PlainValue | undefined,
  args: readonly PlainValue[],
  named: NamedArguments,
): Value | undefined {
  const [function_, results, size] = bound?.kind === 'tuple' ? bound.items : [];
  if (function_ === undefined || function_.kind === 'union' || results?.kind !== 'dict' || named.size > 0)
    return undefined;
  return lookUp(
    machine,
    results,
    keyOf(args),
    (result) => result,
    () => {
      const result = machine.interpreter.call(function_, { ...NO_ARGUMENTS, positional: args });
      refuseOverflow(machine, results, size);
      setEntry(machine, results, keyOf(args), result);
      return result;
    },
  );
}

/** A single int or str is its own key, so that 1 and 1.0 are not one. */
function keyOf(args: readonly PlainValue[]): PlainValue {
  const [only, second] = args;
  const isItsOwn = only !== undefined && second === undefined && (only.kind === 'int' || only.kind === 'str');
  return isItsOwn ? only : { kind: 'tuple', items: args };
}

function refuseOverflow(machine: Machine, results: DictValue, size: Value | undefined): void {
  if (size?.kind !== 'int' || size.term.kind !== 'literal') return;
  const most = Number(size.term.value);
  withEntries(machine, results, (entries) =>
    entries.length < most ? NONE : machine.cut('lru_cache', `more than ${most} results are not kept`),
  );
}
