/** Functions of the module: definition, binding of arguments, and inlined calls. */
import type { Expression, FunctionDef, Keyword, Parameter } from '../syntax/ast.ts';
import { exceptionClass } from '../values/classes.ts';
import { type FunctionValue, NONE, type ScopeId, UNBOUND, type Value } from '../values/value.ts';
import { bindingsOf } from './bindings.ts';
import { evaluate } from './expressions.ts';
import type { Frame, Machine, Returned } from './machine.ts';
import type { Joined } from './state.ts';
import { executeBlock } from './statements.ts';

/** The value a `def` statement binds. */
export function makeFunction(machine: Machine, definition: FunctionDef): FunctionValue {
  return {
    kind: 'function',
    name: definition.name,
    parameters: definition.parameters,
    body: definition,
    enclosing: enclosingScopes(machine),
    defaults: evaluateDefaults(machine, definition.parameters),
  };
}

/** The value of a lambda expression. */
export function makeLambda(machine: Machine, lambda: Extract<Expression, { kind: 'lambda' }>): FunctionValue {
  return {
    kind: 'function',
    name: '<lambda>',
    parameters: lambda.parameters,
    body: lambda.body,
    enclosing: enclosingScopes(machine),
    defaults: evaluateDefaults(machine, lambda.parameters),
  };
}

/** The scopes a function made here closes over. */
function enclosingScopes(machine: Machine): readonly ScopeId[] {
  const { scopes, globals } = machine.frame;
  // a name that this function declares global is global inside it, too, past the variables of functions further out
  if (globals.size > 0 && scopes.length > 2) machine.cut('global', 'global around a nested function is not modelled');
  return scopes;
}

function evaluateDefaults(machine: Machine, parameters: readonly Parameter[]): ReadonlyMap<string, Value> {
  const defaults = new Map<string, Value>();
  for (const parameter of parameters) {
    if (parameter.default !== undefined) defaults.set(parameter.name, evaluate(machine, parameter.default));
  }
  return defaults;
}

/** Arguments of a call, evaluated. */
export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/** Calls a function of the module and joins the ways in which it returns. */
export function callFunction(machine: Machine, callee: FunctionValue, args: Arguments): Value {
  const parameters = bindArguments(machine, callee, args);
  const summary = machine.summariseCall?.(callee, parameters);
  if (summary === undefined) return machine.continueFromAll(runFunction(machine, callee, parameters));
  machine.summarisedCalls += 1;
  return summary;
}

/**
 * Runs a function's body with its parameters bound, from the current state.
 * @returns every way in which it returns, unjoined; its exceptions go to the machine's collector
 */
export function runFunction(
  machine: Machine,
  callee: FunctionValue,
  parameters: ReadonlyMap<string, Value>,
): readonly Returned[] {
  checkDepth(machine, callee);
  const { frame, jumps, line } = machine;
  const body = callee.body.kind === 'function' ? callee.body : undefined;
  const bindings = bindingsOf(callee.body.kind === 'function' ? callee.body.body : callee.body);
  if (body?.isAsync) machine.cut('async function', 'coroutines are not modelled');
  if (bindings.yields) machine.cut('generator', `${callee.name} is a generator, which is not modelled`);
  const locals = new Map<string, Value>([...bindings.locals].map((name) => [name, UNBOUND]));
  for (const [name, value] of parameters) locals.set(name, value);
  const entered: Frame = {
    scopes: [machine.openScope(locals), ...callee.enclosing],
    globals: bindings.globals,
    nonlocals: bindings.nonlocals,
  };
  const returns: Returned[] = [];
  machine.frame = entered;
  machine.jumps = { returns, breaks: [], continues: [] };
  machine.callStack.push({ name: callee.name, condition: machine.state.condition });
  try {
    const end = machine.attempt(machine.state, () => bodyValue(machine, callee));
    if (end !== undefined) returns.push({ ...end, line: machine.line });
  } finally {
    machine.callStack.pop();
    machine.frame = frame;
    machine.jumps = jumps;
    machine.line = line;
  }
  const scope = entered.scopes[0];
  return scope === undefined || bindings.isClosedOver ? returns : returns.map((end) => closeScope(end, scope));
}

