/** Dictionaries: https://docs.python.org/3/library/stdtypes.html#mapping-types-dict */
import type { Machine } from '../../machine/machine.ts';
import type { BoolTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { boolValue, type DictValue, NONE, type PlainValue, type Value } from '../../values/value.ts';
import { truth } from '../objects/truth.ts';
import { refuseNanIdentity } from '../sequences/item-equality.ts';
import { setItems, withItems } from '../sequences/sequences.ts';
import { findKey, isFound, requireHashable, withKey } from './hashing.ts';
import { forEachElement, withElements } from './iteration.ts';

/** A (key, value) pair of a dictionary. */
export interface Entry {
  readonly key: Value;
  readonly value: Value;
}

/** A pair takes the memory of so many items. */
const PAIR_SIZE = 8;

/** Makes a dictionary of entries whose keys are hashable and differ from each other. */
export function makeDict(machine: Machine, entries: readonly Entry[] = []): DictValue {
  return { kind: 'dict', object: machine.allocate({ kind: 'tuple', items: entries.map(pairOf) }) };
}

/** The (key, value) tuple of an entry. */
export function pairOf({ key, value }: Entry): PlainValue {
  return { kind: 'tuple', items: [key, value] };
}

/** Applies `handle` to the entries, once for every number of entries there may be here. */
export function withEntries(machine: Machine, dict: DictValue, handle: (entries: readonly Entry[]) => Value): Value {
  return withItems(machine, dict, (pairs) => handle(pairs.map(entryOf)));
}

function entryOf(pair: Value): Entry {
  const [key, value] = pair.kind === 'tuple' ? pair.items : [];
  if (key === undefined || value === undefined) throw new TypeError('an entry is a pair');
  return { key, value };
}

/** Replaces what the dictionary holds. */
export function setEntries(machine: Machine, dict: DictValue, entries: readonly Entry[]): void {
  machine.hold(entries.length * PAIR_SIZE);
  setItems(machine, dict, entries.map(pairOf));
}

/** Looks a key up; raises TypeError where it is not hashable. */
export function lookUp(
  machine: Machine,
  dict: DictValue,
  key: Value,
  found: (value: Value) => Value,
  missing: () => Value,
): Value {
  requireHashable(machine, key);
  return withEntries(machine, dict, (entries) => {
    const values = entries.map(({ value }) => value);
    return withKey(machine, findKey(machine, keysOf(entries), key), (index) => found(values[index] ?? NONE), missing);
  });
}

function keysOf(entries: readonly Entry[]): readonly Value[] {
  return entries.map(({ key }) => key);
}

/** Whether the dictionary has a key. */
export function hasKey(machine: Machine, dict: DictValue, key: Value): BoolTerm {
  requireHashable(machine, key);
  const answer = withEntries(machine, dict, (entries) =>
    boolValue(isFound(machine, findKey(machine, keysOf(entries), key))),
  );
  return truth(machine, answer);
}

/** `dict[key] = value`: the key that is there stays, a new one goes to the end. */
export function setEntry(machine: Machine, dict: DictValue, key: Value, value: Value): void {
  requireHashable(machine, key);
  withEntries(machine, dict, (entries) => {
    const matches = findKey(machine, keysOf(entries), key);
    return machine.choose(
      isFound(machine, matches),
      () => {
        const changed = [...entries];
        for (const { index, holds } of matches) {
          const entry = entries[index];
          if (entry === undefined) continue;
          changed[index] = { key: entry.key, value: machine.mergeValues(holds, value, entry.value) };
        }
        setEntries(machine, dict, changed);
        return NONE;
      },
      () => {
        setEntries(machine, dict, [...entries, { key, value }]);
        return NONE;
      },
    );
  });
}

/** Takes the entry of a key out; raises KeyError where there is none, unless `missing` is given. */
export function removeEntry(
  machine: Machine,
  dict: DictValue,
  key: Value,
  found: (entry: Entry) => Value,
  missing: () => Value = () => machine.raise({ kind: 'exception', class: exceptionClass('KeyError'), args: [key] }),
): Value {
  requireHashable(machine, key);
  return withEntries(machine, dict, (entries) =>
    withKey(
      machine,
      findKey(machine, keysOf(entries), key),
      (index) => {
        setEntries(machine, dict, entries.toSpliced(index, 1));
        const removed = entries[index];
        return removed === undefined ? NONE : found(removed);
      },
      missing,
    ),
  );
}

/** `dict.update(source)`: a mapping's entries, or pairs. */
export function updateEntries(machine: Machine, dict: DictValue, source: PlainValue): void {
  if (source.kind === 'dict') {
    withEntries(machine, source, (entries) => {
      for (const { key, value } of entries) setEntry(machine, dict, key, value);
      return NONE;
    });
    return;
  }
  if (source.kind === 'instance') machine.cut('dict()', 'mappings of a class of the module are not modelled');
  forEachElement(machine, source, (pair) => {
    setPair(machine, dict, pair);
  });
}

function setPair(machine: Machine, dict: DictValue, pair: Value): void {
  machine.dispatch(pair, (plain) =>
    withElements(machine, plain, ([key, value, ...more]) => {
      if (key === undefined || value === undefined || more.length > 0) {
        return machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
      }
      setEntry(machine, dict, key, value);
      return NONE;
    }),
  );
}

/** A new dictionary with the same entries and class. */
export function copyDict(machine: Machine, dict: DictValue): DictValue {
  return { ...dict, object: machine.allocate(machine.contentOf(dict.object)) };
}

/** `left == right`: the same keys with equal values, whatever their order. */
export function equalDicts(machine: Machine, left: DictValue, right: DictValue): BoolTerm {
  const { terms } = machine;
  const answer = withEntries(machine, left, (ours) =>
    withEntries(machine, right, (theirs) => {
      if (ours.length !== theirs.length) return boolValue(terms.false);
      return equalEntries(machine, ours, theirs);
    }),
  );
  return truth(machine, answer);
}

function equalEntries(machine: Machine, [first, ...rest]: readonly Entry[], theirs: readonly Entry[]): Value {
  const { terms } = machine;
  if (first === undefined) return boolValue(terms.true);
  return withKey(
    machine,
    findKey(machine, keysOf(theirs), first.key),
    (index) => {
      const other = theirs[index]?.value ?? NONE;
      if (other === first.value) return equalEntries(machine, rest, theirs);
      refuseNanIdentity(machine, first.value, other);
      return machine.choose(
        truth(machine, machine.interpreter.compare('==', first.value, other)),
        () => equalEntries(machine, rest, theirs),
        () => boolValue(terms.false),
      );
    },
    () => boolValue(terms.false),
  );
}
