/** The `pre:`, `post:` and `inv:` sections of a docstring (PEP 316 as CrossHair reads it). */
import type { DocstringLine } from './docstring-lines.ts';
import { ContractSyntaxError } from './errors.ts';

/** Sections of conditions: `inv` stands in docstrings of classes, the others in those of functions. */
export type SectionName = 'pre' | 'post' | 'inv';

/** One condition's text, which may span lines within brackets. */
export interface SectionLine extends DocstringLine {
  readonly section: SectionName;
}

export interface Sections {
  readonly lines: readonly SectionLine[];
  /** Names in the brackets of `post[a, b]:`, of `a.b` the first part; absent without brackets. */
  readonly mutable?: readonly string[];
}

/** Whitespace, an optional colon, the section, names in brackets, one or two colons, and the condition. */
const HEADER = /^(\s*):?(pre|post|inv|raises)(?:\[([\w\s,.]*)\])?::?\s*(?:(\S(?:.*\S)?)\s*)?$/d;

/**
 * Reads these sections; all else is prose. A header with a condition behind it is that condition; a header alone is
 * followed by conditions on lines that are indented deeper, one each. A condition goes on to the next line
 * while a bracket is open. Lines that begin with `#` are comments.
 * @throws ContractSyntaxError for brackets behind other headers than `post`, or behind two of them
 */
export function readSections(lines: readonly DocstringLine[], sections: readonly SectionName[]): Sections {
  const result: SectionLine[] = [];
  let mutable: readonly string[] | undefined;
  let open: { readonly section: SectionName; readonly indent: number } | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined || line.text.trim() === '') continue;
    let condition: SectionLine | undefined;
    if (open !== undefined && indentOf(line.text) > open.indent) {
      condition = { ...shift(line, indentOf(line.text)), section: open.section };
    } else {
      open = undefined;
      const header = readHeader(line);
      const section = sections.find((name) => name === header?.name);
      if (header === undefined || section === undefined) continue;
      if (header.names !== undefined) mutable = mutableNames(line, header, mutable);
      condition = { ...shift(line, header.start), section };
      if (!hasCondition(condition.text)) open = { section, indent: header.indent };
    }
    if (!hasCondition(condition.text)) continue;
    const parts = [condition.text];
    for (let depth = bracketBalance(condition.text); depth > 0 && index + 1 < lines.length; index++) {
      const next = lines[index + 1]?.text.trimEnd() ?? '';
      parts.push(next);
      depth += bracketBalance(next);
    }
    result.push({ ...condition, text: parts.join('\n') });
  }
  return { lines: result, ...(mutable === undefined ? {} : { mutable }) };
}

interface Header {
  readonly name: string;
  readonly indent: number;
  readonly names?: string;
  /** Index of the condition in the line. */
  readonly start: number;
}

function readHeader({ text }: DocstringLine): Header | undefined {
  const match = HEADER.exec(text);
  if (match === null) return undefined;
  const [, indent = '', name = '', names] = match;
  const start = match.indices?.[4]?.[0] ?? text.length;
  return { name, indent: indent.length, start, ...(names === undefined ? {} : { names }) };
}

function mutableNames(
  line: DocstringLine,
  { name, names = '' }: Header,
  before: readonly string[] | undefined,
): readonly string[] {
  const quoted = { line: line.line, text: line.text.trim() };
  if (name !== 'post') {
    throw new ContractSyntaxError(
      `Brackets are only allowed behind post, as in post[argument]: ${quoted.text}`,
      quoted,
    );
  }
  if (before !== undefined) {
    throw new ContractSyntaxError(
      `Only one post section can have brackets; name all mutable arguments in it: ${quoted.text}`,
      quoted,
    );
  }
  return names
    .split(',')
    .map((argument) => argument.trim().split('.')[0] ?? '')
    .filter((argument) => argument !== '');
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

function shift(line: DocstringLine, start: number): DocstringLine {
  const before = [...line.text.slice(0, start)].length;
  return { text: line.text.slice(start).trimEnd(), line: line.line, column: line.column + before };
}

function hasCondition(text: string): boolean {
  return text !== '' && !text.startsWith('#');
}

/** Brackets that a line opens less those that it closes, strings and comments aside. */
function bracketBalance(line: string): number {
  const code = line.replace(/'(?:\\.|[^'\\]){0,2000}'|"(?:\\.|[^"\\]){0,2000}"|#.*/g, '');
  const opened = code.match(/[([{]/g)?.length ?? 0;
  const closed = code.match(/[)\]}]/g)?.length ?? 0;
  return opened - closed;
}
