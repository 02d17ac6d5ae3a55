/** Methods of lists: https://docs.python.org/3/tutorial/datastructures.html#more-on-lists */
import type { NamedArguments } from '../execute/calls.ts';
import type { Machine } from '../execute/machine.ts';
import { exceptionClass } from '../values/classes.ts';
import { boolValue, intValue, NONE, type PlainValue, type Value } from '../values/value.ts';
import { equalOrSame } from './comparison.ts';
import { withElements } from './iteration.ts';
import { type ListValue, setItems, withItems } from './sequences.ts';
import { sortItems } from './sorting.ts';
import { truth } from './truth.ts';

type Method = (
  machine: Machine,
  list: ListValue,
  args: readonly PlainValue[],
  named: NamedArguments,
) => Value | undefined;

/** Keyword arguments by method; all other methods are called by position. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {};

const METHODS: Readonly<Record<string, Method>> = {
  append: (machine, list, [item, ...more]) => {
    if (item === undefined || more.length > 0) return undefined;
    return change(machine, list, (items) => [...items, item]);
  },
  extend: (machine, list, [iterable, ...more]) => {
    if (iterable === undefined || more.length > 0) return undefined;
    return withElements(machine, iterable, (added) => change(machine, list, (items) => [...items, ...added]));
  },
  clear: (machine, list, args) => (args.length > 0 ? undefined : change(machine, list, () => [])),
  copy: (machine, list, args) =>
    args.length > 0 ? undefined : withItems(machine, list, (items) => machine.makeList(items)),
  reverse: (machine, list, args) =>
    args.length > 0 ? undefined : change(machine, list, (items) => items.toReversed()),
  insert: (machine, list, [index, item]) => {
    const at = literalIndex(index);
    if (at === undefined || item === undefined) return undefined;
    return change(machine, list, (items) => {
      const position = at < 0n ? Math.max(0, items.length + Number(at)) : Number(at);
      return items.toSpliced(position, 0, item);
    });
  },
  pop: (machine, list, [index, ...more]) => {
    const at = index === undefined ? -1n : literalIndex(index);
    if (at === undefined || more.length > 0) return undefined;
    return withItems(machine, list, (items) => {
      const position = at < 0n ? items.length + Number(at) : Number(at);
      const popped = items[position];
      if (popped === undefined) return machine.raise({ kind: 'exception', class: exceptionClass('IndexError') });
      setItems(machine, list, items.toSpliced(position, 1));
      return popped;
    });
  },
  remove: (machine, list, [item]) =>
    item &&
    withItems(machine, list, (items) =>
      search(machine, items, item, 0, (at) => {
        setItems(machine, list, items.toSpliced(at, 1));
        return NONE;
      }),
    ),
  index: (machine, list, [item, ...more]) => {
    if (item === undefined || more.length > 0) return undefined;
    return withItems(machine, list, (items) =>
      search(machine, items, item, 0, (at) => intValue(machine.terms.int(at))),
    );
  },
  count: (machine, list, [item]) => item && withItems(machine, list, (items) => countEqual(machine, items, item)),
  sort: (machine, list, args) =>
    args.length > 0
      ? undefined
      : withItems(machine, list, (items) => {
          setItems(machine, list, sortItems(machine, items));
          return NONE;
        }),
};

/** Whether lists have a method of this name that the engine knows. */
export function isListMethod(name: string): boolean {
  return Object.hasOwn(METHODS, name);
}

/** Calls a method of a list. */
export function callListMethod(
  machine: Machine,
  name: string,
  list: ListValue,
  args: readonly PlainValue[],
  named: NamedArguments,
): Value {
  const isCalledWell = [...named.keys()].every((keyword) => KEYWORDS[name]?.includes(keyword));
  const result = isCalledWell && Object.hasOwn(METHODS, name) ? METHODS[name]?.(machine, list, args, named) : undefined;
  return result ?? machine.cut(`list.${name}`, `list.${name} with these arguments is not modelled`);
}

function change(machine: Machine, list: ListValue, next: (items: readonly Value[]) => readonly Value[]): Value {
  return withItems(machine, list, (items) => {
    setItems(machine, list, next(items));
    return NONE;
  });
}

function literalIndex(value: PlainValue | undefined): bigint | undefined {
  return value?.kind === 'int' && value.term.kind === 'literal' ? value.term.value : undefined;
}

/** Finds the first equal item; raises ValueError where there is none. */
function search(
  machine: Machine,
  items: readonly Value[],
  wanted: PlainValue,
  from: number,
  found: (at: number) => Value,
): Value {
  const item = items[from];
  if (item === undefined) return machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
  return machine.choose(
    equalOrSame(machine, item, wanted),
    () => found(from),
    () => search(machine, items, wanted, from + 1, found),
  );
}

function countEqual(machine: Machine, items: readonly Value[], wanted: PlainValue): Value {
  const { terms } = machine;
  const ones = items.map((item) => terms.boolToInt(equalOrSame(machine, item, wanted)));
  return intValue(terms.add(...ones));
}

/** `any` and `all` of known items, which stop at the first that decides. */
export function quantify(machine: Machine, kind: 'any' | 'all', [first, ...rest]: readonly Value[]): Value {
  const { terms } = machine;
  if (first === undefined) return boolValue(terms.bool(kind === 'all'));
  const holds = truth(machine, first);
  const more = (): Value => quantify(machine, kind, rest);
  return kind === 'any'
    ? machine.choose(holds, () => boolValue(terms.true), more)
    : machine.choose(holds, more, () => boolValue(terms.false));
}
