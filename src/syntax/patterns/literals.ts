/** Literals of text: what is between their quotes. */
import { INTERPOLATIONS } from './shapes.ts';
import type { TreeNode } from './tree.ts';

const OPENING = /^(?:[$@a-zA-Z]{0,3}#*)("""|'''|"|'|`)/;

/** Without prefix and quotes; the text itself where there are none. */
export function contentOf(text: string): string {
  const opening = OPENING.exec(text);
  if (opening === null) return text;
  const [whole, quote = ''] = opening;
  const inner = text.slice(whole.length).replace(/(?<!#)#+$/, '');
  return inner.endsWith(quote) ? inner.slice(0, inner.length - quote.length) : inner;
}

/** Letters before the quotes that say what the literal is: `f`, `b`; those for raw ones do not count. */
export function prefixOf(text: string): string {
  const prefix = /^[a-zA-Z]*(?=["'`])/.exec(text)?.[0].toLowerCase() ?? '';
  return prefix.replace(/[ru]/g, '');
}

/** Whether code stands in the literal. */
export function hasInterpolation(node: TreeNode): boolean {
  return node.children.some(
    (child) => INTERPOLATIONS.has(child.type) || (child.children.length > 0 && hasInterpolation(child)),
  );
}
