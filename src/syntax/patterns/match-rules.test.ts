import { describe, expect, test } from 'vitest';
import { loadTreeSitter } from '../../../scripts/lib/node-syntax.ts';
import { matchRules, ruleOfPattern } from './match-rules.ts';
import type { Formula, PatternRule } from './service.ts';

const grammars = await loadTreeSitter();

function run(path: string, text: string, rules: readonly PatternRule[]) {
  return matchRules([{ path, text }], rules, grammars, async () => {});
}

/** The texts that a pattern matches. */
async function matched(path: string, pattern: string, text: string): Promise<readonly string[]> {
  const { files, problems } = await run(path, text, [ruleOfPattern(pattern)]);
  expect(problems).toEqual([]);
  expect(files[0]?.unfinished).toEqual([]);
  return (files[0]?.matches ?? []).map(({ range }) => text.slice(range.start, range.end));
}

describe('a call with any arguments', () => {
  test.each([
    ['a.py', 'danger(...)', 'x = danger(1, b=2)\n', 'danger(1, b=2)'],
    ['a.js', 'danger(...)', 'const x = danger(1);\n', 'danger(1)'],
    ['a.ts', 'danger(...)', 'const x: number = danger(1);\n', 'danger(1)'],
    ['a.tsx', 'danger(...)', 'const x = <a b={danger(1)} />;\n', 'danger(1)'],
    ['a.go', 'danger(...)', 'package a\nfunc f() { x := danger(1) }\n', 'danger(1)'],
    ['A.java', 'danger(...)', 'class A { int x = danger(1); }\n', 'danger(1)'],
    ['a.rb', 'danger(...)', 'x = danger(1)\n', 'danger(1)'],
    ['a.php', 'danger(...)', '<?php $x = danger(1);\n', 'danger(1)'],
    ['a.c', 'danger(...)', 'int f() { return danger(1); }\n', 'danger(1)'],
    ['a.cpp', 'danger(...)', 'int f() { return danger(1); }\n', 'danger(1)'],
    ['a.cs', 'danger(...)', 'class A { int x = danger(1); }\n', 'danger(1)'],
    ['a.rs', 'danger(...)', 'fn f() { let x = danger(1); }\n', 'danger(1)'],
    ['a.kt', 'danger(...)', 'fun f() { val x = danger(1) }\n', 'danger(1)'],
    ['a.scala', 'danger(...)', 'def f() = { val x = danger(1) }\n', 'danger(1)'],
    ['a.sh', 'danger ...', 'if danger 1 2; then b; fi\n', 'danger 1 2'],
  ])('in %s', async (path, pattern, text, expected) => {
    expect(await matched(path, pattern, text)).toEqual([expected]);
    expect(await matched(path, pattern, text.replaceAll('danger', 'harmless'))).toEqual([]);
  });
});

describe('an entry', () => {
  test.each([
    ['a.json', '{..., "a": $X, ...}', '{"b": 1, "a": [2]}', '{"b": 1, "a": [2]}'],
    ['a.yaml', 'a: $X', 'b: 1\na: 2\n', 'a: 2'],
  ])('of %s', async (path, pattern, text, expected) => {
    expect(await matched(path, pattern, text)).toEqual([expected]);
    expect(await matched(path, pattern, text.replace(/\ba\b/, 'c'))).toEqual([]);
  });
});

