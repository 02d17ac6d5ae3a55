import { beforeAll, describe, expect, it } from 'vitest';
import { sharedFront } from './harness.ts';
import { bearer, callTool, connect, openSession, post, STREAMABLE } from './requests.ts';

const front = sharedFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

/** Status of a ping in a session: its body is an event stream when it succeeds. */
async function ping(session: string, token: string): Promise<number> {
  const response = await fetch(new URL('/mcp', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...STREAMABLE, ...bearer(token), 'mcp-session-id': session },
    body: JSON.stringify(PING),
  });
  await response.text();
  return response.status;
}

async function principalOf(token: string): Promise<string> {
  const { body } = await callTool(base, 'symbolic_check', { code: 'x', function_name: 'f' }, { token });
  const principal = /token-[0-9a-f]{64}/.exec(JSON.stringify(body.result))?.[0];
  if (principal === undefined) throw new Error('The scripted engine did not name its caller.');
  return principal;
}

describe('a 2025-era session', () => {
  it('survives the eviction of its object, with its list of tools', async () => {
    const client = await connect(base, 'legacy', { token: 'sessions-evicted', path: '/mcp/symbolic' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('run_python_code');
    const name = await principalOf('sessions-evicted');
    await front.getWorker().evictDurableObject('UserSpace', { name });
    expect((await client.listTools()).tools).toEqual(tools);
    const result = await client.callTool({ name: 'symbolic_check', arguments: { code: 'x', function_name: 'f' } });
    expect(result.structuredContent).toMatchObject({ status: 'unknown' });
    await client.close();
  });

  it('belongs to its user', async () => {
    const session = await openSession(base, bearer('sessions-owner'));
    expect(await ping(session, 'sessions-owner')).toBe(200);
    expect(await ping(session, 'sessions-thief')).toBe(404);
    const stream = await fetch(new URL('/mcp', base), {
      headers: { accept: 'text/event-stream', ...bearer('sessions-thief'), 'mcp-session-id': session },
    });
    expect(stream.status).toBe(404);
  });

  it('is gone after DELETE', async () => {
    const session = await openSession(base, bearer('sessions-leaver'));
    const headers = { ...bearer('sessions-leaver'), 'mcp-session-id': session };
    expect((await fetch(new URL('/mcp', base), { method: 'DELETE', headers })).status).toBe(200);
    expect(await ping(session, 'sessions-leaver')).toBe(404);
    const storage = await front
      .getWorker()
      .getDurableObjectStorage('UserSpace', { name: await principalOf('sessions-leaver') });
    expect(await storage.exec('SELECT count(*) AS sessions FROM mcp_session')).toEqual([{ sessions: 0 }]);
  });

  it('holds its GET stream while its object is out of memory', async () => {
    const session = await openSession(base, bearer('sessions-listener'));
    const abort = new AbortController();
    const stream = await fetch(new URL('/mcp', base), {
      headers: { accept: 'text/event-stream', ...bearer('sessions-listener'), 'mcp-session-id': session },
      signal: abort.signal,
    });
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    await front.getWorker().evictDurableObject('UserSpace', { name: await principalOf('sessions-listener') });
    expect(await ping(session, 'sessions-listener')).toBe(200);
    abort.abort();
  });
});

describe('an HTTP+SSE session', () => {
  it('belongs to its user', async () => {
    const abort = new AbortController();
    const stream = await fetch(new URL('/sse', base), { headers: bearer('sessions-owner'), signal: abort.signal });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const endpoint = /data: (\S+)/.exec((await reader?.read())?.value ?? '')?.[1];
    if (endpoint === undefined) throw new Error('No endpoint was announced.');
    expect((await post(new URL(endpoint, base), PING, bearer('sessions-thief'))).status).toBe(404);
    abort.abort();
  });
});

describe('a Python session', () => {
  it('is a name inside its owner’s space', async () => {
    const run = async (token: string, session_id: string) => {
      const { body } = await callTool(base, 'run_python_code', { code: 'x', session_id }, { token });
      return body.result?.content[0]?.text ?? '';
    };
    expect(await run('sessions-carol', 'work')).toContain('cell 1');
    expect(await run('sessions-carol', 'work')).toContain('cell 2');
    expect(await run('sessions-dave', 'work')).toContain('cell 1');
    expect(await run('sessions-carol', 'play')).toContain('cell 1');
  });
});
