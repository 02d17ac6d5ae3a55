/** Places in a source text, and texts with replaced parts whose lines stay told. */
import type { Span } from '../syntax/ast.ts';

/** From lines and columns to indices of a text. */
export class Places {
  readonly text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  /** UTF-16 index of a 1-based line and a column in code points. */
  index(line: number, column: number): number {
    let at = this.#starts[line - 1] ?? this.text.length;
    for (let left = column; left > 0; left--) at += (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    return at;
  }

  /** First and last index of a span, the last exclusive. */
  range({ line, column, endLine, endColumn }: Span): readonly [number, number] {
    return [this.index(line, column), this.index(endLine, endColumn)];
  }

  slice(span: Span): string {
    return this.text.slice(...this.range(span));
  }
}

/** A part of a source text that is replaced. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text from `start` to `end` with the edits made that lie in it; of edits that overlap, the outermost. As many lines as before. */
export function edited(source: string, start: number, end: number, edits: readonly Edit[]): string {
  let text = '';
  let at = start;
  for (const edit of [...edits].sort((one, other) => one.start - other.start || other.end - one.end)) {
    if (edit.start < at || edit.end > end) continue;
    const lost = source.slice(edit.start, edit.end).split('\n').length - edit.text.split('\n').length;
    text += source.slice(at, edit.start) + edit.text + (lost > 0 ? '\n'.repeat(lost) : '');
    at = edit.end;
  }
  return text + source.slice(at, end);
}
