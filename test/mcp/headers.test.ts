/** What every answer of the front Worker says beside its body. */
import { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import { secureAnswers } from '../../src/auth/secure-answers.ts';
import { sharedFront } from './harness.ts';
import { openSocket } from './socket-client.ts';

const front = sharedFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});

const message = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method });
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

it.each<[string, string, RequestInit]>([
  ['a page', '/', {}],
  ['a document', '/openapi.json', {}],
  ['health', '/health', {}],
  ['an answer of MCP', '/mcp', { method: 'POST', headers: json, body: message('tools/list') }],
  ['a message that is none', '/mcp', { method: 'POST', headers: json, body: '{' }],
  ['a path that is none', '/none', {}],
  ['a method that is none', '/mcp', { method: 'PATCH' }],
  ['a page that may not ask', '/mcp', { headers: { origin: 'https://evil.example' } }],
  ['a key that is none', '/mcp', { headers: { authorization: 'Basic x' } }],
  ['a file that is not there', '/files/none.txt', {}],
  ['git', '/git/none/info/refs?service=git-upload-pack', {}],
])('%s is of the type that it names', async (_, path, init) => {
  const response = await fetch(new URL(path, base), init);
  await response.arrayBuffer();
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.has('strict-transport-security')).toBe(false);
});

it('who came by TLS comes by TLS only', async () => {
  const app = new Hono().use(secureAnswers).get('/', (c) => c.text('ok'));
  for (const [scheme, hsts] of [
    ['https', 'max-age=31536000'],
    ['http', null],
  ]) {
    const { headers } = await app.request(`${scheme}://localhost/`);
    expect(headers.get('strict-transport-security')).toBe(hsts);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

it('a WebSocket opens as before', async () => {
  const socket = await openSocket(base);
  socket.close();
});
