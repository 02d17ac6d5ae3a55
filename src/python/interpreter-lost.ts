/** The failure of a call over which the interpreter was lost. */
import { ToolFailure } from '../lib/errors.ts';
import { sentences } from '../lib/sentences.ts';

/** What has been stored is kept; `undone` says what of the variables is not. */
export class InterpreterLost extends ToolFailure {
  constructor(undone: readonly string[] = []) {
    super({
      errorType: 'RuntimeError',
      message: sentences('The Python interpreter was lost while it worked on this call', ...undone),
      advice: 'Call again: a fresh one starts by itself.',
    });
  }
}
