/** The syntax Worker through its binding. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SyntaxApi } from '../../src/syntax/service.ts';
import { createServer } from '../mcp/harness.ts';

const server = createServer();
let syntax: SyntaxApi;

beforeAll(async () => {
  await server.listen();
  syntax = (await server.getWorker<{ SYNTAX: SyntaxApi }>('lemma-workspace').getEnv()).SYNTAX;
});
afterAll(() => server.close());

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

it('counts tokens', async () => {
  expect(await syntax.countTokens(['hello world', ''])).toEqual([2, 0]);
});
