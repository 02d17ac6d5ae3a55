/** Truth values that the syntax alone decides. */
import type { ConstantValue, Expression } from '../syntax/ast.ts';

/** The truth value that an expression has whenever it has one; undefined where that depends on more than its text. */
export function constantTruth(expression: Expression): boolean | undefined {
  switch (expression.kind) {
    case 'constant':
      return literalTruth(expression.value);
    case 'unary': {
      const operand = constantTruth(expression.operand);
      return expression.operator !== 'not' || operand === undefined ? undefined : !operand;
    }
    case 'boolean': {
      const operands = expression.operands.map(constantTruth);
      const decisive = expression.operator === 'or';
      if (operands.includes(decisive)) return decisive;
      return operands.includes(undefined) ? undefined : !decisive;
    }
    case 'tuple':
    case 'list':
    case 'set':
      return expression.items.every((item) => item.kind === 'starred') && expression.items.length > 0
        ? undefined
        : expression.items.length > 0;
    case 'dict':
      return expression.entries.length === 0 || expression.entries.some((entry) => entry.key !== undefined)
        ? expression.entries.length > 0
        : undefined;
    case 'lambda':
      return true;
    case 'named':
      return constantTruth(expression.value);
    default:
      return undefined;
  }
}

function literalTruth(constant: ConstantValue): boolean {
  switch (constant.type) {
    case 'none':
      return false;
    case 'ellipsis':
      return true;
    case 'bool':
      return constant.value;
    case 'int':
      return constant.value !== 0n;
    case 'float':
      return constant.value !== 0;
    case 'complex':
      return constant.imaginary !== 0;
    case 'str':
    case 'bytes':
      return constant.value.length > 0;
  }
}
