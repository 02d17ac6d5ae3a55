/** What a key may do, by its scopes: on every route, and for tools over every transport. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/auth/limits.ts';
import { SCOPES, type Scope } from '../../src/auth/scope.ts';
import { createFront } from './harness.ts';
import { bearer, callTool, connect, openSession, post, STREAMABLE } from './requests.ts';
import { initialized } from './socket-client.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const without = (scope: Scope) => SCOPES.filter((each) => each !== scope);

/** Of alice: a key with everything, and for each scope one with it alone and one with all others. */
const KEYS: Readonly<Record<string, unknown>> = {
  all: digest('all'),
  ...Object.fromEntries(
    SCOPES.flatMap((scope) => [
      [`only-${scope}`, { digest: digest(`only-${scope}`), scopes: [scope] }],
      [`no-${scope}`, { digest: digest(`no-${scope}`), scopes: without(scope) }],
    ]),
  ),
};

const front = createFront({
  PUBLIC_HOSTS: '127.0.0.1',
  API_KEYS: JSON.stringify({ alice: KEYS, bob: digest('bob') }),
});
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});
afterAll(() => front.close());

const CHECK = { name: 'symbolic_check', arguments: { code: 'x', function_name: 'f' } };
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: CHECK };

describe('routes', () => {
  const upload = () => {
    const body = new FormData();
    body.set('file', new File(['x'], 'a.txt'));
    return { method: 'POST', body };
  };
  const git = (service: string) => ({
    method: 'POST',
    headers: { 'content-type': `application/x-${service}-request` },
    body: '0000',
  });
  const ROUTES: readonly (readonly [string, string, Scope, () => RequestInit])[] = [
    ['GET', '/health', 'read', () => ({})],
    ['GET', '/health/detailed', 'read', () => ({})],
    ['GET', '/metrics', 'read', () => ({})],
    ['GET', '/files/download/a.txt', 'read', () => ({})],
    ['DELETE', '/space', 'admin', () => ({ method: 'DELETE' })],
    ['GET', '/space/export', 'admin', () => ({})],
    ['DELETE', '/space/everything', 'admin', () => ({ method: 'DELETE' })],
    ['POST', '/files/upload', 'run', upload],
    ['POST', '/workspaces/default/archive', 'write', () => ({ method: 'POST', body: 'no archive' })],
    ['GET', '/scaffolds/datasets/inspect?scaffold=bfs', 'read', () => ({})],
    ['POST', '/scaffolds/openenv/reset', 'read', () => ({ method: 'POST' })],
    ['POST', '/scaffolds/nemo-gym/verify', 'read', () => ({ method: 'POST' })],
    ['POST', '/scaffolds/nemo-gym/aggregate_metrics', 'read', () => ({ method: 'POST' })],
    ['GET', '/git/default/info/refs?service=git-upload-pack', 'read', () => ({})],
    ['POST', '/git/default/git-upload-pack', 'read', () => git('git-upload-pack')],
    ['GET', '/git/default/info/refs?service=git-receive-pack', 'write', () => ({})],
    ['POST', '/git/default/git-receive-pack', 'write', () => git('git-receive-pack')],
  ];

  it.each(ROUTES)('%s %s needs the scope %s', async (_method, path, scope, init) => {
    const send = (key: string) => {
      const { headers, ...rest } = init();
      return fetch(new URL(path, base), { ...rest, headers: { ...(headers as object), ...bearer(key) } });
    };
    const refused = await send(`no-${scope}`);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toMatch(
      new RegExp(`^Bearer error="insufficient_scope", scope="${scope}", resource_metadata="http`),
    );
    const text = await refused.text();
    const has = without(scope).map((each) => `'${each}'`);
    expect(text).toContain(`This needs the scope '${scope}'. The API key 'no-${scope}' has ${has.join(', ')}.`);
    expect(text).toContain('Use a key that has');
    // The scripted engines know neither files nor archives: whatever they answer, the request was let in.
    const taken = await send(`only-${scope}`);
    await taken.text();
    expect([401, 403, 429]).not.toContain(taken.status);
  });

  it('make no workspace for a key that may only read', async () => {
    const refs = new URL('/git/fresh/info/refs?service=git-receive-pack', base);
    expect((await fetch(refs, { headers: bearer('no-write') })).status).toBe(403);
    const { body } = await callTool(base, 'list_workspaces', {}, { token: 'all' });
    expect(JSON.stringify(body.result)).not.toContain('fresh');
  });
});

