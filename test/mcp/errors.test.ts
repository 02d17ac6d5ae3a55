/** What goes wrong, at every path: in the form that its clients read, and of the kind that it is. */
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ERROR_NAMES } from '../../src/lib/error-types.ts';
import { createFront } from './harness.ts';
import { bearer, callTool, connect } from './requests.ts';

const front = createFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});
beforeEach(() => front.clearLogs());
afterAll(() => front.close());

/** How an answer says what is wrong. */
type Form = 'json-rpc' | 'plain' | 'problem';

interface Told {
  readonly status: number;
  readonly form: Form;
  /** Absent in plain text. */
  readonly type?: string;
  readonly retryable?: boolean;
  readonly words: string;
  readonly reference?: string | undefined;
  readonly text: string;
}

async function told(response: Response): Promise<Told> {
  const text = await response.text();
  const { status, headers } = response;
  switch (headers.get('content-type')) {
    case 'application/problem+json': {
      const { type, title, status: inBody, detail, error_type, retryable, instance, advice } = JSON.parse(text);
      expect([type, inBody]).toEqual([`/errors#${error_type}`, status]);
      expect(title).toMatch(/\.$/);
      expect(detail).toContain(advice);
      const reference = instance?.replace('urn:uuid:', '');
      return { status, form: 'problem', type: error_type, retryable, words: detail, reference, text };
    }
    case 'application/json': {
      const { jsonrpc, error } = JSON.parse(text);
      expect(jsonrpc).toBe('2.0');
      const { type, retryable, reference } = error.data;
      return { status, form: 'json-rpc', type, retryable, words: error.message, reference, text };
    }
    default:
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
      return {
        status,
        form: 'plain',
        words: text.trim(),
        reference: /reference ([0-9a-f-]{36})/.exec(text)?.[1],
        text,
      };
  }
}

const upload = (name: string): RequestInit => {
  const form = new FormData();
  form.append('file', new Blob(['x']), name);
  return { method: 'POST', body: form };
};
const POST = { method: 'POST' };
const GIT_POST = { ...POST, headers: { 'content-type': 'application/x-git-receive-pack-request' } };
const JSON_POST = { ...POST, headers: { 'content-type': 'application/json' } };

/** The log, one text for each line. */
const logged = () => front.getLogs().map(({ message }) => message);

const BIG = 'x'.repeat((4 << 20) + 1);

describe('what a caller did wrong', () => {
  it.each<[string, string, RequestInit, number, Form, string?]>([
    ['a path that leads nowhere', '/nowhere', {}, 404, 'problem', 'not_found'],
    ['another method', '/health', POST, 404, 'problem', 'not_found'],
    ['a page that is not there', '/pages/none.js', {}, 404, 'problem', 'not_found'],
    [
      'an upload without a file',
      '/files/upload',
      { ...POST, body: new FormData() },
      400,
      'problem',
      'validation_error',
    ],
    ['an upload without a body', '/files/upload', POST, 400, 'problem', 'validation_error'],
    ['a session that is not there', '/files/download/a?session_id=none', {}, 404, 'problem', 'SessionError'],
    ['a wrong query', '/workspaces/default/archive?mode=none', POST, 400, 'problem', 'validation_error'],
    ['a wrong name', '/workspaces/a%2fb/archive', { ...POST, body: 'x' }, 400, 'problem', 'INVALID_INPUT'],
    ['a stream of no session', '/mcp', {}, 405, 'json-rpc', 'method_not_allowed'],
    ['an end of no session', '/mcp', { method: 'DELETE' }, 405, 'json-rpc', 'method_not_allowed'],
    ['broken JSON', '/mcp', { ...JSON_POST, body: '{' }, 400, 'json-rpc', 'parse_error'],
    ['a large message', '/mcp', { ...JSON_POST, body: BIG }, 413, 'json-rpc', 'body_too_large'],
    ['an unknown toolset', '/mcp/magic', JSON_POST, 404, 'json-rpc', 'unknown_toolset'],
    ['a path below a toolset', '/mcp/a/b', {}, 404, 'json-rpc', 'not_found'],
    ['a session of nobody', '/mcp', { headers: { 'mcp-session-id': 'none' } }, 404, 'json-rpc', 'session_not_found'],
    ['no WebSocket', '/mcp/ws', {}, 426, 'json-rpc', 'upgrade_required'],
    [
      'a connection of nobody',
      '/messages?sessionId=none',
      { ...JSON_POST, body: '{}' },
      404,
      'json-rpc',
      'session_not_found',
    ],
    ['a workspace that is not there', '/git/none/info/refs?service=git-upload-pack', {}, 404, 'plain'],
    ['a name that git cannot bear', '/git/a.lock/info/refs?service=git-receive-pack', {}, 400, 'plain'],
    ['dumb HTTP', '/git/mine/info/refs', {}, 403, 'plain'],
    ['a push of no pack', '/git/mine/git-receive-pack', POST, 415, 'plain'],
    ['a path of no git', '/git/mine/HEAD', {}, 404, 'plain'],
  ])('%s', async (_, path, init, status, form, type) => {
    const answer = await told(await fetch(new URL(path, base), init));
    expect(answer).toMatchObject({ status, form });
    expect([answer.type, answer.retryable]).toEqual(form === 'plain' ? [undefined, undefined] : [type, false]);
    expect(answer.words).toMatch(/[^.][.?!}]$/);
    expect(logged()).toEqual([]);
  });

  it.each<[string, Form]>([
    ['/metrics', 'problem'],
    ['/', 'problem'],
    ['/files/download/a', 'problem'],
    ['/mcp', 'json-rpc'],
    ['/sse', 'json-rpc'],
    ['/git/mine/info/refs', 'plain'],
  ])('a host of somebody else at %s', async (path, form) => {
    const answer = await told(await getAs('evil.example', path));
    expect(answer).toMatchObject({ status: 403, form });
    expect(answer.words).toContain('Allowed host names: localhost');
  });
});

