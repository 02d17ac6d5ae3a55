/** Heaps in lists: https://docs.python.org/3/library/heapq.html; the steps are those of CPython, which leave the same list. */
import { catching } from '../../machine/catching.ts';
import type { Machine } from '../../machine/machine.ts';
import { type NamedArguments, NO_ARGUMENTS } from '../../values/arguments.ts';
import { exceptionClass } from '../../values/classes.ts';
import { NONE, type PlainValue, type Value } from '../../values/value.ts';
import { isComputed, withElements } from '../containers/iteration.ts';
import { settled, sortItems } from '../containers/sorting.ts';
import type { ListValue } from '../objects/held-items.ts';
import { truth } from '../objects/truth.ts';
import { compare } from '../operators/comparison.ts';
import { setItems, withItems } from '../sequences/sequences.ts';

type Builtin = (machine: Machine, args: readonly PlainValue[], named: NamedArguments) => Value | undefined;

/** Keyword arguments by function. */
export const HEAP_KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  'heapq.nlargest': ['key'],
  'heapq.nsmallest': ['key'],
};

/** The functions by dotted name. */
export const HEAP_FUNCTIONS: Readonly<Record<string, Builtin>> = {
  'heapq.heapify': (machine, [heap]) =>
    onHeap(machine, heap, (items) => {
      if (items.length > LARGEST)
        return machine.cut('heapify', `more than ${LARGEST} items are arranged in another order`);
      for (let at = (items.length >> 1) - 1; at >= 0; at--) siftUp(machine, items, at);
      return NONE;
    }),
  'heapq.heappush': (machine, [heap, item]) =>
    item &&
    onHeap(machine, heap, (items) => {
      items.push(item);
      siftDown(machine, items, 0, items.length - 1);
      return NONE;
    }),
  'heapq.heappop': (machine, [heap]) => onHeap(machine, heap, (items) => pop(machine, items)),
  'heapq.heappushpop': (machine, [heap, item]) =>
    item &&
    onHeap(machine, heap, (items) => {
      const [least] = items;
      if (least === undefined || !isLess(machine, least, item)) return item;
      items[0] = item;
      siftUp(machine, items, 0);
      return least;
    }),
  'heapq.heapreplace': (machine, [heap, item]) =>
    item &&
    onHeap(machine, heap, (items) => {
      const [least] = items;
      if (least === undefined) return machine.raise({ kind: 'exception', class: exceptionClass('IndexError') });
      items[0] = item;
      siftUp(machine, items, 0);
      return least;
    }),
  'heapq.nlargest': (machine, args, named) => extremes(machine, args, named, true),
  'heapq.nsmallest': (machine, args, named) => extremes(machine, args, named, false),
};

/** CPython makes larger heaps in an order that suits caches. */
const LARGEST = 2500;

/** Changes a copy of the list's items and puts it into the list. */
function onHeap(machine: Machine, heap: PlainValue | undefined, change: (items: Value[]) => Value): Value | undefined {
  if (heap?.kind !== 'list' || heap.class !== undefined) return undefined;
  const list: ListValue = heap;
  return withItems(machine, list, (before) => {
    const items = [...before];
    const result = change(items);
    setItems(machine, list, items);
    return result;
  });
}

function isLess(machine: Machine, left: Value, right: Value): boolean {
  machine.step();
  const less = catching(
    machine,
    exceptionClass('BaseException'),
    () => compare(machine, '<', left, right),
    () => machine.cut('heapq', 'how far a heap is changed when a comparison fails is not modelled'),
  );
  const isKnown = settled(machine, truth(machine, less));
  return isKnown ?? machine.cut('heapq', 'the order of the items in a heap depends on the inputs');
}

function pop(machine: Machine, items: Value[]): Value {
  const last = items.pop();
  if (last === undefined) return machine.raise({ kind: 'exception', class: exceptionClass('IndexError') });
  const [least] = items;
  if (least === undefined) return last;
  items[0] = last;
  siftUp(machine, items, 0);
  return least;
}

function siftDown(machine: Machine, items: Value[], start: number, from: number): void {
  let at = from;
  const item = items[at];
  while (at > start) {
    const parentAt = (at - 1) >> 1;
    const parent = items[parentAt];
    if (item === undefined || parent === undefined || !isLess(machine, item, parent)) break;
    items[at] = parent;
    items[parentAt] = item;
    at = parentAt;
  }
}

/** The smaller child moves up until a leaf is reached; then the item moves down from there. */
function siftUp(machine: Machine, items: Value[], start: number): void {
  let at = start;
  for (let child = 2 * at + 1; child < items.length; child = 2 * at + 1) {
    const [left, right] = [items[child], items[child + 1]];
    const smaller = left !== undefined && right !== undefined && !isLess(machine, left, right) ? child + 1 : child;
    const [moved, item] = [items[smaller], items[at]];
    if (moved === undefined || item === undefined) break;
    items[at] = moved;
    items[smaller] = item;
    at = smaller;
  }
  siftDown(machine, items, start, at);
}

/** `nsmallest(n, values, key)` and `nlargest`: the first of the sorted items. */
function extremes(
  machine: Machine,
  [count, values, ...more]: readonly PlainValue[],
  named: NamedArguments,
  isDescending: boolean,
): Value | undefined {
  if (count?.kind !== 'int' || count.term.kind !== 'literal' || values === undefined || more.length > 0)
    return undefined;
  const key = named.get('key') ?? NONE;
  const most = Math.max(0, Number(count.term.value));
  // each element of an iterator is compared before the next one is asked for
  if (isComputed(values)) return machine.cut('heapq', 'the extremes of an iterator are not modelled');
  return withElements(machine, values, (items) => {
    const keys =
      key.kind === 'none'
        ? items
        : items.map((item) => machine.interpreter.call(key, { ...NO_ARGUMENTS, positional: [item] }));
    return machine.makeList(sortItems(machine, items, { keys, isDescending }).slice(0, most));
  });
}
