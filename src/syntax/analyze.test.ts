import { describe, expect, test } from 'vitest';
import { loadTreeSitter } from '../../scripts/lib/node-syntax.ts';
import { analyze } from './analyze.ts';
import type { FileFacts } from './service.ts';

const grammars = await loadTreeSitter();

function facts(path: string, text: string): Promise<FileFacts> {
  return analyze({ path, text }, grammars);
}

/** `1-12 Shop.add` for each chunk. */
async function chunksOf(path: string, text: string): Promise<readonly string[]> {
  const { chunks } = await facts(path, text);
  return chunks.map(({ lineStart, lineEnd, scope }) => `${lineStart}-${lineEnd} ${scope}`.trim());
}

function statements(count: number, indent = ''): string {
  return Array.from({ length: count }, (_, index) => `${indent}step(${index})\n`).join('');
}

function functions(count: number, length: number): string {
  return Array.from({ length: count }, (_, index) => `def f${index}():\n${statements(length - 1, '    ')}`).join('');
}

describe('places', () => {
  const SOURCE = 'x = "🐍é"; y = f("🐍")\n\n# 🐍\ndef g(a="é"):\n    return h(a)\n';
  const SYMBOLS = [
    { name: 'x', lineStart: 1, signature: 'x = "🐍é"' },
    { name: 'y', lineStart: 1, signature: 'y = f("🐍")' },
    { name: 'g', lineStart: 4, lineEnd: 5, nameLine: 4, signature: 'def g(a="é")', doc: '🐍' },
  ];
  const REFERENCES = [
    { name: 'f', line: 1, within: 1 },
    { name: 'h', line: 5, within: 2 },
  ];

  test.each([
    ['line feeds', SOURCE],
    ['carriage returns too', SOURCE.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${SOURCE}`],
    ['no line end at the end', SOURCE.trimEnd()],
  ])('with %s', async (_, text) => {
    const { symbols, references, lines, damaged, chunks } = await facts('a.py', text);
    expect(symbols).toMatchObject(SYMBOLS);
    expect(references).toMatchObject(REFERENCES);
    expect({ lines, damaged }).toEqual({ lines: 5, damaged: false });
    expect(chunks).toMatchObject([{ lineStart: 1, lineEnd: 5, scope: '' }]);
  });

  test('with characters that were no UTF-8', async () => {
    const { symbols } = await facts('a.py', 'def a(): pass\n\uFFFD\uFFFD\ndef b(): pass\n');
    expect(symbols.map(({ name, lineStart }) => `${name} ${lineStart}`)).toEqual(['a 1', 'b 3']);
  });
});

test('local constants are no scopes', async () => {
  const text = 'function outer() {\n  const value = call(() => {\n    function inner() {}\n  });\n}\n';
  const { symbols } = await facts('a.js', text);
  expect(symbols.map(({ scope, name }) => `${scope}/${name}`)).toEqual(['/outer', 'outer/inner']);
});

describe('documents', () => {
  test.each([
    ['', '// One.\n// Two.\nfunction f() {}\n', 'One.\nTwo.'],
    ['a list', '/**\n * Does:\n *\n * * one\n *   - two\n */\nfunction f() {}\n', 'Does:\n\n* one\n  - two'],
    ['one line', '/** Does. */ function f() {}\n', 'Does.'],
    ['a blank line between', '// License\n\nfunction f() {}\n', ''],
    ['behind other code', 'g(); // calls g\nfunction f() {}\n', ''],
    ['a decorator between', '/** Does. */\n@a\nclass f {}\n', 'Does.'],
  ])('%s', async (_, text, doc) => {
    const { symbols } = await facts('a.js', text);
    expect(symbols).toMatchObject([{ name: 'f', doc }]);
  });

  test('are cut when they are long', async () => {
    const { symbols } = await facts('a.js', `/* ${'word '.repeat(10_000)} */\nfunction f(${'a, '.repeat(1000)}) {}\n`);
    expect(symbols[0]?.doc.length).toBe(4001);
    expect(symbols[0]?.signature.length).toBe(301);
  });
});

describe('chunks', () => {
  test('of an empty file: none', async () => {
    expect(await facts('a.py', '')).toMatchObject({ lines: 0, chunks: [], damaged: false });
  });

  test('keep functions whole, and small neighbours together', async () => {
    expect(await chunksOf('a.py', functions(4, 30))).toEqual(['1-60', '61-120']);
    expect(await chunksOf('a.py', functions(3, 60))).toEqual(['1-60 f0', '61-120 f1', '121-180 f2']);
  });

  test('cut a long function between its statements', async () => {
    expect(await chunksOf('a.py', functions(1, 165))).toEqual(['1-40 f0', '41-80 f0', '81-120 f0', '121-165 f0']);
  });

  test('cut a long class between its methods', async () => {
    const method = (name: string) => `\n    # Does.\n    @a\n    def ${name}(self):\n${statements(27, '        ')}`;
    const text = `class Shop:\n${['a', 'b', 'c', 'd'].map(method).join('')}`;
    expect(await chunksOf('a.py', text)).toEqual(['1-64 Shop', '65-125 Shop']);
  });

  test('keep documents and decorators with what follows', async () => {
    const text = `${functions(1, 38)}\n# ${'Does.\n# '.repeat(3)}\n@a\ndef last():\n${statements(50, '    ')}`;
    expect(await chunksOf('a.py', text)).toEqual(['1-39 f0', '40-95 last']);
  });

  test('have no more characters than a screen of text, whatever their lines', async () => {
    const line = `${'value, '.repeat(400)}\n`;
    const long = `x = [\n${line.repeat(20)}]\n`;
    for (const path of ['a.py', 'a.txt']) {
      const { chunks } = await facts(path, long);
      expect(chunks.every(({ lineStart, lineEnd }) => lineEnd - lineStart < 3)).toBe(true);
    }
  });

  test('cut long literals and comments as texts', async () => {
    const text = `x = """\n${'word\n'.repeat(200)}"""\n`;
    expect(await chunksOf('a.py', text)).toEqual(['1-80 x', '81-160 x', '161-202 x']);
  });

  test('count the tokens of their text', async () => {
    const { chunks } = await facts('a.py', 'hello world\n');
    expect(chunks).toEqual([{ lineStart: 1, lineEnd: 1, scope: '', tokens: 2 }]);
  });
});
