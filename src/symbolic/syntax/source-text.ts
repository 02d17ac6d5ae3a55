/** Source text as CPython's tokenizer sees it, and the way from an index in it to a line and column. */
import type { Span } from './ast.ts';
import { type Position, PythonSyntaxError } from './errors.ts';

/** Text with `\n` line ends and no byte order mark; places are counted from `origin`. */
export class SourceText {
  readonly text: string;
  readonly #origin: Position;
  readonly #lineStarts: readonly number[];
  readonly #lowSurrogates: readonly number[];

  /**
   * Reads `source`, turning `\r\n` and `\r` into `\n` and dropping a leading byte order mark, as CPython does.
   * `origin` is the place of the first character: line 1, column 0 for a module.
   * @throws PythonSyntaxError for null characters and lone surrogates, which no Python source can hold.
   */
  constructor(source: string, origin: Position = { line: 1, column: 0 }) {
    this.text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    this.#origin = origin;
    const lineStarts = [0];
    for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
    this.#lineStarts = lineStarts;
    this.#lowSurrogates = lowSurrogates(this.text);
    const nul = this.text.indexOf('\0');
    if (nul >= 0)
      throw new PythonSyntaxError('Source code cannot contain null characters: remove it.', this.position(nul));
    if (!this.text.isWellFormed()) {
      const lone = this.text.search(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
      throw new PythonSyntaxError('Source code cannot contain half of a surrogate pair.', this.position(lone));
    }
  }

  /** The place of the character at a UTF-16 `index`. */
  position(index: number): Position {
    const row = this.#row(index);
    const start = this.#lineStarts[row] ?? 0;
    const pairs = countUpTo(this.#lowSurrogates, index - 1) - countUpTo(this.#lowSurrogates, start - 1);
    const column = index - start - pairs;
    return { line: this.#origin.line + row, column: row === 0 ? this.#origin.column + column : column };
  }

  /** The span from one UTF-16 index to another, end exclusive. */
  span(start: number, end: number): Span {
    const { line, column } = this.position(start);
    const { line: endLine, column: endColumn } = this.position(end);
    return { line, column, endLine, endColumn };
  }

  /** The UTF-16 index at which the line that holds `index` begins. */
  lineStart(index: number): number {
    return this.#lineStarts[this.#row(index)] ?? 0;
  }

  /** The line that holds `index`, trimmed and shortened for a message. */
  quote(index: number): string {
    const row = this.#row(index);
    const next = this.#lineStarts[row + 1];
    const line = this.text.slice(this.#lineStarts[row], next === undefined ? undefined : next - 1).trim();
    return line.length > 120 ? `${line.slice(0, 117)}...` : line;
  }

  #row(index: number): number {
    return countUpTo(this.#lineStarts, index) - 1;
  }
}

/** How many of the ascending `numbers` are at most `limit`. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Indices of the second halves of surrogate pairs, which take an index but no column. */
function lowSurrogates(text: string): number[] {
  return Array.from(text.matchAll(/[\uDC00-\uDFFF]/g), (match) => match.index);
}
