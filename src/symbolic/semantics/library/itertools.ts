/** Iterators of https://docs.python.org/3/library/itertools.html */
import type { Machine } from '../../machine/machine.ts';
import type { Raised } from '../../machine/outcomes.ts';
import type { BoolTerm } from '../../terms/term.ts';
import { type NamedArguments, NO_ARGUMENTS } from '../../values/arguments.ts';
import { exceptionClass } from '../../values/classes.ts';
import {
  type Iteration,
  type IteratorValue,
  intValue,
  NONE,
  type PlainValue,
  type RunGenerator,
  type Value,
} from '../../values/value.ts';
import { iterationOf, withElements } from '../containers/iteration.ts';
import { exhaust, iteratorOf, makeIterator, occupy, passes } from '../containers/iterators.ts';
import { integerTerm, isInteger } from '../numbers/numbers.ts';
import { truth } from '../objects/truth.ts';
import { binary } from '../operators/arithmetic.ts';
import { equalOrSame } from '../sequences/item-equality.ts';
import { itemAt } from '../sequences/sequences.ts';
import { combinations, permutations, product } from './arrangements.ts';

type Builtin = (machine: Machine, args: readonly PlainValue[], named: NamedArguments) => Value | undefined;

/** Keyword arguments by function. */
export const ITERTOOLS_KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  'itertools.accumulate': ['func', 'initial'],
  'itertools.batched': ['n', 'strict'],
  'itertools.groupby': ['key'],
  'itertools.product': ['repeat'],
  'itertools.zip_longest': ['fillvalue'],
};

