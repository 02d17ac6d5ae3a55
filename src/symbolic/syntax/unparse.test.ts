import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import { parseExpression, type TreeParser } from './parse.ts';
import { unparse } from './unparse.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

function rewritten(source: string): string {
  return unparse(parseExpression(source, parser, 1));
}

describe('text that is as short as it can be stays as it is', () => {
  test.each([
    'a + b * c - (d - e)',
    '(a + b) * c ** -d',
    '(-a) ** b',
    '-a ** b',
    'a ** b ** c',
    '(a ** b) ** c',
    'a & b ^ c | (d | e)',
    'not a or b and (c or d)',
    '(not a) == b',
    'a < b <= c is not d not in e',
    '(a < b) < c',
    'a if b else c if d else e',
    '(a if b else c) if d else e',
    '(lambda x, /, y=1, *a, k, **w: x + y)(1)',
    'lambda *, k: k',
    'f(a, *b, k=c, **d)',
    'f(x for x in y)',
    'f((x for x in y), 1)',
    'a.b[c].d(e)[1:2, ::3, :]',
    'a[b,]',
    '(1).real',
    '1.5.real',
    '()',
    '(a,)',
    '[*a, b]',
    '{a, *b}',
    '{}',
    '{a: b, **c}',
    '[x for x, y in z if a if b for w in v]',
    '{k: v for k, v in z}',
    '(yield)',
    '(n := a + b) > 1',
    'await (a ** b)',
    'await a ** b',
    "'it' + \"it's\"",
    '123456789012345678901234567890',
    '0.1 + 1e+16 + 1e-05 + 0.0001 + 1.0 + 123456.0',
    '2j',
    'None is ...',
    "b'\\x00a\\n'",
    "'\\n\\\\\\x00\\u200b'",
    "f'a{{{x!r:>{w}}}}{y}'",
    'f"{d[\'k\']}"',
  ])('%s', (source) => {
    expect(rewritten(source)).toBe(source.startsWith('(yield') ? 'yield' : source);
  });
});

test.each([
  ['((a)) + (b)', 'a + b'],
  ['a+(b*c)', 'a + b * c'],
  ['0xFF', '255'],
  ['1e400', '1e309'],
  ['1e22', '1e+22'],
  ['"a" "b"', "'ab'"],
  ["f'{x = }'", "f'x = {x!r}'"],
  ['x \\\n == y', 'x == y'],
])('%s becomes %s', (source, expected) => {
  expect(rewritten(source)).toBe(expected);
});
