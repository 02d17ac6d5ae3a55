/** What becomes of sessions, sockets and streams when the key that opened them is revoked, and another takes its place. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChangingFront, createFront, setKeys } from './harness.ts';
import { bearer, callTool, openSession, post, STREAMABLE } from './requests.ts';
import { initialized } from './socket-client.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const LAPTOP = digest('laptop');
const CI = digest('ci');
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const CHECK = { name: 'symbolic_check', arguments: { code: 'x', function_name: 'f' } };

/** Status of a ping in a session. */
async function ping(base: URL, session: string, key: string): Promise<number> {
  const headers = { 'content-type': 'application/json', ...STREAMABLE, ...bearer(key), 'mcp-session-id': session };
  const response = await fetch(new URL('/mcp', base), { method: 'POST', headers, body: JSON.stringify(PING) });
  await response.text();
  return response.status;
}

/** Resolves when the server ends a stream. */
async function ended(stream: Response): Promise<void> {
  for await (const _ of stream.body ?? []);
}

describe('a revoked key', () => {
  const front = createChangingFront();
  let base: URL;
  beforeAll(async () => {
    base = (await front.listen()).url;
  });
  beforeEach(() => setKeys(base, { alice: { laptop: LAPTOP, ci: CI } }));
  afterAll(() => front.close());

  const revoke = () => setKeys(base, { alice: { ci: CI } });

  /** Takes the object out of memory; its first request afterwards finds the present rules. */
  async function wake(): Promise<void> {
    await front.getWorker().evictDurableObject('UserSpace', { name: 'key-alice' });
    expect((await post(new URL('/mcp', base), PING, bearer('ci'))).status).toBe(200);
  }

  async function openStream(session: string): Promise<Response> {
    const headers = { accept: 'text/event-stream', ...bearer('laptop'), 'mcp-session-id': session };
    return fetch(new URL('/mcp', base), { headers });
  }

  it('is refused', async () => {
    await revoke();
    expect((await post(new URL('/mcp', base), PING, bearer('laptop'))).status).toBe(401);
  });

  it('ends its session for every key', async () => {
    const session = await openSession(base, bearer('laptop'));
    expect(await ping(base, session, 'laptop')).toBe(200);
    const stream = await openStream(session);
    await revoke();
    expect(await ping(base, session, 'laptop')).toBe(401);
    expect(await ping(base, session, 'ci')).toBe(404);
    await ended(stream);
    await setKeys(base, { alice: { laptop: LAPTOP, ci: CI } });
    expect(await ping(base, session, 'laptop')).toBe(404);
  });

  it('leaves the session to a key that took it over', async () => {
    const session = await openSession(base, bearer('laptop'));
    expect(await ping(base, session, 'ci')).toBe(200);
    await revoke();
    expect(await ping(base, session, 'ci')).toBe(200);
    await wake();
    expect(await ping(base, session, 'ci')).toBe(200);
  });

  it('ends a GET stream that hears nothing, though its session goes on', async () => {
    const session = await openSession(base, bearer('laptop'));
    const stream = await openStream(session);
    expect(stream.status).toBe(200);
    expect(await ping(base, session, 'ci')).toBe(200);
    await revoke();
    await wake();
    await ended(stream);
    expect(await ping(base, session, 'ci')).toBe(200);
  });

  it('closes its WebSocket at the next message', async () => {
    const client = await initialized(base, { protocols: ['mcp', 'bearer.laptop'] });
    expect((await client.request(1, 'tools/call', CHECK)).result?.isError).toBeUndefined();
    await revoke();
    const closed = once(client.socket, 'close');
    client.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: CHECK });
    const [event] = await closed;
    expect(event).toMatchObject({ code: 1008, reason: expect.stringContaining('revoked') });
    expect(client.messages.filter(({ id }) => id === 2)).toEqual([]);
  });

  it('closes a WebSocket that is idle when the object comes back to memory', async () => {
    const client = await initialized(base, { protocols: ['mcp', 'bearer.laptop'] });
    const other = await initialized(base, { protocols: ['mcp', 'bearer.ci'] });
    await revoke();
    const closed = once(client.socket, 'close');
    await wake();
    expect((await closed)[0]).toMatchObject({ code: 1008 });
    expect((await other.request(1, 'tools/call', CHECK)).result?.isError).toBeUndefined();
    await other.close();
  });

  it('closes the WebSocket when another user gets the key', async () => {
    const client = await initialized(base, { protocols: ['mcp', 'bearer.laptop'] });
    await setKeys(base, { alice: { ci: CI }, bob: { laptop: LAPTOP } });
    const closed = once(client.socket, 'close');
    client.send(PING);
    expect((await closed)[0]).toMatchObject({ code: 1008 });
  });

  it('ends its HTTP+SSE connection', async () => {
    const stream = await fetch(new URL('/sse', base), { headers: bearer('laptop') });
    const [announcement, rest] = stream.body?.tee() ?? [];
    const { value } = (await announcement?.pipeThrough(new TextDecoderStream()).getReader().read()) ?? {};
    const endpoint = new URL(/data: (\S+)/.exec(value ?? '')?.[1] ?? '', base);
    const send = async () => {
      const headers = { 'content-type': 'application/json', ...bearer('ci') };
      return (await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(PING) })).status;
    };
    expect(await send()).toBe(202);
    await revoke();
    expect(await send()).toBe(404);
    await ended(new Response(rest));
  });

  it('with fewer scopes does less on what is open already', async () => {
    const client = await initialized(base, { protocols: ['mcp', 'bearer.laptop'] });
    const session = await openSession(base, bearer('laptop'));
    await setKeys(base, { alice: { laptop: { digest: LAPTOP, scopes: ['read'] } } });
    const { result } = await client.request(1, 'tools/call', CHECK);
    expect(result?.structuredContent).toMatchObject({ error_type: 'insufficient_scope' });
    const response = await fetch(new URL('/mcp', base), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...STREAMABLE, ...bearer('laptop'), 'mcp-session-id': session },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: CHECK }),
    });
    expect(await response.text()).toContain("needs the scope 'run'");
    await client.close();
  });
});

describe('a restart with other keys', () => {
  const vars = (keys: object) => ({ PUBLIC_HOSTS: '127.0.0.1', API_KEYS: JSON.stringify(keys) });
  const front = createFront(vars({ alice: { laptop: LAPTOP, ci: CI } }));
  afterAll(() => front.close());

  it('ends the sessions of those that are gone, and keeps the others with what their user has', async () => {
    const { url } = await front.listen();
    const lost = await openSession(url, bearer('laptop'));
    await openSession(url, bearer('laptop'));
    const kept = await openSession(url, bearer('ci'));
    const cell = { code: 'x', session_id: 'work' };
    await callTool(url, 'run_python_code', cell, { token: 'laptop' });
    await front.restart(vars({ alice: { phone: digest('phone'), ci: CI } }));
    const { url: again } = await front.listen();
    expect(await ping(again, kept, 'phone')).toBe(200);
    expect(await ping(again, lost, 'phone')).toBe(404);
    const storage = await front.getWorker().getDurableObjectStorage('UserSpace', { name: 'key-alice' });
    expect(await storage.exec('SELECT id, credential FROM mcp_session')).toEqual([
      { id: kept, credential: digest('phone') },
    ]);
    const { body } = await callTool(again, 'list_sessions', {}, { token: 'phone' });
    expect(JSON.stringify(body.result)).toContain('work');
  });
});
