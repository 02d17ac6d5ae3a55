/** Short constructors of Python expressions for {@link renderCondition}; they stand nowhere in the source. */
import type { BinaryOperator, ComparisonOperator, ConstantValue, Expression } from '../syntax/ast.ts';
import type { Value } from './operations.ts';

const span = { line: 0, column: 0, endLine: 0, endColumn: 0 };

function constant(value: ConstantValue): Expression {
  return { kind: 'constant', span, value };
}

export function name(id: string): Expression {
  return { kind: 'name', span, id };
}

export function call(callee: string, ...args: readonly Expression[]): Expression {
  return { kind: 'call', span, callee: name(callee), args, keywords: [] };
}

export function method(object: Expression, called: string, ...args: readonly Expression[]): Expression {
  return { kind: 'call', span, callee: { kind: 'attribute', span, object, name: called }, args, keywords: [] };
}

export function binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  return { kind: 'binary', span, operator, left, right };
}

export function negative(operand: Expression): Expression {
  return { kind: 'unary', span, operator: '-', operand };
}

export function not(operand: Expression): Expression {
  return { kind: 'unary', span, operator: 'not', operand };
}

export function compare(operator: ComparisonOperator, left: Expression, right: Expression): Expression {
  return { kind: 'compare', span, left, rest: [{ operator, operand: right }] };
}

export function connect(operator: 'and' | 'or', operands: readonly Expression[]): Expression {
  return { kind: 'boolean', span, operator, operands };
}

export function conditional(test: Expression, body: Expression, orelse: Expression): Expression {
  return { kind: 'conditional', span, test, body, orelse };
}

export function slice(
  object: Expression,
  lower: Expression | undefined,
  upper: Expression | undefined,
  step?: Expression,
): Expression {
  const index: Expression = {
    kind: 'slice',
    span,
    ...(lower && { lower }),
    ...(upper && { upper }),
    ...(step && { step }),
  };
  return { kind: 'subscript', span, object, index };
}

/** An expression with this value; nan and the infinities, which have no literal, are calls of `float`. */
export function literal(value: Value): Expression {
  switch (typeof value) {
    case 'boolean':
      return constant({ type: 'bool', value });
    case 'string':
      return constant({ type: 'str', value });
    case 'bigint':
      return value < 0n ? negative(literal(-value)) : constant({ type: 'int', value });
    case 'number':
      if (Number.isNaN(value)) return call('float', literal('nan'));
      if (!Number.isFinite(value)) return call('float', literal(value < 0 ? '-inf' : 'inf'));
      if (value < 0 || Object.is(value, -0)) return negative(literal(-value));
      return constant({ type: 'float', value });
  }
}
