import { expect, it } from 'vitest';
import { backtracking } from './backtracking.ts';

const USE = { isVerbose: false, isWhole: false };

it.each([
  '(a+)+$',
  '(a|a)*b',
  '(a*)*c',
  '^(\\w+\\s?)*$',
  '(x+x+)+y',
  '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
  '^(?:.*,)*.*;$'.replace('.*;', 'x'),
  '(?:a|b|ab)*c',
  '(\\d{1,3})*x',
  '"(?:[^"]|\\\\.)*"',
])('%s takes exponential time', (pattern) => {
  expect(backtracking(pattern, USE)).toMatch(/the time at least doubles with each/);
});

it.each([
  'a+b+c*$',
  '(a|b)*c',
  '^(?:\\w+\\.)*\\w+$',
  '"(?:[^"\\\\]|\\\\.)*"',
  '(a+)+',
  '^\\s+|\\s+$',
  '(?:,\\s*\\w+)*\\)',
  '([a-z]+-)*[a-z]+$',
  '^(?:[01]?\\d|2[0-3]):[0-5]\\d$',
  '(\\w+) \\1',
  '(?:(?:25[0-5]|1?\\d)\\.){3}\\d+',
  '(a+)?b',
  '(?:(?!-->)[\\s\\S])*-->',
  '[[:alpha:]]+(x+)*',
])('%s is not said to', (pattern) => {
  expect(backtracking(pattern, USE)).toBeUndefined();
});

it('shows a text, and minds that all of it has to match', () => {
  expect(backtracking('(a+)+', { ...USE, isWhole: true })).toContain(
    'the time at least doubles with each "a" in "aaaa…',
  );
  expect(backtracking('( a + ) + $ # a comment', { ...USE, isVerbose: true })).toBeDefined();
});
