/**
 * Copies a tree-sitter tree into {@link SyntaxNode}s with one cursor, without recursion.
 */
import type { Tree, TreeCursor } from 'web-tree-sitter';
import { PythonSyntaxError } from './errors.ts';
import type { SourceText } from './source-text.ts';
import { SyntaxNode } from './syntax-node.ts';

/** Levels of the concrete tree, and so of any syntax made from it, that recursive consumers are given at most. */
export const MAX_DEPTH = 600;
/** Open brackets at one place, CPython's own limit (`MAXLEVEL` of its tokenizer). */
export const MAX_BRACKETS = 200;

const BETWEEN_TOKENS = /^(?:[ \t\f\n]|\\\n)*$/;

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
  readonly brackets: number;
}

function copy(cursor: TreeCursor, source: SourceText): SyntaxNode {
  const root = nodeAt(cursor, source);
  const path: Level[] = [{ node: root, depth: 0, brackets: 0 }];
  let previousEnd = 0;
  let top = path[0];
  if (!cursor.gotoFirstChild()) {
    checkGap(source, 0, source.text.length);
    return root;
  }
  while (top !== undefined) {
    const node = nodeAt(cursor, source);
    const isLeaf = node.type === 'string_content' || !cursor.gotoFirstChild();
    if (!isLeaf) {
      if (node.type === 'elif_clause') top.depth++;
      top.node.children.push(node);
      const level: Level = { node, depth: top.depth + 1, brackets: top.brackets + (opensBracket(node) ? 1 : 0) };
      checkNesting(level);
      path.push(level);
      top = level;
      continue;
    }
    if (top.node.type !== 'format_specifier') checkGap(source, previousEnd, node.start);
    previousEnd = node.end;
    if (node.type !== 'comment' && node.type !== 'line_continuation') top.node.children.push(node);
    while (top !== undefined && !cursor.gotoNextSibling()) {
      cursor.gotoParent();
      if (top.node.type === 'format_specifier') previousEnd = top.node.end;
      path.pop();
      top = path.at(-1);
    }
  }
  checkGap(source, previousEnd, source.text.length);
  return root;
}

const BRACKETED = new Set([
  'parenthesized_expression',
  'tuple',
  'list',
  'set',
  'dictionary',
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
  'argument_list',
  'subscript',
  'tuple_pattern',
  'list_pattern',
  'dict_pattern',
  'class_pattern',
]);

function opensBracket(node: SyntaxNode): boolean {
  return BRACKETED.has(node.type);
}

function checkNesting({ node, depth, brackets }: Level): void {
  if (brackets > MAX_BRACKETS) {
    throw new PythonSyntaxError(
      `Brackets are nested deeper than ${MAX_BRACKETS} levels, which CPython refuses too ("too many nested parentheses").`,
      node.span,
    );
  }
  if (depth > MAX_DEPTH) {
    throw new PythonSyntaxError(
      `The code nests deeper than ${MAX_DEPTH} levels, this engine's limit. ` +
        'Split the expression or the statement, for example by assigning parts of it to variables.',
      node.span,
    );
  }
}

/** Tree-sitter skips more characters between tokens than CPython does, such as U+00A0 and U+200B. */
function checkGap(source: SourceText, start: number, end: number): void {
  if (start >= end) return;
  const gap = source.text.slice(start, end);
  if (BETWEEN_TOKENS.test(gap)) return;
  const at = start + gap.replace(/\\\n/g, '  ').search(/[^ \t\f\n]/);
  const code = source.text.codePointAt(at) ?? 0;
  throw new PythonSyntaxError(
    `Invalid character U+${code.toString(16).toUpperCase().padStart(4, '0')} between tokens: ${source.quote(at)}`,
    source.position(at),
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
  const line = source.quote(start);
  const python2 = /^(print|exec)\s+[^\s=.([]/.exec(line);
  const advice = python2 === null ? '' : ` (${python2[1]} is a function in Python 3: call it with parentheses)`;
  const [token = ''] = source.text.slice(start, end).trim().split('\n');
  return new PythonSyntaxError(
    `Invalid syntax at ${JSON.stringify(token.slice(0, 40))}${advice}: ${line}`,
    source.position(start),
  );
}
