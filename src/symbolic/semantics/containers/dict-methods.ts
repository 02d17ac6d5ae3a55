/** Methods of dictionaries: https://docs.python.org/3/library/stdtypes.html#dict */
import type { Machine } from '../../machine/machine.ts';
import { type NamedArguments, NO_NAMED_ARGUMENTS } from '../../values/arguments.ts';
import { exceptionClass } from '../../values/classes.ts';
import { type DictValue, intValue, NONE, type PlainValue, strValue, type Value } from '../../values/value.ts';
import { COUNTER, ORDERED_DICT } from './collection-classes.ts';
import { callCounterMethod, countElements, isCounterMethod } from './counters.ts';
import {
  copyDict,
  lookUp,
  makeDict,
  pairOf,
  removeEntry,
  setEntries,
  setEntry,
  updateEntries,
  withEntries,
} from './dicts.ts';
import { forEachElement } from './iteration.ts';

type Method = (
  machine: Machine,
  dict: DictValue,
  args: readonly PlainValue[],
  named: NamedArguments,
) => Value | undefined;

const METHODS: Readonly<Record<string, Method>> = {
  get: (machine, dict, [key, otherwise = NONE, ...more]) => {
    if (key === undefined || more.length > 0) return undefined;
    return lookUp(
      machine,
      dict,
      key,
      (value) => value,
      () => otherwise,
    );
  },
  setdefault: (machine, dict, [key, otherwise = NONE, ...more]) => {
    if (key === undefined || more.length > 0) return undefined;
    return lookUp(
      machine,
      dict,
      key,
      (value) => value,
      () => {
        setEntry(machine, dict, key, otherwise);
        return otherwise;
      },
    );
  },
  pop: (machine, dict, [key, otherwise, ...more]) => {
    if (key === undefined || more.length > 0) return undefined;
    return removeEntry(machine, dict, key, ({ value }) => value, otherwise && (() => otherwise));
  },
  popitem: (machine, dict, args, named) => {
    const last = args[0] ?? named.get('last');
    if (args.length > 1 || (last !== undefined && (last.kind !== 'bool' || last.term.kind !== 'literal')))
      return undefined;
    const isLast = last?.kind !== 'bool' || last.term !== machine.terms.false;
    if (last !== undefined && dict.class !== ORDERED_DICT) return undefined;
    return withEntries(machine, dict, (entries) => {
      const taken = isLast ? entries.at(-1) : entries[0];
      if (taken === undefined) return machine.raise({ kind: 'exception', class: exceptionClass('KeyError') });
      setEntries(machine, dict, isLast ? entries.slice(0, -1) : entries.slice(1));
      return pairOf(taken);
    });
  },
  update: (machine, dict, [source, ...more], named) => {
    if (more.length > 0) return undefined;
    if (dict.class === COUNTER) return countElements(machine, dict, source, named);
    if (source !== undefined) updateEntries(machine, dict, source);
    updateNamed(machine, dict, named);
    return NONE;
  },
  clear: (machine, dict, args) => {
    if (args.length > 0) return undefined;
    setEntries(machine, dict, []);
    return NONE;
  },
  copy: (machine, dict, args) => (args.length > 0 ? undefined : copyDict(machine, dict)),
  keys: (_machine, dict, args) => (args.length > 0 ? undefined : { kind: 'view', role: 'keys', dict }),
  values: (_machine, dict, args) => (args.length > 0 ? undefined : { kind: 'view', role: 'values', dict }),
  items: (_machine, dict, args) => (args.length > 0 ? undefined : { kind: 'view', role: 'items', dict }),
  fromkeys: (machine, dict, [keys, value = NONE, ...more]) => {
    if (keys === undefined || more.length > 0 || dict.class !== undefined) return undefined;
    return dictFromKeys(machine, keys, value);
  },
  move_to_end: (machine, dict, [key, atEnd, ...more], named) => {
    const last = atEnd ?? named.get('last');
    if (key === undefined || more.length > 0 || dict.class !== ORDERED_DICT) return undefined;
    if (last !== undefined && (last.kind !== 'bool' || last.term.kind !== 'literal')) return undefined;
    const isLast = last?.kind !== 'bool' || last.term !== machine.terms.false;
    return removeEntry(machine, dict, key, (moved) =>
      withEntries(machine, dict, (entries) => {
        setEntries(machine, dict, isLast ? [...entries, moved] : [moved, ...entries]);
        return NONE;
      }),
    );
  },
};