describe('what counts as the same', () => {
  test.each([
    ['quotes', 'f("a")', "f('a')", true],
    ['comments and spaces', 'f(a, b)', 'f(  # c\n  a,\n  b,\n)', true],
    ['parentheses', 'f(a + b)', 'f((a + (b)))', true],
    ['the order of named arguments', 'f(a=1, b=2)', 'f(b=2, a=1)', true],
    ['other named arguments', 'f(a=1)', 'f(a=1, b=2)', false],
    ['named arguments among any', 'f(..., b=2, ...)', 'f(c, b=2, a=1)', true],
    ['an imported name', 'os.path.join(...)', 'from os.path import join as j\nj(a)', true],
    ['an imported module', 'os.path.join(...)', 'import os.path as p\np.join(a)', true],
    ['another name', 'os.path.join(...)', 'join(a)', false],
    ['a sign', '$X == $Y', 'a != b', false],
    ['the order of operands', 'a == b', 'b == a', false],
    ['equal metavariables', '$X == $X', 'a.b == a . b', true],
    ['unequal metavariables', '$X == $X', 'a.b == a.c', false],
    ['metavariables without a name', '$_ == $_', 'a == b', true],
    ['a literal', 'f("...")', 'f("a")', true],
    ['a constant', 'f("...")', 'A = "a"\nf(A)', true],
    ['a name that changes', 'f("...")', 'A = "a"\nA = b\nf(A)', false],
    ['an interpolated text', 'f("...")', 'f(f"{a}")', false],
    ['an interpolated text that is asked for', 'f(f"...")', 'f(f"{a}")', true],
    ['a regular expression', 'f("=~/^a+$/")', 'f("aa")', true],
    ['a regular expression that differs', 'f("=~/^a+$/")', 'f("ab")', false],
    ['annotations', 'def $F($X): return $X', 'def f(a: int) -> int: return a', true],
    ['decorators', 'def $F($X): return $X', '@a\ndef f(b): return b', true],
    ['an assignment with a type', '$X = f()', 'a: int = f()', true],
    ['an operator before =', '$X = 1', 'a += 1', false],
    ['somewhere inside', 'f(<... g(a) ...>)', 'f([1, {2: g(a)}])', true],
    ['not inside', 'f(<... g(a) ...>)', 'f([g(b)])', false],
    ['a chain', '$X.a(). ... .b()', 'c.a().d().e.b()', true],
    ['any statements between', 'a()\n...\nb()', 'a()\nc()\nif d:\n    b()', true],
    ['no statement between', 'a()\nb()', 'a()\nc()\nb()', false],
    ['named rest', 'f($...A, 3)', 'f(1, 2, 3)', true],
  ])('%s', async (_, pattern, text, expected) => {
    expect(await matched('a.py', pattern, `${text}\n`)).toHaveLength(expected ? 1 : 0);
  });

  test('any declaration is an assignment', async () => {
    const text = 'const a = f(); let b; b = f(); var c = f(), d = g();';
    expect(await matched('a.js', '$X = f()', text)).toEqual(['a = f()', 'b = f()', 'c = f()']);
  });

  test('every value of a metavariable counts', async () => {
    const formula: Formula = {
      kind: 'all',
      of: [{ kind: 'pattern', pattern: 'f(..., $X, ...)', line: 1 }],
      conditions: [{ kind: 'regex', variable: '$X', regex: 'c', line: 1 }],
      focus: ['$X'],
    };
    const { files } = await run('a.py', 'f(a, b, c)\n', [{ id: 'a', languages: ['python'], formula }]);
    expect(files[0]?.matches).toMatchObject([{ range: { start: 8, end: 9 }, variables: { $X: { text: 'c' } } }]);
  });
});

describe('combining', () => {
  const p = (pattern: string): Formula => ({ kind: 'pattern', pattern, line: 1 });
  const all = (...of: readonly Formula[]): Formula => ({ kind: 'all', of, conditions: [], focus: [] });
  const not = (of: Formula): Formula => ({ kind: 'not', of });
  const inside = (of: Formula): Formula => ({ kind: 'inside', of });
  const TEXT = 'def f(a):\n    g(a)\n    g(b)\n\ndef h(c):\n    g(c)\n    g(1)\n';

  test.each<[string, Formula, readonly string[]]>([
    ['a pattern inside another', all(p('g($X)'), inside(p('def f(...):\n  ...'))), ['g(a)', 'g(b)']],
    ['bound alike', all(p('g($X)'), inside(p('def $F($X):\n  ...'))), ['g(a)', 'g(c)']],
    ['not inside', all(p('g($X)'), not(inside(p('def $F($X):\n  ...')))), ['g(b)', 'g(1)']],
    ['not', all(p('g($X)'), not(p('g(1)'))), ['g(a)', 'g(b)', 'g(c)']],
    ['either', { kind: 'any', of: [p('g(1)'), p('g(a)')] }, ['g(a)', 'g(1)']],
    ['a regular expression', { kind: 'regex', regex: 'g\\([ab]\\)', line: 1 }, ['g(a)', 'g(b)']],
    ['no regular expression', all(p('g($X)'), not({ kind: 'regex', regex: '\\d', line: 1 })), ['g(a)', 'g(b)', 'g(c)']],
    [
      'a comparison',
      {
        kind: 'all',
        of: [p('g($X)')],
        conditions: [{ kind: 'comparison', variable: '$X', operator: '<', number: 2 }],
        focus: [],
      },
      ['g(1)'],
    ],
    [
      'a pattern in a metavariable',
      {
        kind: 'all',
        of: [p('def $F($X):\n  ...')],
        conditions: [{ kind: 'formula', variable: '$F', formula: p('h') }],
        focus: ['$F'],
      },
      ['h'],
    ],
    [
      'no pattern in a metavariable',
      {
        kind: 'all',
        of: [p('g($X)')],
        conditions: [{ kind: 'formula', variable: '$X', formula: not(p('a')) }],
        focus: [],
      },
      ['g(b)', 'g(c)', 'g(1)'],
    ],
  ])('%s', async (_, formula, expected) => {
    const { files } = await run('a.py', TEXT, [{ id: 'a', languages: ['python'], formula }]);
    expect(files[0]?.matches.map(({ range }) => TEXT.slice(range.start, range.end))).toEqual(expected);
  });
});

