/**
 * Operator expressions. Tree-sitter's chains are flattened and bound again, since its grammar
 * gives `^` a higher precedence than `&`, and `**` a higher one than `await`.
 */
import type { BinaryOperator, ComparisonOperator, Expression, UnaryOperator } from './ast.ts';
import { expression } from './expressions.ts';
import type { SourceText } from './source-text.ts';
import type { SyntaxNode } from './syntax-node.ts';

const PRECEDENCE: Readonly<Record<BinaryOperator, number>> = {
  '|': 1,
  '^': 2,
  '&': 3,
  '<<': 4,
  '>>': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '//': 6,
  '%': 6,
  '@': 6,
  '**': 7,
};

/** An operand with the extent of its source, parentheses included. */
interface Operand {
  readonly value: Expression;
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
}

function isBinaryOperator(text: string): text is BinaryOperator {
  return Object.hasOwn(PRECEDENCE, text);
}

/** The binary operator that `text` names, for `+=` and its like as well. */
export function binaryOperator(node: SyntaxNode, text: string): BinaryOperator {
  return isBinaryOperator(text) ? text : node.fail(`Invalid operator ${text}`);
}

/** A `binary_operator` node with the whole chain of operators under it. */
export function binary(node: SyntaxNode): Expression {
  const { first, rest } = flatten(node);
  return bind(operand(first), rest);
}

interface Term {
  readonly operator: BinaryOperator;
  readonly operand: SyntaxNode;
}

/** Operands and operators in source order, without recursion: chains are as deep as they are long. */
function flatten(node: SyntaxNode): { readonly first: SyntaxNode; readonly rest: Term[] } {
  const rest: Term[] = [];
  const pending: Term[] = [];
  const descend = (start: SyntaxNode): SyntaxNode => {
    let current = start;
    while (current.type === 'binary_operator') {
      pending.push({ operator: binaryOperator(current, operatorText(current)), operand: current.required('right') });
      current = current.required('left');
    }
    return current;
  };
  const first = descend(node);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    rest.push({ operator: next.operator, operand: descend(next.operand) });
  }
  return { first, rest };
}

function operatorText(node: SyntaxNode): string {
  return node.children.find((child) => !child.isNamed)?.type ?? '';
}

/** Operator precedence parsing with an explicit stack. */
function bind(first: Operand, rest: readonly Term[]): Expression {
  const waiting: { readonly left: Operand; readonly operator: BinaryOperator }[] = [];
  let current = first;
  const bindWaiting = (before: (operator: BinaryOperator) => boolean): void => {
    for (let top = waiting.at(-1); top !== undefined && before(top.operator); top = waiting.at(-1)) {
      waiting.pop();
      current = combine(top.left, top.operator, current);
    }
  };
  for (const { operator, operand: right } of rest) {
    bindWaiting((left) => PRECEDENCE[left] > PRECEDENCE[operator] || isLeftAssociative(left, operator));
    waiting.push({ left: current, operator });
    current = operand(right);
  }
  bindWaiting(() => true);
  return current.value;
}

function isLeftAssociative(left: BinaryOperator, right: BinaryOperator): boolean {
  return PRECEDENCE[left] === PRECEDENCE[right] && left !== '**';
}

function combine(left: Operand, operator: BinaryOperator, right: Operand): Operand {
  const { source, start } = left;
  const { end } = right;
  const span = source.span(start, end);
  return { value: { kind: 'binary', operator, left: left.value, right: right.value, span }, source, start, end };
}

function operand(node: SyntaxNode): Operand {
  return { value: expression(node), source: node.source, start: node.start, end: node.end };
}

/** An `await` node: `await x ** 2` awaits `x`, not the power. */
export function awaited(node: SyntaxNode): Expression {
  const { first, rest } = flatten(node.inner);
  const { source, start } = node;
  const { end } = first;
  const value: Expression = { kind: 'await', value: expression(first), span: source.span(start, end) };
  return bind({ value, source, start, end }, rest);
}

/** A `unary_operator` or `not_operator` node. */
export function unary(node: SyntaxNode): Expression {
  const operator = unaryOperator(node);
  return { kind: 'unary', operator, operand: expression(node.required('argument')), span: node.span };
}

function unaryOperator(node: SyntaxNode): UnaryOperator {
  const text = operatorText(node);
  switch (text) {
    case '-':
    case '+':
    case '~':
    case 'not':
      return text;
    default:
      return node.fail(`Invalid operator ${text}`);
  }
}

/** A `boolean_operator` node; `a or b or c` is one node of three operands, as in CPython. */
export function boolean(node: SyntaxNode): Expression {
  const operator = node.has('and') ? 'and' : 'or';
  const operands: Expression[] = [];
  let current = node;
  while (current.type === 'boolean_operator' && current.has(operator)) {
    operands.push(expression(current.required('right')));
    current = current.required('left');
  }
  operands.push(expression(current));
  return { kind: 'boolean', operator, operands: operands.reverse(), span: node.span };
}

/** A `comparison_operator` node, chained or not. */
export function comparison(node: SyntaxNode): Expression {
  const [left, ...others] = node.named;
  const operators = node.children
    .filter((child) => !child.isNamed)
    .map((child) => comparisonOperator(node, child.type));
  if (left === undefined || operators.length !== others.length) return node.fail('Invalid comparison');
  const rest = operators.flatMap((operator, index) => {
    const other = others[index];
    return other === undefined ? [] : [{ operator, operand: expression(other) }];
  });
  return { kind: 'compare', left: expression(left), rest, span: node.span };
}

function comparisonOperator(node: SyntaxNode, text: string): ComparisonOperator {
  switch (text) {
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'is':
    case 'is not':
    case 'in':
    case 'not in':
      return text;
    case '<>':
      return node.fail('Python 3 has no operator <>: write !=');
    default:
      return node.fail(`Invalid comparison ${text}`);
  }
}
