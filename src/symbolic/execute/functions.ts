/** Functions of the module: definition, binding of arguments, and inlined calls. */
import type { Frame } from '../machine/frame.ts';
import type { Machine } from '../machine/machine.ts';
import type { Returned } from '../machine/outcomes.ts';
import { raiseNamed } from '../machine/raising.ts';
import type { Joined } from '../machine/state.ts';
import { type Entry, makeDict, withEntries } from '../semantics/containers/dicts.ts';
import { withElements } from '../semantics/containers/iteration.ts';
import type { Expression, FunctionDef, Keyword, Parameter } from '../syntax/ast.ts';
import type { Arguments } from '../values/arguments.ts';
import { type FunctionValue, NONE, type ScopeId, strValue, UNBOUND, type Value } from '../values/value.ts';
import { bindingsOf } from './bindings.ts';
import { evaluate } from './expressions.ts';
import { makeGenerator } from './generators.ts';
import { refuseMixedNames } from './mixed-names.ts';
import { refuseHiddenGlobals } from './names.ts';
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
    ...manglingOf(machine),
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
    ...manglingOf(machine),
  };
}

function manglingOf({ frame: { mangling } }: Machine): Pick<FunctionValue, 'mangling'> {
  return mangling === undefined ? {} : { mangling };
}

/** The scopes a function made here closes over. */
function enclosingScopes(machine: Machine): readonly ScopeId[] {
  const { classScope } = machine.frame;
  // functions do not see the names of a class body around them
  const scopes = machine.frame.scopes.filter((id) => id !== classScope);
  refuseHiddenGlobals(machine, scopes);
  return scopes;
}

function evaluateDefaults(machine: Machine, parameters: readonly Parameter[]): ReadonlyMap<string, Value> {
  const defaults = new Map<string, Value>();
  for (const parameter of parameters) {
    if (parameter.default !== undefined) defaults.set(parameter.name, evaluate(machine, parameter.default));
  }
  return defaults;
}

/** Calls a function of the module and joins the ways in which it returns. */
export function callFunction(machine: Machine, callee: FunctionValue, args: Arguments): Value {
  const parameters = bindParameters(machine, callee.parameters, callee.defaults, args);
  const summary = machine.summaryOf(callee, parameters);
  if (summary === undefined && isGenerator(callee)) return makeGenerator(machine, callee, parameters);
  return summary ?? machine.continueFromAll(runFunction(machine, callee, parameters));
}

function isGenerator({ body }: FunctionValue): boolean {
  return body.kind === 'function' ? bindingsOf(body.body).yields : bindingsOf(body).yields;
}

/**
 * Runs a function's body with its parameters bound, from the current state.
 * @param onYield takes what a generator yields
 * @returns every way in which it returns, unjoined; its exceptions go to the machine's collector
 */
export function runFunction(
  machine: Machine,
  callee: FunctionValue,
  parameters: ReadonlyMap<string, Value>,
  onYield?: Frame['onYield'],
): readonly Returned[] {
  checkDepth(machine, callee);
  const body = callee.body.kind === 'function' ? callee.body : undefined;
  const block = callee.body.kind === 'function' ? callee.body.body : callee.body;
  const bindings = bindingsOf(block);
  if (body?.isAsync) machine.cut('async function', 'coroutines are not modelled');
  if (bindings.yields && onYield === undefined)
    machine.cut('generator', `${callee.name} is a generator, which is not called alone`);
  refuseMixedNames(machine, block, callee.enclosing);
  const locals = new Map<string, Value>([...bindings.locals].map((name) => [name, UNBOUND]));
  for (const [name, value] of parameters) locals.set(name, value);
  const entered: Frame = {
    scopes: [machine.openScope(locals), ...callee.enclosing],
    globals: bindings.globals,
    nonlocals: bindings.nonlocals,
    ...(callee.mangling !== undefined && { mangling: callee.mangling }),
    ...methodOf(callee, parameters),
    ...(onYield && { onYield }),
  };
  const returns: Returned[] = [];
  const call = { name: callee.name, condition: machine.state.condition, line: machine.line };
  machine.withCall(call, entered, returns, () => {
    const end = machine.attempt(machine.state, () => bodyValue(machine, callee));
    if (end !== undefined) returns.push({ ...end, line: machine.line });
  });
  const scope = entered.scopes[0];
  return scope === undefined || bindings.isClosedOver ? returns : returns.map((end) => closeScope(end, scope));
}