/** A GET with a Host header of its own, which fetch does not allow. */
function getAs(host: string, path: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, base), { headers: { host } }, async (message) => {
      const { statusCode: status = 0, headers } = message;
      const body = (await message.toArray()).join('');
      resolve(new Response(body, { status, headers: { 'content-type': headers['content-type'] ?? '' } }));
    });
    call.on('error', reject).end();
  });
}

/** Nothing of the cause may be in an answer: neither the engine's words nor a place in the code. */
const LEAK = /memory access|\/srv|\.ts\b|\.js\b|\bError:|TypeError|\bat \w+ \(/;

/** Requests that reach an engine which breaks as `how` says. */
const BREAKS = (how: 'lost' | 'crash'): [string, RequestInit, Form][] => [
  [`/files/download/${how}`, {}, 'problem'],
  ['/files/upload', upload(how), 'problem'],
  [`/workspaces/${how}/archive`, { ...POST, body: 'x' }, 'problem'],
  [`/git/${how}/info/refs?service=git-receive-pack`, {}, 'plain'],
  [`/git/${how}/git-receive-pack`, GIT_POST, 'plain'],
];

describe('a server with keys', () => {
  const keyed = createFront({ API_KEYS: JSON.stringify({ alice: '0'.repeat(64) }), PUBLIC_HOSTS: '127.0.0.1' });
  let url: URL;
  beforeAll(async () => {
    url = (await keyed.listen()).url;
  });
  afterAll(() => keyed.close());

  it.each<[string, Form, string]>([
    ['/health', 'problem', 'Bearer scope="read", resource_metadata="'],
    ['/metrics', 'problem', 'Bearer scope="read", resource_metadata="'],
    ['/files/download/a', 'problem', 'Bearer scope="read", resource_metadata="'],
    ['/workspaces/default/archive', 'problem', 'Bearer scope="read", resource_metadata="'],
    ['/nowhere', 'problem', 'Bearer scope="read", resource_metadata="'],
    ['/mcp', 'json-rpc', 'Bearer scope="read", resource_metadata="'],
    ['/mcp/ws', 'json-rpc', 'Bearer scope="read", resource_metadata="'],
    ['/sse', 'json-rpc', 'Bearer scope="read", resource_metadata="'],
    ['/messages', 'json-rpc', 'Bearer scope="read", resource_metadata="'],
    ['/git/mine/info/refs', 'plain', 'Basic realm="Lemma", charset="UTF-8"'],
  ])('asks for one at %s', async (path, form, challenge) => {
    const response = await fetch(new URL(path, url));
    expect(response.headers.get('www-authenticate')?.startsWith(challenge)).toBe(true);
    const answer = await told(response);
    expect(answer).toMatchObject({ status: 401, form });
    if (form !== 'plain') expect(answer).toMatchObject({ type: 'authentication_error', retryable: false });
    expect(answer.words).toContain('No API key or access token was sent.');
  });

  it('lists all types of errors to everybody', async () => {
    const page = await (await fetch(new URL('/errors', url))).text();
    for (const name of ERROR_NAMES) expect(page).toContain(`<h2 id="${name}">`);
  });
});

describe('an instance that is lost', () => {
  it.each(BREAKS('lost'))('is told at %s', async (path, init, form) => {
    const answer = await told(await fetch(new URL(path, base), init));
    expect(answer).toMatchObject({ status: 503, form });
    if (form === 'problem') expect(answer).toMatchObject({ type: 'RuntimeError', retryable: true });
    expect(answer.words).toMatch(/^The (Python session|workspace) was lost .* kept\. Call again: /);
    expect(answer.text).not.toMatch(LEAK);
    expect(logged().filter((line) => line.startsWith('instance lost (')).length).toBe(1);
  });

  it('is a result of a tool that says to call again, and the next call works', async () => {
    const dead = await callTool(base, 'run_python_code', { code: 'lost' }, { token: 'unlucky' });
    expect(dead.body.result).toMatchObject({
      isError: true,
      structuredContent: { status: 'error', error_type: 'RuntimeError', retryable: true },
    });
    expect(dead.body.result?.content[0]?.text).toMatch(/^RuntimeError: The Python session was lost .* Call again: /);
    expect(JSON.stringify(dead.body)).not.toMatch(LEAK);
    const alive = await callTool(base, 'run_python_code', { code: 'x' }, { token: 'unlucky' });
    expect(alive.body.result?.structuredContent).toMatchObject({ status: 'ok' });
  });
});

function once(socket: WebSocket, event: 'open'): Promise<Event> {
  return new Promise((resolve) => socket.addEventListener(event, resolve, { once: true }));
}

function messageOf(socket: WebSocket): Promise<string> {
  return new Promise((resolve) => {
    socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true });
  });
}

