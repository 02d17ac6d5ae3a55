/** Generators that are asked for single elements: they run ahead to their end, where that cannot be told from waiting. */

import type { Machine } from '../machine/machine.ts';
import type { State } from '../machine/state.ts';
import { exhaust, occupy } from '../semantics/containers/iterators.ts';
import { use } from '../semantics/objects/unmodelled.ts';
import { setItems, withItems } from '../semantics/sequences/sequences.ts';
import { type IteratorValue, intValue, NONE, type PlainValue, type Roots, type Value } from '../values/value.ts';
import { footprintOf } from './footprint.ts';
import { joinStates } from './loop.ts';

/** A generator runs ahead at most so far; what it yields later is not known. */
const MOST_YIELDS = 100;

/** What a generator that ran ahead depends on. */
interface Run {
  /** What its code may read, and what it yields. */
  readonly roots: Roots;
  readonly footprint: ReadonlyMap<string, Value>;
}

/** The runs of generators by what their iterators hold. */
const runs = new WeakMap<Value, Run>();

/** Goes on with a generator's next element, and with `onEnd` where it has no more. */
export function pullGenerator(
  machine: Machine,
  iterator: IteratorValue,
  onElement: (value: Value) => Value,
  onEnd: () => Value,
): Value {
  return machine.dispatch(machine.contentOf(iterator.object), (content) => {
    switch (content.kind) {
      case 'none':
        return onEnd();
      case 'unmodelled':
        return use(machine, content);
      case 'int':
        runAhead(machine, iterator);
        return pullGenerator(machine, iterator, onElement, onEnd);
      default:
        return take(machine, iterator, content, onElement, onEnd);
    }
  });
}

/** The generator's content becomes a tuple of what is still to come: 1-tuples of elements, and an exception where it raises. */
function runAhead(machine: Machine, iterator: IteratorValue): void {
  const { source } = iterator;
  if (source.type !== 'generator') throw new TypeError('only generators run ahead');
  const before = machine.state;
  const list = machine.makeList([]);
  if (list.kind !== 'list') throw new TypeError('makeList made no list');
  const append = (item: PlainValue): Value =>
    withItems(machine, list, (items) => {
      setItems(machine, list, [...items, item]);
      return NONE;
    });
  occupy(machine, iterator);
  const stopped: State[] = [];
  const yielded: Value[] = [];
  const asYielded = new Map<string, Value>();
  const onYield = (value: Value): Value => {
    if (mayBeIterator(value)) machine.cut('generator', 'an iterator that a generator yields is not modelled');
    yielded.push(value);
    for (const [key, content] of footprintOf(machine, rootsOf([value])))
      asYielded.set(key, asYielded.get(key) ?? content);
    append({ kind: 'tuple', items: [value] });
    return withItems(machine, list, (items) => {
      if (items.length < MOST_YIELDS) return NONE;
      append({ kind: 'unmodelled', construct: `generator beyond ${MOST_YIELDS} elements`, line: machine.line });
      stopped.push(machine.state);
      machine.endPath();
    });
  };
  const { value: ended, effects } = machine.withhold(() => machine.attempt(machine.state, () => source.run(onYield)));
  const ends = ended === undefined ? [] : [ended.state];
  for (const { state, exception } of effects.raised) {
    const end = machine.attempt(state, () => append(exception));
    if (end !== undefined) ends.push(end.state);
  }
  machine.release({ ...effects, raised: [] });
  const after = joinStates(machine, [...ends, ...stopped]);
  if (after === undefined) machine.endPath();
  machine.continueFrom(after);
  hideEffects(machine, before, iterator);
  const content = machine.contentOf(list.object);
  const now = footprintOf(machine, rootsOf(yielded));
  if ([...asYielded].some(([key, value]) => now.get(key) !== value))
    machine.cut('generator', 'a generator that changes what it has yielded is only modelled in a loop over it');
  const roots = { ...source.roots, values: [...source.roots.values, ...yielded] };
  const run = { roots, footprint: footprintOf(machine, roots) };
  for (const plain of content.kind === 'union' ? content.cases.map((one) => one.value) : [content]) {
    runs.set(plain, run);
  }
  machine.store(iterator.object, content);
}

function rootsOf(values: readonly Value[]): Roots {
  return { values, names: undefined, scopes: [] };
}

function mayBeIterator(value: Value): boolean {
  switch (value.kind) {
    case 'union':
      return value.cases.some((one) => mayBeIterator(one.value));
    case 'tuple':
      return value.items.some(mayBeIterator);
    default:
      return value.kind === 'iterator';
  }
}

/** Cuts where the generator has changed something that others may see; iterators that it uses are its own from now on. */
function hideEffects(machine: Machine, before: State, iterator: IteratorValue): void {
  const refuse = (): never => machine.cut('generator', 'a generator with effects is only modelled in a loop over it');
  for (const [id, content] of before.heap) {
    const now = machine.state.heap.get(id);
    if (now === content || id === iterator.object) continue;
    if (content.kind !== 'int') refuse();
    const construct = 'iterator that a generator goes through';
    machine.store(id, { kind: 'unmodelled', construct, line: machine.line });
  }
  for (const [id, scope] of before.scopes) if (machine.state.scopes.get(id) !== scope) refuse();
}

function take(
  machine: Machine,
  iterator: IteratorValue,
  content: PlainValue,
  onElement: (value: Value) => Value,
  onEnd: () => Value,
): Value {
  const { source } = iterator;
  const run = runs.get(content);
  if (content.kind !== 'tuple' || source.type !== 'generator') throw new TypeError('a generator holds what it yields');
  const [next, ...rest] = content.items;
  if (next === undefined) {
    exhaust(machine, iterator);
    return onEnd();
  }
  if (run === undefined || !isUnchanged(run.footprint, footprintOf(machine, run.roots))) {
    return machine.cut('generator', 'something that a generator uses may have changed between its elements');
  }
  return machine.dispatch(next, (entry) => {
    if (entry.kind === 'unmodelled') return use(machine, entry);
    if (entry.kind === 'exception') {
      exhaust(machine, iterator);
      return machine.raise(entry);
    }
    const left: PlainValue = { kind: 'tuple', items: rest };
    runs.set(left, run);
    machine.store(iterator.object, left);
    const [value = intValue(machine.terms.zero)] = entry.kind === 'tuple' ? entry.items : [];
    return onElement(value);
  });
}

function isUnchanged(before: ReadonlyMap<string, Value>, now: ReadonlyMap<string, Value>): boolean {
  return before.size === now.size && [...before].every(([key, value]) => now.get(key) === value);
}
