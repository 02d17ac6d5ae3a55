/** Simple statements, and the sequence of statements in a block or module. */

import { annotation } from './annotations.ts';
import type { ImportAlias, Statement } from './ast.ts';
import { compoundStatement } from './compound.ts';
import { assigned, expression, expressionList, listItem } from './expressions.ts';
import { checkIndentation } from './indentation.ts';
import { dottedName, identifier } from './names.ts';
import { binaryOperator } from './operators.ts';
import type { SyntaxNode } from './syntax-node.ts';
import { deleteTarget, singleTarget, target } from './targets.ts';

/** The statements of a `module` or `block` node. @throws PythonSyntaxError */
export function statements(node: SyntaxNode): Statement[] {
  checkIndentation(node);
  return node.named.map(statement);
}

function statement(node: SyntaxNode): Statement {
  const { span } = node;
  switch (node.type) {
    case 'expression_statement':
      return expressionStatement(node);
    case 'return_statement': {
      const [value] = node.named;
      return { kind: 'return', ...(value === undefined ? {} : { value: expressionList(value) }), span };
    }
    case 'delete_statement':
      return { kind: 'delete', targets: deleteTargets(node.inner), span };
    case 'raise_statement':
      return raiseStatement(node);
    case 'assert_statement':
      return assertStatement(node);
    case 'import_statement':
      return { kind: 'import', names: importNames(node), span };
    case 'import_from_statement':
      return {
        kind: 'importfrom',
        module: moduleName(node.required('module_name')),
        names: node.named.some((child) => child.type === 'wildcard_import') ? '*' : importedNames(node),
        span,
      };
    case 'future_import_statement':
      return { kind: 'importfrom', module: '__future__', names: importedNames(node), span };
    case 'global_statement':
      return { kind: 'global', names: node.named.map(identifier), span };
    case 'nonlocal_statement':
      return { kind: 'nonlocal', names: node.named.map(identifier), span };
    case 'type_alias_statement':
      return typeAlias(node);
    case 'pass_statement':
      return { kind: 'pass', span };
    case 'break_statement':
      return { kind: 'break', span };
    case 'continue_statement':
      return { kind: 'continue', span };
    case 'print_statement':
      if (node.inner.type === 'chevron') return { kind: 'unsupported', construct: 'print >> file', span };
      return node.fail('Missing parentheses in call to print: write print(...)');
    case 'exec_statement':
      return node.fail('Missing parentheses in call to exec: write exec(...)');
    default:
      return compoundStatement(node);
  }
}

function expressionStatement(node: SyntaxNode): Statement {
  const { inner, span } = node;
  if (inner.type === 'assignment') return assignment(inner);
  if (inner.type === 'augmented_assignment') return augmentedAssignment(inner);
  if (!node.has(',')) return { kind: 'expression', value: assigned(inner), span };
  return { kind: 'expression', value: { kind: 'tuple', items: node.named.map(listItem), span }, span };
}

function assignment(node: SyntaxNode): Statement {
  if (node.optional('type') !== undefined) return annotatedAssignment(node);
  const targets = [target(node.required('left'))];
  let right = node.required('right');
  while (right.type === 'assignment') {
    if (right.optional('type') !== undefined) right.fail('An annotated assignment cannot be part of a chain');
    targets.push(target(right.required('left')));
    right = right.required('right');
  }
  return { kind: 'assign', targets, value: assignedValue(right), span: node.span };
}

function annotatedAssignment(node: SyntaxNode): Statement {
  const right = node.optional('right');
  return {
    kind: 'annassign',
    target: singleTarget(node.required('left'), 'an annotation'),
    annotation: annotation(node.required('type')),
    ...(right === undefined ? {} : { value: assignedValue(right) }),
    span: node.span,
  };
}

function augmentedAssignment(node: SyntaxNode): Statement {
  const token = node.children.find((child) => !child.isNamed)?.type ?? '';
  return {
    kind: 'augassign',
    target: singleTarget(node.required('left'), token),
    operator: binaryOperator(node, token.replace(/=$/, '')),
    value: assignedValue(node.required('right')),
    span: node.span,
  };
}

function assignedValue(node: SyntaxNode) {
  if (node.type === 'assignment' || node.type === 'augmented_assignment') {
    return node.fail('This assignment cannot be part of another');
  }
  return assigned(node);
}

function deleteTargets(node: SyntaxNode) {
  return node.type === 'expression_list' ? node.named.map(deleteTarget) : [deleteTarget(node)];
}

function raiseStatement(node: SyntaxNode): Statement {
  const causeNode = node.optional('cause');
  const exception = node.named.find((child) => child !== causeNode);
  if (exception?.type === 'expression_list') node.fail('Python 3 raises one exception: write raise E(value)');
  if (exception === undefined && causeNode !== undefined) node.fail('raise ... from needs an exception');
  return {
    kind: 'raise',
    ...(exception === undefined ? {} : { exception: expression(exception) }),
    ...(causeNode === undefined ? {} : { cause: expression(causeNode) }),
    span: node.span,
  };
}

function assertStatement(node: SyntaxNode): Statement {
  const [test, message, extra] = node.named;
  if (test === undefined || extra !== undefined) return node.fail('assert takes a test and at most one message');
  return {
    kind: 'assert',
    test: expression(test),
    ...(message === undefined ? {} : { message: expression(message) }),
    span: node.span,
  };
}

function importNames(node: SyntaxNode): ImportAlias[] {
  const last = node.children.at(-1);
  if (last?.type === ',') last.fail('A trailing comma needs parentheses around the imported names');
  return node.all('name').map((name) => {
    if (name.type !== 'aliased_import') return { name: dottedName(name) };
    return { name: dottedName(name.required('name')), alias: identifier(name.required('alias')) };
  });
}

/** Names after `from module import`, which cannot be dotted. */
function importedNames(node: SyntaxNode): ImportAlias[] {
  const names = importNames(node);
  const dotted = names.find(({ name }) => name.includes('.'));
  return dotted === undefined ? names : node.fail(`Cannot import the dotted name ${dotted.name} with from`);
}

function moduleName(node: SyntaxNode): string {
  if (node.type === 'dotted_name') return dottedName(node);
  const [prefix, name] = node.named;
  const dots = prefix?.text.replace(/[^.]/g, '') ?? '';
  return name === undefined ? dots : dots + dottedName(name);
}

function typeAlias(node: SyntaxNode): Statement {
  const { inner } = node.required('left');
  const value = annotation(node.required('right'));
  if (inner.type === 'identifier') return { kind: 'typealias', name: identifier(inner), value, span: node.span };
  const isGeneric = inner.type === 'generic_type' || inner.type === 'subscript';
  // The grammar reads `type(x).name = value` as an alias too.
  const construct = isGeneric ? 'type alias with type parameters' : 'assignment to what type(...) returns';
  return { kind: 'unsupported', construct, span: node.span };
}
