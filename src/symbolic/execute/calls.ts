/** Calls: https://docs.python.org/3/reference/expressions.html#calls */
import type { Machine } from '../machine/machine.ts';
import { settleCall, settleMethod } from '../oracle/operations.ts';
import { splitDotted } from '../oracle/source.ts';
import { classEntry, isPureMethod } from '../oracle/whitelist.ts';
import { constructorName } from '../semantics/containers/collection-classes.ts';
import { callContainerMethod } from '../semantics/containers/methods.ts';

import { callBuiltin } from '../semantics/library/builtins.ts';
import { callCallback } from '../semantics/library/callbacks.ts';
import { callNumberMethod } from '../semantics/numbers/number-methods.ts';
import { specialMethod } from '../semantics/objects/lookup.ts';
import { isTypeExpression } from '../semantics/objects/typing.ts';
import { use } from '../semantics/objects/unmodelled.ts';
import { callMatchMethod, callRegexFunction, matchPattern } from '../semantics/texts/regex-match.ts';
import { callTextMethod } from '../semantics/texts/text-methods.ts';
import type { Expression } from '../syntax/ast.ts';
import { type Arguments, type NamedArguments, NO_NAMED_ARGUMENTS } from '../values/arguments.ts';
import { exceptionClass, isSubclass, libraryClass } from '../values/classes.ts';
import { type PlainValue, type PyClass, typeName, type Value } from '../values/value.ts';
import { evaluateListComprehension, evaluateQuantifier, evaluateSum, type Generated } from './comprehensions.ts';
import { evaluate, evaluateSubscript } from './expressions.ts';
import { callFunction, withArguments } from './functions.ts';
import { instantiate, makeException } from './instances.ts';
import { callGenerated } from './records.ts';

/** Evaluates a call expression. */
export function evaluateCall(machine: Machine, call: Extract<Expression, { kind: 'call' }>): Value {
  const callee = evaluateCallee(machine, call.callee);
  // what is not modelled is named before its arguments, which are then of no interest
  if (callee.kind === 'unmodelled') return use(machine, callee);
  const [only, second] = call.args;
  if (only?.kind === 'generator' && second === undefined && call.keywords.length === 0) {
    const result = overGenerator(machine, callee, only);
    if (result !== undefined) return result;
  }
  return withArguments(machine, call.args, call.keywords, (args) => {
    machine.moveTo(call.span.line);
    return machine.dispatch(callee, (value) => callValue(machine, value, args));
  });
}

/** `Stack[int](…)` calls the class: the arguments of a generic class say nothing at run time. */
function evaluateCallee(machine: Machine, callee: Expression): Value {
  if (callee.kind === 'subscript') {
    const generic = evaluate(machine, callee.object);
    const isGeneric = generic.kind === 'class' && isSubclass(generic.class, libraryClass('typing.Generic'));
    if (isGeneric) return generic;
    return evaluateSubscript(machine, generic, callee.index);
  }
  return evaluate(machine, callee);
}

/** Built-in functions that use up a generator before they do anything else a program can see. */
const CONSUMERS = new Set(['dict', 'frozenset', 'list', 'max', 'min', 'set', 'sorted', 'sum', 'tuple']);

/** `f(… for …)` for a function that uses the generator up; undefined for others. */
function overGenerator(machine: Machine, callee: Value, generator: Generated): Value | undefined {
  const name = callee.kind === 'builtin' ? callee.name : callee.kind === 'class' ? callee.class.name : '';
  if (name === 'any' || name === 'all') return evaluateQuantifier(machine, name, generator);
  if (!CONSUMERS.has(name)) return undefined;
  const sum = name === 'sum' ? evaluateSum(machine, generator) : undefined;
  if (sum !== undefined) return sum;
  const items = evaluateListComprehension(machine, generator);
  return machine.dispatch(items, (list) =>
    settleCall(machine, callee, { positional: [list], named: NO_NAMED_ARGUMENTS }, () =>
      callBuiltin(machine, name, [list], NO_NAMED_ARGUMENTS),
    ),
  );
}

