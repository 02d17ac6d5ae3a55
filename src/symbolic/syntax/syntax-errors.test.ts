import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import { PythonSyntaxError } from './errors.ts';
import { parseModule, type TreeParser } from './parse.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

function failure(source: string): PythonSyntaxError | undefined {
  try {
    parseModule(source, parser);
  } catch (error) {
    if (error instanceof PythonSyntaxError) return error;
    throw error;
  }
  return undefined;
}

describe('invalid source', () => {
  test.each<[string, number, string]>([
    ['x = 1\ndef f(:\n    pass', 2, 'def f('],
    ['if x\n    y', 1, 'if x'],
    ['def f():\n', 1, 'indented block'],
    ['if x:\n# only a comment\ny', 1, 'indented block'],
    ['x = 1\n  y = 2', 2, 'indent'],
    ['if a:\n    b\n  c', 3, 'indent'],
    ['if a:\n    b\n        c', 3, 'indent'],
    ['if a:\n\tb\n        c', 3, 'indented differently'],
    ['if a:\n    b\n  else:\n    c', 3, 'indented'],
    ['x =\ny = 2', 1, 'breaks off'],
    ['from a import\\\n b\nimport\n c', 3, 'breaks off'],
    ['print "x"', 1, 'print(...)'],
    ['exec "x"', 1, 'exec(...)'],
    ['raise E, "x"', 1, 'raise E(value)'],
    ['x = 1\ny = \u00a02', 2, 'U+00A0'],
    ['f(\u200bx)', 1, 'U+200B'],
    ['x = 1\0', 1, 'null character'],
    ['x = "\ud800"', 1, 'surrogate'],
    ['x = ?', 1, 'Invalid syntax'],
    ['async = 1', 1, 'async is a keyword'],
    ['f() = 1', 1, 'f() = 1'],
    ['*a = b', 1, 'list or tuple'],
    ['*a, *b = c', 1, 'Multiple starred'],
    ['a, b += 1', 1, 'target of +='],
    ['a: int = b = 1', 1, 'part of another'],
    ['for f() in x: pass', 1, 'f()'],
    ['with a as f(): pass', 1, 'assign to'],
    ['del f()', 1, 'delete'],
    ['x = (yield)', 1, '"yield" outside function'],
    ['x = 1\nreturn x', 2, '"return" outside function'],
    ['class A:\n    return 1', 2, '"return" outside function'],
    ['def f():\n    await x', 2, '"await" outside async function'],
    ['async with a: pass', 1, 'outside async function'],
    ['while x:\n    def f():\n        break', 3, '"break" outside loop'],
    ['for x in y: pass\nelse: continue', 2, '"continue" outside loop'],
    ['nonlocal x', 1, '"nonlocal" at module level'],
    ['def f(a, a): pass', 1, 'Duplicate parameter a'],
    ['def f(a=1, b): pass', 1, 'default'],
    ['def f(*): pass', 1, 'bare *'],
    ['def f(*, **k): pass', 1, 'bare *'],
    ['def f(/): pass', 1, 'Invalid /'],
    ['def f((a, b)): pass', 1, 'expected a name'],
    ['def f(a: *b): pass', 1, 'starred annotation'],
    ['try: a', 1, 'except or a finally'],
    ['try: a\nexcept: b\nexcept C: d', 1, 'must be the last'],
    ['try: a\nexcept B: c\nexcept* D: e', 1, 'Cannot mix'],
    ['import a,', 1, 'trailing comma'],
    ['from a import b.c', 1, 'dotted name'],
    ['assert a, b, c', 1, 'at most one message'],
    ['match x:\n    y', 2, 'Invalid syntax at "y"'],
    ['x = {,}', 1, 'x = {,}'],
    ['f(,)', 1, 'missing before the comma'],
  ])('%j', (source, line, message) => {
    const error = failure(source);
    expect(error?.message).toContain(message);
    expect(error?.line).toBe(line);
  });

  test('messages quote the line, shortened, and tell the column in code points', () => {
    const error = failure(`"𝔸", (x y)${' '.repeat(200)}`);
    expect(error?.message.endsWith(': "𝔸", (x y)')).toBe(true);
    expect(error?.column).toBeGreaterThan(0);
    expect(failure(`x = ${'a '.repeat(500)}`)?.message.length).toBeLessThan(250);
  });
});

describe('nesting', () => {
  test.each<[string, string]>([
    ['parentheses', `${'('.repeat(10_000)}1${')'.repeat(10_000)}`],
    ['unclosed parentheses', '('.repeat(10_000)],
    ['lists', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['calls', `${'f('.repeat(10_000)}${')'.repeat(10_000)}`],
    ['unary minus', `${'-'.repeat(10_000)}x`],
    ['attributes', `x${'.a'.repeat(10_000)}`],
    ['sums', `a${' + a'.repeat(5000)}`],
    ['powers', `a${' ** a'.repeat(5000)}`],
    ['conditionals', `a${' if a else a'.repeat(5000)}`],
    ['lambdas', `${'lambda: '.repeat(5000)}1`],
    ['elif', `if a: pass\n${'elif a: pass\n'.repeat(2000)}`],
    [
      'blocks',
      `${Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth)}if a:`).join('\n')}\n${' '.repeat(400)}b`,
    ],
    ['assignments', `${'a = '.repeat(5000)}1`],
    ['brackets of all kinds', '[a,'.repeat(20_000)],
    ['comment lines', `x = 1\n${'# a\n\n'.repeat(1001)}y = 2`],
    ['line continuations', `x = \\\n${'  \\\n'.repeat(1001)}1`],
  ])('too many %s are refused', (_, source) => {
    expect(failure(source)).toBeInstanceOf(PythonSyntaxError);
  });

  test('the message names the limit', () => {
    expect(failure(`${'('.repeat(201)}1${')'.repeat(201)}`)?.message).toContain('200 levels');
    expect(failure(`x = a${' + a'.repeat(700)}`)?.message).toContain('600 levels');
  });

  test.each<[string, string]>([
    ['brackets', `${'['.repeat(200)}${']'.repeat(200)}`],
    ['terms', `x = a${' + a'.repeat(500)}`],
    ['elif', `if a: pass\n${'elif a: pass\n'.repeat(500)}`],
    ['arguments', `f(${'a, '.repeat(10_000)})`],
    ['statements', 'x = 1\n'.repeat(10_000)],
    ['brackets in strings', `x = """${'('.repeat(2000)}""" + '${'['.repeat(2000)}' # ${'{'.repeat(2000)}`],
    ['comment lines', `x = 1\n${'# a\n'.repeat(500)}y = 2`],
  ])('long but flat %s are read', (_, source) => {
    expect(failure(source)).toBeUndefined();
  });
});
