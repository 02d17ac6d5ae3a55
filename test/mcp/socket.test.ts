import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { Client } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { WebSocketClientTransport } from '@modelcontextprotocol/sdk/client/websocket.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until.ts';
import { cancelledCalls, untilRunning } from './engine-counts.ts';
import { sharedFront } from './harness.ts';
import { callTool } from './requests.ts';
import { INITIALIZE, initialized, type Message, openSocket, socketUrl } from './socket-client.ts';

const front = sharedFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});

const CHECK = { name: 'symbolic_check', arguments: { code: 'x', function_name: 'f' } };
const WAIT = { ...CHECK, arguments: { code: 'wait', function_name: 'f' }, _meta: { progressToken: 'steps' } };

const evict = () => front.getWorker().evictDurableObject('UserSpace', { name: 'local' });

/** Progress that the engine itself reports. */
const isStep = ({ params }: Message) => String(params?.['message']).startsWith('step');

/** Status and headers of a WebSocket handshake with headers that pages cannot set. */
function handshake(
  url: URL,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; protocol: unknown }> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(`${url.pathname}${url.search}`, base), {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    });
    call.on('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode, protocol: undefined });
    });
    call.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode, protocol: response.headers['sec-websocket-protocol'] });
    });
    call.on('error', reject);
    call.end();
  });
}

describe('a WebSocket', () => {
  it('carries the handshake, the list of tools and calls with progress', async () => {
    const client = await openSocket(base);
    expect(client.socket.protocol).toBe('mcp');
    const { result } = await client.request(0, 'initialize', INITIALIZE);
    expect(result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'lemma' } });
    client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const listed = await client.request('list', 'tools/list');
    expect(JSON.stringify(listed.result)).toContain('"name":"run_python_code"');
    const answer = await client.request(1, 'tools/call', { ...CHECK, _meta: { progressToken: 7 } });
    expect(answer.result?.structuredContent).toMatchObject({ status: 'unknown' });
    const steps = client.messages.filter(({ method }) => method === 'notifications/progress');
    expect(steps.map(({ params }) => params)).toEqual([
      { progressToken: 7, progress: 0, message: 'symbolic_check started' },
      { progressToken: 7, progress: 1, total: 2, message: 'parsed' },
      { progressToken: 7, progress: 2, total: 2, message: 'explored' },
    ]);
    expect(client.messages.indexOf(answer)).toBe(client.messages.length - 1);
    await client.close();
  });

  it('lists the toolsets that its URL names, and knows no others', async () => {
    const client = await openSocket(base, { path: '/mcp/ws?toolsets=health' });
    const { result } = await client.request(1, 'tools/list');
    expect(JSON.stringify(result)).toContain('health_check');
    expect(JSON.stringify(result)).not.toContain('run_python_code');
    await client.close();
    const refused = await fetch(new URL('/mcp/ws?toolsets=nothing', base));
    expect(refused.status).toBe(404);
    expect(await refused.text()).toContain('Unknown toolset');
  });

  it('answers several calls at once, each when it is done', async () => {
    const client = await initialized(base);
    client.send({ jsonrpc: '2.0', id: 'slow', method: 'tools/call', params: WAIT });
    await client.next(({ method }) => method === 'notifications/progress');
    const quick = await Promise.all([1, 2, 3].map((id) => client.request(id, 'tools/call', CHECK)));
    expect(quick.map(({ result }) => result?.isError)).toEqual([undefined, undefined, undefined]);
    expect(client.messages.some(({ id }) => id === 'slow')).toBe(false);
    await client.close();
  });

  it('cancels a call on notifications/cancelled, and all calls of a client that closes', async () => {
    await untilRunning(base, 0);
    const before = await cancelledCalls(base);
    const client = await initialized(base);
    client.send({ jsonrpc: '2.0', id: 'one', method: 'tools/call', params: WAIT });
    await client.next(isStep);
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'one' } });
    await until(async () => expect(await cancelledCalls(base)).toBe(before + 1));
    const seen = client.messages.length;
    client.send({ jsonrpc: '2.0', id: 'two', method: 'tools/call', params: WAIT });
    await until(() => expect(client.messages.slice(seen).some(isStep)).toBe(true));
    await client.close();
    await until(async () => expect(await cancelledCalls(base)).toBe(before + 2));
    expect(client.messages.some(({ id }) => id === 'one' || id === 'two')).toBe(false);
  });

  it.each([
    ['that is not JSON', '{', -32700, null, 'not valid JSON'],
    ['without a message', '"text"', -32600, null, 'not a JSON-RPC 2.0 message'],
    ['with a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, null, 'batches are not taken'],
    ['without a version', '{"id":5,"method":"ping"}', -32600, 5, 'not a JSON-RPC 2.0 message'],
    ['of too many letters', 'x'.repeat(4 * 1024 * 1024 + 1), -32000, null, 'larger than 4194304 bytes'],
    ['of too many bytes', 'é'.repeat(2.1 * 1024 * 1024), -32000, null, 'larger than 4194304 bytes'],
  ])('answers a frame %s with an error', async (_, frame, code, id, message) => {
    const client = await openSocket(base);
    client.send(frame);
    const answer = await client.next(({ error }) => error !== undefined);
    expect(answer).toMatchObject({ id, error: { code, message: expect.stringContaining(message) } });
    expect((await client.request(9, 'ping')).result).toEqual({});
    await client.close();
  });

  it('answers a binary frame with an error, and unknown methods and tools as over HTTP', async () => {
    const client = await initialized(base);
    client.socket.send(new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}'));
    const answer = await client.next(({ error }) => error !== undefined);
    expect(answer).toMatchObject({ id: null, error: { code: -32600, message: expect.stringContaining('binary') } });
    expect((await client.request(2, 'no/such')).error?.code).toBe(-32601);
    expect((await client.request(3, 'tools/call', { name: 'no_such' })).error?.code).toBe(-32602);
    await client.close();
  });

  it('takes a large message', async () => {
    const client = await initialized(base);
    const code = `# ${'x'.repeat(3 * 1024 * 1024)}`;
    const { result } = await client.request(1, 'tools/call', { name: 'run_python_code', arguments: { code } });
    expect(result?.isError).toBeUndefined();
    await client.close();
  });

  it('keeps its handshake and tools while its object is out of memory', async () => {
    const client = await openSocket(base, { path: '/mcp/ws?toolsets=health' });
    await client.request('hello', 'initialize', { ...INITIALIZE, protocolVersion: '2025-03-26' });
    await evict();
    const { result } = await client.request(1, 'tools/list');
    expect(JSON.stringify(result)).not.toContain('symbolic_check');
    // Only the handshake tells that this client knows no links.
    const { result: checked } = await client.request(2, 'tools/call', CHECK);
    expect(JSON.stringify(checked?.content)).not.toContain('resource_link');
    expect(client.messages.map(({ id }) => id)).toEqual(['hello', 1, 2]);
    await client.close();
  });

  it('takes a handshake that is too large to be kept', async () => {
    const client = await openSocket(base);
    const clientInfo = { name: 'x'.repeat(50_000), version: '1' };
    expect((await client.request(1, 'initialize', { ...INITIALIZE, clientInfo })).error).toBeUndefined();
    await evict();
    expect((await client.request(2, 'tools/call', CHECK)).result?.isError).toBeUndefined();
    await client.close();
  });

  it('reaches the sessions that its user has over HTTP', async () => {
    const client = await initialized(base);
    const run = { name: 'run_python_code', arguments: { code: 'x', session_id: 'socket-shared' } };
    expect(JSON.stringify(await client.request(1, 'tools/call', run))).toContain('cell 1');
    const { body } = await callTool(base, run.name, run.arguments);
    expect(JSON.stringify(body)).toContain('cell 2');
    await client.close();
  });
});

