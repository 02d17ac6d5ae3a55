/** Turns a cell's result into the fields of the tool's contract. */
import type { CellResult, CellStatus } from './protocol.ts';

/** The contract's fields, and beside them what only this server tells; plain mutable data, as a schema's output is. */
export interface RunResult {
  status: CellStatus;
  stdout: string;
  stderr: string;
  /** Seconds. */
  execution_time: number;
  /** `repr` of the last expression's value. */
  results?: string;
  error_type?: string;
  message?: string;
  traceback?: string;
  /** New and modified files, sorted. */
  outputs: string[];
  new_files: string[];
  modified_files: string[];
  deleted_files: string[];
  notices: string[];
}

export function toRunResult(cell: CellResult): RunResult {
  return {
    status: cell.status,
    stdout: cell.stdout,
    stderr: cell.stderr,
    execution_time: cell.executionTime,
    ...(cell.result !== undefined && { results: cell.result }),
    ...(cell.errorType !== undefined && { error_type: cell.errorType }),
    ...(cell.message !== undefined && { message: cell.message }),
    ...(cell.traceback !== undefined && { traceback: cell.traceback }),
    outputs: [...cell.newFiles, ...cell.modifiedFiles].sort(),
    new_files: [...cell.newFiles],
    modified_files: [...cell.modifiedFiles],
    deleted_files: [...cell.deletedFiles],
    notices: [...cell.notices],
  };
}
