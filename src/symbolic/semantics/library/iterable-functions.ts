/** Built-in functions over iterables: https://docs.python.org/3/library/functions.html */
import type { Machine } from '../../machine/machine.ts';
import { raiseNamed } from '../../machine/raising.ts';
import { type NamedArguments, NO_ARGUMENTS } from '../../values/arguments.ts';
import { exceptionClass } from '../../values/classes.ts';
import { rangeElement, rangeLength } from '../../values/ranges.ts';
import { boolValue, type Iteration, intValue, NONE, type PlainValue, type Value } from '../../values/value.ts';
import { constructDict } from '../containers/dict-methods.ts';
import { collected } from '../containers/indexed-walks.ts';
import { foldElements, isComputed, withElements, withUnordered } from '../containers/iteration.ts';
import { iteratorOf, makeIterator, pull } from '../containers/iterators.ts';
import { constructSet } from '../containers/set-methods.ts';
import { refusePartialOrder, sortItems, withSortOptions } from '../containers/sorting.ts';
import { integerTerm, isInteger } from '../numbers/numbers.ts';
import { lengthOf } from '../objects/held-items.ts';
import { callSpecial, specialLength } from '../objects/special-methods.ts';
import { truth } from '../objects/truth.ts';
import { binary } from '../operators/arithmetic.ts';
import { compare } from '../operators/comparison.ts';
import { extremeItem, sumOfItems } from '../sequences/any-length.ts';
import { equalOrSame } from '../sequences/item-equality.ts';
import { anyLengthOf, isItemSequence, itemAt } from '../sequences/sequences.ts';
import { characterAt } from '../sequences/text-slices.ts';
import { isText } from '../sequences/texts.ts';
import { sumNumbers } from './float-sums.ts';

type Builtin = (machine: Machine, args: readonly PlainValue[], named: NamedArguments) => Value | undefined;

/** Keyword arguments by function. */
export const ITERABLE_KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  enumerate: ['start', 'iterable'],
  max: ['key', 'default'],
  min: ['key', 'default'],
  sorted: ['key', 'reverse'],
  sum: ['start'],
  zip: ['strict'],
};

/** The functions by name. */
export const ITERABLE_FUNCTIONS: Readonly<Record<string, Builtin>> = {
  all: (machine, args) => quantify(machine, 'all', args),
  any: (machine, args) => quantify(machine, 'any', args),
  dict: constructDict,
  enumerate: (machine, [values, first, ...more], named) => {
    const iterable = values ?? named.get('iterable');
    const start = first ?? named.get('start') ?? intValue(machine.terms.zero);
    if (iterable === undefined || more.length > 0) return undefined;
    if (!isInteger(start)) return raiseNamed(machine, 'TypeError');
    return makeIterator(machine, {
      type: 'enumerate',
      part: iteratorOf(machine, iterable),
      start: integerTerm(machine, start),
    });
  },
  filter: (machine, [function_, values, ...more]) => {
    if (function_ === undefined || values === undefined || more.length > 0) return undefined;
    return makeIterator(machine, { type: 'filter', function: function_, part: iteratorOf(machine, values) });
  },
  frozenset: (machine, args) => constructSet(machine, 'frozenset', args),
  iter: (machine, [value, sentinel, ...more]) => {
    if (value === undefined || more.length > 0) return undefined;
    return sentinel === undefined
      ? iteratorOf(machine, value)
      : makeIterator(machine, { type: 'call', function: value, sentinel });
  },
  list: (machine, [values, ...more]) => {
    if (more.length > 0) return raiseNamed(machine, 'TypeError');
    if (values === undefined) return machine.makeList([]);
    checkLengthHint(machine, values);
    const any = anyLengthOf(machine, values) ?? collected(machine, values);
    if (any !== undefined) return { kind: 'list', object: machine.allocate(any) };
    return withElements(machine, values, (items) => machine.makeList(items));
  },
  map: (machine, [function_, ...iterables]) => {
    if (function_ === undefined || iterables.length === 0) return undefined;
    const parts = iterables.map((one) => iteratorOf(machine, one));
    return makeIterator(machine, { type: 'map', function: function_, parts });
  },
  max: (machine, args, named) => extreme(machine, '>', args, named),
  min: (machine, args, named) => extreme(machine, '<', args, named),
  next: (machine, [iterator, ...otherwise]) => {
    if (iterator === undefined || otherwise.length > 1) return undefined;
    return pull(
      machine,
      iterator,
      (value) => value,
      () => otherwise[0] ?? machine.raise({ kind: 'exception', class: exceptionClass('StopIteration'), args: [] }),
    );
  },
  reversed: (machine, [value, ...more]) => {
    if (value === undefined || more.length > 0) return undefined;
    const special = value.kind === 'instance' ? callSpecial(machine, value, '__reversed__') : undefined;
    return special ?? makeIterator(machine, { type: 'items', over: value, iteration: backwards(machine, value) });
  },
  set: (machine, args) => constructSet(machine, 'set', args),
  sorted: (machine, [values, ...more], named) => {
    if (values === undefined || more.length > 0) return undefined;
    checkLengthHint(machine, values);
    return withSortOptions(machine, named, (key, isDescending) =>
      withUnordered(machine, values, (items, isOrdered) => {
        const keys = key === undefined ? items : items.map((item) => applied(machine, key, item));
        if (!isOrdered && key !== undefined) refuseTies(machine, keys);
        return machine.makeList(sortItems(machine, items, { keys, isDescending }));
      }),
    );
  },
  sum: (machine, [values, first, ...more], named) => {
    const start = first ?? named.get('start');
    if (values === undefined || more.length > 0) return undefined;
    if (start?.kind === 'str' || start?.kind === 'bytes') return raiseNamed(machine, 'TypeError');
    const zero: Value = start ?? intValue(machine.terms.zero);
    const any = anyLengthOf(machine, values) ?? collected(machine, values);
    if (any !== undefined) return binary(machine, '+', zero, sumOfItems(machine, any));
    if (isComputed(values)) return sumInTurn(machine, values, zero);
    return withUnordered(machine, values, (items, isOrdered) => {
      // CPython compensates the rounding of all additions but the first
      const summands = start === undefined ? items : [start, ...items];
      if (!isOrdered && !summands.every(isIntegral)) {
        return machine.cut('sum()', 'the order of the elements of a set is up to the implementation');
      }
      if (summands.length > 2 && summands.some(mayBeFloat)) return sumNumbers(machine, zero, items);
      return items.reduce((total, item) => binary(machine, '+', total, item), zero);
    });
  },
  tuple: (machine, [values, ...more]) => {
    if (more.length > 0) return raiseNamed(machine, 'TypeError');
    if (values?.kind === 'tuple' && values.class === undefined) return values;
    if (values === undefined) return { kind: 'tuple', items: [] };
    checkLengthHint(machine, values);
    const any = anyLengthOf(machine, values) ?? collected(machine, values);
    return any ?? withElements(machine, values, (items) => ({ kind: 'tuple', items }));
  },
  zip: (machine, iterables, named) => {
    const strict = named.get('strict');
    const isStrict = strict === undefined ? machine.terms.false : truth(machine, strict);
    if (isStrict.kind !== 'literal') return undefined;
    const parts = iterables.map((one) => iteratorOf(machine, one));
    return makeIterator(machine, { type: 'zip', parts, isStrict: isStrict.value });
  },
};

