/** Values of a YAML file with the lines where they stand. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';

/** A value; `value` of a scalar, `entries` of a mapping, `items` of a sequence. */
export interface YamlNode {
  readonly line: number;
  readonly value?: string | number | boolean | null;
  readonly entries?: ReadonlyMap<string, YamlNode>;
  readonly items?: readonly YamlNode[];
}

/** Something in a file of rules is not as it must be. */
export class RuleMistake extends Error {
  override readonly name = 'RuleMistake';
  readonly line: number;

  constructor(line: number, why: string) {
    super(why);
    this.line = line;
  }
}

/** UTF-16 units of a file of rules. */
export const LARGEST_RULE_FILE = 200_000;
const MOST_NODES = 100_000;
const DEEPEST_INDENT = 200;
const MOST_BRACKETS = 500;

/** Reads a YAML text. Throws {@link RuleMistake}: for what is no YAML, has aliases, or is too large or too deep. */
export function readYaml(text: string): YamlNode {
  if (text.length > LARGEST_RULE_FILE) {
    throw new RuleMistake(1, `The file has more than ${LARGEST_RULE_FILE} characters.`);
  }
  checkDepth(text);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, uniqueKeys: true, prettyErrors: false });
  const lineOf = (offset: number): number => Math.max(1, lineCounter.linePos(offset).line);
  const [error] = document.errors;
  if (error !== undefined) throw new RuleMistake(lineOf(error.pos[0]), `This is no YAML: ${error.message}`);
  let nodes = 0;
  visit(document, (_, node) => {
    if (++nodes > MOST_NODES) throw new RuleMistake(1, `The file has more than ${MOST_NODES} values.`);
    if (isAlias(node))
      throw new RuleMistake(lineOf(node.range?.[0] ?? 0), 'Aliases are not allowed: write the value out.');
  });
  return document.contents === null ? { line: 1, value: null } : toNode(document.contents, lineOf);
}

function toNode(node: Node, lineOf: (offset: number) => number): YamlNode {
  const line = lineOf(node.range?.[0] ?? 0);
  if (isMap<unknown, Node | null>(node)) {
    const entries = new Map<string, YamlNode>();
    for (const { key, value } of node.items) {
      if (!isScalar(key)) throw new RuleMistake(line, 'A key must be a text.');
      const at = lineOf(key.range?.[0] ?? 0);
      entries.set(String(key.value), value === null ? { line: at, value: null } : toNode(value, lineOf));
    }
    return { line, entries };
  }
  if (isSeq<Node | null>(node)) {
    return { line, items: node.items.map((item) => (item === null ? { line, value: null } : toNode(item, lineOf))) };
  }
  if (!isScalar(node)) throw new RuleMistake(line, 'This value cannot be used.');
  const { value } = node;
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return { line, value };
  }
  return { line, value: String(value) };
}

/** The parser calls itself for what stands in each other, which both of these bound. Brackets in texts count as well. */
function checkDepth(text: string): void {
  let brackets = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const indent = /^[ \t]*(?:[-?:][ \t]+)*/.exec(line)?.[0].length ?? 0;
    if (indent > DEEPEST_INDENT) {
      throw new RuleMistake(index + 1, `The line is indented too deep: by more than ${DEEPEST_INDENT} characters.`);
    }
    for (const sign of line) {
      if (sign === '[' || sign === '{') brackets++;
      else if ((sign === ']' || sign === '}') && brackets > 0) brackets--;
      if (brackets > MOST_BRACKETS) throw new RuleMistake(index + 1, 'Brackets stand too deep in each other.');
    }
  }
}
