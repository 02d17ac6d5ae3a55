/** The source text of a node. */
import type { Module, Span } from '../syntax/ast.ts';

/** What stands at `span` in the module, line breaks included. */
export function spanText(module: Module, { line, column, endLine, endColumn }: Span): string {
  const lines = module.source.split('\n').slice(line - 1, endLine);
  const last = codePoints(lines.pop() ?? '', 0, endColumn);
  return codePoints([...lines, last].join('\n'), column);
}

function codePoints(text: string, start: number, end?: number): string {
  return [...text].slice(start, end).join('');
}
