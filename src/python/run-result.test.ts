import { expect, test } from 'vitest';
import type { CellResult } from './protocol.ts';
import { toRunResult } from './run-result.ts';

const CELL: CellResult = {
  status: 'ok',
  stdout: 'out',
  stderr: 'err',
  executionTime: 0.25,
  newFiles: ['b', 'd'],
  modifiedFiles: ['a', 'c'],
  deletedFiles: ['e'],
  notices: ['stdout was cut.'],
};

test('every field has its name in the contract', () => {
  const failed: CellResult = {
    ...CELL,
    status: 'error',
    result: '1',
    errorType: 'E',
    message: 'E: m',
    traceback: 'tb',
  };
  expect(toRunResult(failed)).toEqual({
    status: 'error',
    stdout: 'out',
    stderr: 'err',
    execution_time: 0.25,
    results: '1',
    error_type: 'E',
    message: 'E: m',
    traceback: 'tb',
    outputs: ['a', 'b', 'c', 'd'],
    new_files: ['b', 'd'],
    modified_files: ['a', 'c'],
    deleted_files: ['e'],
    notices: ['stdout was cut.'],
  });
});

test('what a cell does not have is absent, not undefined', () => {
  expect(Object.keys(toRunResult(CELL))).not.toContain('results');
  expect(Object.values(toRunResult(CELL))).not.toContain(undefined);
});
