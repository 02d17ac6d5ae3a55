/** Searching in sorted lists: https://docs.python.org/3/library/bisect.html */
import type { Machine } from '../../machine/machine.ts';
import { type NamedArguments, NO_ARGUMENTS } from '../../values/arguments.ts';
import { intValue, NONE, type PlainValue, type Value } from '../../values/value.ts';
import type { ItemSequence } from '../objects/held-items.ts';
import { truth } from '../objects/truth.ts';
import { compare } from '../operators/comparison.ts';
import { isItemSequence, setItems, withItems } from '../sequences/sequences.ts';

type Builtin = (machine: Machine, args: readonly PlainValue[], named: NamedArguments) => Value | undefined;

const FUNCTIONS = ['bisect', 'bisect_left', 'bisect_right', 'insort', 'insort_left', 'insort_right'] as const;

/** Keyword arguments by function. */
export const BISECTION_KEYWORDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  FUNCTIONS.map((name) => [`bisect.${name}`, ['lo', 'hi', 'key']]),
);

/** The functions by dotted name. */
export const BISECTION: Readonly<Record<string, Builtin>> = Object.fromEntries(
  FUNCTIONS.map((name) => [
    `bisect.${name}`,
    (machine, args, named) => bisect(machine, args, named, name.endsWith('_left'), name.startsWith('insort')),
  ]),
);

function bisect(
  machine: Machine,
  [sequence, item, from, to, ...more]: readonly PlainValue[],
  named: NamedArguments,
  isLeft: boolean,
  isInsertion: boolean,
): Value | undefined {
  if (sequence === undefined || !isItemSequence(sequence) || item === undefined || more.length > 0) return undefined;
  const lower = bound(from ?? named.get('lo') ?? intValue(machine.terms.zero));
  const upper = bound(to ?? named.get('hi') ?? NONE);
  const key = named.get('key') ?? NONE;
  if (lower === undefined || upper === undefined || lower < 0 || (isInsertion && sequence.kind !== 'list'))
    return undefined;
  const measured = (value: Value): Value =>
    key.kind === 'none' ? value : machine.interpreter.call(key, { ...NO_ARGUMENTS, positional: [value] });
  // insort applies the key to the new item, too
  const wanted = isInsertion ? measured(item) : item;
  return withItems(machine, sequence, (items) =>
    search(machine, items, wanted, measured, isLeft, lower, upper ?? items.length, (position) =>
      isInsertion ? insert(machine, sequence, items, item, position) : intValue(machine.terms.int(position)),
    ),
  );
}

/** A known bound; null for None, undefined for one that is not known. */
function bound(value: PlainValue): number | undefined {
  if (value.kind === 'none') return Infinity;
  return value.kind === 'int' && value.term.kind === 'literal' ? Number(value.term.value) : undefined;
}

function search(
  machine: Machine,
  items: readonly Value[],
  wanted: Value,
  measured: (value: Value) => Value,
  isLeft: boolean,
  from: number,
  to: number,
  found: (position: number) => Value,
): Value {
  const high = to === Infinity ? items.length : to;
  if (from >= high) return found(from);
  const middle = (from + high) >> 1;
  const item = items[middle];
  if (item === undefined) return machine.cut('bisect', 'a bound lies outside the list');
  const key = measured(item);
  const isRight = isLeft ? compare(machine, '<', key, wanted) : compare(machine, '<', wanted, key);
  const goRight = (): Value => search(machine, items, wanted, measured, isLeft, middle + 1, high, found);
  const goLeft = (): Value => search(machine, items, wanted, measured, isLeft, from, middle, found);
  return machine.choose(truth(machine, isRight), isLeft ? goRight : goLeft, isLeft ? goLeft : goRight);
}

function insert(
  machine: Machine,
  sequence: ItemSequence,
  items: readonly Value[],
  item: Value,
  position: number,
): Value {
  if (sequence.kind !== 'list') return machine.cut('insort', 'only lists are inserted into');
  setItems(machine, sequence, items.toSpliced(position, 0, item));
  return NONE;
}
