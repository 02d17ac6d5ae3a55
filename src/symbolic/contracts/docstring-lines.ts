/**
 * The lines of a docstring as they stand in the source: escapes stay as written, since conditions are Python text themselves.
 */
import type { Module, Statement } from '../syntax/ast.ts';

/** One line of a docstring, or the part of it that lies between the quotes. */
export interface DocstringLine {
  readonly text: string;
  /** 1-based line in the module. */
  readonly line: number;
  /** Column of the first character of `text`, in code points. */
  readonly column: number;
}

/** The docstring lines of a function or class body; none when it has no docstring. */
export function docstringLines([first]: readonly Statement[], module: Module): readonly DocstringLine[] {
  if (first?.kind !== 'expression' || first.value.kind !== 'constant' || first.value.value.type !== 'str') return [];
  const { line, column, endLine, endColumn } = first.value.span;
  const lines = module.source.split('\n').slice(line - 1, endLine);
  const last = lines.pop() ?? '';
  const literal = [...lines, codePoints(last, 0, endColumn)].join('\n');
  const text = codePoints(literal, column);
  const [opening = '', quotes = ''] = /^[a-z]*('''|"""|'|")/i.exec(text) ?? [];
  return text
    .slice(opening.length, text.length - quotes.length)
    .split('\n')
    .map((content, index) => ({
      text: content,
      line: line + index,
      column: index === 0 ? column + opening.length : 0,
    }));
}

function codePoints(text: string, start: number, end?: number): string {
  return [...text].slice(start, end).join('');
}
