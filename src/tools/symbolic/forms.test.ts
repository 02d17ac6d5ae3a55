import { describe, expect, it } from 'vitest';
import { leanerInputs } from './forms.ts';

const raised = (message: string, traceback = `Traceback\n  File "module.py", line 2\nValueError: ${message}`) => ({
  kind: 'raised' as const,
  exception: 'ValueError',
  message,
  traceback,
});
const input = (message: string, more: { readonly path_condition?: string; readonly pytest?: string } = {}) => ({
  message: `ValueError: ${message}`,
  outcome: raised(message),
  ...more,
});

describe('inputs of an answer', () => {
  it('stay as they are where nothing repeats itself', () => {
    const inputs = [input('one', { path_condition: 'x > 3', pytest: 'a test' }), input('two')];
    expect(leanerInputs(inputs)[0]).toEqual({ inputs, leftOut: [] });
  });

  it('have each traceback once, and a long message once', () => {
    const long = 'words '.repeat(40);
    const [fullest] = leanerInputs([input('one'), input('one'), input(long)]);
    const text = JSON.stringify(fullest);
    expect(text.split(long)).toHaveLength(2);
    expect(fullest?.inputs.map(({ outcome }) => outcome.traceback)).toEqual([
      raised('one').traceback,
      'The same as of input 1.',
      'Traceback\n  File "module.py", line 2\nValueError, with the message above',
    ]);
    expect(fullest?.inputs[2]?.message).toBe('ValueError, with the message of the outcome');
  });

  it('lose long path conditions, then all, then tests, and say so', () => {
    const inputs = [
      input('one', { path_condition: 'x > 3', pytest: 'a test' }),
      input('two', { path_condition: 'x > 3 and '.repeat(50), pytest: 'a test' }),
    ];
    expect(leanerInputs(inputs).map(({ leftOut }) => leftOut)).toEqual([
      [],
      ['1 path condition'],
      ['2 path conditions'],
      ['2 path conditions', '1 pytest module'],
      ['2 path conditions', '2 pytest modules'],
    ]);
    const [, short, none] = leanerInputs(inputs).map(({ inputs: each }) => each.map((one) => one.path_condition));
    expect(short).toEqual(['x > 3', undefined]);
    expect(none).toEqual([undefined, undefined]);
  });

  it('have one form where there is nothing to leave out', () => {
    expect(leanerInputs([input('one')])).toHaveLength(1);
    expect(leanerInputs([])).toEqual([{ inputs: [], leftOut: [] }]);
  });
});
