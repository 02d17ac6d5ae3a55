/** A user's limits: counted in the user's object, whatever carries the calls and whichever key makes them. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, RATE_HEADERS } from '../../src/auth/limits.ts';
import { until } from '../until.ts';
import { createFront } from './harness.ts';
import { bearer, callTool, post } from './requests.ts';
import { initialized, type Message } from './socket-client.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
/** So few that a busy machine answers more: a user has 600 by default. */
const CALLS_PER_MINUTE = 120;
const front = createFront({
  CALLS_PER_MINUTE: String(CALLS_PER_MINUTE),
  PUBLIC_HOSTS: '127.0.0.1',
  API_KEYS: JSON.stringify({
    alice: { laptop: digest('laptop'), ci: digest('ci') },
    bob: digest('bob'),
    carol: digest('carol'),
    dora: digest('dora'),
  }),
});
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});
afterAll(() => front.close());

const { callsAtOnce } = DEFAULT_LIMITS;
const TOO_MANY = { isError: true, structuredContent: { error_type: 'too_many_calls', retryable: true } };

describe('calls at once', () => {
  /** Work of an engine that ends with its caller. */
  const WAIT = { name: 'symbolic_check', arguments: { code: 'wait', function_name: 'f' } };
  /** More than get in. */
  const EXCESS = 4;

  it('are counted over WebSockets, POSTs and routes together, and free again when they end', async () => {
    const socket = await initialized(base, { protocols: ['mcp', 'bearer.bob'] });
    const answers: Message['result'][] = [];
    const leaving = new AbortController();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: WAIT });
    const headers = { 'content-type': 'application/json', ...bearer('bob') };
    const overHttp = Array.from({ length: EXCESS }, async () => {
      const response = await fetch(new URL('/mcp', base), { method: 'POST', headers, body, signal: leaving.signal });
      answers.push(((await response.json()) as Message).result);
    });
    for (let id = 0; id < callsAtOnce; id++) socket.send({ jsonrpc: '2.0', id, method: 'tools/call', params: WAIT });
    const refusals = () => [
      ...answers,
      ...socket.messages.filter(({ id }) => id !== 'hello').map(({ result }) => result),
    ];
    await until(() => expect(refusals()).toHaveLength(EXCESS));
    for (const refusal of refusals()) expect(refusal).toMatchObject(TOO_MANY);
    const metrics = () => fetch(new URL('/metrics', base), { headers: bearer('bob') });
    const refused = await metrics();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({
      type: '/errors#too_many_calls',
      retry_after: 1,
      detail: expect.stringContaining(`${callsAtOnce} calls`),
    });
    const listed = await callTool(base, 'list_workspaces', {}, { token: 'bob' });
    expect(listed.body.result).toMatchObject(TOO_MANY);
    const refs = await fetch(new URL('/git/default/info/refs?service=git-upload-pack', base), {
      headers: bearer('bob'),
    });
    expect([refs.status, refs.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refs.text()).toContain('Wait 1 second');
    // Another user has limits of his own.
    expect((await callTool(base, 'list_workspaces', {}, { token: 'carol' })).body.result?.isError).toBeUndefined();
    expect(refusals()).toHaveLength(EXCESS);
    leaving.abort();
    await Promise.allSettled(overHttp);
    await socket.close();
    await until(async () => expect((await metrics()).status).toBe(200));
  });

  it('end with the answers of routes', async () => {
    for (let call = 0; call <= callsAtOnce; call++) {
      const response = await fetch(new URL('/metrics', base), { headers: bearer('carol') });
      await response.text();
      expect([call, response.status]).toEqual([call, 200]);
    }
  });
});

