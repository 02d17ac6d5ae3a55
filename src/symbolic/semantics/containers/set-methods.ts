/** Methods and operators of sets: https://docs.python.org/3/library/stdtypes.html#set-types-set-frozenset */
import type { Machine } from '../../machine/machine.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import { exceptionClass } from '../../values/classes.ts';
import { boolValue, NONE, type PlainValue, type Value } from '../../values/value.ts';
import { withEntries } from './dicts.ts';
import { findKey, isFound } from './hashing.ts';
import { forEachElement, isComputed } from './iteration.ts';

import { SetTable } from './set-table.ts';
import {
  addElement,
  type Elements,
  isSubset,
  makeSet,
  popElement,
  removeElement,
  type SetValue,
  setElements,
  tableNumber,
  withBothSets,
  withSet,
} from './sets.ts';

type Method = (machine: Machine, set: SetValue, args: readonly PlainValue[]) => Value | undefined;

const METHODS: Readonly<Record<string, Method>> = {
  add: (machine, set, [element, ...more]) => {
    if (element === undefined || more.length > 0) return undefined;
    addElement(machine, set, element);
    return NONE;
  },
  discard: (machine, set, [element, ...more]) =>
    element === undefined || more.length > 0 ? undefined : removeElement(machine, set, element, () => NONE),
  remove: (machine, set, [element, ...more]) => {
    if (element === undefined || more.length > 0) return undefined;
    return removeElement(machine, set, element, () =>
      machine.raise({ kind: 'exception', class: exceptionClass('KeyError'), args: [element] }),
    );
  },
  pop: (machine, set, args) => (args.length > 0 ? undefined : popElement(machine, set)),
  clear: (machine, set, args) =>
    args.length > 0 ? undefined : setElements(machine, set, { items: [], table: SetTable.EMPTY }),
  copy: (machine, set, args) => {
    if (args.length > 0) return undefined;
    return set.kind === 'frozenset' ? set : copySet(machine, set);
  },
  update: (machine, set, others) => {
    for (const other of others) addAll(machine, set, other);
    return NONE;
  },
  union: (machine, set, others) => {
    const made = copySet(machine, set);
    for (const other of others) addAll(machine, made, other);
    return made;
  },
  intersection: (machine, set, others) =>
    others.length === 0
      ? copySet(machine, set)
      : others.reduce<SetValue>((left, other) => intersection(machine, left, asSoughtSet(machine, other)), set),
  intersection_update: (machine, set, others) =>
    replace(machine, set, callSetMethod(machine, 'intersection', set, others)),
  difference: (machine, set, others) => {
    if (others.length === 0) return copySet(machine, set);
    return others.reduce<SetValue>((left, other) => difference(machine, left, asSet(machine, other)), set);
  },
  difference_update: (machine, set, others) => {
    for (const other of others) removeAll(machine, set, asSet(machine, other));
    return NONE;
  },
  symmetric_difference: (machine, set, [other, ...more]) =>
    other === undefined || more.length > 0 ? undefined : toggled(machine, set, other),
  symmetric_difference_update: (machine, set, [other, ...more]) => {
    if (other === undefined || more.length > 0) return undefined;
    toggle(machine, set, asSet(machine, other));
    return NONE;
  },
  issubset: (machine, set, [other, ...more]) =>
    other === undefined || more.length > 0
      ? undefined
      : boolValue(withBothSets(machine, set, asSoughtSet(machine, other), (a, b) => isSubset(machine, a, b))),
  issuperset: (machine, set, [other, ...more]) =>
    other === undefined || more.length > 0
      ? undefined
      : boolValue(withBothSets(machine, asSoughtSet(machine, other), set, (a, b) => isSubset(machine, a, b))),
  isdisjoint: (machine, set, [other, ...more]) => {
    if (other === undefined || more.length > 0) return undefined;
    const { terms } = machine;
    return boolValue(
      withBothSets(machine, asSoughtSet(machine, other), set, (a, b) =>
        terms.and(...a.map((item) => terms.not(isFound(machine, findKey(machine, b, item))))),
      ),
    );
  },
};

const MUTATORS = new Set(
  'add discard remove pop clear update intersection_update difference_update symmetric_difference_update'.split(' '),
);

/** Whether a set has a method of this name that the engine knows. */
export function isSetMethod(set: SetValue, name: string): boolean {
  return Object.hasOwn(METHODS, name) && !(set.kind === 'frozenset' && MUTATORS.has(name));
}