/** The data of each event. */
async function* eventsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string, undefined, undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    const frames = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const [, data] = /^data: (.*)$/m.exec(frame) ?? [];
      if (data !== undefined) yield data;
    }
  }
}

/** The log has the reference in one line, with the cause. */
function expectLogged(reference: unknown): void {
  expect(reference).toMatch(/^[0-9a-f-]{36}$/);
  const lines = logged().filter((line) => line.includes(String(reference)));
  expect(lines).toEqual([expect.stringMatching(/^internal error \S+ \(.+\): .*memory access out of bounds/s)]);
}

describe('a failure that should not be', () => {
  it.each(BREAKS('crash'))('is reported with a reference at %s', async (path, init, form) => {
    const answer = await told(await fetch(new URL(path, base), init));
    expect(answer).toMatchObject({ status: 500, form });
    if (form === 'problem') expect(answer).toMatchObject({ type: 'internal_error', retryable: false });
    expect(answer.words).toContain(`(reference ${answer.reference})`);
    expect(answer.text).not.toMatch(LEAK);
    expectLogged(answer.reference);
  });

  it.each(['crash', 'forged'])('is an error of the protocol for a tool: %s', async (code) => {
    const { status, body } = await callTool(base, 'symbolic_check', { code, function_name: 'f' });
    expect(status).toBe(200);
    expect(body.error).toMatchObject({ code: -32603, data: { type: 'internal_error', retryable: false } });
    expect(JSON.stringify(body)).not.toMatch(LEAK);
    expectLogged(body.error?.data?.reference);
    const next = await callTool(base, 'symbolic_check', { code: 'x', function_name: 'f' });
    expect(next.body.result?.structuredContent).toMatchObject({ status: 'unknown' });
  });

  it.each(['modern', 'legacy'] as const)('reaches the official client, %s', async (era) => {
    const client = await connect(base, era);
    const call = { name: 'symbolic_check', arguments: { code: 'crash', function_name: 'f' } };
    const error: unknown = await client.callTool(call).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: -32603, data: { type: 'internal_error' } });
    expectLogged((error as { data: { reference: unknown } }).data.reference);
    await client.close();
  });

  it('answers the call of a WebSocket', async () => {
    const socket = new WebSocket(new URL('/mcp/ws', base));
    await once(socket, 'open');
    const params = { name: 'symbolic_check', arguments: { code: 'crash', function_name: 'f' } };
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }));
    const answer = JSON.parse(await messageOf(socket));
    expect(answer).toMatchObject({ id: 7, error: { code: -32603, data: { type: 'internal_error' } } });
    expect(JSON.stringify(answer)).not.toMatch(LEAK);
    expectLogged(answer.error.data.reference);
    socket.close();
  });

  it('answers the call of an SSE connection', async () => {
    const { body } = await fetch(new URL('/sse', base));
    const events = eventsOf(body);
    const endpoint = (await events.next()).value ?? '';
    const params = { name: 'symbolic_check', arguments: { code: 'crash', function_name: 'f' } };
    const call = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params });
    await fetch(new URL(endpoint, base), { ...JSON_POST, body: call });
    const answer = JSON.parse((await events.next()).value ?? '');
    expect(answer).toMatchObject({ id: 7, error: { code: -32603, data: { type: 'internal_error' } } });
    expectLogged(answer.error.data.reference);
    await events.return(undefined);
  });

  it('keeps the rest of a health report', async () => {
    for (let cell = 0; cell < 10; cell++) await callTool(base, 'run_python_code', { code: 'x' }, { token: 'sick' });
    const response = await fetch(new URL('/health/detailed', base), { headers: bearer('sick') });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ python_sessions: { sessions: { default: { kernel: null } } } });
  });
});