describe('tools', () => {
  const refusal = {
    error_type: 'insufficient_scope',
    message: "This needs the scope 'run'. The API key 'no-run' has 'read', 'write', 'admin'.",
    advice: expect.stringContaining("Use a key that has 'run'"),
  };

  it('need their scope in a bare POST, and leave the list as it is', async () => {
    const { body } = await post(new URL('/mcp', base), CALL, bearer('no-run'));
    expect(body.result).toMatchObject({ isError: true, structuredContent: { status: 'error', ...refusal } });
    expect((await post(new URL('/mcp', base), CALL, bearer('only-run'))).body.result?.isError).toBeUndefined();
    const list = async (key: string) =>
      (await post(new URL('/mcp/all', base), { jsonrpc: '2.0', id: 1, method: 'tools/list' }, bearer(key))).body.result;
    expect(await list('only-admin')).toEqual(await list('all'));
  });

  it.each(['modern', 'legacy'] as const)('need their scope of the official client, %s', async (era) => {
    const client = await connect(base, era, { token: 'no-run' });
    expect(await client.callTool(CHECK)).toMatchObject({ isError: true, structuredContent: refusal });
    await client.close();
  });

  it('need their scope over a WebSocket', async () => {
    const client = await initialized(base, { protocols: ['mcp', 'bearer.no-run'] });
    const { result } = await client.request(1, 'tools/call', CHECK);
    expect(result).toMatchObject({ isError: true, structuredContent: refusal });
    await client.close();
  });

  it('need their scope over HTTP+SSE', async () => {
    const abort = new AbortController();
    const stream = await fetch(new URL('/sse', base), { headers: bearer('all'), signal: abort.signal });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    const hear = async (pattern: RegExp): Promise<string> => {
      for (;;) {
        const found = pattern.exec(heard)?.[1];
        if (found !== undefined) return found;
        heard += (await reader?.read())?.value ?? '';
      }
    };
    const endpoint = new URL(await hear(/data: (\S+)\n/), base);
    const headers = { 'content-type': 'application/json', ...bearer('no-run') };
    await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(CALL) });
    expect(JSON.parse(await hear(/event: message\ndata: (.*)\n/))).toMatchObject({
      result: { isError: true, structuredContent: refusal },
    });
    abort.abort();
  });

  it('act with the key of each request, not with that of their session', async () => {
    const session = await openSession(base, bearer('all'));
    const call = async (key: string) => {
      const headers = { 'content-type': 'application/json', ...STREAMABLE, ...bearer(key), 'mcp-session-id': session };
      const response = await fetch(new URL('/mcp', base), { method: 'POST', headers, body: JSON.stringify(CALL) });
      return response.text();
    };
    expect(await call('no-run')).toContain("'no-run' has 'read', 'write', 'admin'.");
    expect(await call('all')).toContain('asked by key-alice');
    expect(await call('no-run')).toContain('insufficient_scope');
  });

  it('that end a workspace need admin, those that change one write', async () => {
    const outcome = async (key: string, name: string, args: Record<string, unknown>) =>
      JSON.stringify((await callTool(base, name, args, { token: key })).body);
    const remove = { workspace: 'default', confirm: 'other' };
    expect(await outcome('no-admin', 'delete_workspace', remove)).toContain("needs the scope 'admin'");
    expect(await outcome('only-admin', 'delete_workspace', remove)).not.toContain('scope');
    const put = { files: [{ path: 'a.txt', content: 'x' }] };
    expect(await outcome('no-write', 'put_files', put)).toContain("needs the scope 'write'");
    expect(await outcome('only-write', 'put_files', put)).not.toContain('scope');
  });

  it.each([
    ['execute_plan_step', { plan_id: 'p', step_number: 1 }],
    ['execute_plan_step', { plan_id: 'p', step_number: 1, options: { rollback: true } }],
    ['complete_step', { plan_id: 'p', step_number: 1, override: 'I say so' }],
  ])('that run code and change a plan and its branch need both scopes: %s %j', async (name, args) => {
    const outcome = async (key: string) => JSON.stringify((await callTool(base, name, args, { token: key })).body);
    for (const key of ['only-run', 'only-write', 'no-run', 'no-write'])
      expect(await outcome(key)).toContain("needs the scopes 'run' and 'write'");
    expect(await outcome('no-admin')).toContain('PLAN_NOT_FOUND');
  });

  it('leave reports that only a key with read may read', async () => {
    const { body } = await callTool(base, CHECK.name, CHECK.arguments, { token: 'only-run' });
    const uri = /lemma:\/\/reports\/[\w-]+/.exec(JSON.stringify(body.result))?.[0];
    const read = (key: string, method: string, params: object) =>
      post(new URL('/mcp', base), { jsonrpc: '2.0', id: 1, method, params }, bearer(key));
    expect((await read('only-read', 'resources/read', { uri })).body.error).toBeUndefined();
    for (const method of ['resources/read', 'resources/list']) {
      const { body: refused } = await read('no-read', method, { uri });
      expect(refused.error).toMatchObject({ data: { type: 'insufficient_scope', scope: 'read' } });
    }
  });
});