describe('calls a minute', () => {
  const LIST = { name: 'list_workspaces', arguments: {} };
  /** Calls that are answered before the next ones begin. */
  const BATCH = 40;

  /** Whether a call gets in, by each other way and the other key. */
  const WAYS = {
    async post() {
      const { body } = await callTool(base, LIST.name, LIST.arguments, { token: 'laptop' });
      if (body.result?.isError) expect(body.result).toMatchObject(TOO_MANY);
      return body.result?.isError === undefined;
    },
    async route() {
      const response = await fetch(new URL('/metrics', base), { headers: bearer('laptop') });
      if (response.status === 429) expect(response.headers.get('retry-after')).toBe('1');
      await response.text();
      return response.status === 200;
    },
    async git() {
      const url = new URL('/git/default/info/refs?service=git-upload-pack', base);
      const response = await fetch(url, { headers: bearer('laptop') });
      await response.text();
      return response.status === 200;
    },
  };

  it('are counted over all ways and keys of a user together, also when the object leaves memory', async () => {
    const socket = await initialized(base, { protocols: ['mcp', 'bearer.ci'] });
    let id = 0;
    /** Calls over the socket until some are refused; resolves to how many got in. */
    const exhaust = async (): Promise<number> => {
      for (let admitted = 0; ; ) {
        const before = socket.messages.length;
        for (let call = 0; call < BATCH; call++)
          socket.send({ jsonrpc: '2.0', id: ++id, method: 'tools/call', params: LIST });
        await until(() => expect(socket.messages.length).toBe(before + BATCH));
        const answers = socket.messages.slice(before).map(({ result }) => result);
        admitted += answers.filter((result) => result?.isError === undefined).length;
        const refused = answers.find((result) => result?.isError === true);
        if (refused === undefined) continue;
        expect(refused).toMatchObject(TOO_MANY);
        return admitted;
      }
    };
    let started = Date.now();
    /** Calls that came back since `started`, at most. */
    const refilled = () => Math.ceil(((Date.now() - started) / 60_000) * CALLS_PER_MINUTE);
    for (const call of Object.values(WAYS)) expect(await call()).toBe(true);
    const admitted = 3 + (await exhaust());
    expect(admitted).toBeGreaterThanOrEqual(CALLS_PER_MINUTE);
    expect(admitted).toBeLessThanOrEqual(CALLS_PER_MINUTE + refilled());
    for (const [way, call] of Object.entries(WAYS)) {
      // Two come back every second: of forty that take less than twenty of them, some are refused.
      await until(async () => {
        await exhaust();
        const answers = await Promise.all(Array.from({ length: 40 }, call));
        expect([way, answers.includes(false)]).toEqual([way, true]);
      });
    }
    started = Date.now();
    await exhaust();
    await front.getWorker().evictDurableObject('UserSpace', { name: 'key-alice' });
    expect(await exhaust()).toBeLessThanOrEqual(refilled());
    const other = await callTool(base, LIST.name, LIST.arguments, { token: 'bob' });
    expect(other.body.result?.isError).toBeUndefined();
    const ping = await post(new URL('/mcp', base), { jsonrpc: '2.0', id: 1, method: 'ping' }, bearer('laptop'));
    expect(ping.status).toBe(200);
    await socket.close();
  });
});

it('headers tell what is left: of all calls, and of those that reason', async () => {
  const headersOf = async (name: string) => {
    const params = { name, arguments: {} };
    const { headers } = await post(
      new URL('/mcp/all', base),
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      bearer('dora'),
    );
    const [limit, left, reset] = RATE_HEADERS.map((header) => Number(headers.get(header)));
    return { limit, left, resets: reset };
  };
  const soon = Math.floor(Date.now() / 1000);
  const answers = [];
  for (const name of ['get_model_info', 'list_workspaces', 'get_model_info']) answers.push(await headersOf(name));
  expect(answers.map(({ limit }) => limit)).toEqual([60, CALLS_PER_MINUTE, 60]);
  for (const [index, { limit = 0, left = Number.NaN, resets }] of answers.entries()) {
    // What was taken comes back meanwhile, two calls a second of 120: `call-gate.test.ts` counts by a clock of its own.
    expect(left).toBeLessThanOrEqual(limit);
    expect(left).toBeGreaterThanOrEqual(limit - 1 - index);
    expect(resets).toBeGreaterThanOrEqual(soon);
  }
});
