/** The answers of cells that did not come to an outcome. */
import type { CellStop } from '../../src/python/cells.ts';
import type { CellResult } from '../../src/python/protocol.ts';
import { Unresponsive } from './interpreter.ts';

/** What such an answer has of everything that a cell may leave. */
const NOTHING = {
  stdout: '',
  stderr: '',
  executionTime: 0,
  newFiles: [],
  modifiedFiles: [],
  deletedFiles: [],
  notices: [],
} as const;

/** The answer of a cell that was told to end before its turn. */
export function notBegun(stop: CellStop): CellResult {
  const message =
    stop === 'erased' ? 'The session was deleted before the cell began.' : 'The cell was cancelled before it began.';
  return { ...NOTHING, status: 'interrupted', message };
}

/** What is known of a cell that was cut off: how long it ran, in seconds, and what it wrote. */
type Seen = Pick<CellResult, 'executionTime' | 'stdout' | 'stderr'>;

/** The answer of a cell whose session was deleted under it. */
export function erasedMeanwhile(seen: Seen): CellResult {
  return { ...NOTHING, ...seen, status: 'interrupted', message: 'The session was deleted while the cell ran.' };
}

/** The answer of a cell whose interpreter was lost to `error`; `undone` says what went with it. */
export function lostMeanwhile(error: unknown, seen: Seen, undone: readonly string[]): CellResult {
  return {
    ...NOTHING,
    ...seen,
    status: error instanceof Unresponsive ? error.reason : 'died',
    message: causeOf(error),
    notices: [...undone, 'Files that this run changed are not kept; its output is shown as far as it came.'],
  };
}

/** What an error says. */
export function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