/** The functions by dotted name. */
export const ITERTOOLS: Readonly<Record<string, Builtin>> = {
  'itertools.accumulate': (machine, [values, function_, ...more], named) => {
    const combine = function_ ?? named.get('func') ?? NONE;
    if (values === undefined || more.length > 0) return undefined;
    return accumulate(machine, iteratorOf(machine, values), combine, named.get('initial') ?? NONE);
  },
  'itertools.batched': (machine, [values, size], named) => {
    const most = literal(size ?? named.get('n'));
    if (values === undefined || most === undefined || most < 1 || named.has('strict')) return undefined;
    return batched(machine, iteratorOf(machine, values), most);
  },
  'itertools.chain': (machine, iterables) => chain(machine, iterables),
  'itertools.chain.from_iterable': (machine, [iterables, ...more]) =>
    iterables === undefined || more.length > 0
      ? undefined
      : running(machine, [iterables], (onYield) => each(machine, iterables, (one) => each(machine, one, onYield))),
  'itertools.combinations': (machine, [values, size, ...more]) =>
    arranged(machine, values, size, more, (items, length) => combinations(items, length, false)),
  'itertools.combinations_with_replacement': (machine, [values, size, ...more]) =>
    arranged(machine, values, size, more, (items, length) => combinations(items, length, true)),
  'itertools.compress': (machine, [values, selectors, ...more]) => {
    if (values === undefined || selectors === undefined || more.length > 0) return undefined;
    const parts = [iteratorOf(machine, values), iteratorOf(machine, selectors)];
    const pairs = makeIterator(machine, { type: 'zip', parts, isStrict: false });
    return running(machine, [pairs], (onYield) =>
      each(machine, pairs, (pair) => {
        const [value = NONE, selector = NONE] = pair.kind === 'tuple' ? pair.items : [];
        when(machine, truth(machine, selector), () => onYield(value));
      }),
    );
  },
  'itertools.count': (machine, [start, step, ...more]) => {
    const first = start ?? intValue(machine.terms.zero);
    const by = step ?? intValue(machine.terms.one);
    if (more.length > 0 || !isInteger(first) || !isInteger(by)) return undefined;
    const [from, distance] = [integerTerm(machine, first), integerTerm(machine, by)];
    const { terms } = machine;
    return endless(machine, (index) => intValue(terms.add(from, terms.mul(index, distance))));
  },
  'itertools.cycle': (machine, [values, ...more]) => {
    if (values === undefined || more.length > 0 || values.kind === 'iterator') return undefined;
    const { terms } = machine;
    const before = values.kind === 'list' ? machine.contentOf(values.object) : undefined;
    return withElements(machine, values, (items) => {
      const all: PlainValue = { kind: 'tuple', items };
      if (items.length === 0) return iteratorOf(machine, all);
      return endless(machine, (index) => {
        if (values.kind === 'list' && machine.contentOf(values.object) !== before) {
          return machine.cut('cycle', 'a list that is cycled through has changed');
        }
        return itemAt(machine, all, terms.mod(index, terms.int(items.length)));
      });
    });
  },
  'itertools.dropwhile': (machine, [predicate, values, ...more]) =>
    predicate === undefined || values === undefined || more.length > 0
      ? undefined
      : dropWhile(machine, predicate, iteratorOf(machine, values)),
  'itertools.filterfalse': (machine, [predicate, values, ...more]) => {
    if (predicate === undefined || values === undefined || more.length > 0) return undefined;
    const part = iteratorOf(machine, values);
    return running(machine, [predicate, part], (onYield) =>
      each(machine, part, (value) =>
        when(machine, machine.terms.not(passes(machine, predicate, value)), () => onYield(value)),
      ),
    );
  },
  'itertools.groupby': (machine, [values, key, ...more], named) =>
    values === undefined || more.length > 0 ? undefined : groupBy(machine, values, key ?? named.get('key') ?? NONE),
  'itertools.islice': (machine, [values, ...bounds]) => islice(machine, values, bounds),
  'itertools.pairwise': (machine, [values, ...more]) =>
    values === undefined || more.length > 0 ? undefined : pairwise(machine, iteratorOf(machine, values)),
  'itertools.permutations': (machine, [values, size, ...more]) =>
    arranged(machine, values, size ?? NONE, more, (items, length) => permutations(items, length)),
  'itertools.product': (machine, iterables, named) => {
    const repeat = named.has('repeat') ? literal(named.get('repeat')) : 1;
    if (repeat === undefined || repeat < 0) return undefined;
    const pools = (done: readonly (readonly Value[])[], [next, ...rest]: readonly PlainValue[]): Value =>
      next === undefined
        ? listed(machine, product(done, repeat))
        : withElements(machine, next, (items) => pools([...done, items], rest));
    return pools([], iterables);
  },
  'itertools.repeat': (machine, [value, times, ...more]) => {
    if (value === undefined || more.length > 0) return undefined;
    if (times === undefined) return endless(machine, () => value);
    if (!isInteger(times)) return undefined;
    const count = integerTerm(machine, times);
    const iteration: Iteration = { hasElement: (index) => machine.terms.lt(index, count), element: () => value };
    return makeIterator(machine, { type: 'items', over: value, iteration });
  },
  'itertools.starmap': (machine, [function_, values, ...more]) => {
    if (function_ === undefined || values === undefined || more.length > 0) return undefined;
    const part = iteratorOf(machine, values);
    return running(machine, [function_, part], (onYield) =>
      each(machine, part, (packed) =>
        machine.dispatch(packed, (plain) =>
          withElements(machine, plain, (positional) =>
            onYield(machine.interpreter.call(function_, { ...NO_ARGUMENTS, positional })),
          ),
        ),
      ),
    );
  },
  'itertools.takewhile': (machine, [predicate, values, ...more]) => {
    if (predicate === undefined || values === undefined || more.length > 0) return undefined;
    const part = iteratorOf(machine, values);
    return running(machine, [predicate, part], (onYield) =>
      each(machine, part, (value) =>
        machine.branch<Value>(
          passes(machine, predicate, value),
          () => onYield(value),
          () => leave(machine),
          machine.mergeValues,
        ),
      ),
    );
  },
  'itertools.zip_longest': (machine, iterables, named) =>
    zipLongest(machine, iterables, named.get('fillvalue') ?? NONE),
};

/** An iterator whose elements are yielded by `work`, which begins when the first is asked for. */
function running(machine: Machine, values: readonly Value[], work: (onYield: (value: Value) => Value) => void): Value {
  const run: RunGenerator = (onYield) =>
    machine.withFrame({ ...machine.frame, onYield }, () => {
      work(onYield);
      return NONE;
    });
  return makeIterator(machine, { type: 'generator', run, isGuarded: false, roots: { values, names: [], scopes: [] } });
}

/** Runs `body` for every element; what {@link leave} leaves is this loop. */
function each(machine: Machine, iterable: Value, body: (element: Value) => void): void {
  machine.interpreter.iterate(iterable, { line: machine.line, body, isShared: iterable.kind === 'iterator' });
}

/** Leaves the loop around. */
function leave(machine: Machine): never {
  machine.jump('break');
}

