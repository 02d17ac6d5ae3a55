/** The with statement: https://docs.python.org/3/reference/compound_stmts.html#the-with-statement */
import type { Machine } from '../machine/machine.ts';
import type { Raised } from '../machine/outcomes.ts';
import { specialMethod } from '../semantics/objects/lookup.ts';
import { truth } from '../semantics/objects/truth.ts';
import { use } from '../semantics/objects/unmodelled.ts';
import type { Statement, WithItem } from '../syntax/ast.ts';
import { NO_ARGUMENTS } from '../values/arguments.ts';
import { exceptionClass } from '../values/classes.ts';
import { NONE, type PlainValue, typeName, type Value } from '../values/value.ts';
import { callValue } from './calls.ts';
import { evaluate } from './expressions.ts';
import { executeFinally } from './handlers.ts';
import { assign, executeBlock } from './statements.ts';

type With = Extract<Statement, { kind: 'with' }>;

/** `with context as target: body`. */
export function executeWith(machine: Machine, statement: With): void {
  if (statement.isAsync) machine.cut('async with', 'asynchronous context managers are not modelled');
  enterItems(machine, statement.items, () => executeBlock(machine, statement.body));
}

function enterItems(machine: Machine, [item, ...rest]: readonly WithItem[], body: () => void): void {
  if (item === undefined) return body();
  const { line } = machine;
  machine.dispatch(evaluate(machine, item.context), (manager) => {
    machine.moveTo(line);
    const [enter, exit] = [methodOf(machine, manager, '__enter__'), methodOf(machine, manager, '__exit__')];
    const entered = callValue(machine, enter, NO_ARGUMENTS);
    if (item.target !== undefined) assign(machine, item.target, entered);
    runGuarded(machine, exit, () => enterItems(machine, rest, body));
    return NONE;
  });
}

function methodOf(machine: Machine, manager: PlainValue, name: string): PlainValue {
  if (manager.kind === 'unmodelled' || manager.kind === 'unbound') return use(machine, manager);
  const method = specialMethod(machine, manager, name);
  if (method !== undefined) return method;
  if (manager.kind !== 'instance')
    machine.cut('with', `a value of type ${typeName(manager)} is not modelled as a context manager`);
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

/** Runs the body; `__exit__` is told of its exception, which goes on unless the answer is true. */
function runGuarded(machine: Machine, exit: PlainValue, body: () => void): void {
  const callExit: CallExit = (...args) => callValue(machine, exit, { ...NO_ARGUMENTS, positional: args });
  const caught: Raised[] = [];
  const leave = (): void => {
    callExit(NONE, NONE, NONE);
  };
  const end = machine.attempt(machine.state, () => executeFinally(machine, leave, () => machine.guarded(caught, body)));
  const handled = caught.map((raised) => machine.attempt(raised.state, () => suppress(machine, raised, callExit)));
  const ends = [end, ...handled].flatMap((one) => (one === undefined ? [] : [{ state: one.state, value: NONE }]));
  machine.continueFromAll(ends);
}

type CallExit = (...args: readonly PlainValue[]) => Value;

function suppress(machine: Machine, raised: Raised, callExit: CallExit): void {
  const { exception, line } = raised;
  machine.moveTo(line);
  machine.whileHandling(exception, () => {
    const traceback: PlainValue = { kind: 'unmodelled', construct: 'traceback', line };
    const isSuppressed = truth(machine, callExit({ kind: 'class', class: exception.class }, exception, traceback));
    machine.branch(isSuppressed, nothing, () => machine.raiseAgain(raised), nothing);
  });
}

function nothing(): void {}
