/** Types that have one value. */
import type { Expression } from '../syntax/ast.ts';
import type { ChoosableConstant, InputType } from './input-type.ts';

/** The type of one constant; undefined for other expressions. */
export function literalType(node: Expression): Extract<InputType, { kind: 'literal' }> | undefined {
  if (node.kind === 'unary' && node.operator === '-' && node.operand.kind === 'constant') {
    const { value } = node.operand;
    return value.type === 'int' ? { kind: 'literal', value: { type: 'int', value: -value.value } } : undefined;
  }
  return node.kind === 'constant' && isChoosable(node.value) ? { kind: 'literal', value: node.value } : undefined;
}

function isChoosable(value: { readonly type: string }): value is ChoosableConstant {
  return ['none', 'bool', 'int', 'str', 'bytes'].includes(value.type);
}
