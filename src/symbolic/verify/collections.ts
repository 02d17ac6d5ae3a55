/** Symbolic containers: up to some number of items each one is modelled; beyond it, no more than how many there are. */

import type { InputType } from '../inputs/input-type.ts';
import type { Machine } from '../machine/machine.ts';
import { conjuncts } from '../machine/state.ts';
import { truth } from '../semantics/objects/truth.ts';
import { compare } from '../semantics/operators/comparison.ts';
import type { Model } from '../terms/evaluate.ts';
import type { BoolTerm, IntTerm } from '../terms/term.ts';
import type { Case, PlainValue, Value } from '../values/value.ts';
import { anyLengthArgument } from './any-length-arguments.ts';
import { type ArgumentMaker, enclosed, type SymbolicArgument } from './symbolic-argument.ts';

import { entryName, itemName, lengthName, placeName, shownName } from './variables.ts';

type CollectionType = Extract<InputType, { kind: 'list' | 'tuples' | 'set' | 'frozenset' | 'dict' }>;

/** Source text repeats an item instead of writing more than this many out. */
const MOST_WRITTEN = 40;

/** A container of any size. Items share their variables across sizes. */
export function symbolicCollection(maker: ArgumentMaker, type: CollectionType, name: string): SymbolicArgument {
  const { machine, line, depth } = maker;
  const { terms } = machine;
  const any = machine.limits.isInductive && type.kind !== 'dict' ? anyLengthArgument(maker, type, name) : undefined;
  if (any !== undefined) return any;
  const most = mostItems(type, maker.sizes.most(name, depth));
  const length = terms.variable('int', lengthName(name));
  const items = Array.from({ length: most }, (_, index) => {
    const exists = terms.and(maker.exists, terms.lt(terms.int(index), length));
    return symbolicItem({ ...maker, depth: depth + 1, exists }, type, name, index);
  });
  machine.assume(terms.le(terms.zero, length));
  const values = items.map(({ value }) => value);
  const cases: Case[] = Array.from({ length: most + 1 }, (_, size) => ({
    guard: terms.eq(length, terms.int(size)),
    value: { kind: 'tuple', items: values.slice(0, size) },
  }));
  const construct = `${shownName(name)} with more than ${most} items`;
  const isLonger = terms.lt(terms.int(most), length);
  const beyond: PlainValue = {
    kind: 'unmodelled',
    construct,
    line,
    length,
    beyond: { bound: `${placeName(name)} of at most ${most} items`, exceeded: terms.and(maker.exists, isLonger) },
  };
  const content: Value = {
    kind: 'union',
    cases: [...cases, { guard: isLonger, value: beyond }],
  };
  if (type.kind === 'set' || type.kind === 'frozenset') assumeDistinct(maker, values, length);
  if (type.kind === 'dict') assumeDistinct(maker, values.map(keyOf), length);
  const source = (model: Model): string | undefined =>
    collectionSource(type, items, model, Number(model.get(length.name) ?? 0n));
  if (type.kind === 'tuples') return { value: content, source };
  const object = machine.allocate(content);
  if (type.kind !== 'frozenset') maker.objects.add(type, object, name, maker.exists);
  return { value: { kind: type.kind, object }, source };
}

/** Distinct elements of a type with few values are few. */
function mostItems(type: CollectionType, wanted: number): number {
  const isDistinct = type.kind !== 'list' && type.kind !== 'tuples';
  return isDistinct ? Math.min(wanted, 3) : wanted;
}

function symbolicItem(maker: ArgumentMaker, type: CollectionType, name: string, index: number): SymbolicArgument {
  if (type.kind !== 'dict') return maker.make(maker, type.element, itemName(name, index));
  const key = maker.make(maker, type.key, itemName(name, index));
  const value = maker.make(maker, type.value, entryName(name, index));
  return {
    value: { kind: 'tuple', items: [key.value, value.value] },
    source: (model) => enclosed('', '', ':', [key, value], model),
  };
}

function keyOf(entry: Value): Value {
  const key = entry.kind === 'tuple' ? entry.items[0] : undefined;
  if (key === undefined) throw new TypeError('an entry has a key');
  return key;
}

/** Assumes that the elements that are there differ from each other. */
function assumeDistinct({ machine }: ArgumentMaker, elements: readonly Value[], length: IntTerm): void {
  const { terms } = machine;
  for (const [index, element] of elements.entries()) {
    for (const earlier of elements.slice(0, index)) {
      const isThere = terms.lt(terms.int(index), length);
      const differ = difference(machine, earlier, element);
      machine.assume(terms.implies(isThere, differ));
    }
  }
}

/**
 * What is known of two elements that differ. Where comparing them is not modelled, or raises, they may be equal here: that takes
 * in more than there is, and leaves nothing out.
 */
function difference(machine: Machine, left: Value, right: Value): BoolTerm {
  const { terms } = machine;
  const before = machine.state;
  const { value: end, effects } = machine.withhold(() =>
    machine.attempt(before, () => terms.not(truth(machine, compare(machine, '==', left, right)))),
  );
  if (end === undefined) return terms.true;
  if (effects.cuts.length + effects.raised.length > 0) {
    const compared = conjuncts(end.state.condition).slice(before.condition?.length ?? 0);
    return terms.implies(terms.and(...compared), end.value);
  }
  machine.continueFrom(end.state);
  return end.value;
}

function collectionSource(
  type: CollectionType,
  items: readonly SymbolicArgument[],
  model: Model,
  length: number,
): string | undefined {
  const [first] = items;
  // nothing is known of the items beyond, so any will do; those of sets and dictionaries would have to differ
  const further = length - items.length;
  const isRepeatable = type.kind === 'list' || type.kind === 'tuples';
  if (further > 0 && (!isRepeatable || first === undefined)) return undefined;
  const written = further > MOST_WRITTEN ? 0 : Math.max(0, further);
  const filler = first === undefined ? [] : Array.from({ length: written }, () => first);
  const text = displaySource(type, [...items.slice(0, length), ...filler], model);
  if (text === undefined || further <= MOST_WRITTEN || first === undefined) return text;
  return `${text} + ${displaySource(type, [first], new Map())} * ${further}`;
}

function displaySource(type: CollectionType, items: readonly SymbolicArgument[], model: Model): string | undefined {
  switch (type.kind) {
    case 'list':
      return enclosed('[', ']', ',', items, model);
    case 'tuples':
      return items.length === 0 ? '()' : enclosed('(', ',)', ',', items, model);
    case 'set':
      return items.length === 0 ? 'set()' : enclosed('{', '}', ',', items, model);
    case 'frozenset':
      return items.length === 0 ? 'frozenset()' : enclosed('frozenset({', '})', ',', items, model);
    case 'dict':
      return enclosed('{', '}', ',', items, model);
  }
}
