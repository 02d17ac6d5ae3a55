/**
 * Annotations: tree-sitter parses them by a type grammar of its own, which is read back as the expressions they are.
 */
import type { Expression } from './ast.ts';
import { element, expression } from './expressions.ts';
import { identifier } from './names.ts';
import { isSplat } from './splats.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** The expression of a `type` node. @throws PythonSyntaxError */
export function annotation(node: SyntaxNode): Expression {
  const result = starrableAnnotation(node);
  return result.kind === 'starred' ? node.fail('Cannot use a starred annotation here') : result;
}

/** The annotation of `*args`, which may be starred itself: `*args: *Ts`. @throws PythonSyntaxError */
export function starrableAnnotation(node: SyntaxNode): Expression {
  const { inner, span } = node;
  switch (inner.type) {
    case 'generic_type':
      return generic(inner);
    case 'union_type': {
      const [left, right] = inner.named;
      if (left === undefined || right === undefined) return inner.fail('Invalid annotation');
      return { kind: 'binary', operator: '|', left: annotation(left), right: annotation(right), span };
    }
    case 'splat_type':
      if (inner.has('**')) return inner.fail('Invalid ** in an annotation');
      return { kind: 'starred', value: nameOf(inner.inner), span };
    case 'member_type': {
      const [object, name] = inner.named;
      if (object === undefined || name === undefined) return inner.fail('Invalid annotation');
      return { kind: 'attribute', object: annotation(object), name: identifier(name), span };
    }
    case 'constrained_type':
      return inner.fail('Invalid : in an annotation');
    default:
      return isSplat(inner) ? element(inner) : expression(inner);
  }
}

function nameOf(node: SyntaxNode): Expression {
  return { kind: 'name', id: identifier(node), span: node.span };
}

function generic(node: SyntaxNode): Expression {
  const [name, list] = node.named;
  if (name === undefined || list === undefined) return node.fail('Invalid annotation');
  const types = list.named;
  const items = types.map(subscriptItem);
  const [first] = items;
  const isTuple = items.length > 1 || list.has(',') || first?.kind === 'starred';
  const [firstNode] = types;
  const last = list.children.at(-2);
  if (first === undefined || firstNode === undefined || last === undefined) return node.fail('Invalid annotation');
  const index: Expression = isTuple
    ? { kind: 'tuple', items, span: node.source.span(firstNode.start, last.end) }
    : first;
  return { kind: 'subscript', object: nameOf(name), index, span: node.span };
}

/** `x: a[1:2]` is read by the type grammar as a constraint; it is a slice. */
function subscriptItem(node: SyntaxNode): Expression {
  const { inner, span } = node;
  if (inner.type !== 'constrained_type') return starrableAnnotation(node);
  const [lower, upper] = inner.named;
  if (lower === undefined || upper === undefined) return inner.fail('Invalid annotation');
  const step = upper.inner.type === 'constrained_type' ? upper.inner.named : [upper];
  const [end = upper, last] = step;
  return {
    kind: 'slice',
    lower: annotation(lower),
    upper: annotation(end),
    ...(last === undefined ? {} : { step: annotation(last) }),
    span,
  };
}
