/** Compound statements: branches, loops, `with` and `try`. */
import type { ExceptHandler, Span, Statement, WithItem } from './ast.ts';
import { decorated, definition } from './definitions.ts';
import { expression, expressionList, namedOrExpression } from './expressions.ts';
import { identifier } from './names.ts';
import { matchStatement } from './patterns.ts';
import { statements } from './statements.ts';
import type { SyntaxNode } from './syntax-node.ts';
import { target } from './targets.ts';

/** A statement that holds others. @throws PythonSyntaxError */
export function compoundStatement(node: SyntaxNode): Statement {
  switch (node.type) {
    case 'if_statement':
      return ifStatement(node, node.all('alternative'));
    case 'for_statement':
      return forStatement(node);
    case 'while_statement': {
      const body = statements(node.required('body'));
      const orelse = elseBody(node.optional('alternative'));
      const test = namedOrExpression(node.required('condition'));
      return { kind: 'while', test, body, orelse, span: spanTo(node, body, orelse) };
    }
    case 'try_statement':
      return tryStatement(node);
    case 'with_statement':
      return withStatement(node);
    case 'function_definition':
    case 'class_definition':
      return definition(node, []);
    case 'decorated_definition':
      return decorated(node);
    case 'match_statement':
      return matchStatement(node);
    default:
      return node.fail(`Invalid syntax (${node.type.replaceAll('_', ' ')})`);
  }
}

/** From the start of `node` to the end of the last statement in the last block that has any. */
export function spanTo(node: SyntaxNode, ...blocks: readonly (readonly { readonly span: Span }[])[]): Span {
  const { span } = node;
  const last = blocks.findLast((block) => block.length > 0)?.at(-1)?.span ?? span;
  return { ...span, endLine: last.endLine, endColumn: last.endColumn };
}

/** An `if` or `elif`; each further `elif` is an `if` in the `else` of the one before. */
function ifStatement(node: SyntaxNode, alternatives: readonly SyntaxNode[]): Statement {
  const [next, ...others] = alternatives;
  const body = statements(node.required('consequence'));
  const orelse = next?.type === 'elif_clause' ? [ifStatement(next, others)] : elseBody(next);
  const test = namedOrExpression(node.required('condition'));
  return { kind: 'if', test, body, orelse, span: spanTo(node, body, orelse) };
}

function elseBody(clause: SyntaxNode | undefined): Statement[] {
  return clause === undefined ? [] : statements(clause.required('body'));
}

function forStatement(node: SyntaxNode): Statement {
  const body = statements(node.required('body'));
  const orelse = elseBody(node.optional('alternative'));
  return {
    kind: 'for',
    target: target(node.required('left')),
    iterable: expressionList(node.required('right')),
    body,
    orelse,
    isAsync: node.has('async'),
    span: spanTo(node, body, orelse),
  };
}

function withStatement(node: SyntaxNode): Statement {
  const body = statements(node.required('body'));
  const clause = node.inner;
  const items = clause.named.map(({ inner }) => withItem(inner));
  const last = clause.children.at(-1);
  if (last?.type === ',') last.fail('A trailing comma needs parentheses around the with items');
  return { kind: 'with', items, body, isAsync: node.has('async'), span: spanTo(node, body) };
}

function withItem(node: SyntaxNode): WithItem {
  if (node.type !== 'as_pattern') return { context: expression(node) };
  const alias = node.required('alias');
  return { context: expression(node.inner), target: target(alias.inner) };
}

function tryStatement(node: SyntaxNode): Statement {
  const clauses = node.named;
  const body = statements(node.required('body'));
  const handlers = clauses.filter((clause) => clause.type === 'except_clause').map(exceptHandler);
  const orelse = elseBody(clauses.find((clause) => clause.type === 'else_clause'));
  const finallyClause = clauses.find((clause) => clause.type === 'finally_clause');
  const finalbody = finallyClause === undefined ? [] : statements(finallyClause.inner);
  checkHandlers(node, handlers);
  if (handlers.length === 0 && finallyClause === undefined) node.fail('try needs an except or a finally clause');
  if (handlers.length === 0 && orelse.length > 0) node.fail('else after try needs an except clause');
  return { kind: 'try', body, handlers, orelse, finalbody, span: spanTo(node, body, handlers, orelse, finalbody) };
}

function checkHandlers(node: SyntaxNode, handlers: readonly ExceptHandler[]): void {
  if (handlers.slice(0, -1).some((handler) => handler.type === undefined)) node.fail('A bare except must be the last');
  if (handlers.some((handler) => handler.isGroup !== handlers[0]?.isGroup)) node.fail('Cannot mix except and except*');
  if (handlers.some((handler) => handler.isGroup && handler.type === undefined)) node.fail('except* needs a type');
}

function exceptHandler(node: SyntaxNode): ExceptHandler {
  const body = statements(node.named.at(-1) ?? node);
  const isGroup = node.has('*');
  const span = spanTo(node, body);
  const values = node.all('value');
  const [first] = values;
  const last = values.at(-1);
  if (first === undefined || last === undefined) return { body, isGroup, span };
  if (values.length > 1) {
    const types = node.source.span(first.start, last.end);
    return { type: { kind: 'tuple', items: values.map(expression), span: types }, body, isGroup, span };
  }
  if (first.type !== 'as_pattern') return { type: expression(first), body, isGroup, span };
  const alias = first.required('alias').inner;
  if (alias.type !== 'identifier') alias.fail('The name after "as" of an except clause must be a plain name');
  return { type: expression(first.inner), name: identifier(alias), body, isGroup, span };
}