/** Calls a value. */
export function callValue(machine: Machine, callee: PlainValue, args: Arguments): Value {
  switch (callee.kind) {
    case 'function':
      return callFunction(machine, callee, args);
    case 'callback':
      return withPlainArguments(machine, args, (plain, named) => callCallback(machine, callee, plain, named));
    case 'builtin':
      if (isMethodOfType(callee.name)) return callUnbound(machine, callee.name, args);
      return withPlainArguments(
        machine,
        withoutLayout(callee.name, args),
        (plain, named) =>
          callRegexFunction(machine, callee.name, plain, named) ??
          settleCall(machine, callee, { positional: plain, named }, () =>
            callBuiltin(machine, callee.name, plain, named),
          ),
      );
    case 'class':
      return callClass(machine, callee.class, args);
    case 'method':
      return withPlainArguments(
        machine,
        args,
        (plain, named) =>
          matchPattern(machine, callee.receiver, callee.name, plain) ??
          settleMethod(machine, callee.receiver, callee.name, { positional: plain, named }, () =>
            callMethod(machine, callee, plain, named),
          ),
      );
    case 'generated':
      return callGenerated(machine, callee, args);
    case 'bound':
      return callBound(machine, callee, args);
    case 'foreign':
      // TypeVar("T") and its like name a type
      return isTypeExpression(callee)
        ? callee
        : machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
    case 'instance':
      return callSpecialMethod(machine, callee, '__call__', args);
    case 'unmodelled':
    case 'unbound':
      return use(machine, callee);
    default:
      return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  }
}

function callMethod(
  machine: Machine,
  { receiver, name }: Extract<PlainValue, { kind: 'method' }>,
  args: readonly PlainValue[],
  named: NamedArguments,
): Value {
  switch (receiver.kind) {
    case 'str':
    case 'bytes':
      return callTextMethod(machine, name, receiver, args, named);
    case 'match':
      return callMatchMethod(machine, receiver, name, args);
    case 'bool':
    case 'int':
    case 'float':
      return callNumberMethod(machine, name, receiver, args.length + named.size);
    default:
      return callContainerMethod(machine, receiver, name, args, named) ?? noMethod(machine, receiver, name);
  }
}

function noMethod(machine: Machine, receiver: PlainValue, name: string): never {
  return machine.cut(`.${name}()`, `the method ${name} of a value of type ${typeName(receiver)} is not modelled`);
}

/** Whether a dotted name means a method of a built-in type, such as `str.upper`. */
function isMethodOfType(dotted: string): boolean {
  const [type, name] = splitDotted(dotted);
  return isPureMethod(type, name) && classEntry(type, name) === undefined;
}

/** `str.upper(text)` is `text.upper()`. */
function callUnbound(machine: Machine, dotted: string, { positional, named }: Arguments): Value {
  const [type, name] = splitDotted(dotted);
  const [receiver, ...rest] = positional;
  if (receiver === undefined) return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  return machine.dispatch(receiver, (plain) =>
    typeName(plain) === type
      ? callValue(machine, { kind: 'method', receiver: plain, name }, { positional: rest, named })
      : machine.cut(`${dotted}()`, `${dotted}() of a value of type ${typeName(plain)} is not modelled`),
  );
}

/** `print(…, sep=…, end=…)`: how output is laid out has no effect on what is proved. */
function withoutLayout(name: string, args: Arguments): Arguments {
  const isLayout = [...args.named].every(([key, { kind }]) => (key === 'sep' || key === 'end') && kind === 'str');
  return name === 'print' && isLayout ? { positional: args.positional, named: new Map() } : args;
}

function callBound(machine: Machine, callee: Extract<PlainValue, { kind: 'bound' }>, args: Arguments): Value {
  return callValue(machine, callee.function, { ...args, positional: [callee.receiver, ...args.positional] });
}

function callSpecialMethod(machine: Machine, value: PlainValue, name: string, args: Arguments): Value {
  const method = specialMethod(machine, value, name);
  if (method !== undefined) return callValue(machine, method, args);
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

function callClass(machine: Machine, called: PyClass, args: Arguments): Value {
  if (isSubclass(called, exceptionClass('BaseException'))) return makeException(machine, called, args);
  if (called.attributes !== undefined) return instantiate(machine, called, args);
  const callee: PlainValue = { kind: 'class', class: called };
  return withPlainArguments(machine, args, (plain, named) =>
    settleCall(machine, callee, { positional: plain, named }, () =>
      callBuiltin(machine, constructorName(called), plain, named),
    ),
  );
}

/** Tells apart the alternatives of every argument before the call. */
function withPlainArguments(
  machine: Machine,
  args: Arguments,
  call: (plain: readonly PlainValue[], named: NamedArguments) => Value,
): Value {
  const names = [...args.named.keys()];
  const split = (plain: readonly PlainValue[], [next, ...rest]: readonly Value[]): Value => {
    if (next !== undefined) return machine.dispatch(next, (value) => split([...plain, value], rest));
    const { length } = args.positional;
    const named = names.flatMap((name, index) => {
      const value = plain[length + index];
      return value === undefined ? [] : [[name, value] as const];
    });
    return call(plain.slice(0, length), new Map(named));
  };
  return split([], [...args.positional, ...args.named.values()]);
}
