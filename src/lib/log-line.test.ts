import { expect, test } from 'vitest';
import { logLine } from './log-line.ts';

test('an error is one line, with the calls that it came through', () => {
  expect(logLine(new TypeError('first\n  second'))).toMatch(
    /^TypeError: first second \(at [^\n]*log-line\.test\.ts\S*:\d+:\d+[^\n]*\)$/,
  );
});

test('an error without a trace, and what is no error', () => {
  const error = new Error('x'.repeat(600));
  delete error.stack;
  expect(logLine(error)).toBe(`Error: ${'x'.repeat(500)}…`);
  expect(logLine('a\nb')).toBe('a b');
  expect(logLine(undefined)).toBe('undefined');
});
