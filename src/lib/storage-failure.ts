/** What SQLite says when it can no longer read or write, told from errors of code. */
import { asToolFailure, ToolFailure } from './errors.ts';

/** How workerd words what SQLite refuses: the code is the end of the message. */
const DAMAGED = [': SQLITE_CORRUPT', ': SQLITE_NOTADB'] as const;
const FULL = [': SQLITE_FULL', ': SQLITE_IOERR_WRITE'] as const;

/** Whether what an object has stored is damaged: it can only be erased. */
export function isDamaged(error: unknown): boolean {
  return asToolFailure(error)?.failure.errorType === 'damaged_state';
}

/** How a user's own object is begun anew. */
export const SPACE_BEGUN_ANEW =
  'Send DELETE /space with a key that has the scope admin: the lists of your objects that can be read are kept, and MCP sessions, reports and counts are lost.';

/** The failure of a database that is damaged, or has no more room; undefined for any other error. `what` names whose it is. */
export function storageFailure(error: unknown, what: string, begunAnewBy: string): ToolFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  if (DAMAGED.some((end) => error.message.endsWith(end))) {
    return new ToolFailure({
      errorType: 'damaged_state',
      message: `What the ${what} has stored is damaged: the database cannot be read. Nothing else is affected.`,
      advice: begunAnewBy,
    });
  }
  if (FULL.some((end) => error.message.endsWith(end))) {
    return new ToolFailure({
      errorType: 'storage_full',
      message: `The ${what} could not store this: there is no more room. What was stored before is kept.`,
      advice: 'Have whoever runs this server make room, or delete what is no longer needed; then call again.',
    });
  }
  return undefined;
}