function bodyValue(machine: Machine, callee: FunctionValue): Value {
  if (callee.body.kind !== 'function') return evaluate(machine, callee.body);
  executeBlock(machine, callee.body.body);
  return NONE;
}

/** A scope nobody closes over is dropped when its call ends. */
function closeScope<T extends Joined<Value>>(end: T, scope: number): T {
  const scopes = new Map(end.state.scopes);
  scopes.delete(scope);
  return { ...end, state: { ...end.state, scopes } };
}

/** Ends the path where calls are nested too deeply: in all, or in one function whose recursion depends on the inputs. */
function checkDepth(machine: Machine, callee: FunctionValue): void {
  const { callStack, limits } = machine;
  if (callStack.length >= limits.callDepth)
    machine.cut('recursion', `more than ${limits.callDepth} calls are in progress`);
  const active = callStack.filter((call) => call.name === callee.name);
  if (active.length === 0) return;
  // recursion that known values decide adds nothing to the path condition and may go on
  const dependent = new Set([...active.map((call) => call.condition), machine.state.condition]).size - 1;
  if (dependent === 0) return;
  if (!machine.isFeasible()) machine.assume(machine.terms.false);
  if (dependent >= limits.recursion)
    machine.cut('recursion', `${callee.name} calls itself more than ${dependent} times deep`);
}

/** Matches arguments to parameters; raises TypeError as a call in Python does. */
function bindArguments(machine: Machine, callee: FunctionValue, args: Arguments): ReadonlyMap<string, Value> {
  const bound = new Map<string, Value>();
  const named = new Map(args.named);
  let next = 0;
  for (const parameter of callee.parameters) {
    switch (parameter.kind) {
      case 'vararg':
        bound.set(parameter.name, { kind: 'tuple', items: args.positional.slice(next) });
        next = args.positional.length;
        break;
      case 'kwarg':
        if (named.size > 0) machine.cut('**kwargs', 'collected keyword arguments are not modelled');
        bound.set(parameter.name, { kind: 'unmodelled', construct: '**kwargs', line: parameter.span.line });
        break;
      default: {
        const value = argumentFor(callee, parameter, args.positional[next], named);
        if (parameter.kind !== 'keyword-only' && next < args.positional.length) next++;
        if (value === undefined) return raiseTypeError(machine);
        bound.set(parameter.name, value);
      }
    }
  }
  if (next < args.positional.length || named.size > 0) return raiseTypeError(machine);
  return bound;
}

function argumentFor(
  callee: FunctionValue,
  parameter: Parameter,
  positional: Value | undefined,
  named: Map<string, Value>,
): Value | undefined {
  const byName = parameter.kind === 'positional-only' ? undefined : named.get(parameter.name);
  if (positional !== undefined && parameter.kind !== 'keyword-only')
    return byName === undefined ? positional : undefined;
  if (byName !== undefined) named.delete(parameter.name);
  return byName ?? callee.defaults.get(parameter.name);
}

function raiseTypeError(machine: Machine): never {
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

/** Evaluates the arguments of a call. */
export function evaluateArguments(
  machine: Machine,
  positional: readonly Expression[],
  keywords: readonly Keyword[],
): Arguments {
  const values = positional.flatMap((argument): readonly Value[] => {
    if (argument.kind !== 'starred') return [evaluate(machine, argument)];
    const unpacked = evaluate(machine, argument.value);
    return unpacked.kind === 'tuple'
      ? unpacked.items
      : machine.cut('*argument', 'only tuples are unpacked into arguments');
  });
  const named = new Map<string, Value>();
  for (const { name, value } of keywords) {
    if (name === undefined) return machine.cut('**argument', 'unpacking a mapping into arguments is not modelled');
    named.set(name, evaluate(machine, value));
  }
  return { positional: values, named };
}
