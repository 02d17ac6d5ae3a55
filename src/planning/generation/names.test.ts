import { describe, expect, it } from 'vitest';
import { namesIn } from './names.ts';
import { ownerRules, ownersByCommits } from './owners.ts';
import { nearestTests, testCommandOf } from './test-files.ts';

describe('names of a goal', () => {
  const paths = ['src/app/store.py', 'src/other/util.py', 'lib/util.py', 'README.md'];

  it('are identifiers that no word looks like, and quoted or called ones', () => {
    expect(
      namesIn('Let Store.save_item call `flush` and sync(), as parseHeader does; a plain word is none', paths),
    ).toEqual({
      files: [],
      names: ['Store.save_item', 'flush', 'sync', 'parseHeader'],
      left: 0,
    });
  });

  it('are files in full or by an end that is only one', () => {
    expect(namesIn('see app/store.py, util.py and README.md.', paths).files).toEqual(['src/app/store.py', 'README.md']);
    expect(namesIn('./lib/util.py', paths).files).toEqual(['lib/util.py']);
  });

  it('are few, whatever the text', () => {
    const { names, left } = namesIn(Array.from({ length: 5000 }, (_, index) => `a_${index}`).join(' '), paths);
    expect(names).toHaveLength(12);
    expect(left).toBeGreaterThan(100);
    expect(namesIn('größe_ändern(ß) 名前_変更', []).names).toEqual(['größe_ändern', '名前_変更']);
  });
});

describe('owners', () => {
  const text = [
    '* @all',
    '/docs/* @writers # texts',
    'src/core/ @core a@b.c',
    '!x @nobody',
    'src/core/free.py',
    '*.js @web',
  ].join('\n');
  const rules = ownerRules('CODEOWNERS', text);
  const of = (path: string) => rules.of(path).map(({ name, by }) => [name, by.kind === 'rule' ? by.line : 0]);

  it('are those of the last rule that fits', () => {
    expect(of('a.py')).toEqual([['@all', 1]]);
    expect(of('docs/a.md')).toEqual([['@writers', 2]]);
    expect(of('docs/deep/a.md')).toEqual([['@all', 1]]);
    expect(of('src/core/x/y.py')).toEqual([
      ['@core', 3],
      ['a@b.c', 3],
    ]);
    expect(of('src/core/free.py')).toEqual([]);
    expect(of('src/core/a.js')).toEqual([['@web', 6]]);
    expect(rules.left).toBe(1);
  });

  it('are the authors of most commits, without their addresses', () => {
    expect(ownersByCommits(['Bo <b@x>', 'Ada <a@x>', 'Bo <b@y>'])).toEqual([
      { name: 'Bo', by: { kind: 'commits', count: 2 } },
      { name: 'Ada', by: { kind: 'commits', count: 1 } },
    ]);
  });
});

it('finds the nearest tests, and how they are run', () => {
  expect(nearestTests(['x/test_b.py', 'tests/test_a.py', 'src/q_test.py'], ['src/a.py'])).toEqual([
    'tests/test_a.py',
    'src/q_test.py',
    'x/test_b.py',
  ]);
  const command = (settings?: string, ...files: string[]) => testCommandOf(new Set(files), settings)?.command;
  expect(command('{"scripts":{"test":"vitest"}}')).toBe('npm test');
  expect(command('{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}', 'go.mod')).toBe(
    'go test ./...',
  );
  expect(command('no json')).toBeUndefined();
});