/** Calls a function with one argument. */
function applied(machine: Machine, callee: PlainValue, argument: Value): Value {
  return machine.interpreter.call(callee, { ...NO_ARGUMENTS, positional: [argument] });
}

function refuseTies(machine: Machine, keys: readonly Value[]): void {
  for (const [index, key] of keys.entries()) {
    for (const other of keys.slice(index + 1)) {
      const message = 'the order of elements of a set with equal keys is up to the implementation';
      machine.cutIf(equalOrSame(machine, key, other), 'sorted()', message);
    }
  }
}

function mayBeFloat(value: Value): boolean {
  return value.kind === 'union' ? value.cases.some((one) => mayBeFloat(one.value)) : value.kind === 'float';
}

function isIntegral(value: Value): boolean {
  return value.kind === 'union' ? value.cases.every((one) => isIntegral(one.value)) : isInteger(value);
}

/** The sum of what an iterator gives: each element is added before the next one is asked for. */
function sumInTurn(machine: Machine, values: PlainValue, zero: Value): Value {
  const total = machine.allocate(zero);
  return withElements(
    machine,
    values,
    // the rounding of floats is compensated from the third summand on
    (items) =>
      items.length > 1 && [zero, ...items].some(mayBeFloat)
        ? sumNumbers(machine, zero, items)
        : machine.contentOf(total),
    (item) => machine.store(total, binary(machine, '+', machine.contentOf(total), item)),
  );
}

/** `any` and `all`, which stop at the first element that decides. */
function quantify(machine: Machine, kind: 'any' | 'all', [values, ...more]: readonly PlainValue[]): Value | undefined {
  if (values === undefined || more.length > 0) return undefined;
  const { terms } = machine;
  if (values.kind === 'set' || values.kind === 'frozenset') {
    return withUnordered(machine, values, (items) => {
      const each = items.map((item) => truth(machine, item));
      return boolValue(kind === 'any' ? terms.or(...each) : terms.and(...each));
    });
  }
  const answer = machine.allocate(boolValue(terms.bool(kind === 'all')));
  machine.interpreter.iterate(values, {
    line: machine.line,
    body: (element) => {
      const holds = truth(machine, element);
      machine.branch(
        kind === 'any' ? holds : terms.not(holds),
        () => {
          machine.store(answer, boolValue(terms.bool(kind === 'any')));
          machine.jump('break');
        },
        () => {},
        () => {},
      );
    },
  });
  return machine.contentOf(answer);
}