/** Calls a method of a set. */
export function callSetMethod(
  machine: Machine,
  name: string,
  set: SetValue,
  args: readonly PlainValue[],
  named: NamedArguments = new Map(),
): Value {
  const result = named.size === 0 && Object.hasOwn(METHODS, name) ? METHODS[name]?.(machine, set, args) : undefined;
  return result ?? machine.cut(`set.${name}`, `set.${name} with these arguments is not modelled`);
}

/** `set(iterable)` and `frozenset(iterable)`. */
export function constructSet(
  machine: Machine,
  kind: SetValue['kind'],
  [source, ...more]: readonly PlainValue[],
): Value {
  if (more.length > 0) return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  if (kind === 'frozenset' && source?.kind === 'frozenset') return source;
  const made = makeSet(machine, kind);
  if (source !== undefined) addAll(machine, made, source);
  return made;
}

/** The operators of sets by their methods, which take any iterable where the operators want a set. */
const OPERATORS = { '|': 'union', '&': 'intersection', '-': 'difference', '^': 'symmetric_difference' } as const;

/** Whether an operator combines sets. */
export function isSetOperator(operator: string): operator is keyof typeof OPERATORS {
  return Object.hasOwn(OPERATORS, operator);
}

/** `left operator right` of two sets. */
export function combineSets(
  machine: Machine,
  operator: keyof typeof OPERATORS,
  left: SetValue,
  right: SetValue,
): Value {
  return callSetMethod(machine, OPERATORS[operator], left, [right]);
}

/** `left operator= right`, which changes a set in place. */
export function combineInPlace(
  machine: Machine,
  operator: keyof typeof OPERATORS,
  left: SetValue,
  right: SetValue,
): Value {
  const method = operator === '|' ? 'update' : (`${OPERATORS[operator]}_update` as const);
  callSetMethod(machine, method, left, [right]);
  return left;
}

function copySet(machine: Machine, set: SetValue): SetValue {
  const made = makeSet(machine, set.kind);
  withSet(machine, set, ({ items, table }) =>
    setElements(machine, made, { items, table: table && SetTable.EMPTY.merged(table) }),
  );
  return made;
}

/** A set of the iterable's elements: itself where it is one. */
function asSet(machine: Machine, source: PlainValue): SetValue {
  if (source.kind === 'set' || source.kind === 'frozenset') return source;
  const made = makeSet(machine);
  addAll(machine, made, source);
  // operations with other iterables go through their elements in an order of its own
  withSet(machine, made, ({ items }) => setElements(machine, made, { items, table: undefined }));
  return made;
}

/** Like {@link asSet}, for what stops at the element that decides. */
function asSoughtSet(machine: Machine, source: PlainValue): SetValue {
  if (isComputed(source)) return machine.cut('set', 'how far a set goes through an iterator is not modelled');
  return asSet(machine, source);
}

function addAll(machine: Machine, set: SetValue, source: PlainValue): void {
  if (source.kind === 'set' || source.kind === 'frozenset') {
    withBothElements(machine, set, source, (ours, theirs) => {
      for (const item of theirs.items) addElement(machine, set, item);
      attachTable(machine, set, theirs.table && ours.table?.merged(theirs.table));
      return NONE;
    });
    return;
  }
  if (source.kind === 'dict') {
    withEntries(machine, source, ({ length }) =>
      withSet(machine, set, (elements) =>
        setElements(machine, set, { ...elements, table: elements.table?.withRoomFor(length) }),
      ),
    );
  }
  forEachElement(machine, source, (item) => addElement(machine, set, item));
}

function withBothElements(
  machine: Machine,
  left: SetValue,
  right: SetValue,
  handle: (left: Elements, right: Elements) => Value,
): Value {
  return withSet(machine, left, (ours) => withSet(machine, right, (theirs) => handle(ours, theirs)));
}

/** Says which table the set has, where its elements are the table's. */
function attachTable(machine: Machine, set: SetValue, table: SetTable | undefined): void {
  const content = machine.contentOf(set.object);
  if (content.kind !== 'tuple') return;
  const numbers = new Set(content.items.map(tableNumber));
  const isItsOwn = table?.order.length === content.items.length && table.order.every((number) => numbers.has(number));
  setElements(machine, set, { items: content.items, table: isItsOwn ? table : undefined });
}

