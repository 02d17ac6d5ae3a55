/** Contracts that icontract (https://icontract.readthedocs.io) and deal (https://deal.readthedocs.io) state in decorators. */
import type { Expression, Keyword, Module } from '../syntax/ast.ts';
import { argumentsByName, CALL_PARTS, type ConditionFunction, calledWith, conditionFunction } from './callables.ts';
import type { Condition, ConditionArgument, Snapshot } from './contract.ts';
import { ContractSyntaxError } from './errors.ts';
import { type ContractLibrary, contractDecorators } from './libraries.ts';
import { spanText } from './span-text.ts';

/** What the decorators of a function or class promise together. */
export interface DecoratorContract {
  /** The library of the first decorator that states a condition; absent where none does. */
  readonly library?: ContractLibrary;
  readonly preconditions: readonly Condition[];
  readonly postconditions: readonly Condition[];
  readonly snapshots: readonly Snapshot[];
  readonly invariants: readonly Condition[];
  /** Names of exceptions that may escape. */
  readonly raises: readonly string[];
}

/** One decorator of a library, with what it is given. */
interface Stated {
  readonly library: ContractLibrary;
  readonly name: string;
  readonly expression: Expression;
  readonly args: readonly Expression[];
  readonly keywords: readonly Keyword[];
}

/** Where a condition stands: it knows the parameters' names from it. */
interface Scope {
  readonly module: Module;
  readonly parameters: readonly string[];
}

/**
 * Reads the decorators of a function with these parameters, or of a class, which has none.
 * @throws ContractSyntaxError for a condition that is no function, or takes what a call does not have
 */
export function readDecorators(
  decorators: readonly Expression[],
  parameters: readonly string[],
  module: Module,
): DecoratorContract {
  const resolve = contractDecorators(module);
  const scope: Scope = { module, parameters };
  const stated = decorators.flatMap((decorator) => unchained(decorator, resolve));
  const read = <T>(names: readonly string[], make: (one: Stated) => T): readonly T[] =>
    stated.filter(({ name }) => names.includes(name)).map(make);
  const first = stated.find(({ name }) => !SILENT.has(name));
  return {
    ...(first === undefined ? {} : { library: first.library }),
    preconditions: read(['require', 'pre'], (one) => precondition(one, scope)),
    postconditions: read(['ensure', 'post'], (one) => postcondition(one, scope)),
    snapshots: read(['snapshot'], (one) => snapshot(one, scope)),
    invariants: read(['invariant', 'inv'], (one) => invariant(one, scope)),
    raises: read(['raises'], (one) => one.args.map((name) => exceptionName(name, module))).flat(),
  };
}

/** Decorators that say nothing of a call's outcome. */
const SILENT: ReadonlySet<string> = new Set(['has', 'reason', 'example']);

/** The decorators that a decorator stands for: those that `deal.chain` is given, else itself; none of other libraries. */
function unchained(expression: Expression, resolve: ReturnType<typeof contractDecorators>): readonly Stated[] {
  const call = expression.kind === 'call' ? expression : undefined;
  const found = resolve(call?.callee ?? expression);
  if (found === undefined) return [];
  const args = call?.args ?? [];
  if (found.name === 'chain') return args.flatMap((one) => unchained(one, resolve));
  return [{ ...found, expression, args, keywords: call?.keywords ?? [] }];
}

function given({ library, name, expression, args, keywords }: Stated, { module }: Scope): ConditionFunction {
  const named = keywords.find((one) => one.name !== undefined && CONDITION_KEYWORDS.has(one.name))?.value;
  return conditionFunction(args[0] ?? named, `@${library}.${name}`, expression, module);
}

const CONDITION_KEYWORDS: ReadonlySet<string> = new Set(['condition', 'capture', 'validator']);

function precondition(one: Stated, scope: Scope): Condition {
  return calledWith(...argumentsOf(one, scope, new Map()));
}

function postcondition(one: Stated, scope: Scope): Condition {
  if (one.name === 'post') return calledWith(given(one, scope), [{ name: '__return__' }]);
  const ofCall = new Map([['result', '__return__']]);
  if (one.library === 'icontract') ofCall.set('OLD', CALL_PARTS.snapshots);
  return calledWith(...argumentsOf(one, scope, ofCall));
}

/** A condition and what it is called with: parameters by name, and `ofCall`. */
function argumentsOf(
  one: Stated,
  scope: Scope,
  ofCall: ReadonlyMap<string, string>,
): [ConditionFunction, readonly ConditionArgument[]] {
  const condition = given(one, scope);
  const { parameters } = condition;
  const [first, second] = parameters;
  if (one.library === 'deal' && first?.name === '_' && second === undefined)
    return [condition, [{ name: CALL_PARTS.bag }]];
  const names = parameters.map(({ name }) => name).filter((name) => !ofCall.has(name));
  // deal passes arguments as the call does, so that a condition may have names of its own for them
  const isRenamed =
    one.library === 'deal' &&
    names.length === scope.parameters.length &&
    names.some((name) => !scope.parameters.includes(name));
  const own = scope.parameters.map((name, index) => [(isRenamed ? names[index] : undefined) ?? name, name] as const);
  return [condition, argumentsByName(condition, new Map([...own, ...ofCall]))];
}

/** icontract names a snapshot after the sole argument of its function. */
function snapshot(one: Stated, scope: Scope): Snapshot {
  const capture = given(one, scope);
  const named = one.keywords.find(({ name }) => name === 'name')?.value ?? one.args[1];
  const name =
    named?.kind === 'constant' && named.value.type === 'str'
      ? named.value.value
      : capture.parameters.length === 1
        ? capture.parameters[0]?.name
        : undefined;
  if (name === undefined) {
    throw new ContractSyntaxError(
      `${capture.decorator} needs a name, as in name="before", unless its function has one parameter: ${capture.text}`,
      { line: one.expression.span.line, text: capture.source },
    );
  }
  const known = new Map(scope.parameters.map((parameter) => [parameter, parameter]));
  return { name, capture: calledWith(capture, argumentsByName(capture, known)) };
}

function invariant(one: Stated, scope: Scope): Condition {
  return calledWith(given(one, scope), [{ name: 'self' }]);
}

function exceptionName(expression: Expression, module: Module): string {
  const text = spanText(module, expression.span);
  if (/^[^\W\d]\w*(?:\.[^\W\d]\w*)*$/u.test(text)) return text;
  throw new ContractSyntaxError(
    `@deal.raises takes names of exception classes, as in @deal.raises(ValueError), not ${text}`,
    {
      line: expression.span.line,
      text,
    },
  );
}
