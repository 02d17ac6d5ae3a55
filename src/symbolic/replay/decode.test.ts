import { describe, expect, test } from 'vitest';
import { AnswerError, decodeAnswer } from './decode.ts';

const answer = (outcome: object) =>
  JSON.stringify({ status: 'ok', calls: 1, steps: 1, outcomes: [outcome], documented: [] });

describe('answers of the harness', () => {
  test('a fault, with and without a line', () => {
    const fault = { status: 'fault', errorType: 'SyntaxError', message: 'invalid syntax', line: 3 };
    const expected = { status: 'error', errorType: 'SyntaxError', message: 'invalid syntax' };
    expect(decodeAnswer(JSON.stringify(fault))).toEqual({ ...expected, line: 3 });
    expect(decodeAnswer(JSON.stringify({ ...fault, line: null }))).toEqual(expected);
  });

  test('a failure keeps its arguments as they are', () => {
    const outcome = { kind: 'returned', value: '1' };
    const told = { args: { x: [1, null] }, call: 'f([1, None])', violates: 'post: _', message: 'm', outcome };
    const failed = { kind: 'failed', misfit: false, sources: { x: '[1, None]' }, ...told };
    expect(decodeAnswer(answer(failed))).toEqual({
      status: 'ok',
      calls: 1,
      steps: 1,
      outcomes: [{ kind: 'failed', counterexample: told, input: { x: '[1, None]' }, misfit: false }],
      documented: [],
    });
  });

  test.each([
    ['no JSON', '{"status": "ok", "outc'],
    ['no object', '[]'],
    ['no outcomes', '{"status": "ok", "calls": 0}'],
    ['an unknown kind', answer({ kind: 'proved' })],
    ['an outcome of an unknown kind', answer({ kind: 'held', misfit: false, outcome: { kind: 'vanished' } })],
    ['a note that is no text', answer({ kind: 'limit', note: 1 })],
    ['a missing flag', answer({ kind: 'rejected', note: 'pre: x' })],
    ['a source that is no text', answer({ kind: 'failed', args: {}, sources: { x: 1 } })],
  ])('%s is refused', (_, json) => {
    expect(() => decodeAnswer(json)).toThrow(AnswerError);
  });
});
