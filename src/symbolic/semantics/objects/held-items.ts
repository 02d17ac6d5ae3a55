/** What holds items, and how many: their length may be known where the items are not. */
import type { Machine } from '../../machine/machine.ts';
import type { IntTerm } from '../../terms/term.ts';
import { intValue, type PlainValue, type Value } from '../../values/value.ts';
import { use } from './unmodelled.ts';

export type ListValue = Extract<PlainValue, { kind: 'list' }>;
export type TupleValue = Extract<PlainValue, { kind: 'tuple' }>;
/** Items of which there may be any number. */
export type AnyLength = Extract<PlainValue, { kind: 'sequence' }>;
export type ItemSequence = TupleValue | ListValue | AnyLength;
/** What holds known items: in order, or the elements of a set, or the (key, value) pairs of a dictionary. */
export type ItemHolder = ItemSequence | Extract<PlainValue, { kind: 'set' | 'frozenset' | 'dict' }>;

/** The items as the heap holds them. */
export function heldBy(machine: Machine, sequence: ItemHolder): Value {
  return 'object' in sequence ? machine.contentOf(sequence.object) : sequence;
}

/** How many items there are, which may be known where the items are not. */
export function lengthOf(machine: Machine, sequence: ItemHolder): IntTerm {
  const length = machine.dispatch(heldBy(machine, sequence), (plain) => intValue(plainLength(machine, plain)));
  if (length.kind !== 'int') throw new TypeError('lengths join into one');
  return length.term;
}

/** The number of a tuple's items, or of those that stand in the heap for an object. */
export function plainLength(machine: Machine, content: PlainValue): IntTerm {
  if (content.kind === 'unmodelled') return content.length ?? use(machine, content);
  if (content.kind === 'sequence') return content.length;
  if (content.kind !== 'tuple') throw new TypeError('items are held as a tuple');
  return machine.terms.int(content.items.length);
}

/** Bounds of a slice as integers; absent ones are the ends. */
export interface SliceBounds {
  readonly lower?: IntTerm;
  readonly upper?: IntTerm;
  readonly step?: IntTerm;
}
