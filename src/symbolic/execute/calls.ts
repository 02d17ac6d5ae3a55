/** Calls: https://docs.python.org/3/reference/expressions.html#calls */
import { callBuiltin } from '../semantics/builtins.ts';
import { callListMethod } from '../semantics/lists.ts';
import { callStringMethod } from '../semantics/strings.ts';
import { use } from '../semantics/truth.ts';
import type { Expression } from '../syntax/ast.ts';
import { exceptionClass, isSubclass } from '../values/classes.ts';
import type { ExceptionValue, PlainValue, PyClass, Value } from '../values/value.ts';
import { evaluateListComprehension, evaluateQuantifier, type Generated } from './comprehensions.ts';
import { evaluate } from './expressions.ts';
import { type Arguments, callFunction, evaluateArguments } from './functions.ts';
import type { Machine } from './machine.ts';

/** Evaluates a call expression. */
export function evaluateCall(machine: Machine, call: Extract<Expression, { kind: 'call' }>): Value {
  const callee = evaluate(machine, call.callee);
  // what is not modelled is named before its arguments, which are then of no interest
  if (callee.kind === 'unmodelled') return use(machine, callee);
  const [only, second] = call.args;
  if (only?.kind === 'generator' && second === undefined && call.keywords.length === 0) {
    return overGenerator(machine, callee, only);
  }
  const args = evaluateArguments(machine, call.args, call.keywords);
  machine.line = call.span.line;
  return machine.dispatch(callee, (value) => callValue(machine, value, args));
}

/** Built-in functions that use up a generator before they do anything else a program can see. */
const CONSUMERS = new Set(['list', 'max', 'min', 'sorted', 'sum', 'tuple']);

/** `f(… for …)`. */
function overGenerator(machine: Machine, callee: Value, generator: Generated): Value {
  const name = callee.kind === 'builtin' ? callee.name : callee.kind === 'class' ? callee.class.name : '';
  if (name === 'any' || name === 'all') return evaluateQuantifier(machine, name, generator);
  if (!CONSUMERS.has(name)) return evaluate(machine, generator);
  const items = evaluateListComprehension(machine, generator);
  return machine.dispatch(items, (list) => callBuiltin(machine, name, [list], NO_NAMED_ARGUMENTS));
}

/** Calls a value. */
export function callValue(machine: Machine, callee: PlainValue, args: Arguments): Value {
  switch (callee.kind) {
    case 'function':
      return callFunction(machine, callee, args);
    case 'builtin':
      return withPlainArguments(machine, withoutLayout(callee.name, args), (plain, named) =>
        callBuiltin(machine, callee.name, plain, named),
      );
    case 'class':
      return callClass(machine, callee.class, args);
    case 'method': {
      const { receiver, name } = callee;
      if (receiver.kind === 'list') {
        return withPlainArguments(machine, args, (plain, named) =>
          callListMethod(machine, name, receiver, plain, named),
        );
      }
      if (receiver.kind !== 'str') return machine.cut(`.${name}()`, `methods of a ${receiver.kind} are not modelled`);
      return withPlainArguments(machine, args, (plain, named) =>
        callStringMethod(machine, name, receiver.term, plain, named),
      );
    }
    case 'unmodelled':
    case 'unbound':
      return use(machine, callee);
    default:
      return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  }
}

/** `print(…, sep=…, end=…)`: how output is laid out has no effect on what is proved. */
function withoutLayout(name: string, args: Arguments): Arguments {
  const isLayout = [...args.named].every(([key, { kind }]) => (key === 'sep' || key === 'end') && kind === 'str');
  return name === 'print' && isLayout ? { positional: args.positional, named: new Map() } : args;
}

function callClass(machine: Machine, called: PyClass, args: Arguments): Value {
  if (isSubclass(called, exceptionClass('BaseException'))) return makeException(machine, called, args);
  return withPlainArguments(machine, args, (plain, named) => callBuiltin(machine, called.name, plain, named));
}

/** Classes whose constructors check their arguments. */
const CHECKED_EXCEPTIONS = ['UnicodeDecodeError', 'UnicodeEncodeError', 'UnicodeTranslateError', 'BaseExceptionGroup'];
/** Classes whose constructors give several arguments a meaning of their own. */
const STRUCTURED_EXCEPTIONS = ['OSError', 'SyntaxError'];

/** Instantiates an exception class. */
export function makeException(machine: Machine, called: PyClass, { positional, named }: Arguments): ExceptionValue {
  const derivesFrom = (names: readonly string[]): boolean =>
    names.some((name) => isSubclass(called, exceptionClass(name)));
  const isStructured = positional.length > 1 && derivesFrom(STRUCTURED_EXCEPTIONS);
  if (named.size > 0 || isStructured || derivesFrom(CHECKED_EXCEPTIONS)) {
    return machine.cut(`${called.name}()`, `${called.name} with these arguments is not modelled`);
  }
  return { kind: 'exception', class: called, args: positional };
}

/** Arguments by keyword, none of which is a union. */
export type NamedArguments = ReadonlyMap<string, PlainValue>;

export const NO_NAMED_ARGUMENTS: NamedArguments = new Map();

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