function when(machine: Machine, condition: BoolTerm, then: () => unknown): void {
  machine.branch(
    condition,
    () => {
      then();
    },
    () => {},
    () => {},
  );
}

/** An iterator without end whose elements are known by position. */
function endless(machine: Machine, element: Iteration['element']): IteratorValue {
  const iteration = { hasElement: () => machine.terms.true, element };
  return makeIterator(machine, { type: 'items', over: NONE, iteration });
}

function literal(value: PlainValue | undefined): number | undefined {
  return value?.kind === 'int' && value.term.kind === 'literal' ? Number(value.term.value) : undefined;
}

/** An iterator over known tuples. */
function listed(machine: Machine, tuples: readonly (readonly Value[])[] | undefined): Value {
  if (tuples === undefined) return machine.cut('itertools', 'there are too many arrangements');
  const items = tuples.map((one): Value => ({ kind: 'tuple', items: one }));
  return iteratorOf(machine, { kind: 'tuple', items });
}

function arranged(
  machine: Machine,
  values: PlainValue | undefined,
  size: PlainValue | undefined,
  more: readonly PlainValue[],
  arrange: (items: readonly Value[], length: number) => readonly (readonly Value[])[] | undefined,
): Value | undefined {
  if (values === undefined || size === undefined || more.length > 0) return undefined;
  const known = literal(size);
  if (known === undefined && size.kind !== 'none') return undefined;
  if (known !== undefined && known < 0)
    return machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
  return withElements(machine, values, (items) => listed(machine, arrange(items, known ?? items.length)));
}

function chain(machine: Machine, iterables: readonly PlainValue[]): Value {
  return running(machine, iterables, (onYield) => {
    for (const one of iterables) each(machine, one, onYield);
  });
}

function accumulate(machine: Machine, part: PlainValue, combine: PlainValue, initial: PlainValue): Value {
  return running(machine, [part, combine, initial], (onYield) => {
    const nothing: PlainValue = { kind: 'unbound' };
    const total = machine.allocate(initial.kind === 'none' ? nothing : initial);
    if (initial.kind !== 'none') onYield(initial);
    each(machine, part, (element) => {
      const next = machine.dispatch(machine.contentOf(total), (before) => {
        if (before.kind === 'unbound') return element;
        if (combine.kind === 'none') return binary(machine, '+', before, element);
        return machine.interpreter.call(combine, { ...NO_ARGUMENTS, positional: [before, element] });
      });
      machine.store(total, next);
      onYield(next);
    });
  });
}

function dropWhile(machine: Machine, predicate: PlainValue, part: PlainValue): Value {
  return running(machine, [predicate, part], (onYield) => {
    const isDropping = machine.allocate({ kind: 'bool', term: machine.terms.true });
    each(machine, part, (value) => {
      const drops = machine.choose(
        truth(machine, machine.contentOf(isDropping)),
        () => ({ kind: 'bool', term: passes(machine, predicate, value) }),
        () => ({ kind: 'bool', term: machine.terms.false }),
      );
      machine.store(isDropping, drops);
      when(machine, machine.terms.not(truth(machine, drops)), () => onYield(value));
    });
  });
}

function pairwise(machine: Machine, part: PlainValue): Value {
  return running(machine, [part], (onYield) => {
    const nothing: PlainValue = { kind: 'unbound' };
    const last = machine.allocate(nothing);
    each(machine, part, (element) => {
      const before = machine.contentOf(last);
      machine.store(last, element);
      machine.dispatch(before, (previous) =>
        previous.kind === 'unbound' ? NONE : onYield({ kind: 'tuple', items: [previous, element] }),
      );
    });
  });
}

function batched(machine: Machine, part: PlainValue, size: number): Value {
  return running(machine, [part], (onYield) => {
    const batch = machine.allocate({ kind: 'tuple', items: [] });
    const flush = (content: PlainValue): Value => {
      machine.store(batch, { kind: 'tuple', items: [] });
      return onYield(content);
    };
    each(machine, part, (element) => {
      machine.dispatch(machine.contentOf(batch), (content) => {
        const items = content.kind === 'tuple' ? [...content.items, element] : [];
        if (items.length === size) return flush({ kind: 'tuple', items });
        machine.store(batch, { kind: 'tuple', items });
        return NONE;
      });
    });
    machine.dispatch(machine.contentOf(batch), (content) =>
      content.kind === 'tuple' && content.items.length > 0 ? flush(content) : NONE,
    );
  });
}

