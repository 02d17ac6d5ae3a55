/** Answers of interpreters that user code has broken. */
import { expect, test } from 'vitest';
import { checkedBatch, checkedResult, checkedState } from './kernel-answers.ts';

const outcome = {
  status: 'ok',
  stdout: '',
  stderr: '',
  executionTime: 0,
  newFiles: [],
  modifiedFiles: [],
  deletedFiles: [],
  notices: [],
};
const result = { alive: true, outcome, changes: { put: [], removed: [] } };
const header = {
  base: 'b',
  heapBytes: 1,
  digest: 'd',
  slots: 1,
  interned: [],
  directory: '/',
  library: [],
  temporary: [],
};

test('a result passes as it is, without what nobody asked for', () => {
  expect(checkedResult({ ...result, state: { kind: 'unknown' }, more: () => 1 })).toEqual({
    ...result,
    state: { kind: 'unknown' },
  });
  expect(checkedState({ kind: 'taken', chunks: [], header })).toEqual({ kind: 'taken', chunks: [], header });
});

test.each([
  ['nothing', undefined],
  ['a function', () => result],
  ['no outcome', { ...result, outcome: undefined }],
  ['a function for a text', { ...result, outcome: { ...outcome, stdout: () => '' } }],
  ['a text of 2 MB', { ...result, outcome: { ...outcome, stdout: 'x'.repeat(2 << 20) } }],
  ['a million notices', { ...result, outcome: { ...outcome, notices: Array(1_000_000).fill('') } }],
  ['an unknown status', { ...result, outcome: { ...outcome, status: 'fine' } }],
  [
    'a file of negative size',
    { ...result, changes: { put: [{ kind: 'file', path: 'f', size: -1, changedAt: 0 }], removed: [] } },
  ],
  ['a path that is none', { ...result, changes: { put: [], removed: [{}] } }],
])('a result that makes no sense is refused: %s', (_name, answer) => {
  expect(() => checkedResult(answer)).toThrow('makes no sense');
});

test.each([
  ['a chunk that fits no row', { chunks: [{ pages: new Uint32Array(1), data: new Uint8Array(2 << 20) }] }],
  ['pages that are no numbers', { chunks: [{ pages: ['1'], data: new Uint8Array(1) }] }],
  ['a header that fits no row', { chunks: [], header: { ...header, interned: ['x'.repeat(2 << 20)] } }],
  [
    'a temporary file that fits no row',
    { chunks: [], header: { ...header, temporary: [{ kind: 'file', path: 'f', data: new Uint8Array(2 << 20) }] } },
  ],
])('a state that cannot be stored is refused: %s', (_name, answer) => {
  expect(() => checkedBatch(answer)).toThrow('makes no sense');
});
