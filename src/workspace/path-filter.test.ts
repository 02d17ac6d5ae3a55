import { expect, it } from 'vitest';
import { ToolFailure } from '../lib/errors.ts';
import { type PathWishes, pathFilter } from './path-filter.ts';

const PATHS = [
  'README.md',
  'src/a.ts',
  'src/a.test.ts',
  'src/lib/b.TS',
  'src/lib/types.d.ts',
  'test/src/c.py',
  'Makefile',
];

function wanted(wishes: Partial<PathWishes>): readonly string[] {
  return PATHS.filter(pathFilter({ paths: [], excludePaths: [], fileTypes: [], ...wishes }));
}

it('takes everything when nothing is wished', () => {
  expect(wanted({})).toEqual(PATHS);
});

it.each<[Partial<PathWishes>, readonly string[]]>([
  [{ paths: ['src/'] }, ['src/a.ts', 'src/a.test.ts', 'src/lib/b.TS', 'src/lib/types.d.ts', 'test/src/c.py']],
  [{ paths: ['/src'] }, ['src/a.ts', 'src/a.test.ts', 'src/lib/b.TS', 'src/lib/types.d.ts']],
  [{ paths: ['./src/a.ts'] }, ['src/a.ts']],
  [{ paths: ['*.ts'] }, ['src/a.ts', 'src/a.test.ts', 'src/lib/types.d.ts']],
  [{ paths: ['src/*.ts'], excludePaths: ['*.test.*'] }, ['src/a.ts']],
  [{ paths: ['src/**/*.ts', 'Makefile'] }, ['src/a.ts', 'src/a.test.ts', 'src/lib/types.d.ts', 'Makefile']],
  [{ fileTypes: ['ts'] }, ['src/a.ts', 'src/a.test.ts', 'src/lib/b.TS', 'src/lib/types.d.ts']],
  [{ fileTypes: ['.d.ts', '*.MD'] }, ['README.md', 'src/lib/types.d.ts']],
  [{ excludePaths: ['src', 'test'] }, ['README.md', 'Makefile']],
])('%j', (wishes, paths) => {
  expect(wanted(wishes)).toEqual(paths);
});

it.each([[['']], [['x'.repeat(501)]], [['*a*a*a*a*a']], [Array.from({ length: 101 }, () => 'a')]])(
  'refuses %j',
  (paths) => {
    expect(() => wanted({ paths })).toThrow(ToolFailure);
  },
);
