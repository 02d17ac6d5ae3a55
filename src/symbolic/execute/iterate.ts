/** Runs a body for every element of an iterable: by position, by asking an iterator, or by running a generator around it. */
import type { Walk } from '../machine/interpreter.ts';
import type { Machine } from '../machine/machine.ts';
import { iterationOf } from '../semantics/containers/iteration.ts';
import { claim, exhaust, isPositional, iteratorOf, occupy, passes, pull } from '../semantics/containers/iterators.ts';
import { truth } from '../semantics/objects/truth.ts';
import { use } from '../semantics/objects/unmodelled.ts';
import type { IntTerm } from '../terms/term.ts';
import { NO_ARGUMENTS } from '../values/arguments.ts';
import { boolValue, type IteratorValue, intValue, NONE, type PlainValue, type Value } from '../values/value.ts';
import { callValue } from './calls.ts';
import { runAround } from './generators.ts';
import { unroll } from './loops.ts';

/** Runs a loop over an iterable; raises TypeError where it is none. */
export function iterate(machine: Machine, iterable: Value, walk: Walk): void {
  machine.dispatch(iterable, (value) => {
    walkPlain(machine, value, walk);
    return NONE;
  });
}

function walkPlain(machine: Machine, value: PlainValue, walk: Walk): void {
  if (value.kind === 'instance') {
    const iterator = iteratorOf(machine, value);
    if (iterator.kind === 'instance') return walkByAsking(machine, iterator, walk);
    return walkPlain(machine, iterator, { ...walk, isShared: true });
  }
  if (value.kind !== 'iterator') {
    const { hasElement, element } = iterationOf(machine, value);
    return walkPositions(machine, walk, hasElement, (index) => walk.body(element(index)), walk.orelse);
  }
  if (isRun(value)) return walkAround(machine, value, walk);
  if (walk.isShared || !isPositional(value)) return walkByAsking(machine, value, walk);
  const { hasElement, element } = claim(machine, value);
  walkPositions(
    machine,
    walk,
    hasElement,
    (index) => walk.body(element(index)),
    () => {
      exhaust(machine, value);
      walk.orelse?.();
    },
  );
}

function walkPositions(
  machine: Machine,
  { line, decision }: Walk,
  test: (index: IntTerm) => ReturnType<typeof truth>,
  body: (index: IntTerm) => void,
  orelse: () => void = () => {},
): void {
  unroll(machine, { decision, line, test, body, orelse, isBounded: true, isEndless: false });
}

/** Asks for the next element at every test. */
function walkByAsking(machine: Machine, iterator: PlainValue, walk: Walk): void {
  const cell = machine.allocate(NONE);
  const test = (): ReturnType<typeof truth> =>
    truth(
      machine,
      pull(
        machine,
        iterator,
        (element) => {
          machine.store(cell, element);
          return boolValue(machine.terms.true);
        },
        () => boolValue(machine.terms.false),
      ),
    );
  const { line, decision, body, orelse = () => {} } = walk;
  const loop = { decision, line, test, orelse, isBounded: false, isEndless: false };
  unroll(machine, { ...loop, body: () => body(machine.contentOf(cell)) });
}

/** Whether the elements come from a generator, or are sorted out, so that the body runs in the middle of their making. */
function isRun({ source }: IteratorValue): boolean {
  switch (source.type) {
    case 'generator':
      return true;
    case 'filter':
      return true;
    case 'enumerate':
      return source.part.kind === 'iterator' && isRun(source.part);
    case 'map': {
      const [only, second] = source.parts;
      return second === undefined && only?.kind === 'iterator' && isRun(only);
    }
    default:
      return false;
  }
}

function walkAround(machine: Machine, iterator: IteratorValue, walk: Walk): void {
  const { source, object } = iterator;
  const { terms } = machine;
  machine.dispatch(machine.contentOf(object), (progress) => {
    if (progress.kind === 'unmodelled') return use(machine, progress);
    if (progress.kind === 'none') {
      walk.orelse?.();
      return NONE;
    }
    const orelse = (returned?: Value): void => {
      exhaust(machine, iterator);
      walk.orelse?.(returned);
    };
    const inner = { ...walk, orelse };
    switch (source.type) {
      case 'generator':
        if (progress.kind !== 'int' || progress.term !== terms.zero) walkByAsking(machine, iterator, walk);
        else {
          occupy(machine, iterator);
          runAround(machine, source, inner);
        }
        break;
      case 'filter':
        walkPlain(machine, source.part, {
          ...inner,
          body: (element) =>
            machine.branch(
              passes(machine, source.function, element),
              () => walk.body(element),
              () => {},
              () => {},
            ),
        });
        break;
      case 'enumerate': {
        const counter = machine.allocate(progress);
        walkPlain(machine, source.part, {
          ...inner,
          body: (element) => {
            const count = machine.contentOf(counter);
            if (count.kind !== 'int') throw new TypeError('enumerate counts');
            machine.store(counter, intValue(terms.add(count.term, terms.one)));
            walk.body({ kind: 'tuple', items: [intValue(terms.add(source.start, count.term)), element] });
          },
        });
        break;
      }
      case 'map':
        walkPlain(machine, source.parts[0] ?? NONE, {
          ...inner,
          body: (element) => walk.body(callValue(machine, source.function, { ...NO_ARGUMENTS, positional: [element] })),
        });
        break;
      default:
        throw new TypeError(`a ${source.type} runs nothing`);
    }
    return NONE;
  });
}
