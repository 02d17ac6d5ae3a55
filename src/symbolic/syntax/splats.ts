/**
 * `*iterable`: tree-sitter binds the star to the first name it meets, so that `*f(x)` arrives as a call of `*f`, and what was parsed
 * as `~[1]` (`newer-grammar.ts`) arrives as an operator.
 */
import { SyntaxNode } from './syntax-node.ts';

/** Whether the node is starred, wherever in it the grammar put the star. */
export function isSplat(node: SyntaxNode): boolean {
  return node.isNamed && node.source.text.charAt(node.start) === '*';
}

const SPLATS = new Set(['list_splat', 'list_splat_pattern', 'unary_operator']);

/** What the star of a starred node unpacks. */
export function unpacked(node: SyntaxNode): SyntaxNode {
  if (SPLATS.has(node.type)) return node.inner;
  const [first, ...rest] = node.children;
  if (first === undefined) return node.fail('Invalid starred expression');
  const begun = unpacked(first);
  const { start } = begun;
  const result = new SyntaxNode(node.source, {
    type: node.type,
    isNamed: true,
    field: node.field,
    start,
    end: node.end,
  });
  const replaced = new SyntaxNode(node.source, {
    type: begun.type,
    isNamed: true,
    field: first.field,
    start,
    end: begun.end,
  });
  replaced.children.push(...begun.children);
  result.children.push(replaced, ...rest);
  return result;
}
