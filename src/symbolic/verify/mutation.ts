/** What a call does to its arguments: whether they are still as they were. */
import type { Machine } from '../machine/machine.ts';
import type { State } from '../machine/state.ts';
import { use } from '../semantics/objects/unmodelled.ts';

import type { BoolTerm } from '../terms/term.ts';
import { boolValue, type ObjectId, type PlainValue, type Value } from '../values/value.ts';

/** The objects that a value holds in a state, at any depth, itself included. */
export function reachableObjects(state: State, value: Value, found = new Set<ObjectId>()): ReadonlySet<ObjectId> {
  if (value.kind === 'union') {
    for (const one of value.cases) reachableObjects(state, one.value, found);
    return found;
  }
  for (const part of partsOf(value)) reachableObjects(state, part, found);
  if (!('object' in value) || value.object === undefined || found.has(value.object)) return found;
  found.add(value.object);
  const content = state.heap.get(value.object);
  return content === undefined ? found : reachableObjects(state, content, found);
}

type Instance = Extract<PlainValue, { kind: 'instance' }>;

/** The objects of the module's classes that a value holds in a state, at any depth, itself included. */
export function instancesIn(state: State, value: Value, found = new Map<ObjectId, Instance>()): readonly Instance[] {
  const values = value.kind === 'union' ? value.cases.map((one) => one.value) : [value];
  for (const one of values) {
    for (const part of partsOf(one)) instancesIn(state, part, found);
    if (!('object' in one) || one.object === undefined || found.has(one.object)) continue;
    if (one.kind === 'instance') found.set(one.object, one);
    const content = state.heap.get(one.object);
    if (content !== undefined) instancesIn(state, content, found);
  }
  return [...found.values()];
}

function partsOf(value: PlainValue): Iterable<Value> {
  if (value.kind === 'tuple') return value.items;
  if (value.kind === 'exception') return value.args ?? [];
  return value.kind === 'namespace' ? value.entries.values() : [];
}

/** Whether no object of the value has other content than at the entry, as far as that is seen without asking. */
export function isUntouched(entry: State, state: State, value: Value): boolean {
  return [...reachableObjects(entry, value)].every((object) => entry.heap.get(object) === state.heap.get(object));
}

/**
 * The condition under which a value is like the deep copy of it that was made before, in types and values; where dictionaries and
 * sets are changed at all, their order counts as well. Cuts what cannot be compared.
 */
export function isLikeCopy(machine: Machine, copy: Value, value: Value): BoolTerm {
  const same = machine.dispatch(copy, (before) =>
    machine.dispatch(value, (after) => boolValue(isPlainlyLike(machine, before, after))),
  );
  // every alternative gave a bool, and bools of several paths join into one
  return same.kind === 'bool' ? same.term : machine.terms.false;
}

function isPlainlyLike(machine: Machine, before: PlainValue, after: PlainValue): BoolTerm {
  const { terms } = machine;
  if (before.kind === 'unmodelled') return use(machine, before);
  if (after.kind === 'unmodelled') return use(machine, after);
  if (before === after) return terms.true;
  if (before.kind === 'bool' && after.kind === 'bool') return terms.same(before.term, after.term);
  if (before.kind === 'int' && after.kind === 'int') return terms.same(before.term, after.term);
  if (before.kind === 'float' && after.kind === 'float') return terms.same(before.term, after.term);
  if (before.kind === 'str' && after.kind === 'str') return terms.same(before.term, after.term);
  if (before.kind === 'bytes' && after.kind === 'bytes') return terms.same(before.term, after.term);
  if (before.kind === 'tuple' && after.kind === 'tuple') return areLike(machine, before.items, after.items);
  if (before.kind === 'namespace' && after.kind === 'namespace') {
    const names = [...before.entries.keys()];
    if (names.length !== after.entries.size || !names.every((name) => after.entries.has(name))) return terms.false;
    return areLike(
      machine,
      [...before.entries.values()],
      names.flatMap((name) => after.entries.get(name) ?? []),
    );
  }
  if (before.kind !== after.kind) return terms.false;
  if (isContainer(before) && isContainer(after)) {
    if (classOf(before) !== classOf(after)) return terms.false;
    if (before.object === after.object) return terms.true;
    return isLikeCopy(machine, machine.contentOf(before.object), machine.contentOf(after.object));
  }
  return machine.cut('mutation', `whether a ${before.kind} is still as it was is not modelled`);
}

type Container = Extract<PlainValue, { kind: 'list' | 'dict' | 'set' | 'frozenset' | 'instance' }>;

function isContainer(value: PlainValue): value is Container {
  return (
    value.kind === 'list' ||
    value.kind === 'dict' ||
    value.kind === 'set' ||
    value.kind === 'frozenset' ||
    value.kind === 'instance'
  );
}

function classOf(value: Container): unknown {
  return 'class' in value ? value.class : undefined;
}

function areLike(machine: Machine, before: readonly Value[], after: readonly Value[]): BoolTerm {
  const { terms } = machine;
  if (before.length !== after.length) return terms.false;
  return terms.and(
    ...before.map((item, index) => {
      const other = after[index];
      return other === undefined ? terms.false : isLikeCopy(machine, item, other);
    }),
  );
}
