import { expect, it } from 'vitest';
import { isDamaged, storageFailure } from './storage-failure.ts';

it.each([
  ['database disk image is malformed: SQLITE_CORRUPT', 'damaged_state', false],
  ['file is not a database: SQLITE_NOTADB', 'damaged_state', false],
  ['database or disk is full: SQLITE_FULL', 'storage_full', false],
  ['disk I/O error: SQLITE_IOERR_WRITE', 'storage_full', false],
] as const)('%s is %s', (message, errorType, retryable) => {
  const failure = storageFailure(new Error(message), 'plan', 'Delete it.');
  expect(failure?.failure.errorType).toBe(errorType);
  expect(failure?.failure.retryable ?? false).toBe(retryable);
  expect(isDamaged(failure)).toBe(errorType === 'damaged_state');
});

it('takes no other error for one of them', () => {
  for (const message of ['no such table: a: SQLITE_ERROR', 'SQLITE_CORRUPT is a code of SQLite', ''])
    expect(storageFailure(new Error(message), 'plan', 'Delete it.')).toBeUndefined();
});