/** A set of the items for which a condition holds. */
function filtered(
  machine: Machine,
  kind: SetValue['kind'],
  items: readonly Value[],
  isKept: (item: Value) => Parameters<Machine['choose']>[0],
): SetValue {
  const made = makeSet(machine, kind);
  for (const item of items) {
    machine.choose(
      isKept(item),
      () =>
        withSet(machine, made, (now) => setElements(machine, made, { items: [...now.items, item], table: undefined })),
      () => NONE,
    );
  }
  return made;
}

function intersection(machine: Machine, left: SetValue, right: SetValue): SetValue {
  const made = makeSet(machine, left.kind);
  if (left.object === right.object) return replaced(machine, made, copySet(machine, left));
  withBothElements(machine, left, right, (ours, theirs) => {
    // the smaller set is walked, and its elements are the ones that are kept
    const [walked, other] = theirs.items.length > ours.items.length ? [ours, theirs] : [theirs, ours];
    const kept = filtered(machine, left.kind, walked.items, (item) =>
      isFound(machine, findKey(machine, other.items, item)),
    );
    replaced(machine, made, kept);
    const common = new Set(other.table?.order);
    attachTable(machine, made, other.table && built(walked.table?.order.filter((number) => common.has(number))));
    return NONE;
  });
  return made;
}

function difference(machine: Machine, left: SetValue, right: SetValue): SetValue {
  const made = makeSet(machine, left.kind);
  withBothElements(machine, left, right, (ours, theirs) => {
    const kept = filtered(machine, left.kind, ours.items, (item) =>
      machine.terms.not(isFound(machine, findKey(machine, theirs.items, item))),
    );
    replaced(machine, made, kept);
    const gone = new Set(theirs.table?.order);
    const isCopied = Math.floor(ours.items.length / 4) > theirs.items.length;
    const rest = isCopied
      ? ours.table && theirs.table && removed(SetTable.EMPTY.merged(ours.table), theirs.table.order)
      : theirs.table && built(ours.table?.order.filter((number) => !gone.has(number)));
    attachTable(machine, made, rest);
    return NONE;
  });
  return made;
}

/** `left -= right`. */
function removeAll(machine: Machine, left: SetValue, right: SetValue): void {
  if (left.object === right.object) {
    setElements(machine, left, { items: [], table: SetTable.EMPTY });
    return;
  }
  withBothElements(machine, left, right, (ours, theirs) => {
    const isSwapped = Math.floor(theirs.items.length / 8) > ours.items.length;
    for (const item of theirs.items) removeElement(machine, left, item, () => NONE);
    const rest = isSwapped ? undefined : ours.table && theirs.table && removed(ours.table, theirs.table.order);
    attachTable(machine, left, rest);
    return NONE;
  });
}

function toggled(machine: Machine, left: SetValue, right: PlainValue): SetValue {
  const made = makeSet(machine, left.kind);
  addAll(machine, made, right);
  toggle(machine, made, left);
  return made;
}

/** `left ^= right`. */
function toggle(machine: Machine, left: SetValue, right: SetValue): void {
  if (left.object === right.object) {
    setElements(machine, left, { items: [], table: SetTable.EMPTY });
    return;
  }
  withBothElements(machine, left, right, (ours, theirs) => {
    const present = new Set(ours.table?.order);
    const table = theirs.table?.order.reduce<SetTable | undefined>(
      (now, number) => (present.has(number) ? now?.without(number) : now?.with(number)),
      ours.table,
    );
    for (const item of theirs.items) {
      removeElement(machine, left, item, () => {
        addElement(machine, left, item);
        return NONE;
      });
    }
    attachTable(machine, left, table);
    return NONE;
  });
}

function built(order: readonly number[] | undefined): SetTable | undefined {
  return order?.reduce<SetTable | undefined>((table, number) => table?.with(number), SetTable.EMPTY);
}

function removed(table: SetTable | undefined, order: readonly number[]): SetTable | undefined {
  return order.reduce((now, number) => now?.without(number), table)?.swept();
}

/** Gives a set what an intersection holds; the next `pop` goes on searching where it was. */
function replace(machine: Machine, set: SetValue, by: Value): Value {
  if (by.kind !== 'set' && by.kind !== 'frozenset') throw new TypeError('an intersection is a set');
  return withBothElements(machine, set, by, (before, { items, table }) =>
    setElements(machine, set, { items, table: before.table && table?.searchedLike(before.table) }),
  );
}

/** Gives a set what another one holds. */
function replaced(machine: Machine, set: SetValue, by: SetValue): SetValue {
  withSet(machine, by, (elements) => setElements(machine, set, elements));
  return set;
}
