/** From Python source to the engine's abstract syntax, by way of tree-sitter. */
import type { Tree } from 'web-tree-sitter';
import type { Expression, Module } from './ast.ts';
import { type Position, PythonSyntaxError } from './errors.ts';
import { assigned, listItem } from './expressions.ts';
import { inOlderGrammar } from './newer-grammar.ts';
import { checkParserLimits } from './parser-limits.ts';
import { checkPlacement } from './placement.ts';
import { readTree } from './read-tree.ts';
import { SourceText } from './source-text.ts';
import { statements } from './statements.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** A tree-sitter parser of Python; whoever calls it deletes the tree. */
export interface TreeParser {
  parse(source: string): Tree;
}

/**
 * Parses a module. Line ends become `\n` and a byte order mark is dropped; spans refer to the result, `Module.source`.
 * @throws PythonSyntaxError for source that is not valid Python 3 or that nests too deep to be read.
 */
export function parseModule(source: string, parser: TreeParser): Module {
  const { module, misplaced } = parseGrammatically(source, parser);
  if (misplaced !== undefined) throw misplaced;
  return module;
}

/**
 * Parses a module as {@link parseModule} does, but also one that only CPython's compiler refuses for a statement out of
 * place, such as `continue` outside a loop: `misplaced` tells of the first one.
 * @throws PythonSyntaxError for source that is not in Python's grammar or that nests too deep to be read.
 */
export function parseGrammatically(
  source: string,
  parser: TreeParser,
): { readonly module: Module; readonly misplaced: PythonSyntaxError | undefined } {
  const text = new SourceText(source);
  const root = parse(text, parser);
  const module = { body: statements(root), source: text.text };
  try {
    checkPlacement(root);
    return { module, misplaced: undefined };
  } catch (error) {
    if (error instanceof PythonSyntaxError) return { module, misplaced: error };
    throw error;
  }
}

/**
 * Parses an expression that stands by itself, such as a contract's condition.
 * `line` and `column` tell where its first character stands, so that spans refer to the module.
 * @throws PythonSyntaxError when it is not one Python expression.
 */
export function parseExpression(source: string, parser: TreeParser, line: number, column = 0): Expression {
  const origin: Position = { line, column };
  const text = new SourceText(source, origin);
  const [only, ...others] = parse(text, parser).named;
  if (only === undefined) throw new PythonSyntaxError('Expected an expression, found nothing.', origin);
  if (others.length > 0) others[0]?.fail('Expected one expression, found more');
  if (only.type !== 'expression_statement') only.fail('Expected an expression, found a statement');
  const { inner, span } = only;
  if (inner.type === 'assignment' || inner.type === 'augmented_assignment') {
    inner.fail('Expected an expression, found an assignment (write == to compare)');
  }
  if (inner.type === 'yield') inner.fail('Expected an expression, found yield');
  return only.has(',') ? { kind: 'tuple', items: only.named.map(listItem), span } : assigned(inner);
}

function parse(source: SourceText, parser: TreeParser): SyntaxNode {
  checkParserLimits(source);
  const tree = treeOf(source.text, parser);
  try {
    return readTree(tree, source);
  } finally {
    tree.delete();
  }
}

function treeOf(text: string, parser: TreeParser): Tree {
  const tree = parser.parse(text);
  const older = tree.rootNode.hasError ? inOlderGrammar(text) : text;
  if (older === text) return tree;
  tree.delete();
  return parser.parse(older);
}