/** `islice(values, stop)` and `islice(values, start, stop, step)` with known bounds. */
function islice(machine: Machine, values: PlainValue | undefined, bounds: readonly PlainValue[]): Value | undefined {
  if (values === undefined || bounds.length === 0 || bounds.length > 3) return undefined;
  const numbers = bounds.map((bound) => (bound.kind === 'none' ? null : literal(bound)));
  if (numbers.includes(undefined)) return undefined;
  const [first, second, third] = numbers;
  const start = bounds.length === 1 ? 0 : (first ?? 0);
  const stop = (bounds.length === 1 ? first : second) ?? Infinity;
  const step = third ?? 1;
  if (start < 0 || stop < 0 || step < 1)
    return machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
  const part = iteratorOf(machine, values);
  return running(machine, [part], (onYield) => {
    if (stop === 0) return;
    const counter = machine.allocate(intValue(machine.terms.zero));
    each(machine, part, (element) => {
      const count = machine.contentOf(counter);
      const at = literal(count.kind === 'union' ? undefined : count);
      if (at === undefined) return machine.cut('islice', 'the number of elements depends on the inputs');
      machine.store(counter, intValue(machine.terms.int(at + 1)));
      if (at >= start && at < stop && (at - start) % step === 0) onYield(element);
      // the iterator is not asked for what lies behind the end
      if (at + 1 >= stop) leave(machine);
      return undefined;
    });
  });
}

/** The groups are lists of the elements, each used up when the next one begins. */
function groupBy(machine: Machine, values: PlainValue, key: PlainValue): Value {
  return running(machine, [values, key], (onYield) => {
    if (values.kind === 'instance' || (values.kind === 'iterator' && values.source.type !== 'items')) {
      return machine.cut('groupby', 'the groups of an iterator that runs code are not modelled');
    }
    return withElements(machine, values, (items) => {
      // it is not asked for more than the groups that are wanted, but that is not known here
      if (values.kind === 'iterator') occupy(machine, values);
      const raised: Raised[] = [];
      const end = machine.collect(raised, () => machine.attempt(machine.state, () => groupsOf(machine, items, key)));
      if (raised.length > 0) machine.cut('groupby', 'its key function may raise');
      if (end === undefined) return machine.endPath();
      machine.continueFrom(end.state);
      for (const group of end.value) {
        const members = iteratorOf(machine, { kind: 'tuple', items: group.items });
        onYield({ kind: 'tuple', items: [group.key, members] });
        if (members.kind === 'iterator') exhaust(machine, members);
      }
      return NONE;
    });
  });
}

interface Group {
  readonly key: Value;
  readonly items: Value[];
}

function groupsOf(machine: Machine, items: readonly Value[], key: PlainValue): readonly Group[] {
  const { heap } = machine.state;
  const groups: Group[] = [];
  for (const item of items) {
    const current = groups.at(-1);
    const itsKey = key.kind === 'none' ? item : machine.interpreter.call(key, { ...NO_ARGUMENTS, positional: [item] });
    const isSame = current === undefined ? false : machine.known(equalOrSame(machine, current.key, itsKey));
    if (isSame === undefined) return machine.cut('groupby', 'which elements form a group depends on the inputs');
    if (isSame) current?.items.push(item);
    else groups.push({ key: itsKey, items: [item] });
  }
  return machine.state.heap === heap ? groups : machine.cut('groupby', 'its key function has effects');
}

/** `zip_longest` of iterables with positions. */
function zipLongest(machine: Machine, iterables: readonly PlainValue[], fill: PlainValue): Value {
  if (iterables.some((one) => one.kind === 'iterator' || one.kind === 'instance')) {
    return machine.cut('zip_longest', 'zip_longest of iterators is not modelled');
  }
  const parts = iterables.map((one) => iterationOf(machine, one));
  const iteration: Iteration = {
    hasElement: (index) => machine.terms.or(...parts.map((part) => part.hasElement(index))),
    element: (index) => ({
      kind: 'tuple',
      items: parts.map((part) =>
        machine.choose(
          part.hasElement(index),
          () => part.element(index),
          () => fill,
        ),
      ),
    }),
  };
  return makeIterator(machine, { type: 'items', over: { kind: 'tuple', items: iterables }, iteration });
}
