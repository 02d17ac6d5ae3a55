/** Lines of a text, told apart by `\n`; a final line end begins no further line. */

/** Offsets count UTF-16 units, lines from 1. */
export class Lines {
  readonly text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (let at = text.indexOf('\n'); at !== -1 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) {
      this.#starts.push(at + 1);
    }
  }

  /** Number of lines; 0 for an empty text. */
  get count(): number {
    return this.text === '' ? 0 : this.#starts.length;
  }

  /** The line that holds the unit at `offset`; the last one for what is behind the end. */
  at(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.start(middle + 1) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** Where a line begins; the text's length for the line after the last. */
  start(line: number): number {
    return this.#starts[line - 1] ?? this.text.length;
  }

  /** The text of these lines without the last one's end. */
  slice(lineStart: number, lineEnd: number): string {
    return this.text.slice(this.start(lineStart), this.start(lineEnd + 1)).replace(/\r?\n$/, '');
  }

  /** UTF-16 units of these lines, their ends included. */
  units(lineStart: number, lineEnd: number): number {
    return this.start(lineEnd + 1) - this.start(lineStart);
  }

  isBlank(line: number): boolean {
    return this.text.slice(this.start(line), this.start(line + 1)).trim() === '';
  }
}