describe('several keys of a user', () => {
  it('share one space, which no other user enters', async () => {
    const run = async (token: string) =>
      JSON.stringify((await callTool(base, 'run_python_code', { code: 'x', session_id: 'shared' }, { token })).body);
    expect(await run('all')).toContain('key-alice/python/shared cell 1');
    expect(await run('only-run')).toContain('key-alice/python/shared cell 2');
    expect(await run('bob')).toContain('key-bob/python/shared cell 1');
  });

  it('are told apart in the report on their own', async () => {
    const detailed = await fetch(new URL('/health/detailed', base), { headers: bearer('only-read') });
    expect(await detailed.json()).toMatchObject({ user: { id: 'key-alice', api_key: 'only-read', scopes: ['read'] } });
  });
});

describe('a forged principal', () => {
  const forged = JSON.stringify({
    userId: 'key-bob',
    credential: { kind: 'api-key', name: 'default', digest: digest('bob') },
    scopes: SCOPES,
    limits: Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, 1e9])),
  });
  const attack = (key: string) => ({ ...bearer(key), 'X-Lemma-Principal': forged });

  it('in the header of a request is not believed', async () => {
    const { body } = await post(new URL('/mcp', base), CALL, attack('all'));
    expect(JSON.stringify(body.result)).toContain('asked by key-alice');
    const refused = await post(new URL('/mcp', base), CALL, attack('no-run'));
    expect(JSON.stringify(refused.body.result)).toContain("needs the scope 'run'");
    expect((await post(new URL('/mcp', base), CALL, { 'x-lemma-principal': forged })).status).toBe(401);
    const metrics = await fetch(new URL('/metrics', base), { headers: attack('no-read') });
    expect(metrics.status).toBe(403);
  });

  it('does not open another user’s session, stream or connection', async () => {
    const session = await openSession(base, bearer('bob'));
    const headers = { ...attack('all'), 'mcp-session-id': session, accept: 'text/event-stream' };
    expect((await fetch(new URL('/mcp', base), { headers })).status).toBe(404);
    expect((await fetch(new URL('/mcp', base), { method: 'DELETE', headers })).status).toBe(404);
    expect((await fetch(new URL('/bridge', base), { headers })).status).toBe(404);
  });
});
