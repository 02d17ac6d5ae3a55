/**
 * Generators: https://docs.python.org/3/reference/expressions.html#yield-expressions
 * A loop over a generator runs inside it, at every `yield`; asked for single elements it runs ahead, where nobody can tell.
 */

import { catching } from '../machine/catching.ts';
import type { Machine } from '../machine/machine.ts';
import type { State } from '../machine/state.ts';
import { makeIterator } from '../semantics/containers/iterators.ts';
import type { FunctionDef, Statement } from '../syntax/ast.ts';
import { exceptionClass } from '../values/classes.ts';
import { type FunctionValue, type IteratorValue, NONE, type RunGenerator, type Value } from '../values/value.ts';
import { runFunction } from './functions.ts';
import { iterate } from './iterate.ts';
import { joinStates } from './loop.ts';

/** The generator that a call of a generator function makes. */
export function makeGenerator(
  machine: Machine,
  callee: FunctionValue,
  parameters: ReadonlyMap<string, Value>,
): IteratorValue {
  const run: RunGenerator = (onYield) =>
    catching(
      machine,
      exceptionClass('StopIteration'),
      () => machine.continueFromAll(runFunction(machine, callee, parameters, onYield)),
      () => machine.raise({ kind: 'exception', class: exceptionClass('RuntimeError') }),
    );
  return makeIterator(machine, {
    type: 'generator',
    run,
    isGuarded: callee.body.kind === 'function' && isGuarded(callee.body),
    roots: { values: [...parameters.values()], names: callee.body, scopes: callee.enclosing },
  });
}

/** Whether something in the generator acts when it is closed before its end. */
function isGuarded(body: FunctionDef): boolean {
  const inBlock = (statements: readonly Statement[]): boolean => statements.some(inStatement);
  const inStatement = (statement: Statement): boolean => {
    switch (statement.kind) {
      case 'with':
        return true;
      case 'try':
        return (
          statement.finalbody.length > 0 ||
          statement.handlers.some(({ type }) => type?.kind !== 'name' || CLOSING.has(type.id)) ||
          [statement.body, statement.orelse, ...statement.handlers.map((one) => one.body)].some(inBlock)
        );
      case 'if':
      case 'while':
      case 'for':
        return inBlock(statement.body) || inBlock(statement.orelse);
      case 'match':
        return statement.cases.some((one) => inBlock(one.body));
      default:
        return false;
    }
  };
  return inBlock(body.body);
}

/** Classes that the GeneratorExit of a closed generator belongs to. */
const CLOSING = new Set(['BaseException', 'GeneratorExit']);

/** `yield value` in the generator being run. */
export function yieldValue(machine: Machine, value: Value): Value {
  const { onYield } = machine.frame;
  return onYield === undefined ? machine.cut('yield', 'yield outside a generator is not modelled') : onYield(value);
}

/** `yield from iterable`: what a generator returns is its value. */
export function yieldFrom(machine: Machine, iterable: Value): Value {
  const returned = machine.allocate(NONE);
  iterate(machine, iterable, {
    line: machine.line,
    body: (element) => {
      yieldValue(machine, element);
    },
    orelse: (value = NONE) => {
      machine.store(returned, value);
    },
  });
  return machine.contentOf(returned);
}

/** A loop whose body runs at every `yield`. */
interface Consumer {
  readonly body: (element: Value) => void;
  /** Runs at the generator's end, with what it returns. */
  readonly orelse?: ((returned: Value) => void) | undefined;
}

/** Runs a generator from its beginning, and the body of a loop at every `yield`. */
export function runAround(
  machine: Machine,
  generator: Extract<IteratorValue['source'], { type: 'generator' }>,
  { body, orelse }: Consumer,
): void {
  const inOuter = machine.capture();
  const { line } = machine;
  const breaks: State[] = [];
  const onYield = (element: Value): Value => {
    const { value: end, effects } = inOuter(() =>
      machine.withhold(() => machine.attempt(machine.state, () => body(element))),
    );
    const { raised, returns, cuts } = effects;
    if (generator.isGuarded) {
      machine.release({ cuts });
      for (const state of [...effects.breaks, ...[...returns, ...raised].map((one) => one.state)]) {
        machine.attempt(state, () => machine.cut('generator', 'closing a generator before its end is not modelled'));
      }
    } else {
      inOuter(() => machine.release({ raised, returns, cuts }));
      breaks.push(...effects.breaks);
    }
    const next = joinStates(machine, [...(end === undefined ? [] : [end.state]), ...effects.continues]);
    if (next === undefined) machine.endPath();
    machine.continueFrom(next);
    return NONE;
  };
  const ended = machine.attempt(machine.state, () => machine.apart(() => generator.run(onYield)));
  machine.moveTo(line);
  const completed = ended && machine.attempt(ended.state, () => orelse?.(ended.value));
  const after = joinStates(machine, [...(completed === undefined ? [] : [completed.state]), ...breaks]);
  if (after === undefined) machine.endPath();
  machine.continueFrom(after);
}
