/** Methods of lists and tuples: https://docs.python.org/3/tutorial/datastructures.html#more-on-lists */
import type { Machine } from '../../machine/machine.ts';
import type { IntTerm } from '../../terms/term.ts';
import { type NamedArguments, NO_ARGUMENTS } from '../../values/arguments.ts';
import { exceptionClass } from '../../values/classes.ts';
import { intValue, NONE, type PlainValue, type Value } from '../../values/value.ts';
import { integerTerm, isInteger } from '../numbers/numbers.ts';
import type { ItemSequence, ListValue } from '../objects/held-items.ts';
import { joined, ofKnown } from '../sequences/any-length.ts';
import { equalOrSame } from '../sequences/item-equality.ts';
import { setItems, withContent, withItems } from '../sequences/sequences.ts';
import { takeItem } from './item-assignment.ts';
import { forEachElement, isComputed, withElements } from './iteration.ts';
import { withPositions } from './slices.ts';
import { sortItems, withSortOptions } from './sorting.ts';

type Method = (
  machine: Machine,
  list: ListValue,
  args: readonly PlainValue[],
  named: NamedArguments,
) => Value | undefined;

/** Keyword arguments by method; all other methods are called by position. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = { sort: ['key', 'reverse'] };

const METHODS: Readonly<Record<string, Method>> = {
  append: (machine, list, [item, ...more]) => {
    if (item === undefined || more.length > 0) return undefined;
    return appendItem(machine, list, item);
  },
  extend: (machine, list, [iterable, ...more]) =>
    iterable === undefined || more.length > 0 ? undefined : extendItems(machine, list, iterable),
  clear: (machine, list, args) => (args.length > 0 ? undefined : changeItems(machine, list, () => [])),
  copy: (machine, list, args) =>
    args.length > 0 ? undefined : { kind: 'list', object: machine.allocate(machine.contentOf(list.object)) },
  reverse: (machine, list, args) =>
    args.length > 0 ? undefined : changeItems(machine, list, (items) => items.toReversed()),
  insert: (machine, list, [index, item, ...more]) => {
    if (index === undefined || item === undefined || more.length > 0) return undefined;
    const lower = indexTerm(machine, index);
    return withItems(machine, list, (items) =>
      withPositions(machine, items.length, { lower }, (_positions, { start }) => {
        setItems(machine, list, items.toSpliced(start, 0, item));
        return NONE;
      }),
    );
  },
  pop: (machine, list, [index, ...more]) => {
    if (more.length > 0) return undefined;
    const at = index === undefined ? machine.terms.int(-1) : indexTerm(machine, index);
    return takeItem(machine, list, at, (item) => item);
  },
  remove: (machine, list, [item, ...more]) =>
    item === undefined || more.length > 0
      ? undefined
      : withItems(machine, list, (items) =>
          search(machine, items, item, 0, items.length, (at) => {
            setItems(machine, list, items.toSpliced(at, 1));
            return NONE;
          }),
        ),
  index: indexOf,
  count: countOf,
  sort: (machine, list, args, named) => (args.length > 0 ? undefined : sortList(machine, list, named)),
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

/** `list.append(item)`. */
export function appendItem(machine: Machine, list: ListValue, item: Value): Value {
  return withContent(
    machine,
    list,
    (items) => {
      setItems(machine, list, [...items, item]);
      return NONE;
    },
    (items) => {
      const longer = joined(machine, items, ofKnown(machine, [item]));
      machine.store(list.object, longer);
      return NONE;
    },
  );
}

/** Replaces the items of a list by what is made of them. */
export function changeItems(
  machine: Machine,
  list: ListValue,
  next: (items: readonly Value[]) => readonly Value[],
): Value {
  return withItems(machine, list, (items) => {
    setItems(machine, list, next(items));
    return NONE;
  });
}

/** `list.extend(iterable)`: what an iterator gives before it raises stays in the list. */
export function extendItems(machine: Machine, list: ListValue, iterable: PlainValue): Value {
  if (!isComputed(iterable)) {
    return withElements(machine, iterable, (added) => changeItems(machine, list, (items) => [...items, ...added]));
  }
  forEachElement(machine, iterable, (element) => {
    changeItems(machine, list, (items) => [...items, element]);
  });
  return NONE;
}

/** Indices beyond the machine's words raise OverflowError; how long a word is depends on the build. */
function indexTerm(machine: Machine, index: PlainValue): IntTerm {
  if (!isInteger(index)) {
    if (index.kind === 'instance') return machine.cut('index', '__index__ of an object is not called here');
    return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  }
  const { terms } = machine;
  const term = integerTerm(machine, index);
  const isWord = terms.and(terms.lt(terms.int(-WORD), term), terms.lt(term, terms.int(WORD)));
  machine.cutIf(terms.not(isWord), 'index', 'an index beyond 2**31 is an error that depends on the build');
  return term;
}

const WORD = 2n ** 31n;

/** `sequence.index(item, start, stop)`. */
export function indexOf(
  machine: Machine,
  sequence: ItemSequence,
  [item, start, stop, ...more]: readonly PlainValue[],
): Value | undefined {
  if (item === undefined || more.length > 0) return undefined;
  const bounds = [start, stop].map((bound) => {
    if (bound === undefined) return undefined;
    if (isInteger(bound)) return integerTerm(machine, bound);
    return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  });
  const [lower, upper] = bounds;
  return withItems(machine, sequence, (items) =>
    withPositions(
      machine,
      items.length,
      { ...(lower && { lower }), ...(upper && { upper }) },
      (_positions, { start: from, stop: to }) =>
        search(machine, items, item, from, to, (at) => intValue(machine.terms.int(at))),
    ),
  );
}

/** `sequence.count(item)`. */
export function countOf(
  machine: Machine,
  sequence: ItemSequence,
  [item, ...more]: readonly PlainValue[],
): Value | undefined {
  if (item === undefined || more.length > 0) return undefined;
  const { terms } = machine;
  return withItems(machine, sequence, (items) =>
    intValue(terms.add(...items.map((one) => terms.boolToInt(equalOrSame(machine, one, item))))),
  );
}

/** Finds the first equal item between two positions; raises ValueError where there is none. */
function search(
  machine: Machine,
  items: readonly Value[],
  wanted: PlainValue,
  from: number,
  to: number,
  found: (at: number) => Value,
): Value {
  const item = items[from];
  if (item === undefined || from >= to)
    return machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
  return machine.choose(
    equalOrSame(machine, item, wanted),
    () => found(from),
    () => search(machine, items, wanted, from + 1, to, found),
  );
}

/** `list.sort(key=…, reverse=…)`: the list seems empty meanwhile. */
function sortList(machine: Machine, list: ListValue, named: NamedArguments): Value {
  return withSortOptions(machine, named, (key, isDescending) =>
    withItems(machine, list, (items) => {
      const hidden: Value = { kind: 'unmodelled', construct: 'list that is being sorted', line: machine.line };
      machine.store(list.object, hidden);
      const keys = items.map((item) =>
        key === undefined ? item : machine.interpreter.call(key, { ...NO_ARGUMENTS, positional: [item] }),
      );
      const sorted = sortItems(machine, items, { keys, isDescending });
      if (machine.contentOf(list.object) !== hidden) return machine.cut('sort', 'a list changes while it is sorted');
      setItems(machine, list, sorted);
      return NONE;
    }),
  );
}
