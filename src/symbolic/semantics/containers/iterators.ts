/** Iterators: https://docs.python.org/3/glossary.html#term-iterator */
import { catching } from '../../machine/catching.ts';
import type { Machine } from '../../machine/machine.ts';
import type { BoolTerm, IntTerm } from '../../terms/term.ts';
import { NO_ARGUMENTS } from '../../values/arguments.ts';
import { exceptionClass } from '../../values/classes.ts';
import {
  boolValue,
  type Iteration,
  type IteratorSource,
  type IteratorValue,
  intValue,
  NONE,
  type PlainValue,
  type Value,
} from '../../values/value.ts';
import { specialMethod } from '../objects/lookup.ts';
import { callSpecial } from '../objects/special-methods.ts';
import { truth } from '../objects/truth.ts';
import { use } from '../objects/unmodelled.ts';
import { equalOrSame } from '../sequences/item-equality.ts';
import { iterationOf } from './iteration.ts';

/** Makes an iterator that has given nothing yet. */
export function makeIterator(machine: Machine, source: IteratorSource): IteratorValue {
  return { kind: 'iterator', object: machine.allocate(intValue(machine.terms.zero)), source };
}

/** `iter(value)`; raises TypeError where it is no iterable. */
export function iteratorOf(machine: Machine, value: PlainValue): PlainValue {
  if (value.kind === 'iterator') return value;
  if (value.kind !== 'instance')
    return makeIterator(machine, { type: 'items', over: value, iteration: iterationOf(machine, value) });
  const made = callSpecial(machine, value, '__iter__');
  if (made === undefined) return machine.cut('iteration', 'objects without __iter__ are not walked');
  if (made.kind === 'union') return machine.cut('__iter__', 'the iterator depends on the inputs');
  const isIterator = made.kind === 'iterator' || specialMethod(machine, made, '__next__') !== undefined;
  return isIterator ? made : machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

/** Goes on with the iterator's next element, and with `onEnd` where it has no more. */
export function pull(
  machine: Machine,
  iterator: PlainValue,
  onElement: (value: Value) => Value,
  onEnd: () => Value,
): Value {
  if (iterator.kind === 'instance') return pullObject(machine, iterator, onElement, onEnd);
  if (iterator.kind !== 'iterator') return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  machine.step();
  const { object, source } = iterator;
  if (source.type === 'generator') return machine.interpreter.resume(iterator, onElement, onEnd);
  const end = (): Value => {
    setProgress(machine, iterator, NONE);
    return onEnd();
  };
  return machine.dispatch(machine.contentOf(object), (progress) => {
    if (progress.kind === 'none') return onEnd();
    if (progress.kind === 'unmodelled') return use(machine, progress);
    if (progress.kind !== 'int') throw new TypeError('an iterator counts what it has given');
    return pullFrom(machine, iterator, progress.term, onElement, end, onEnd);
  });
}

function pullFrom(
  machine: Machine,
  iterator: IteratorValue,
  given: IntTerm,
  onElement: (value: Value) => Value,
  end: () => Value,
  onEnd: () => Value,
): Value {
  const { terms } = machine;
  const { source } = iterator;
  const count = (): void => setProgress(machine, iterator, intValue(terms.add(given, terms.one)));
  switch (source.type) {
    case 'items':
      return machine.choose(
        source.iteration.hasElement(given),
        () => {
          count();
          return onElement(source.iteration.element(given));
        },
        end,
      );
    case 'enumerate':
      return pull(
        machine,
        source.part,
        (value) => {
          count();
          return onElement({ kind: 'tuple', items: [intValue(terms.add(source.start, given)), value] });
        },
        onEnd,
      );
    case 'zip':
      return pullAll(
        machine,
        source.parts,
        (items) => {
          count();
          return onElement({ kind: 'tuple', items });
        },
        (done) => (source.isStrict ? endStrictly(machine, source.parts, done, onEnd) : onEnd()),
      );
    case 'map':
      return pullAll(
        machine,
        source.parts,
        (items) => onElement(machine.interpreter.call(source.function, { ...NO_ARGUMENTS, positional: items })),
        onEnd,
      );
    case 'filter':
      return pull(
        machine,
        source.part,
        (value) =>
          machine.choose(
            passes(machine, source.function, value),
            () => onElement(value),
            () => pull(machine, iterator, onElement, onEnd),
          ),
        onEnd,
      );
    case 'call': {
      const value = machine.interpreter.call(source.function, NO_ARGUMENTS);
      return machine.choose(equalOrSame(machine, source.sentinel, value), end, () => onElement(value));
    }
    case 'generator':
      throw new TypeError('generators are pulled by running them');
  }
}

/** Whether `filter(function, …)` keeps a value. */
export function passes(machine: Machine, function_: PlainValue, value: Value): BoolTerm {
  if (function_.kind === 'none') return truth(machine, value);
  return truth(machine, machine.interpreter.call(function_, { ...NO_ARGUMENTS, positional: [value] }));
}

/** Goes on with one element of each iterator; `onEnd` gets how many had one where one has no more. */
function pullAll(
  machine: Machine,
  parts: readonly PlainValue[],
  onElements: (items: readonly Value[]) => Value,
  onEnd: (done: number) => Value,
): Value {
  const collect = (items: readonly Value[]): Value => {
    const next = parts[items.length];
    if (next === undefined) return parts.length === 0 ? onEnd(0) : onElements(items);
    return pull(
      machine,
      next,
      (value) => collect([...items, value]),
      () => onEnd(items.length),
    );
  };
  return collect([]);
}

/** `zip(…, strict=True)` raises ValueError where the iterables have different lengths. */
function endStrictly(machine: Machine, parts: readonly PlainValue[], done: number, onEnd: () => Value): Value {
  const differ = (): Value => machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
  if (done > 0) return differ();
  const rest = ([next, ...more]: readonly PlainValue[]): Value =>
    next === undefined ? onEnd() : pull(machine, next, differ, () => rest(more));
  return rest(parts.slice(1));
}

/** `next(object)` for an object with `__next__`, which ends by raising StopIteration. */
function pullObject(
  machine: Machine,
  object: PlainValue,
  onElement: (value: Value) => Value,
  onEnd: () => Value,
): Value {
  let isEnd = false;
  const value = catching(
    machine,
    exceptionClass('StopIteration'),
    () => {
      const next = callSpecial(machine, object, '__next__');
      return next ?? machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
    },
    () => {
      isEnd = true;
      return END;
    },
  );
  if (!isEnd) return onElement(value);
  return machine.dispatch(value, (plain) => (plain === END ? onEnd() : onElement(plain)));
}

/** Stands for the value that an iterator without further elements does not give; no program sees it. */
const END: PlainValue = { kind: 'unmodelled', construct: 'the end of an iterator', line: 0 };

function setProgress(machine: Machine, { object }: IteratorValue, progress: Value): void {
  machine.store(object, progress);
}

/** Says that the iterator has given everything. */
export function exhaust(machine: Machine, iterator: IteratorValue): void {
  setProgress(machine, iterator, NONE);
}

/** Says that a loop goes through the iterator: how far is not known to others. */
export function occupy(machine: Machine, iterator: IteratorValue): void {
  const construct = 'iterator that a loop goes through';
  setProgress(machine, iterator, { kind: 'unmodelled', construct, line: machine.line });
}

/** Whether the iterator's elements are known by position, so that a loop may be described by any one iteration. */
export function isPositional(iterator: PlainValue): boolean {
  return iterator.kind === 'iterator' && new Set(positionalParts(iterator)).size === positionalParts(iterator).length;
}

/** The iterator and those it is made of; one that is not positional comes twice, as one that is used twice does. */
function positionalParts(iterator: PlainValue): readonly PlainValue[] {
  if (iterator.kind !== 'iterator') return [iterator, iterator];
  switch (iterator.source.type) {
    case 'items':
      return [iterator];
    case 'enumerate':
      return [iterator, ...positionalParts(iterator.source.part)];
    case 'zip':
      return iterator.source.isStrict || iterator.source.parts.length === 0
        ? [iterator, iterator]
        : [iterator, ...iterator.source.parts.flatMap(positionalParts)];
    case 'map':
      return [iterator, ...iterator.source.parts.flatMap(positionalParts)];
    default:
      return [iterator, iterator];
  }
}

/** The elements that a positional iterator still has, by position; it and its parts are not to be used by others until it ends. */
export function claim(machine: Machine, iterator: PlainValue): Iteration {
  if (iterator.kind !== 'iterator') throw new TypeError('only iterators are claimed');
  const { terms } = machine;
  const { source } = iterator;
  const before = machine.contentOf(iterator.object);
  const given = machine.dispatch(before, (progress) => {
    if (progress.kind === 'unmodelled') return use(machine, progress);
    return progress.kind === 'none' ? intValue(terms.zero) : progress;
  });
  if (given.kind !== 'int') throw new TypeError('an iterator counts what it has given');
  const isOpen = truth(
    machine,
    machine.dispatch(before, ({ kind }) => boolValue(terms.bool(kind === 'int'))),
  );
  const at = (index: IntTerm): IntTerm => terms.add(given.term, index);
  occupy(machine, iterator);
  switch (source.type) {
    case 'items':
      return {
        hasElement: (index) =>
          isOpen === terms.true
            ? source.iteration.hasElement(at(index))
            : truth(
                machine,
                machine.choose(
                  isOpen,
                  () => boolValue(source.iteration.hasElement(at(index))),
                  () => boolValue(terms.false),
                ),
              ),
        element: (index) => source.iteration.element(at(index)),
      };
    case 'enumerate': {
      const { hasElement, element } = claim(machine, source.part);
      return {
        hasElement,
        element: (index) => ({
          kind: 'tuple',
          items: [intValue(terms.add(source.start, at(index))), element(index)],
        }),
      };
    }
    case 'zip':
    case 'map': {
      const parts = source.parts.map((part) => claim(machine, part));
      const elements = (index: IntTerm): readonly Value[] => parts.map(({ element }) => element(index));
      return {
        hasElement: (index) => haveElement(machine, parts, index),
        element: (index) =>
          source.type === 'zip'
            ? { kind: 'tuple', items: elements(index) }
            : machine.interpreter.call(source.function, { ...NO_ARGUMENTS, positional: elements(index) }),
      };
    }
    default:
      throw new TypeError(`a ${source.type} has no positions`);
  }
}

function haveElement(machine: Machine, [first, ...rest]: readonly Iteration[], index: IntTerm): BoolTerm {
  if (first === undefined) return machine.terms.true;
  const has = first.hasElement(index);
  if (rest.length === 0 || has === machine.terms.false) return has;
  return truth(
    machine,
    machine.choose(
      has,
      () => boolValue(haveElement(machine, rest, index)),
      () => boolValue(machine.terms.false),
    ),
  );
}
