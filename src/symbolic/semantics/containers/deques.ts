/** Deques: https://docs.python.org/3/library/collections.html#deque-objects */
import type { Machine } from '../../machine/machine.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import { exceptionClass } from '../../values/classes.ts';
import { intValue, NONE, type PlainValue, type Value } from '../../values/value.ts';
import type { ListValue } from '../objects/held-items.ts';
import { setItems, withItems } from '../sequences/sequences.ts';
import { DEQUE } from './collection-classes.ts';
import { appendItem, callListMethod, changeItems } from './lists.ts';

type Method = (machine: Machine, deque: ListValue, args: readonly PlainValue[]) => Value | undefined;

const METHODS: Readonly<Record<string, Method>> = {
  append: (machine, deque, [item, ...more]) =>
    item === undefined || more.length > 0 ? undefined : append(machine, deque, item),
  appendleft: (machine, deque, [item, ...more]) =>
    item === undefined || more.length > 0 ? undefined : appendLeft(machine, deque, item),
  extend: (machine, deque, [iterable, ...more]) =>
    iterable === undefined || more.length > 0 ? undefined : each(machine, deque, iterable, append),
  extendleft: (machine, deque, [iterable, ...more]) =>
    iterable === undefined || more.length > 0 ? undefined : each(machine, deque, iterable, appendLeft),
  pop: (machine, deque, args) => (args.length > 0 ? undefined : popFrom(machine, deque, 'right')),
  popleft: (machine, deque, args) => (args.length > 0 ? undefined : popFrom(machine, deque, 'left')),
  copy: (machine, deque, args) =>
    args.length > 0 ? undefined : withItems(machine, deque, (items) => makeDeque(machine, items, deque.longest)),
  rotate: (machine, deque, [count, ...more]) => {
    const times = count ?? intValue(machine.terms.one);
    if (more.length > 0 || times.kind !== 'int' || times.term.kind !== 'literal') return undefined;
    const { value } = times.term;
    return changeItems(machine, deque, (items) => {
      if (items.length === 0) return items;
      const length = BigInt(items.length);
      const cut = items.length - Number(((value % length) + length) % length);
      return [...items.slice(cut), ...items.slice(0, cut)];
    });
  },
};

/** Methods that deques and lists have in common. */
const OF_LISTS = new Set(['clear', 'count', 'remove', 'reverse', 'index']);

/** Whether deques have a method of this name that the engine knows. */
export function isDequeMethod(name: string): boolean {
  return Object.hasOwn(METHODS, name) || OF_LISTS.has(name);
}

/** Calls a method of a deque. */
export function callDequeMethod(
  machine: Machine,
  name: string,
  deque: ListValue,
  args: readonly PlainValue[],
  named: NamedArguments,
): Value {
  if (OF_LISTS.has(name)) return callListMethod(machine, name, deque, args, named);
  const result = named.size === 0 && Object.hasOwn(METHODS, name) ? METHODS[name]?.(machine, deque, args) : undefined;
  return result ?? machine.cut(`deque.${name}`, `deque.${name} with these arguments is not modelled`);
}

function makeDeque(machine: Machine, items: readonly Value[], longest: number | undefined): ListValue {
  const object = machine.allocate({ kind: 'tuple', items });
  return { kind: 'list', object, class: DEQUE, ...(longest !== undefined && { longest }) };
}

/** `deque(iterable, maxlen)`. */
export function constructDeque(
  machine: Machine,
  [first, second, ...more]: readonly PlainValue[],
  named: NamedArguments,
): Value | undefined {
  const source = first ?? named.get('iterable');
  const most = second ?? named.get('maxlen') ?? NONE;
  if (more.length > 0 || (most.kind !== 'none' && (most.kind !== 'int' || most.term.kind !== 'literal'))) {
    return undefined;
  }
  const longest = most.kind === 'int' && most.term.kind === 'literal' ? Number(most.term.value) : undefined;
  if (longest !== undefined && longest < 0) {
    return machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
  }
  const made = makeDeque(machine, [], longest);
  if (source !== undefined) each(machine, made, source, append);
  return made;
}

/** A deque with a bound drops items at the other end. */
function append(machine: Machine, deque: ListValue, item: Value): Value {
  const { longest } = deque;
  if (longest === undefined) return appendItem(machine, deque, item);
  return changeItems(machine, deque, (items) => {
    const all = [...items, item];
    return all.length > longest ? all.slice(1) : all;
  });
}

function appendLeft(machine: Machine, deque: ListValue, item: Value): Value {
  const { longest = Infinity } = deque;
  return changeItems(machine, deque, (items) => [item, ...items].slice(0, Math.min(longest, items.length + 1)));
}

function each(
  machine: Machine,
  deque: ListValue,
  iterable: PlainValue,
  add: (machine: Machine, deque: ListValue, item: Value) => Value,
): Value {
  const isItself = iterable.kind === 'list' && iterable.object === deque.object;
  const source = isItself ? withItems(machine, deque, (items) => ({ kind: 'tuple', items })) : iterable;
  machine.interpreter.iterate(source, {
    line: machine.line,
    body: (item) => {
      add(machine, deque, item);
    },
  });
  return NONE;
}

function popFrom(machine: Machine, deque: ListValue, side: 'left' | 'right'): Value {
  return withItems(machine, deque, (items) => {
    const taken = side === 'left' ? items[0] : items.at(-1);
    if (taken === undefined) return machine.raise({ kind: 'exception', class: exceptionClass('IndexError') });
    setItems(machine, deque, side === 'left' ? items.slice(1) : items.slice(0, -1));
    return taken;
  });
}
