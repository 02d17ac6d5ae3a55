/** Globs of rules. */
import { expect, test } from 'vitest';
import { faultOfGlob, globMatcher } from './glob.ts';

test.each([
  ['src/**', ['src/a.ts', 'src/a/.b/c.ts'], ['src', 'lib/src/a.ts', 'srcs/a.ts']],
  ['src', ['src', 'src/a.ts', 'lib/src/a.ts'], ['srcs/a.ts']],
  ['src/', ['src/a/b.ts'], ['src']],
  ['*.py', ['a.py', 'a/b/c.py'], ['a.pyc', 'a.py.txt']],
  ['src/*.ts', ['src/a.ts'], ['src/a/b.ts', 'a/src/b.ts']],
  ['src/**/*.{ts,tsx}', ['src/a.ts', 'src/a/b/c.tsx'], ['src/a.js']],
  ['**/test_?.py', ['test_1.py', 'a/test_2.py'], ['test_10.py', 'a/test_/.py']],
  ['a[0-9]/[!b].c', ['a1/c.c'], ['ab/c.c', 'a1/b.c', 'a1//.c']],
  ['a.b+(c)|d^$', ['a.b+(c)|d^$'], ['axb+(c)|d^$']],
  ['größe/文*', ['größe/文件.txt'], ['große/文件.txt']],
] as const)('%s', (glob, wanted, unwanted) => {
  expect(faultOfGlob(glob)).toBeUndefined();
  const matches = globMatcher([glob]);
  expect(wanted.filter((path) => !matches(path))).toEqual([]);
  expect(unwanted.filter((path) => matches(path))).toEqual([]);
});

test('many stars take no long time', () => {
  expect(globMatcher([`${'*a'.repeat(100)}b`])('a'.repeat(3_000))).toBe(false);
});
