/** Mutants of Python lines, of each of the kinds below that a line has. */
import type { Node } from 'web-tree-sitter';
import type { Grammars } from '../grammar.ts';
import { programLanguageOf } from '../languages.ts';
import { Lines } from '../lines.ts';
import type { SourceFile } from '../service.ts';
import type { Mutant } from './service.ts';

/** Nodes of one file that are looked at. */
const MOST_NODES = 200_000;

const COMPARISONS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '==': '!=',
  '!=': '==',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
};
const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '//': '/',
  '%': '*',
  '**': '*',
  '<<': '>>',
  '>>': '<<',
  '&': '|',
  '|': '&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
};
const WORDS: Readonly<Record<string, string>> = {
  and: 'or',
  or: 'and',
  True: 'False',
  False: 'True',
  break: 'continue',
  continue: 'break',
};
/** Statements that can be left out. */
const DROPPED = /^(?:expression_statement|raise_statement|delete_statement)$/;
/** Nothing in them is run when the function is called. */
const SKIPPED =
  /^(?:type|decorator|string|comment|parameters|import_statement|import_from_statement|assert_statement)$/;

interface Found extends Mutant {
  /** The less, the better. */
  readonly rank: number;
}

/** See `MutantApi.mutants`; none of a file that is not Python, or cannot be parsed. */
export async function mutantsOf(
  file: SourceFile,
  wanted: readonly number[],
  which: 'mildest' | 'all',
  grammars: Grammars,
): Promise<readonly Mutant[]> {
  if (programLanguageOf(file) !== 'python') return [];
  const found = await grammars.read('python', file.text, ({ root }) =>
    read(root, new Lines(file.text), new Set(wanted), which),
  );
  return found ?? [];
}

function read(root: Node, lines: Lines, wanted: ReadonlySet<number>, which: 'mildest' | 'all'): readonly Mutant[] {
  if (root.hasError) return [];
  const found: Found[] = [];
  const open: Node[] = [root];
  for (let seen = 0; seen < MOST_NODES; seen++) {
    const node = open.pop();
    if (node === undefined) break;
    if (SKIPPED.test(node.type)) continue;
    const line = lines.at(node.startIndex);
    const mutant = wanted.has(line) && isInFunction(node) ? mutantOf(node, line) : undefined;
    if (mutant !== undefined) found.push(mutant);
    for (let at = node.childCount - 1; at >= 0; at--) {
      const child = node.child(at);
      if (child !== null) open.push(child);
    }
  }
  found.sort((left, right) => left.line - right.line || left.rank - right.rank);
  const chosen = which === 'all' ? found : found.filter(({ line }, index) => line !== found[index - 1]?.line);
  return chosen.map(({ rank: _rank, ...mutant }) => mutant);
}

/** No mutant empties a whole body: nearly any check notices that, so it would let checks confirm what they hardly look at. */
function mutantOf(node: Node, line: number): Found | undefined {
  const replaced = (rank: number, replacement: string | undefined): Found | undefined =>
    replacement === undefined
      ? undefined
      : { line, start: node.startIndex, end: node.endIndex, original: node.text, replacement, rank };
  const around = node.parent?.type;
  if (around === 'comparison_operator' && !node.isNamed) return replaced(0, COMPARISONS[node.text]);
  if (around === 'boolean_operator' && !node.isNamed) return replaced(1, WORDS[node.text]);
  if (node.type === 'not_operator') return replaced(1, node.childForFieldName('argument')?.text);
  if ((around === 'binary_operator' || around === 'augmented_assignment') && !node.isNamed)
    return replaced(2, ARITHMETIC[node.text]);
  if (node.type === 'break_statement' || node.type === 'continue_statement') return replaced(3, WORDS[node.text]);
  if (node.type === 'true' || node.type === 'false') return replaced(4, WORDS[node.text]);
  if (node.type === 'integer' && /^\d{1,15}$/.test(node.text)) return replaced(5, String(Number(node.text) + 1));
  if (
    (node.type === 'if_statement' || node.type === 'while_statement') &&
    node.startPosition.row === node.childForFieldName('condition')?.startPosition.row
  ) {
    const condition = node.childForFieldName('condition');
    if (condition === null) return undefined;
    return {
      line,
      start: condition.startIndex,
      end: condition.endIndex,
      original: condition.text,
      replacement: `not (${condition.text})`,
      rank: 6,
    };
  }
  if (node.type === 'return_statement') {
    const value = node.namedChild(0);
    return value === null || value.type === 'none' ? undefined : replaced(7, 'return None');
  }
  return DROPPED.test(node.type) && node.namedChild(0)?.type !== 'string' ? replaced(8, 'pass') : undefined;
}

function isInFunction(node: Node): boolean {
  for (let at = node.parent; at !== null; at = at.parent) {
    if (at.type === 'function_definition') return true;
  }
  return false;
}
