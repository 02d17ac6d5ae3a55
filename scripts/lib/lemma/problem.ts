/** What whoever runs a command can do something about. */

/** A command could not do its work. */
export class CommandProblem extends Error {
  override readonly name = 'CommandProblem';
  /** What to do next. */
  readonly advice: string;
  /** Of the process: 1 when the work failed, 2 when the command is wrong. */
  readonly code: 1 | 2;

  constructor(message: string, advice: string, code: 1 | 2 = 1) {
    super(message);
    this.advice = advice;
    this.code = code;
  }
}
