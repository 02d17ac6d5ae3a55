/** Statements as simpler ones, before anything is known of their variables. */
import type { Expression, Statement } from '../../syntax/ast.ts';
import { variable } from './build.ts';
import { contains, mapStatement } from './traverse.ts';

type Block = readonly Statement[];
type Named = Extract<Expression, { kind: 'named' }>;

/** A block in which `:=` stands before the statement that begins with it. */
export function withoutNamed(body: Block): Block {
  return body.flatMap((statement) => {
    const inner = mapStatement(statement, (expression) => expression, withoutNamed);
    const head = inner.kind === 'if' ? inner.test : inner.kind === 'return' ? inner.value : undefined;
    const first = head && leading(head);
    if (head === undefined || first === undefined || contains(first.value, 'named')) return [inner];
    const { target, value, span } = first;
    const assign: Statement = { kind: 'assign', span, targets: [variable(span, target)], value };
    const rest = replaceLeading(head, variable(span, target));
    if (inner.kind === 'if') return [assign, { ...inner, test: rest }];
    return inner.kind === 'return' ? [assign, { ...inner, value: rest }] : [inner];
  });
}

/** The `:=` that is evaluated before all else in an expression. */
function leading(expression: Expression): Named | undefined {
  if (expression.kind === 'named') return expression;
  const first = firstPart(expression);
  return first && leading(first);
}

/** What is evaluated before all else. */
function firstPart(expression: Expression): Expression | undefined {
  switch (expression.kind) {
    case 'compare':
    case 'binary':
      return expression.left;
    case 'unary':
      return expression.operand;
    case 'boolean':
      return expression.operands[0];
    case 'attribute':
    case 'subscript':
      return expression.object;
    case 'conditional':
      return expression.test;
    default:
      return undefined;
  }
}

function replaceLeading(expression: Expression, by: Expression): Expression {
  const inner = (part: Expression): Expression => replaceLeading(part, by);
  switch (expression.kind) {
    case 'named':
      return by;
    case 'compare':
    case 'binary':
      return { ...expression, left: inner(expression.left) };
    case 'unary':
      return { ...expression, operand: inner(expression.operand) };
    case 'boolean':
      return { ...expression, operands: expression.operands.map((one, at) => (at === 0 ? inner(one) : one)) };
    case 'attribute':
    case 'subscript':
      return { ...expression, object: inner(expression.object) };
    case 'conditional':
      return { ...expression, test: inner(expression.test) };
    default:
      return expression;
  }
}