/** What `super()` without arguments refers to. */
function methodOf(
  { owner, parameters: [first] }: FunctionValue,
  values: ReadonlyMap<string, Value>,
): Pick<Frame, 'method'> {
  const receiver = first && values.get(first.name);
  return owner === undefined || receiver === undefined ? {} : { method: { owner, receiver } };
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
  if (dependent < limits.recursion) return;
  // calls are told apart by name here
  const bound = machine.isApart ? undefined : `at most ${dependent} calls of ${callee.name} at a time`;
  machine.cut('recursion', `${callee.name} calls itself more than ${dependent} times deep`, machine.line, bound);
}

/** Matches arguments to parameters; raises TypeError as a call in Python does. */
export function bindParameters(
  machine: Machine,
  parameters: readonly Parameter[],
  defaults: ReadonlyMap<string, Value>,
  args: Arguments,
): ReadonlyMap<string, Value> {
  const bound = new Map<string, Value>();
  const named = new Map(args.named);
  let next = 0;
  for (const parameter of parameters) {
    switch (parameter.kind) {
      case 'vararg':
        bound.set(parameter.name, { kind: 'tuple', items: args.positional.slice(next) });
        next = args.positional.length;
        break;
      case 'kwarg':
        bound.set(parameter.name, makeDict(machine, entriesOf(machine, named)));
        named.clear();
        break;
      default: {
        const value = argumentFor(defaults, parameter, args.positional[next], named);
        if (parameter.kind !== 'keyword-only' && next < args.positional.length) next++;
        if (value === undefined) return raiseNamed(machine, 'TypeError');
        bound.set(parameter.name, value);
      }
    }
  }
  if (next < args.positional.length || named.size > 0) return raiseNamed(machine, 'TypeError');
  return bound;
}

function argumentFor(
  defaults: ReadonlyMap<string, Value>,
  parameter: Parameter,
  positional: Value | undefined,
  named: Map<string, Value>,
): Value | undefined {
  const byName = parameter.kind === 'positional-only' ? undefined : named.get(parameter.name);
  if (positional !== undefined && parameter.kind !== 'keyword-only')
    return byName === undefined ? positional : undefined;
  if (byName !== undefined) named.delete(parameter.name);
  return byName ?? defaults.get(parameter.name);
}

function entriesOf(machine: Machine, named: ReadonlyMap<string, Value>): readonly Entry[] {
  return [...named].map(([name, value]) => ({ key: strValue(machine.terms.str(name)), value }));
}

/** Evaluates the arguments of a call and hands them to it, once for every number of them there may be. */
export function withArguments(
  machine: Machine,
  positional: readonly Expression[],
  keywords: readonly Keyword[],
  call: (args: Arguments) => Value,
): Value {
  const collect = (values: readonly Value[], [next, ...rest]: readonly Expression[]): Value => {
    if (next === undefined)
      return withKeywords(machine, keywords, new Map(), (named) => call({ positional: values, named }));
    if (next.kind !== 'starred') return collect([...values, evaluate(machine, next)], rest);
    return machine.dispatch(evaluate(machine, next.value), (iterable) =>
      withElements(machine, iterable, (unpacked) => collect([...values, ...unpacked], rest)),
    );
  };
  return collect([], positional);
}

function withKeywords(
  machine: Machine,
  [next, ...rest]: readonly Keyword[],
  named: ReadonlyMap<string, Value>,
  call: (named: ReadonlyMap<string, Value>) => Value,
): Value {
  if (next === undefined) return call(named);
  const value = evaluate(machine, next.value);
  const { name } = next;
  if (name !== undefined) return withKeywords(machine, rest, withNamed(machine, named, name, value), call);
  return machine.dispatch(value, (mapping) => {
    if (mapping.kind !== 'dict') return machine.cut('**argument', 'only dictionaries are unpacked into arguments');
    return withEntries(machine, mapping, (entries) => {
      const all = entries.reduce((before, entry) => withEntry(machine, before, entry), named);
      return withKeywords(machine, rest, all, call);
    });
  });
}

function withEntry(
  machine: Machine,
  named: ReadonlyMap<string, Value>,
  { key, value }: Entry,
): ReadonlyMap<string, Value> {
  if (key.kind !== 'str' || key.term.kind !== 'literal') {
    return machine.cut('**argument', 'only dictionaries with known names are unpacked into arguments');
  }
  return withNamed(machine, named, key.term.value, value);
}

/** An argument given twice is a TypeError. */
function withNamed(
  machine: Machine,
  named: ReadonlyMap<string, Value>,
  name: string,
  value: Value,
): ReadonlyMap<string, Value> {
  return named.has(name) ? raiseNamed(machine, 'TypeError') : new Map(named).set(name, value);
}
