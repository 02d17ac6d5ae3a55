/** The path one concrete input takes, as a condition over the parameters. */

import { interpreterOf } from '../execute/interpreter.ts';
import { withoutImplied } from '../machine/bounds.ts';
import type { Limits } from '../machine/limits.ts';
import { Machine } from '../machine/machine.ts';
import { AnswersPending, type Oracle } from '../machine/oracle.ts';
import { conjuncts, type State } from '../machine/state.ts';
import type { Expression } from '../syntax/ast.ts';
import { Evaluator, type Model } from '../terms/evaluate.ts';
import type { Value } from '../terms/operations.ts';
import type { Terms } from '../terms/strings.ts';
import type { BoolTerm } from '../terms/term.ts';
import { limitReached } from './engine-limits.ts';
import { type Subject, Unexplorable } from './exploration.ts';
import { explore } from './explore.ts';

/**
 * The condition under which the function takes the path that the model takes, preconditions left out: the executor follows
 * the model at every branch. What follows from the rest is left out. Undefined where the path is not modelled to its end.
 */
export function pathConditionOf(
  terms: Terms,
  limits: Limits,
  subject: Subject,
  model: Model,
  oracle: Oracle,
): BoolTerm | undefined {
  const evaluator = new Evaluator(model);
  const follows = (members: readonly BoolTerm[]): boolean =>
    members.every((member) => evaluator.value(member) !== false);
  const machine = new Machine({ terms, feasibility: { isFeasible: follows }, limits, oracle, interpreterOf });
  try {
    const { entry, returns, raised } = explore(machine, subject);
    if (entry === undefined) return undefined;
    const end = [...returns, ...raised].find(({ state }) => holds(evaluator, state));
    if (end === undefined) return undefined;
    const before = new Set(conjuncts(entry.condition));
    return terms.and(...withoutImplied(conjuncts(end.state.condition).filter((member) => !before.has(member))));
  } catch (error) {
    const isGivenUp = error instanceof Unexplorable || error instanceof AnswersPending;
    if (isGivenUp || limitReached(error) !== undefined) return undefined;
    throw error;
  }
}

function holds(evaluator: Evaluator, state: State): boolean {
  return conjuncts(state.condition).every((member) => evaluator.holds(member));
}

/** The value of an argument's source text, where it is a literal of a sort that terms have. */
export function literalArgument(expression: Expression): Value | undefined {
  switch (expression.kind) {
    case 'constant': {
      const { value } = expression;
      return value.type === 'bool' || value.type === 'int' || value.type === 'float' || value.type === 'str'
        ? value.value
        : undefined;
    }
    case 'unary': {
      const operand = literalArgument(expression.operand);
      if (expression.operator !== '-' || typeof operand === 'string' || typeof operand === 'boolean') return undefined;
      return operand === undefined ? undefined : -operand;
    }
    case 'binary': {
      const [left, right] = [literalArgument(expression.left), literalArgument(expression.right)];
      if (typeof left !== 'bigint' || typeof right !== 'bigint') return undefined;
      return integerOperation(expression.operator, left, right);
    }
    case 'call': {
      const [text] = expression.args;
      if (expression.callee.kind !== 'name' || expression.callee.id !== 'float') return undefined;
      const value = text === undefined ? undefined : literalArgument(text);
      return typeof value === 'string' ? NAMED_FLOATS.get(value) : undefined;
    }
    default:
      return undefined;
  }
}

const NAMED_FLOATS: ReadonlyMap<string, number> = new Map([
  ['nan', Number.NaN],
  ['inf', Infinity],
  ['-inf', -Infinity],
]);

/** The arithmetic with which huge integers are written, such as `10**309` or `2**1024 - 2**970`. */
function integerOperation(operator: string, left: bigint, right: bigint): bigint | undefined {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  if (operator === '*') return left * right;
  return operator === '**' && right >= 0n && right < 10_000n ? left ** right : undefined;
}
