/** The error of everything that reads Python text: what stands there, why it is refused, and where. */

/** A place in the source: 1-based line, 0-based column in code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Source that is not valid Python 3, or nests deeper than this engine reads. */
export class PythonSyntaxError extends Error {
  override readonly name = 'PythonSyntaxError';
  readonly line: number;
  readonly column: number;

  constructor(message: string, { line, column }: Position) {
    super(message);
    this.line = line;
    this.column = column;
  }
}
