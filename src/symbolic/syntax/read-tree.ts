/** Copies a tree-sitter tree into {@link SyntaxNode}s with one cursor, without recursion. */
import type { Tree, TreeCursor } from 'web-tree-sitter';
import { PythonSyntaxError } from './errors.ts';
import type { SourceText } from './source-text.ts';
import { SyntaxNode } from './syntax-node.ts';
import { invalidCharacter, TokenCheck } from './token-check.ts';

/** Levels of the concrete tree, and so of any syntax made from it, that recursive consumers are given at most. */
const MAX_DEPTH = 600;

/**
 * The root of the plain copy of `tree`, which was parsed from `source`.
 * @throws PythonSyntaxError at the first error of the tree, at a character Python does not know, or when it nests too deep.
 */
export function readTree(tree: Tree, source: SourceText): SyntaxNode {
  const cursor = tree.walk();
  try {
    checkErrors(cursor, source, tree.rootNode.hasError);
    return copy(cursor, source);
  } finally {
    cursor.delete();
  }
}

function nodeAt(cursor: TreeCursor, source: SourceText): SyntaxNode {
  const isNamed = cursor.nodeIsNamed;
  return new SyntaxNode(source, {
    type: cursor.nodeType,
    isNamed,
    field: isNamed ? cursor.currentFieldName : null,
    start: cursor.startIndex,
    end: cursor.endIndex,
  });
}

interface Level {
  readonly node: SyntaxNode;
  /** Levels of nesting at this node; each `elif` counts, since it nests in the one before. */
  depth: number;
}

function copy(cursor: TreeCursor, source: SourceText): SyntaxNode {
  const root = nodeAt(cursor, source);
  const tokens = new TokenCheck(source);
  const path: Level[] = [{ node: root, depth: 0 }];
  let top = cursor.gotoFirstChild() ? path[0] : undefined;
  while (top !== undefined) {
    const node = nodeAt(cursor, source);
    if (beginsLine(node, top.node)) tokens.lineMayBeginAt = node.start;
    if (node.type !== 'string_content' && cursor.gotoFirstChild()) {
      if (node.type === 'elif_clause') top.depth++;
      if (node.type === 'format_expression') tokens.skipTo(node.start);
      top.node.children.push(node);
      top = { node, depth: top.depth + 1 };
      if (top.depth > MAX_DEPTH) throw tooDeep(node);
      path.push(top);
      continue;
    }
    if (top.node.type === 'format_specifier') tokens.skipTo(node.start);
    tokens.next(node);
    if (!isExtra(node)) top.node.children.push(node);
    while (top !== undefined && !cursor.gotoNextSibling()) {
      cursor.gotoParent();
      if (top.node.type === 'format_specifier') tokens.skipTo(top.node.end);
      path.pop();
      top = path.at(-1);
    }
  }
  tokens.finish();
  return root;
}

function isExtra(node: SyntaxNode): boolean {
  return node.type === 'comment' || node.type === 'line_continuation';
}

const CLAUSES = new Set([
  'block',
  'case_clause',
  'elif_clause',
  'else_clause',
  'except_clause',
  'finally_clause',
  'decorator',
]);

/** Whether Python has a line end before this node, so that it may stand on a new line outside brackets. */
function beginsLine(node: SyntaxNode, parent: SyntaxNode): boolean {
  return isExtra(node) || CLAUSES.has(node.type) || CLAUSES_OF.has(parent.type);
}

const CLAUSES_OF = new Set(['module', 'block', 'decorated_definition']);

function tooDeep(node: SyntaxNode): PythonSyntaxError {
  return new PythonSyntaxError(
    `The code nests deeper than ${MAX_DEPTH} levels, this engine's limit. ` +
      'Split the expression or the statement, for example by assigning parts of it to variables.',
    node.span,
  );
}

/** Throws at the first ERROR or MISSING node in document order. */
function checkErrors(cursor: TreeCursor, source: SourceText, hasError: boolean): void {
  if (!hasError) return;
  for (;;) {
    if (cursor.nodeIsMissing) throw missing(source, cursor.startIndex, cursor.nodeType);
    if (cursor.nodeType === 'ERROR') throw unexpected(source, cursor.startIndex, cursor.endIndex);
    if (cursor.gotoFirstChild()) continue;
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) throw unexpected(source, 0, source.text.length);
    }
  }
}

function missing(source: SourceText, at: number, type: string): PythonSyntaxError {
  const end = source.text.slice(0, at).trimEnd().length;
  return new PythonSyntaxError(
    `Invalid syntax: expected ${type.replaceAll('_', ' ')} after: ${source.quote(end)}`,
    source.position(end),
  );
}

function unexpected(source: SourceText, start: number, end: number): PythonSyntaxError {
  const strange = /^[ \t\f\n]*(?=[^\p{ASCII}\p{L}\p{N}\p{M}])/u.exec(source.text.slice(start, end));
  if (strange !== null) return invalidCharacter(source, start + strange[0].length);
  const line = source.quote(start);
  const python2 = /^(print|exec)\s+[^\s=.([]/.exec(line);
  const advice = python2 === null ? '' : ` (${python2[1]} is a function in Python 3: call it with parentheses)`;
  const [token = ''] = source.text.slice(start, end).trim().split('\n');
  return new PythonSyntaxError(
    `Invalid syntax at ${JSON.stringify(token.slice(0, 40))}${advice}: ${line}`,
    source.position(start),
  );
}
