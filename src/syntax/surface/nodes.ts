/** Small questions to nodes of syntax trees. */
import type { Node } from 'web-tree-sitter';

/** Units of a type, default or value that are kept. */
const TEXT_UNITS = 200;

/** The named children, in order. */
export function named(node: Node | null | undefined): readonly Node[] {
  return (node?.namedChildren ?? []).filter((child) => child !== null && child.type !== 'comment');
}

/** All children, in order. */
export function children(node: Node | null | undefined): readonly Node[] {
  return (node?.children ?? []).filter((child) => child !== null);
}

/** The first child of one of these types. */
export function child(node: Node | null | undefined, ...types: readonly string[]): Node | undefined {
  return children(node).find(({ type }) => types.includes(type));
}

/** What is in a field; undefined when nothing is. */
export function field(node: Node | null | undefined, name: string): Node | undefined {
  return node?.childForFieldName(name) ?? undefined;
}

/** A node's text on one line, cut; undefined without a node. */
export function textOf(node: Node | null | undefined): string | undefined {
  if (node === null || node === undefined) return undefined;
  const text = node.text
    .slice(0, 20 * TEXT_UNITS)
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > TEXT_UNITS ? `${text.slice(0, TEXT_UNITS)}…` : text;
}

/** A type's text without the colon or arrow that introduces it. */
export function typeOf(node: Node | null | undefined): string | undefined {
  return textOf(node)?.replace(/^(?::|->)\s*/, '');
}

/** The words of a node's children of these types: modifiers. */
export function words(node: Node | undefined, ...types: readonly string[]): ReadonlySet<string> {
  const texts = children(node)
    .filter(({ type }) => types.includes(type))
    .map(({ text }) => text);
  return new Set(texts.flatMap((text) => text.slice(0, 500).split(/\s+/)));
}

/** The nearest node around it, itself included, of one of these types. */
export function around(node: Node | null, types: ReadonlySet<string>): Node | undefined {
  for (let at = node; at !== null; at = at.parent) {
    if (types.has(at.type)) return at;
  }
  return undefined;
}
