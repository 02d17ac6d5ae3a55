/** The answers of cells that did not come to an outcome. */
import type { CellStop } from '../../src/python/cells.ts';
import type { CellResult } from '../../src/python/protocol.ts';

/** What such an answer has of everything that a cell may leave. */
export const NOTHING = {
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
