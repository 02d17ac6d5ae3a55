import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/review/static/service.ts';
import { trusted } from './trusted.ts';

function found(code: string, message: string, path = 'a.py'): Diagnostic {
  return { path, line: 1, column: 1, endLine: 1, endColumn: 2, code, message, severity: 'error' };
}

const LOST = found('reportUndefinedVariable', '"lost" is not defined');

test('names that are not defined count', () => {
  expect(trusted([[LOST]], ['n'])).toMatchObject({ diagnostics: [LOST], notes: ['n'] });
});

test.each(['int', 'len', 'KeyError', 'Exception'])('nothing counts when %s is not defined', (name) => {
  const { diagnostics, notes } = trusted([[LOST], [found('reportUndefinedVariable', `"${name}" is not defined`)]], []);
  expect(diagnostics).toEqual([]);
  expect(notes).toEqual(['pyright did not find the standard library here: nothing of it counts.']);
});

test('what pyright gave up is a note, and no finding', () => {
  const internal = found(
    'syntax-error',
    'An internal error occurred while parsing file "/workspace/b.py": RangeError',
    'b.py',
  );
  const complex = found('reportGeneralTypeIssues', 'Code is too complex to analyze; reduce complexity', 'c.py');
  const { diagnostics, notes } = trusted([[LOST], [internal], [complex]], []);
  expect(diagnostics).toEqual([LOST]);
  expect(notes).toEqual([
    'pyright gave up on b.py: it was not checked, or not to its end.',
    'pyright gave up on c.py: it was not checked, or not to its end.',
  ]);
});
