import { expect, it } from 'vitest';
import { pathsLike } from './paths-like.ts';

const PATHS = ['README.md', 'docs/read.md', 'lib/thread.py', 'readme/a.py', 'src/Reader.ts'];

it('puts paths first that begin with what was typed, then names that do, then the others', () => {
  expect(pathsLike('read', PATHS, 10)).toEqual({
    paths: ['README.md', 'readme/a.py', 'docs/read.md', 'src/Reader.ts', 'lib/thread.py'],
    total: 5,
  });
  expect(pathsLike('docs/', PATHS, 10)).toEqual({ paths: ['docs/read.md'], total: 1 });
  expect(pathsLike('nothing', PATHS, 10)).toEqual({ paths: [], total: 0 });
});

it('gives as many as are wanted, and counts the others', () => {
  expect(pathsLike('', PATHS, 2)).toEqual({ paths: ['README.md', 'docs/read.md'], total: 5 });
});