describe('what cannot be used', () => {
  test.each([
    ['no code', 'def (', 'no python that can be parsed'],
    ['a typed metavariable', '(String $X).a()', 'type'],
    ['nothing', '  ', 'empty'],
    ['a regular expression with lookahead', '"=~/(?!a)/"', 'RE2'],
    ['too many parts', `${'a + '.repeat(1500)}a`, 'more than'],
    ['a very long one', 'a'.repeat(10_001), '10000'],
  ])('%s', async (_, pattern, why) => {
    const { problems, files } = await run('a.py', 'a\n', [ruleOfPattern(pattern)]);
    expect(problems).toMatchObject([{ rule: 'pattern', language: 'python', why: expect.stringContaining(why) }]);
    expect(files[0]?.matches).toEqual([]);
  });

  test('too many rules, or two of one id', async () => {
    await expect(run('a.py', '', [ruleOfPattern('a'), ruleOfPattern('b')])).rejects.toThrow('same id');
    const many = Array.from({ length: 501 }, (_, index) => ({ ...ruleOfPattern('a'), id: `r${index}` }));
    await expect(run('a.py', '', many)).rejects.toThrow('500');
  });
});

describe('hostile input', () => {
  const pattern = (id: string, text: string): PatternRule => ({ ...ruleOfPattern(text), id });

  test('many ellipses end, and the other rules are run', async () => {
    const many = `f(${'..., $X, '.repeat(12)}..., never)`;
    const text = `f(${Array.from({ length: 60 }, (_, index) => `a${index}`).join(', ')}, b, never1)\nnever\n`;
    const { files } = await run('a.py', text, [
      pattern('many', many.replaceAll('$X', '$_')),
      pattern('plain', 'never'),
    ]);
    expect(files[0]?.unfinished).toMatchObject([{ rule: 'many' }]);
    expect(files[0]?.matches).toMatchObject([{ rule: 'plain' }]);
  });

  test('many statements with ellipses end', async () => {
    const text = `${'a()\n'.repeat(3000)}c()\n`;
    const rules = [pattern('many', `${'a()\n...\n'.repeat(8)}b()`), pattern('plain', 'c()')];
    const { files } = await run('a.py', text, rules);
    expect(files[0]?.matches.map(({ rule }) => rule)).toContain('plain');
  });

  test.each([
    ['parentheses', 'x = ', '(', '1', ')'],
    ['lists', 'x = ', '[', '1', ']'],
    ['calls', 'x = ', 'f(', '1', ')'],
  ])('100,000 %s in each other', async (_, start, open, middle, close) => {
    const text = `danger(1)\n${start}${open.repeat(100_000)}${middle}${close.repeat(100_000)}\n`;
    const { files } = await run('a.py', text, [pattern('a', 'danger($X)'), pattern('b', 'f(<... g() ...>)')]);
    expect(files[0]?.damaged || files[0]?.matches.some(({ rule }) => rule === 'a')).toBe(true);
  });

  test('20,000 terms of a sum', async () => {
    const text = `danger(1)\nx = 1${' + 1'.repeat(20_000)}\n`;
    const { files } = await run('a.py', text, [pattern('a', 'danger($X)'), pattern('b', '$X + $X')]);
    expect(files[0]?.damaged || files[0]?.matches.some(({ rule }) => rule === 'a')).toBe(true);
  });

  test('more matches than are told', async () => {
    const { files } = await run('a.py', 'a\n'.repeat(1001), [pattern('a', 'a')]);
    expect(files[0]).toMatchObject({ matches: [], unfinished: [{ rule: 'a', why: expect.stringContaining('1000') }] });
  });

  test('gives way while it works', async () => {
    let turns = 0;
    const text = 'f(a, b)\n'.repeat(20_000);
    await matchRules([{ path: 'a.py', text }], [pattern('a', 'f(..., $X, $X, ...)')], grammars, async () => {
      turns++;
    });
    expect(turns).toBeGreaterThan(2);
  });
});
