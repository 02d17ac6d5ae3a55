/** Makes syntax; its place is that of the syntax it is made from. */
import type { ComparisonOperator, Expression, Span } from '../../syntax/ast.ts';

/** An int literal, with a sign where the value is negative. */
export function integer(span: Span, value: bigint): Expression {
  if (value < 0n) return { kind: 'unary', span, operator: '-', operand: integer(span, -value) };
  return { kind: 'constant', span, value: { type: 'int', value } };
}

/** `True` or `False`. */
export function truthValue(span: Span, value: boolean): Expression {
  return { kind: 'constant', span, value: { type: 'bool', value } };
}

/** A variable. */
export function variable(span: Span, id: string): Expression {
  return { kind: 'name', span, id };
}

/** `not operand`. */
export function negation(operand: Expression): Expression {
  return { kind: 'unary', span: operand.span, operator: 'not', operand };
}

/** A call with arguments by position. */
export function callOf(span: Span, callee: string, ...args: readonly Expression[]): Expression {
  return { kind: 'call', span, callee: variable(span, callee), args, keywords: [] };
}

/** `left operator right`. */
export function comparisonOf(left: Expression, operator: ComparisonOperator, operand: Expression): Expression {
  return { kind: 'compare', span: left.span, left, rest: [{ operator, operand }] };
}

/** The value of an int literal. */
export function integerIn(expression: Expression | undefined): bigint | undefined {
  if (expression?.kind === 'unary' && expression.operator === '-') {
    const value = integerIn(expression.operand);
    return value === undefined ? undefined : -value;
  }
  return expression?.kind === 'constant' && expression.value.type === 'int' ? expression.value.value : undefined;
}

/** The value of `True` and `False`. */
export function truthIn(expression: Expression | undefined): boolean | undefined {
  return expression?.kind === 'constant' && expression.value.type === 'bool' ? expression.value.value : undefined;
}