/** Keyword arguments by method; `update` takes any. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = { popitem: ['last'], move_to_end: ['last'] };

/** Whether the dictionary has a method of this name that the engine knows. */
export function isDictMethod(dict: DictValue, name: string): boolean {
  if (dict.class === COUNTER && isCounterMethod(name)) return true;
  return Object.hasOwn(METHODS, name) && (name !== 'move_to_end' || dict.class === ORDERED_DICT);
}

/** Calls a method of a dictionary. */
export function callDictMethod(
  machine: Machine,
  name: string,
  dict: DictValue,
  args: readonly PlainValue[],
  named: NamedArguments,
): Value {
  if (dict.class === COUNTER && isCounterMethod(name)) return callCounterMethod(machine, name, dict, args, named);
  const isCalledWell = name === 'update' || [...named.keys()].every((keyword) => KEYWORDS[name]?.includes(keyword));
  const result = isCalledWell && Object.hasOwn(METHODS, name) ? METHODS[name]?.(machine, dict, args, named) : undefined;
  return result ?? machine.cut(`dict.${name}`, `dict.${name} with these arguments is not modelled`);
}

/** Adds keyword arguments as entries. */
function updateNamed(machine: Machine, dict: DictValue, named: NamedArguments): void {
  for (const [name, value] of named) setEntry(machine, dict, strValue(machine.terms.str(name)), value);
}

/** `dict.fromkeys(keys, value)`. */
export function dictFromKeys(machine: Machine, keys: PlainValue, value: Value): Value {
  const made = makeDict(machine);
  forEachElement(machine, keys, (key) => {
    setEntry(machine, made, key, value);
  });
  return made;
}

/** `dict(source, **named)`. */
export function constructDict(
  machine: Machine,
  [source, ...more]: readonly PlainValue[],
  named: NamedArguments,
): DictValue {
  if (more.length > 0) return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  const made = makeDict(machine);
  if (source !== undefined) updateEntries(machine, made, source);
  updateNamed(machine, made, named);
  return made;
}

/** `dict[key]`: a defaultdict makes what is missing, a Counter counts it as 0. */
export function subscriptDict(machine: Machine, dict: DictValue, key: PlainValue): Value {
  return lookUp(
    machine,
    dict,
    key,
    (value) => value,
    () => {
      if (dict.class === COUNTER) return intValue(machine.terms.zero);
      const { factory } = dict;
      if (factory === undefined || factory.kind === 'none') {
        return machine.raise({ kind: 'exception', class: exceptionClass('KeyError'), args: [key] });
      }
      const made = machine.dispatch(factory, (callee) =>
        machine.interpreter.call(callee, { positional: [], named: NO_NAMED_ARGUMENTS }),
      );
      setEntry(machine, dict, key, made);
      return made;
    },
  );
}

/** `left | right`, or `left |= right` where `isInPlace`; undefined for other operands. */
export function unionOfDicts(
  machine: Machine,
  left: DictValue,
  right: PlainValue,
  isInPlace: boolean,
): Value | undefined {
  if (left.class === COUNTER || (right.kind === 'dict' && right.class === COUNTER)) return undefined;
  if (!isInPlace && right.kind !== 'dict') return undefined;
  const target = isInPlace ? left : copyDict(machine, left);
  updateEntries(machine, target, right);
  return target;
}
