/** What the revisions of the protocol ask for, and browsers: codes of errors, Accept headers, cursors, CORS. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFront } from './harness.ts';
import { bearer, callTool, connect, post, STREAMABLE } from './requests.ts';

const front = createFront({ ENVIRONMENT: 'development', ALLOWED_ORIGINS: 'https://app.example' });
let base: URL;
let mcp: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
  mcp = new URL('/mcp', base);
});
afterAll(() => front.close());

const OLD = ['2024-11-05', '2025-03-26', '2025-06-18'] as const;
const JSON_TYPE = { 'content-type': 'application/json' };
const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const initialize = (protocolVersion: string) =>
  request('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } });

/** Sends a message in a session of `revision`; its answer comes as an event stream. */
async function inSession(revision: string, method: string, params: object): Promise<Record<string, unknown>> {
  const headers = { ...JSON_TYPE, ...STREAMABLE };
  const opened = await fetch(mcp, { method: 'POST', headers, body: JSON.stringify(initialize(revision)) });
  await opened.text();
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': revision };
  const body = JSON.stringify(request(method, params));
  const answer = await fetch(mcp, { method: 'POST', headers: { ...headers, ...session }, body });
  return JSON.parse(/^data: (\{.*\})$/m.exec(await answer.text())?.[1] ?? '{}');
}

const BAD_CALL = { name: 'symbolic_check', arguments: { code: 'x', function_name: 'f', timeout_seconds: 'soon' } };
const FAULT = { tool: 'symbolic_check', field: 'timeout_seconds', value: 'soon', constraint: 'an integer, 1 to 300' };

describe('invalid arguments', () => {
  it.each(['modern', 'legacy'] as const)(
    'are a result that the model sees, for the official client: %s',
    async (era) => {
      const client = await connect(base, era);
      await client.listTools();
      const result = await client.callTool(BAD_CALL);
      expect(result).toMatchObject({
        isError: true,
        structuredContent: { ...FAULT, status: 'error', error_type: 'validation_error', retryable: false },
      });
      const text = 'timeout_seconds must be an integer, 1 to 300, got the string "soon". Parameters: ';
      expect(JSON.stringify(result.content)).toContain(JSON.stringify(text).slice(1, -1));
      await client.close();
    },
  );

  it('are a result in a session of 2025-11-25, and an error of the protocol in one of an older revision', async () => {
    expect(await inSession('2025-11-25', 'tools/call', BAD_CALL)).toMatchObject({ result: { isError: true } });
    for (const revision of OLD) {
      expect([revision, await inSession(revision, 'tools/call', BAD_CALL)]).toMatchObject([
        revision,
        { error: { code: -32602, data: { ...FAULT, type: 'validation_error', retryable: false } } },
      ]);
    }
  });

  it('go by the header of a POST without a session; without one, they are an error of the protocol', async () => {
    const newer = await post(mcp, request('tools/call', BAD_CALL), { 'mcp-protocol-version': '2025-11-25' });
    expect(newer.body.result).toMatchObject({ isError: true, structuredContent: FAULT });
    const none = await post(mcp, request('tools/call', BAD_CALL));
    expect(none.body.error).toMatchObject({ code: -32602, data: FAULT });
  });

  it('are told by every tool in a form that its output schema admits, in sentences with one period', async () => {
    const client = await connect(base, 'legacy', { path: '/mcp/all' });
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(20);
    for (const { name } of tools) {
      // The client checks the structure itself.
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: { 'no-such': 'x..' } });
      expect([name, isError]).toEqual([name, true]);
      expect(structuredContent).toMatchObject({ error_type: 'validation_error', tool: name });
      expect(JSON.stringify(content)).toMatch(/there is no parameter no-such/);
      expect(JSON.stringify(content)).not.toMatch(/\.\.(?!\.)|undefined/);
    }
    await client.close();
  });

  it('leave an unknown tool an error of the protocol', async () => {
    const { error } = await inSession('2025-11-25', 'tools/call', { name: 'no_such_tool', arguments: {} });
    expect(error).toMatchObject({ code: -32602, data: { type: 'unknown_tool' } });
  });
});

describe('an unknown resource', () => {
  const uri = 'lemma://nothing/here';

  it('is -32602 with its address as the only data since 2026-07-28', async () => {
    const client = await connect(base, 'modern');
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } });
    await client.close();
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    };
    const headers = {
      ...STREAMABLE,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'resources/read',
      'mcp-name': uri,
    };
    const { body } = await post(mcp, request('resources/read', { uri, _meta: meta }), headers);
    expect(body.error).toMatchObject({ code: -32602 });
    expect(body.error?.data).toEqual({ uri });
  });

  it('is -32002 before', async () => {
    for (const revision of [...OLD, '2025-11-25']) {
      const { error } = await inSession(revision, 'resources/read', { uri });
      expect([revision, error]).toMatchObject([revision, { code: -32002, data: { uri } }]);
    }
    expect((await post(mcp, request('resources/read', { uri }))).body.error).toMatchObject({ code: -32002 });
  });
});

