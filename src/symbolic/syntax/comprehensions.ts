/** Comprehensions and generator expressions. */
import type { Comprehension, Expression } from './ast.ts';
import { expression, namedOrExpression } from './expressions.ts';
import type { SyntaxNode } from './syntax-node.ts';
import { target } from './targets.ts';

/** A list or set comprehension, or a generator expression. @throws PythonSyntaxError */
export function comprehension(node: SyntaxNode, kind: 'listcomp' | 'setcomp' | 'generator'): Expression {
  return { kind, element: namedOrExpression(node.required('body')), generators: generators(node), span: node.span };
}

/** A dict comprehension. @throws PythonSyntaxError */
export function dictComprehension(node: SyntaxNode): Expression {
  const pair = node.required('body');
  return {
    kind: 'dictcomp',
    key: expression(pair.required('key')),
    value: expression(pair.required('value')),
    generators: generators(node),
    span: node.span,
  };
}

function generators(node: SyntaxNode): Comprehension[] {
  const result: Comprehension[] = [];
  for (const clause of node.named) {
    if (clause.type === 'for_in_clause') result.push(forClause(clause));
    if (clause.type !== 'if_clause') continue;
    const last = result.pop() ?? clause.fail('A comprehension begins with for');
    result.push({ ...last, conditions: [...last.conditions, disjunction(clause.inner)] });
  }
  return result;
}

function forClause(node: SyntaxNode): Comprehension {
  const [iterable, ...others] = node.all('right');
  if (iterable === undefined || others.length > 0 || node.has(',')) {
    return node.fail('Put the tuple that a comprehension loops over in parentheses');
  }
  return {
    target: target(node.required('left')),
    iterable: disjunction(iterable),
    conditions: [],
    isAsync: node.has('async'),
  };
}

/** `if` and `else` would be ambiguous within a comprehension's clauses. */
function disjunction(node: SyntaxNode): Expression {
  if (node.type === 'conditional_expression' || node.type === 'lambda') {
    node.fail('Put the conditional or lambda in parentheses within a comprehension');
  }
  return expression(node);
}
