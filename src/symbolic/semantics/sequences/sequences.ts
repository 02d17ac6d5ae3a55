/** Sequences whose length is known on every path: tuples, and lists with their items in the heap. */
import type { Machine } from '../../machine/machine.ts';
import type { IntTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import type { PlainValue, Value } from '../../values/value.ts';
import {
  type AnyLength,
  heldBy,
  type ItemHolder,
  type ItemSequence,
  type ListValue,
  type TupleValue,
} from '../objects/held-items.ts';
import { use } from '../objects/unmodelled.ts';
import { itemOf, withItem } from './any-length.ts';

export function isItemSequence(value: PlainValue): value is ItemSequence {
  return value.kind === 'tuple' || value.kind === 'list' || value.kind === 'sequence';
}

/** Whether a value holds items that may be known. */
export function holdsItems(value: PlainValue): value is ItemHolder {
  return isItemSequence(value) || value.kind === 'dict' || value.kind === 'set' || value.kind === 'frozenset';
}

/** Applies `handle` to the items, once for every number of items there may be here. */
export function withItems(machine: Machine, sequence: ItemHolder, handle: (items: readonly Value[]) => Value): Value {
  return withContent(machine, sequence, handle, () =>
    machine.cut('sequence', 'this operation on a sequence of any length is not modelled'),
  );
}

/** Applies `handle` to the items where their number is known, `handleAny` to sequences of any length. */
export function withContent(
  machine: Machine,
  sequence: ItemHolder,
  handle: (items: readonly Value[]) => Value,
  handleAny: (items: AnyLength) => Value,
): Value {
  return machine.dispatch(heldBy(machine, sequence), (plain) => {
    // a statement that the engine could not follow may have changed the object
    if (plain.kind === 'unmodelled') return use(machine, plain);
    if (plain.kind === 'sequence') return handleAny(plain);
    if (plain.kind !== 'tuple') throw new TypeError('items are held as a tuple');
    return handle(plain.items);
  });
}

/** The items of a value of which there may be any number; undefined for every other value. */
export function anyLengthOf(machine: Machine, value: PlainValue): AnyLength | undefined {
  const content = isItemSequence(value) ? heldBy(machine, value) : undefined;
  return content?.kind === 'sequence' ? content : undefined;
}

/** Replaces the items of what holds them in the heap. */
export function setItems(
  machine: Machine,
  list: Exclude<ItemHolder, TupleValue | AnyLength>,
  items: readonly Value[],
): void {
  holdNumber(machine, items.length);
  machine.store(list.object, { kind: 'tuple', items });
}

/** Sequences with more items are left undecided. */
const MOST_ITEMS = 10_000;

/** Gives the path up where a sequence would have too many items; to be asked before so many are made. */
export function holdNumber(machine: Machine, items: number | bigint): void {
  if (items > MOST_ITEMS) machine.cut('sequence', `a sequence has more than ${MOST_ITEMS} items`);
}

/** The same kind of sequence with other items. */
export function likeSequence(machine: Machine, sequence: ItemSequence, items: readonly Value[]): PlainValue {
  if ('class' in sequence && sequence.class !== undefined && sequence.kind === 'list') {
    return machine.cut('sequence', `operators that make a new ${sequence.class.name} are not modelled`);
  }
  holdNumber(machine, items.length);
  return sequence.kind === 'list' ? machine.makeList(items) : { kind: 'tuple', items };
}

/** The same kind of sequence with items of any number. */
export function likeAny(machine: Machine, sequence: ItemSequence, items: AnyLength): PlainValue {
  return sequence.kind === 'list' ? { kind: 'list', object: machine.allocate(items) } : items;
}

/** A position counted from the end where it is negative. */
export function fromEnd(machine: Machine, index: IntTerm, length: IntTerm): IntTerm {
  const { terms } = machine;
  return terms.ite(terms.lt(index, terms.zero), terms.add(index, length), index);
}

/** The position an index means; raises IndexError outside the sequence. */
export function checkedPosition(machine: Machine, index: IntTerm, length: IntTerm): IntTerm {
  const { terms } = machine;
  const position = fromEnd(machine, index, length);
  const inside = terms.and(terms.le(terms.zero, position), terms.lt(position, length));
  machine.raiseIf(terms.not(inside), exceptionClass('IndexError'));
  return position;
}

/** The item at a position that is known to be inside the sequence. */
export function itemInside(machine: Machine, sequence: ItemSequence, position: IntTerm): Value {
  return withContent(
    machine,
    sequence,
    (items) => select(machine, items, position, 0),
    (items) => itemOf(machine, items, position),
  );
}

/** `sequence[index]`. */
export function itemAt(machine: Machine, sequence: ItemSequence, index: IntTerm): Value {
  return withContent(
    machine,
    sequence,
    (items) => select(machine, items, checkedPosition(machine, index, machine.terms.int(items.length)), 0),
    (items) => itemOf(machine, items, checkedPosition(machine, index, items.length)),
  );
}

function select(machine: Machine, items: readonly Value[], position: IntTerm, from: number): Value {
  const { terms } = machine;
  if (position.kind === 'literal') return items[Number(position.value)] ?? outside(machine);
  const item = items[from];
  if (item === undefined) return outside(machine);
  if (from === items.length - 1) return item;
  return machine.choose(
    terms.eq(position, terms.int(from)),
    () => item,
    () => select(machine, items, position, from + 1),
  );
}

/** A position that the check before has excluded: no path goes on. */
function outside(machine: Machine): never {
  machine.assume(machine.terms.false);
  throw new TypeError('a false assumption went on');
}

/** `list[index] = value`. */
export function assignItem(machine: Machine, list: ListValue, index: IntTerm, value: Value): void {
  const { terms } = machine;
  withContent(
    machine,
    list,
    (items) => {
      const position = checkedPosition(machine, index, terms.int(items.length));
      const changed = items.map((item, at) => machine.mergeValues(terms.eq(position, terms.int(at)), value, item));
      setItems(machine, list, changed);
      return list;
    },
    (items) => {
      const position = checkedPosition(machine, index, items.length);
      machine.store(list.object, withItem(machine, items, position, value));
      return list;
    },
  );
}