describe('what a request lacks', () => {
  it.each([
    ['resources/read', {}],
    ['prompts/get', {}],
    ['tools/call', {}],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'find_crash' } }],
    ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].flatMap((method) =>
      ['from-50', 'nonsense', '', 'x'.repeat(10_000)].map((cursor): [string, object] => [method, { cursor }]),
    ),
  ])('is -32602: %s %o', async (method, params) => {
    const { status, body } = await post(mcp, request(method, params));
    expect(status).toBe(200);
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringMatching(/[^.]\.?$/) });
    expect(body.error?.message.length).toBeLessThan(1000);
  });
});

describe('an Accept header', () => {
  it.each([[undefined], ['*/*'], ['application/json'], ['application/*, text/plain;q=0.5']])(
    'that leaves it open opens a session, and gets JSON: %s',
    async (accept) => {
      const headers = { ...JSON_TYPE, ...(accept !== undefined && { accept }) };
      const opened = await bare(headers, initialize('2025-11-25'));
      expect(opened.status).toBe(200);
      expect(opened.headers['content-type']).toBe('application/json');
      expect(JSON.parse(opened.text)).toMatchObject({ id: 1, result: { serverInfo: { name: 'lemma' } } });
      const session = { ...headers, 'mcp-session-id': `${opened.headers['mcp-session-id']}` };
      const notified = await bare(session, { jsonrpc: '2.0', method: 'notifications/initialized' });
      expect(notified.status).toBe(202);
      const listed = await bare(session, request('tools/list'));
      expect(JSON.parse(listed.text)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
      const slow = { name: 'symbolic_check', arguments: { code: 'slow', function_name: 'f' } };
      const called = await bare(session, request('tools/call', slow));
      expect(JSON.parse(called.text)).toMatchObject({ result: { structuredContent: { status: 'unknown' } } });
    },
  );

  it.each([['text/event-stream, */*'], ['application/json, text/event-stream']])(
    'that names event streams gets one: %s',
    async (accept) => {
      const opened = await bare({ ...JSON_TYPE, accept }, initialize('2025-11-25'));
      expect([opened.status, opened.headers['content-type']]).toEqual([200, 'text/event-stream']);
    },
  );

  it.each([['text/html'], ['text/event-stream'], ['*/*;q=0, text/event-stream']])(
    'that takes no JSON is refused: %s',
    async (accept) => {
      expect((await bare({ ...JSON_TYPE, accept }, initialize('2025-11-25'))).status).toBe(406);
    },
  );
});

/** A POST with these headers and no other; fetch adds an Accept header of its own. */
async function bare(headers: Record<string, string>, message: object) {
  const { request: send } = await import('node:http');
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const call = send(mcp, { method: 'POST', headers }, async (answer) => {
      const text = (await answer.toArray()).join('');
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
    });
    call.on('error', reject).end(JSON.stringify(message));
  });
}

describe('a page of another origin', () => {
  const preflight = (url: URL, origin: string) =>
    fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers':
          'authorization,content-type,mcp-protocol-version,mcp-session-id,mcp-param-query',
      },
    });

  it.each(['http://localhost:6274', 'http://127.0.0.1:3000', 'https://app.example'])('may call: %s', async (origin) => {
    const asked = await preflight(mcp, origin);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
    expect(asked.headers.get('access-control-allow-methods')?.split(',')).toEqual(
      expect.arrayContaining(['GET', 'POST', 'DELETE']),
    );
    expect(asked.headers.get('access-control-allow-headers')?.split(',')).toEqual(
      expect.arrayContaining([
        'authorization',
        'content-type',
        'mcp-session-id',
        'mcp-protocol-version',
        'mcp-param-query',
      ]),
    );
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
    const opened = await fetch(mcp, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...STREAMABLE, origin },
      body: JSON.stringify(initialize('2025-11-25')),
    });
    await opened.text();
    expect(opened.headers.get('access-control-allow-origin')).toBe(origin);
    expect(opened.headers.get('vary')).toContain('Origin');
    const exposed = opened.headers.get('access-control-expose-headers')?.split(',');
    expect(exposed).toEqual(expect.arrayContaining(['Mcp-Session-Id', 'MCP-Protocol-Version', 'WWW-Authenticate']));
    const lost = await fetch(new URL('/nowhere', base), { headers: { origin } });
    expect([lost.status, lost.headers.get('access-control-allow-origin')]).toEqual([404, origin]);
  });

  it.each(['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'null'])(
    'is refused, and its preflight: %s',
    async (origin) => {
      for (const answer of [await preflight(mcp, origin), await fetch(mcp, { method: 'POST', headers: { origin } })]) {
        expect(answer.status).toBe(403);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
    },
  );

  it('is not asked of requests without one', async () => {
    const { headers } = await callTool(base, 'health_check', {});
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  // The last one: it leaves the front with other variables.
  it('hears what a refusal says, and no cookie counts', async () => {
    const keys = JSON.stringify({ alice: createHash('sha256').update('correct-horse').digest('hex') });
    const vars = { PUBLIC_HOSTS: '127.0.0.1', API_KEYS: keys, ALLOWED_ORIGINS: 'https://app.example' };
    await front.restart(vars);
    const url = new URL('/mcp', (await front.listen()).url);
    const origin = 'https://app.example';
    expect((await preflight(url, origin)).status).toBe(204);
    const refused = await post(url, request('tools/list'), { origin });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer scope="read", resource_metadata="http/);
    expect((await post(url, request('tools/list'), { origin, ...bearer('correct-horse') })).status).toBe(200);
    expect((await preflight(url, 'http://localhost:6274')).status).toBe(403);
  });
});
