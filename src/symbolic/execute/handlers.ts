/** Exception handling: https://docs.python.org/3/reference/compound_stmts.html#the-try-statement */
import type { Machine } from '../machine/machine.ts';
import type { Raised } from '../machine/outcomes.ts';
import type { State } from '../machine/state.ts';
import type { ExceptHandler, Statement } from '../syntax/ast.ts';
import { exceptionClass, isSubclass } from '../values/classes.ts';
import { NONE, type PyClass, UNBOUND, type Value } from '../values/value.ts';
import { evaluate } from './expressions.ts';
import { writeName } from './names.ts';
import { executeBlock } from './statements.ts';

type Try = Extract<Statement, { kind: 'try' }>;

/** `try: … except …: … else: … finally: …`. */
export function executeTry(machine: Machine, statement: Try): void {
  if (statement.handlers.some((handler) => handler.isGroup))
    machine.cut('except*', 'exception groups are not modelled');
  if (statement.finalbody.length === 0) return executeHandled(machine, statement);
  const last = (): void => executeBlock(machine, statement.finalbody);
  return executeFinally(machine, last, () => executeHandled(machine, statement));
}

function executeHandled(machine: Machine, statement: Try): void {
  const caught: Raised[] = [];
  const body = machine.guarded(caught, () =>
    machine.attempt(machine.state, () => executeBlock(machine, statement.body)),
  );
  const completed = body && machine.attempt(body.state, () => executeBlock(machine, statement.orelse));
  const handled = caught.map((raised) =>
    machine.attempt(raised.state, () => handle(machine, statement.handlers, raised)),
  );
  const ends = [completed, ...handled].flatMap((end) => (end === undefined ? [] : [{ state: end.state, value: NONE }]));
  machine.continueFromAll(ends);
}

/** Runs the first handler whose class matches; an exception none matches goes on to the next enclosing one. */
function handle(machine: Machine, handlers: readonly ExceptHandler[], raised: Raised): void {
  if (!machine.isFeasible()) machine.endPath();
  const handler = handlers.find((one) => {
    const handles = one.type === undefined || matches(machine, raised, evaluate(machine, one.type));
    machine.observe(one, handles, machine.state);
    return handles;
  });
  if (handler === undefined) machine.raiseAgain(raised);
  const { name, body } = handler;
  machine.whileHandling(raised.exception, () => {
    if (name === undefined) return executeBlock(machine, body);
    writeName(machine, name, raised.exception);
    // the name goes away on every way out of the handler
    const forget = (): void => writeName(machine, name, UNBOUND);
    executeFinally(machine, forget, () => executeBlock(machine, body));
  });
}

function matches(machine: Machine, raised: Raised, type: Value): boolean {
  return exceptionClasses(machine, type).some((one) => isSubclass(raised.exception.class, one));
}

function exceptionClasses(machine: Machine, type: Value): readonly PyClass[] {
  const types = type.kind === 'tuple' ? type.items : [type];
  return types.map((one) =>
    one.kind === 'class' && isSubclass(one.class, exceptionClass('BaseException'))
      ? one.class
      : machine.cut('except', 'the class to catch is not one the engine knows'),
  );
}

/** Runs `body`, then `last` on every way out of it: its end, its exceptions, and its jumps. */
export function executeFinally(machine: Machine, last: () => void, body: () => void): void {
  const { value: end, effects } = machine.withhold(() => machine.attempt(machine.state, body));
  machine.release({ cuts: effects.cuts });
  const finish = (state: State, inFlight = machine.handling): State | undefined =>
    machine.whileHandling(inFlight, () => machine.attempt(state, last)?.state);
  for (const one of effects.raised) {
    const state = finish(one.state, one.exception);
    if (state !== undefined) machine.release({ raised: [{ ...one, state }] });
  }
  for (const one of effects.returns) {
    const state = finish(one.state);
    if (state !== undefined) machine.release({ returns: [{ ...one, state }] });
  }
  for (const jumps of ['breaks', 'continues'] as const) {
    for (const one of effects[jumps]) {
      const state = finish(one);
      if (state !== undefined) machine.release({ [jumps]: [state] });
    }
  }
  const finished = end && finish(end.state);
  if (finished === undefined) machine.endPath();
  machine.continueFrom(finished);
}