describe('official clients over a WebSocket', () => {
  it('the v1 client lists and calls', async () => {
    const client = new ClientV1({ name: 'test', version: '1' });
    await client.connect(new WebSocketClientTransport(socketUrl(base)));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('symbolic_check');
    const steps: unknown[] = [];
    const result = await client.callTool(CHECK, undefined, { onprogress: (step) => steps.push(step) });
    expect(result.structuredContent).toMatchObject({ status: 'unknown' });
    expect(steps).toHaveLength(3);
    await client.close();
  });

  it('the v2 client negotiates 2026-07-28', async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new WebSocketClientTransport(socketUrl(base)));
    expect(client.getProtocolEra()).toBe('modern');
    await evict();
    const result = await client.callTool(CHECK);
    expect(result.structuredContent).toMatchObject({ status: 'unknown' });
    await client.close();
  });
});

describe('the handshake', () => {
  it('refuses what is no WebSocket, and subprotocols without mcp', async () => {
    const plain = await fetch(new URL('/mcp/ws', base));
    expect(plain.status).toBe(426);
    expect(await plain.text()).toContain('ws://');
    const answers = ['bearer.secret, mcp', 'bearer.secret', 'graphql'].map((offered) =>
      handshake(socketUrl(base), { 'sec-websocket-protocol': offered }),
    );
    expect(await Promise.all(answers)).toEqual([
      { status: 101, protocol: 'mcp' },
      { status: 400, protocol: undefined },
      { status: 400, protocol: undefined },
    ]);
    expect(await handshake(socketUrl(base), {})).toEqual({ status: 101, protocol: undefined });
  });

  it('refuses foreign pages and hosts', async () => {
    expect((await handshake(socketUrl(base), { origin: 'https://evil.example' })).status).toBe(403);
    expect((await handshake(socketUrl(base), { host: 'evil.example' })).status).toBe(403);
    expect((await handshake(socketUrl(base), { origin: base.origin })).status).toBe(101);
  });

  it('refuses more than 100 connections of one user', async () => {
    const protocols = ['mcp', 'bearer.socket-hoarder'];
    const clients = await Promise.all(Array.from({ length: 100 }, () => openSocket(base, { protocols })));
    await expect(openSocket(base, { protocols })).rejects.toThrow('refused');
    await (await openSocket(base, { protocols: ['mcp', 'bearer.socket-other'] })).close();
    await clients[0]?.close();
    await until(async () => clients.push(await openSocket(base, { protocols })));
    await Promise.all(clients.map((client) => client.close()));
  });

  it('takes a token as subprotocol: two users, two spaces', async () => {
    const ask = async (token: string) => {
      const client = await initialized(base, { protocols: ['mcp', `bearer.${token}`] });
      const { result } = await client.request(1, 'tools/call', CHECK);
      await client.close();
      return /asked by (token-[0-9a-f]{64})/.exec(JSON.stringify(result))?.[1];
    };
    const users = ['socket-alice', 'socket-bob'];
    const digest = (text: string) => `token-${createHash('sha256').update(text).digest('hex')}`;
    expect(await Promise.all(users.map(ask))).toEqual(users.map(digest));
  });
});
