/** What can be assigned to, deleted and looped over. */
import type { Expression } from './ast.ts';
import { expressionList, listItem } from './expressions.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** The target of an assignment, `for`, `with` or comprehension. @throws PythonSyntaxError when nothing can be assigned to it */
export function target(node: SyntaxNode): Expression {
  const result = node.type === 'list_splat_pattern' ? listItem(node) : expressionList(node);
  if (result.kind === 'starred') node.fail('A starred target must be in a list or tuple');
  checkTarget(node, result, 'assign to');
  return result;
}

/** The single target of `+=` or of an annotated assignment. @throws PythonSyntaxError */
export function singleTarget(node: SyntaxNode, purpose: string): Expression {
  const result = expressionList(node);
  if (result.kind === 'name' || result.kind === 'attribute' || result.kind === 'subscript') return result;
  return node.fail(`Only a name, an attribute or a subscript can be the target of ${purpose}`);
}

/** One target of `del`. @throws PythonSyntaxError */
export function deleteTarget(node: SyntaxNode): Expression {
  const result = listItem(node);
  checkTarget(node, result, 'delete');
  return result;
}

function checkTarget(node: SyntaxNode, target: Expression, verb: 'assign to' | 'delete'): void {
  switch (target.kind) {
    case 'name':
    case 'attribute':
    case 'subscript':
      return;
    case 'tuple':
    case 'list':
      if (target.items.filter((item) => item.kind === 'starred').length > 1) {
        node.fail('Multiple starred expressions in assignment');
      }
      for (const item of target.items) checkTarget(node, item, verb);
      return;
    case 'starred':
      if (verb === 'assign to') checkTarget(node, target.value, verb);
      else node.fail('Cannot delete a starred expression');
      return;
    default:
      node.fail(`Cannot ${verb} this (${target.kind})`);
  }
}
