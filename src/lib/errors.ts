/** The error that tools throw when they cannot do their work; one boundary turns it into a result. */

/** What a caller is told about a failure. */
export interface Failure {
  /** Class name in the contract's vocabulary: `ValueError`, `SyntaxError`, `RuntimeError`, … */
  readonly errorType: string;
  /** What was wrong, with the offending value. */
  readonly message: string;
  /** One sentence: what to do next. */
  readonly advice: string;
  /** 1-based line of the caller's code, when the fault has one. */
  readonly line?: number;
}

/** A tool could not do its work for a reason its caller can act on. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}
