import { describe, expect, it } from 'vitest';
import { ROOT } from '../wrangler.ts';
import { checkRegex, withSmallBounds } from './check.ts';
import { Module } from './constants.ts';
import { notAccepted, readTable } from './table.ts';
import { keyOf, regexesOf, writtenRegexes } from './written.ts';

describe('the project', () => {
  const written = writtenRegexes(ROOT);
  const table = readTable();

  it('has only regular expressions that were checked', () => {
    expect(written.length).toBeGreaterThan(1000);
    expect(notAccepted(written, table).map(({ at }) => at)).toEqual([]);
  });

  it('excepts few, each with its reason', () => {
    const excepted = written.filter((regex) => typeof table[keyOf(regex)] === 'object').map(({ at }) => at);
    expect(excepted).toHaveLength(1);
    expect(excepted[0]).toMatch(/^src\/scaffolds\/answers\/rows\.ts:/);
  });
});

describe('what is read of a file', () => {
  const keys = (text: string) => regexesOf('a.ts', new Module('/a.ts', text)).map(keyOf);

  it.each([
    ['const a = /x[/]+/g;', ['/x[/]+/g']],
    [`const a = new RegExp('a+\\\\b', 'u');`, ['/a+\\b/u']],
    ['const A = "x|y"; const a = RegExp(`^(?:${A})$`);', ['/^(?:x|y)$/']],
    [`const A = ['x', 'y'] as const; const a = new RegExp(\`\${A.join('|')}\` + 'z');`, ['/x|yz/']],
    ['const A = /a+/u; const b = new RegExp(A.source, "g");', ['/a+/u', '/a+/g']],
    ['const a = (name: string) => new RegExp(String.raw`\\b${name}\\b`);', ['/\\b1\\b/']],
    ['const a: string = a + "x"; const b = new RegExp(a);', ['/1x/']],
  ])('%s', (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  it('is reported with its line', () => {
    const [found] = regexesOf('a.ts', new Module('/a.ts', '\n\nconst a = /x/;'));
    expect(found?.at).toBe('a.ts:3');
  });

  it('is refused when it is new', () => {
    const found = regexesOf('a.ts', new Module('/a.ts', 'const a = /x/, b = /y/;'));
    expect(notAccepted(found, { '/x/': 'linear' }).map(keyOf)).toEqual(['/y/']);
  });
});

describe('a check', () => {
  it.each([
    ['^(a+)+$', ''],
    ['\\s+$', 'u'],
    ['a*a*b', ''],
    ['^(.*?) ?<([^>]*)> x$', ''],
  ])('finds what /%s/%s takes', (source, flags) => {
    expect(checkRegex(source, flags)).toMatchObject({ type: 'vulnerable' });
  });

  it.each([
    ['^a+$', 'linear'],
    ['a{0,300}b', 'linear'],
    ['(?<!\\s)\\s+$', 'no attack found'],
  ])('takes /%s/ as %s', (source, verdict) => {
    expect(checkRegex(source, '')).toEqual({ type: 'accepted', verdict });
  });

  it.each([
    ['a{0,300}b{7}c{2,}', 'a{0,3}b{2}c{2,}'],
    ['x{4,4}[{9}]\\{9}', 'x{2,2}[{9}]\\{9}'],
  ])('reads bounds of %s as %s', (source, small) => {
    expect(withSmallBounds(source)).toBe(small);
  });
});
