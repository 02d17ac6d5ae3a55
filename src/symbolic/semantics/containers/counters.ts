/** Counters: https://docs.python.org/3/library/collections.html#counter-objects */
import type { Machine } from '../../machine/machine.ts';
import type { BinaryOperator, ComparisonOperator } from '../../syntax/ast.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import { exceptionClass } from '../../values/classes.ts';
import { type DictValue, intValue, NONE, type PlainValue, strValue, type Value } from '../../values/value.ts';
import { truth } from '../objects/truth.ts';
import { holdNumber } from '../sequences/sequences.ts';
import { COUNTER } from './collection-classes.ts';
import { type Entry, lookUp, makeDict, pairOf, setEntry, withEntries } from './dicts.ts';
import { forEachElement } from './iteration.ts';
import { sortItems } from './sorting.ts';

type Method = (machine: Machine, counter: DictValue, args: readonly PlainValue[], named: NamedArguments) => Value;

const METHODS: Readonly<Record<string, Method>> = {
  most_common: (machine, counter, [count], named) => {
    const most = count ?? named.get('n') ?? NONE;
    return withEntries(machine, counter, (entries) => {
      const sorted = sortItems(machine, entries.map(pairOf), {
        keys: entries.map(({ value }) => value),
        isDescending: true,
      });
      if (most.kind === 'none') return machine.makeList(sorted);
      if (most.kind !== 'int' || most.term.kind !== 'literal') {
        return machine.cut('most_common', 'how many are asked for depends on the inputs');
      }
      return machine.makeList(sorted.slice(0, Math.max(0, Number(most.term.value))));
    });
  },
  total: (machine, counter) =>
    withEntries(machine, counter, (entries) =>
      entries.reduce<Value>(
        (sum, { value }) => machine.interpreter.binary('+', sum, value),
        intValue(machine.terms.zero),
      ),
    ),
  elements: (machine, counter) =>
    withEntries(machine, counter, (entries) => {
      const items = entries.flatMap(({ key, value }) => {
        if (value.kind !== 'int' || value.term.kind !== 'literal') {
          return machine.cut('elements', 'how often an element counts depends on the inputs');
        }
        holdNumber(machine, value.term.value);
        return Array.from({ length: Math.max(0, Number(value.term.value)) }, () => key);
      });
      return machine.makeList(items);
    }),
  subtract: (machine, counter, [source], named) => {
    eachCount(machine, source, named, (key, amount) => change(machine, counter, '-', key, amount));
    return NONE;
  },
};

/** Whether counters have a method of this name that dictionaries have not. */
export function isCounterMethod(name: string): boolean {
  return Object.hasOwn(METHODS, name);
}

/** Calls a method that only counters have. */
export function callCounterMethod(
  machine: Machine,
  name: string,
  counter: DictValue,
  args: readonly PlainValue[],
  named: NamedArguments,
): Value {
  const method = METHODS[name];
  if (method === undefined || args.length > 1 || (named.size > 0 && name !== 'subtract' && !named.has('n'))) {
    return machine.cut(`Counter.${name}`, `Counter.${name} with these arguments is not modelled`);
  }
  return method(machine, counter, args, named);
}

/** `Counter(source, **named)`. */
export function constructCounter(machine: Machine, args: readonly PlainValue[], named: NamedArguments): Value {
  if (args.length > 1) return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  const made: DictValue = { ...makeDict(machine), class: COUNTER };
  countElements(machine, made, args[0], named);
  return made;
}

/** `counter.update(source, **named)`: counts are added. */
export function countElements(
  machine: Machine,
  counter: DictValue,
  source: PlainValue | undefined,
  named: NamedArguments,
): Value {
  eachCount(machine, source, named, (key, amount) => change(machine, counter, '+', key, amount));
  return NONE;
}

/** The counts that a mapping, an iterable of elements, and keyword arguments stand for. */
function eachCount(
  machine: Machine,
  source: PlainValue | undefined,
  named: NamedArguments,
  visit: (key: Value, amount: Value) => void,
): void {
  if (source?.kind === 'dict') {
    withEntries(machine, source, (entries) => {
      for (const { key, value } of entries) visit(key, value);
      return NONE;
    });
  } else if (source !== undefined && source.kind !== 'none') {
    forEachElement(machine, source, (item) => visit(item, intValue(machine.terms.one)));
  }
  for (const [name, amount] of named) visit(strValue(machine.terms.str(name)), amount);
}

function change(machine: Machine, counter: DictValue, operator: '+' | '-', key: Value, amount: Value): void {
  setEntry(machine, counter, key, machine.interpreter.binary(operator, countOf(machine, counter, key), amount));
}

function countOf(machine: Machine, counter: DictValue, key: Value): Value {
  return lookUp(
    machine,
    counter,
    key,
    (value) => value,
    () => intValue(machine.terms.zero),
  );
}

/** `+`, `-`, `&` and `|` of two counters, which keep positive counts only; undefined for other operators. */
export function combineCounters(
  machine: Machine,
  operator: BinaryOperator,
  left: DictValue,
  right: DictValue,
): Value | undefined {
  if (operator !== '+' && operator !== '-' && operator !== '&' && operator !== '|') return undefined;
  const made: DictValue = { ...makeDict(machine), class: COUNTER };
  const add = (key: Value, amount: Value): void => {
    machine.choose(
      truth(machine, machine.interpreter.compare('>', amount, intValue(machine.terms.zero))),
      () => {
        setEntry(machine, made, key, amount);
        return NONE;
      },
      () => NONE,
    );
  };
  const combine = ({ key, value }: Entry): void => {
    const other = countOf(machine, right, key);
    if (operator === '+' || operator === '-') return add(key, machine.interpreter.binary(operator, value, other));
    add(key, better(machine, operator === '|' ? '<' : '>', value, other));
  };
  const addMissing = ({ key, value }: Entry): void => {
    lookUp(
      machine,
      left,
      key,
      () => NONE,
      () => {
        add(key, operator === '-' ? machine.interpreter.binary('-', intValue(machine.terms.zero), value) : value);
        return NONE;
      },
    );
  };
  return withEntries(machine, left, (ours) =>
    withEntries(machine, right, (theirs) => {
      for (const entry of ours) combine(entry);
      if (operator !== '&') for (const entry of theirs) addMissing(entry);
      return made;
    }),
  );
}

/** The second count where it is the better one. */
function better(machine: Machine, operator: ComparisonOperator, first: Value, second: Value): Value {
  return machine.choose(
    truth(machine, machine.interpreter.compare(operator, first, second)),
    () => second,
    () => first,
  );
}