/** `min` and `max`: the first of the extreme values, as CPython's loop finds it. */
function extreme(
  machine: Machine,
  better: '<' | '>',
  args: readonly PlainValue[],
  named: NamedArguments,
): Value | undefined {
  const [only, second] = args;
  if (only === undefined) return undefined;
  const key = named.get('key');
  const function_ = key?.kind === 'none' ? undefined : key;
  const otherwise = named.get('default');
  if (second !== undefined) {
    return otherwise === undefined
      ? extremeOf(machine, better, args, function_, undefined)
      : raiseNamed(machine, 'TypeError');
  }
  const any = anyLengthOf(machine, only);
  if (any !== undefined && function_ === undefined && otherwise === undefined) return extremeItem(machine, better, any);
  if (isComputed(only)) return extremeInTurn(machine, better, only, function_, otherwise);
  return withUnordered(machine, only, (items, isOrdered) => {
    if (!isOrdered && items.length > 1) {
      if (function_ !== undefined)
        return machine.cut('order of a set', 'which of several extremes comes first is open');
      refusePartialOrder(machine, items);
    }
    return extremeOf(machine, better, items, function_, otherwise);
  });
}

function extremeOf(
  machine: Machine,
  better: '<' | '>',
  [first, ...rest]: readonly Value[],
  key: PlainValue | undefined,
  otherwise: Value | undefined,
): Value {
  if (first === undefined) return noExtreme(machine, otherwise);
  const best = rest.reduce<Value>(
    (before, item) => betterOf(machine, better, before, measured(machine, key, item)),
    measured(machine, key, first),
  );
  return partOf(best, 0);
}

/** The extreme of what an iterator gives: each element is compared before the next one is asked for. */
function extremeInTurn(
  machine: Machine,
  better: '<' | '>',
  values: PlainValue,
  key: PlainValue | undefined,
  otherwise: Value | undefined,
): Value {
  const best = foldElements(machine, values, NONE, (before, item) => {
    const candidate = measured(machine, key, item);
    return machine.dispatch(before, (plain) =>
      plain.kind === 'none' ? candidate : betterOf(machine, better, plain, candidate),
    );
  });
  return machine.dispatch(best, (plain) => (plain.kind === 'none' ? noExtreme(machine, otherwise) : partOf(plain, 0)));
}

function noExtreme(machine: Machine, otherwise: Value | undefined): Value {
  return otherwise ?? machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
}

/** An item with what it is compared by. */
function measured(machine: Machine, key: PlainValue | undefined, item: Value): Value {
  return { kind: 'tuple', items: [item, key === undefined ? item : applied(machine, key, item)] };
}

function betterOf(machine: Machine, better: '<' | '>', before: Value, candidate: Value): Value {
  return machine.choose(
    truth(machine, compare(machine, better, partOf(candidate, 1), partOf(before, 1))),
    () => candidate,
    () => before,
  );
}

function partOf(pair: Value, index: 0 | 1): Value {
  return pair.kind === 'tuple' ? (pair.items[index] ?? NONE) : NONE;
}

/** Walks a sequence from its end. */
function backwards(machine: Machine, value: PlainValue): Iteration {
  const { terms } = machine;
  if (isItemSequence(value)) {
    const length = lengthOf(machine, value);
    const position = (index: Parameters<Iteration['element']>[0]) => terms.sub(terms.sub(length, terms.one), index);
    return {
      hasElement: (index) => terms.and(terms.lt(index, length), terms.lt(position(index), lengthOf(machine, value))),
      element: (index) => itemAt(machine, value, position(index)),
    };
  }
  if (value.kind === 'range') {
    const length = rangeLength(terms, value);
    return {
      hasElement: (index) => terms.lt(index, length),
      element: (index) => intValue(rangeElement(terms, value, terms.sub(terms.sub(length, terms.one), index))),
    };
  }
  if (isText(value)) {
    const length = terms.length(value.term);
    return {
      hasElement: (index) => terms.lt(index, length),
      element: (index) => characterAt(machine, value, terms.sub(terms.sub(length, terms.one), index)),
    };
  }
  if (value.kind === 'dict' || value.kind === 'view') {
    return machine.cut('reversed()', 'walking a dictionary from its end is not modelled');
  }
  if (value.kind === 'instance' || value.kind === 'foreign') {
    return machine.cut('reversed()', 'walking an object from its end is not modelled');
  }
  return raiseNamed(machine, 'TypeError');
}

/** Making a list asks an object for its length first, for the room to reserve: a negative one raises ValueError. */
function checkLengthHint(machine: Machine, values: PlainValue): void {
  if (values.kind === 'instance') specialLength(machine, values);
}
