/** A syntax tree of our own: it outlives tree-sitter's memory, and leaves out what does not matter to patterns. */
import type { Node, TreeCursor } from 'web-tree-sitter';
import type { ParsedLanguage, ParsedText } from '../grammar.ts';
import { FLATTENED, SKIPPED, TRANSPARENT } from './shapes.ts';

/** A node. Offsets count UTF-16 units. */
export interface TreeNode {
  readonly type: string;
  /** False for signs and keywords. */
  readonly named: boolean;
  /** Its role in its parent; empty for none. */
  readonly field: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly TreeNode[];
}

/** A text with its tree. */
export interface Tree {
  readonly text: string;
  readonly language: ParsedLanguage;
  readonly root: TreeNode;
  readonly damaged: boolean;
}

/** Nodes of a tree that is kept; a larger one would not leave memory for work. */
export const MOST_NODES = 600_000;

/** A node whose children are being read. */
interface Open {
  readonly node: TreeNode;
  readonly children: TreeNode[];
}

/** The tree of a parsed text; undefined when it has more than {@link MOST_NODES} nodes. */
export function treeOf({ root, text }: ParsedText, language: ParsedLanguage): Tree | undefined {
  const converted = convert(root);
  return converted && { text, language, root: converted, damaged: root.hasError };
}

function convert(root: Node): TreeNode | undefined {
  const cursor = root.walk();
  try {
    const open: Open[] = [];
    let nodes = 0;
    for (;;) {
      const type = cursor.nodeType;
      if (!SKIPPED.has(type)) {
        if (++nodes > MOST_NODES) return undefined;
        open.push(opened(cursor, type));
        if (cursor.gotoFirstChild()) continue;
        const done = close(open);
        if (done !== undefined) return done;
      }
      while (!cursor.gotoNextSibling()) {
        cursor.gotoParent();
        const done = close(open);
        if (done !== undefined) return done;
      }
    }
  } finally {
    cursor.delete();
  }
}

function opened(cursor: TreeCursor, type: string): Open {
  const children: TreeNode[] = [];
  const named = cursor.nodeIsNamed;
  const field = cursor.currentFieldName ?? '';
  return { node: { type, named, field, start: cursor.startIndex, end: cursor.endIndex, children }, children };
}

/** Gives the innermost open node to its parent; the node itself when it is the root. */
function close(open: Open[]): TreeNode | undefined {
  const closed = open.pop();
  if (closed === undefined) return undefined;
  const parent = open.at(-1);
  if (parent === undefined) return closed.node;
  const { node } = closed;
  if (FLATTENED.has(node.type)) parent.children.push(...node.children);
  else parent.children.push(unwrapped(node));
  return undefined;
}

function unwrapped(node: TreeNode): TreeNode {
  const [only, ...others] = node.children;
  if (only === undefined || others.length > 0 || !only.named || !TRANSPARENT.has(node.type)) return node;
  return { ...only, field: node.field };
}
