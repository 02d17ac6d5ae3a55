/** The syntax Worker through its binding. */
import { beforeAll, expect, it } from 'vitest';
import type { SyntaxApi } from '../../src/syntax/service.ts';
import { sharedServer } from '../mcp/harness.ts';

const server = sharedServer();
let syntax: SyntaxApi;

beforeAll(async () => {
  await server.listen();
  syntax = (await server.getWorker<{ SYNTAX: SyntaxApi }>('lemma-workspace').getEnv()).SYNTAX;
});

it('cuts a text without structure into chunks of at most 80 lines', async () => {
  const text = Array.from({ length: 200 }, (_, index) => `line ${index + 1}\n`).join('');
  const [facts] = await syntax.analyze([{ path: 'notes', text }]);
  expect(facts).toMatchObject({ language: 'text', lines: 200, symbols: [], damaged: false });
  expect(facts?.chunks.map(({ lineStart, lineEnd }) => [lineStart, lineEnd])).toEqual([
    [1, 80],
    [81, 160],
    [161, 200],
  ]);
});

it.each([
  ['python', 'a.py', 'def named(): return call()\n'],
  ['javascript', 'a.js', 'function named() { call(); }\n'],
  ['typescript', 'a.ts', 'interface named { call: string }\n'],
  ['tsx', 'a.tsx', 'const named = () => <Call />;\n'],
  ['go', 'a.go', 'package a\n\nfunc named() { call() }\n'],
  ['rust', 'a.rs', 'fn named() { call(); }\n'],
  ['java', 'a.java', 'class named { int field = call(); }\n'],
  ['c', 'a.c', 'int named(void) { return call(); }\n'],
  ['cpp', 'a.cpp', 'class named { int field = call(); };\n'],
  ['csharp', 'a.cs', 'class named { int field = call(); }\n'],
  ['ruby', 'a.rb', 'def named\n  call()\nend\n'],
  ['php', 'a.php', '<?php\nfunction named() { call(); }\n'],
  ['bash', 'a.sh', 'named() { call; }\n'],
  ['json', 'a.json', '{ "named": 1 }\n'],
  ['yaml', 'a.yaml', 'named: 1\n'],
  ['toml', 'a.toml', 'named = 1\n'],
  ['html', 'a.html', '<p id="named">a</p>\n'],
  ['css', 'a.css', '.named { color: red }\n'],
  ['kotlin', 'a.kt', 'fun named() { call() }\n'],
  ['scala', 'a.scala', 'def named = call()\n'],
  ['lua', 'a.lua', 'function named() call() end\n'],
])('reads %s', async (language, path, text) => {
  const [facts] = await syntax.analyze([{ path, text }]);
  expect(facts).toMatchObject({ language, damaged: false });
  expect(facts?.symbols[0]?.name).toMatch(/^[.#]?named$/);
});

it('answers files in their order, and goes on after one that cannot be parsed', async () => {
  const files = [
    { path: 'a.py', text: 'def a(): pass\n' },
    { path: 'b.ts', text: '['.repeat(1_500_000) },
    { path: 'c.py', text: 'def c(): pass\n' },
  ];
  const facts = await syntax.analyze(files);
  expect(facts.map(({ symbols, damaged }) => [symbols[0]?.name, damaged])).toEqual([
    ['a', false],
    [undefined, true],
    ['c', false],
  ]);
});

it('tells what it is', async () => {
  const info = await syntax.info();
  expect(info).toMatchObject({ treeSitterVersion: expect.stringMatching(/^\d+\./), tokenizer: 'cl100k_base' });
  expect(info.heapBytes).toBeGreaterThan(1 << 20);
});

it('counts tokens', async () => {
  expect(await syntax.countTokens(['hello world', ''])).toEqual([2, 0]);
});

it('matches patterns of code', async () => {
  const files = [{ path: 'a.py', text: 'x = 1\nrun("a", b)  # run\n' }];
  const { files: matched, problems } = await syntax.matchPattern(files, 'run("...", $X)');
  expect(problems).toEqual([]);
  expect(matched).toMatchObject([
    { language: 'python', matches: [{ range: { lineStart: 2, columnStart: 1 }, variables: { $X: { text: 'b' } } }] },
  ]);
  expect(await syntax.textRanges(files)).toMatchObject([
    { comments: [{ start: 19, end: 24 }], strings: [{ start: 10, end: 13 }], damaged: [] },
  ]);
});
