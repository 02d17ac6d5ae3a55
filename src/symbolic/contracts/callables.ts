/** Conditions that are functions: lambdas and names of functions, as icontract and deal take them. */
import type { Expression, FunctionDef, Module, Parameters } from '../syntax/ast.ts';
import type { Condition, ConditionArgument } from './contract.ts';
import { ContractSyntaxError } from './errors.ts';
import { spanText } from './span-text.ts';

/** Where conditions find what belongs to a call and has no name in Python; no identifier can be one of these. */
export const CALL_PARTS = {
  /** `OLD` of icontract: what the snapshots took before the call. */
  snapshots: '.snapshots',
  /** `_` of deal: all arguments, and the result where there is one, by name. */
  bag: '.bag',
} as const;

/** A function given to a decorator. */
export interface ConditionFunction {
  readonly expression: Expression;
  readonly parameters: Parameters;
  /** What the reader sees: the body of a lambda, else the name. */
  readonly text: string;
  /** The decorator as messages name it, such as `@icontract.require`. */
  readonly decorator: string;
  readonly source: string;
}

/** Reads the function given to `decorator`. @throws ContractSyntaxError for anything but a lambda or a function of the module */
export function conditionFunction(
  given: Expression | undefined,
  decorator: string,
  place: Expression,
  module: Module,
): ConditionFunction {
  const source = spanText(module, (given ?? place).span);
  const found = given && callableOf(given, module);
  if (given !== undefined && found !== undefined) {
    const text = given.kind === 'lambda' ? onOneLine(spanText(module, given.body.span)) : source;
    return { expression: given, parameters: found, text, decorator, source };
  }
  throw new ContractSyntaxError(
    `The condition of ${decorator} is to be a lambda or the name of a function of the module: ${onOneLine(source)}`,
    { line: place.span.line, text: source },
  );
}

function callableOf(given: Expression, module: Module): Parameters | undefined {
  if (given.kind === 'lambda') return given.parameters;
  if (given.kind !== 'name') return undefined;
  const definition = module.body.findLast(
    (one): one is FunctionDef => one.kind === 'function' && one.name === given.id,
  );
  return definition?.parameters;
}

function onOneLine(text: string): string {
  return text.replace(/(?<!\s)\s*\n\s*/g, ' ');
}

/** The condition that a function states when it is called with these arguments. */
export function calledWith(given: ConditionFunction, args: readonly ConditionArgument[]): Condition {
  const { expression, text, source } = given;
  return { expression, text, source, line: expression.span.line, args };
}

/**
 * Gives every parameter of the condition what `known` has under its name.
 * @throws ContractSyntaxError for a parameter without default that has no such name
 */
export function argumentsByName(
  given: ConditionFunction,
  known: ReadonlyMap<string, string>,
): readonly ConditionArgument[] {
  return given.parameters.flatMap(({ name, kind, default: value }): readonly ConditionArgument[] => {
    const argument = known.get(name);
    if (argument !== undefined)
      return [kind === 'positional-only' ? { name: argument } : { keyword: name, name: argument }];
    if (value !== undefined || kind === 'vararg' || kind === 'kwarg') return [];
    throw new ContractSyntaxError(
      `The condition of ${given.decorator} takes ${name}, which is none of ${[...known.keys()].join(', ')}: ${given.text}`,
      { line: given.expression.span.line, text: given.source },
    );
  });
}
