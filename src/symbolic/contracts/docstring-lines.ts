/**
 * The lines of a docstring as they stand in the source: escapes stay as written, since conditions are Python text themselves.
 */
import type { Module, Statement } from '../syntax/ast.ts';
import { spanText } from './span-text.ts';

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
  const { span } = first.value;
  const text = spanText(module, span);
  const [opening = '', quotes = ''] = /^[a-z]*('''|"""|'|")/i.exec(text) ?? [];
  return text
    .slice(opening.length, text.length - quotes.length)
    .split('\n')
    .map((content, index) => ({
      text: content,
      line: span.line + index,
      column: index === 0 ? span.column + opening.length : 0,
    }));
}
