/** What a user may use in a day: counted in the user's object, whatever carries the calls. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UPKEEP } from '../../src/mcp/rates.ts';
import { LISTED_CATALOG } from '../../src/tools/surfaces.ts';
import { until } from '../until.ts';
import { createFront } from './harness.ts';
import { bearer, callTool, post } from './requests.ts';
import { initialized } from './socket-client.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const USERS = ['alice', 'bob', 'carol', 'dora', 'erin'];
const SETTINGS = {
  PUBLIC_HOSTS: '127.0.0.1',
  API_KEYS: JSON.stringify(Object.fromEntries(USERS.map((user) => [user, digest(user)]))),
};
const front = createFront({
  ...SETTINGS,
  CALLS_PER_DAY: '3',
  BYTES_PER_DAY: '20000',
});
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});
afterAll(() => front.close());

const call = (token: string, name = 'find_tools', args: Record<string, unknown> = { query: 'tests' }) =>
  callTool(base, name, args, { token });
const get = (path: string, token: string) => fetch(new URL(path, base), { headers: bearer(token) });

/** Calls until one is refused; a midnight in between only takes more of them. */
async function spend(token: string) {
  for (;;) {
    const answer = await call(token);
    if (answer.body.result?.isError === true) return answer;
  }
}

/** What `/health/detailed` says of the day. */
async function today(token: string): Promise<{ calls: number; bytes: number; renews_at: string }> {
  const response = await get('/health/detailed', token);
  return ((await response.json()) as { today: { calls: number; bytes: number; renews_at: string } }).today;
}

describe('a spent day', () => {
  it('refuses calls and routes with what is used, what is allowed and when it is anew', async () => {
    const { body, headers } = await spend('alice');
    expect(body.result?.structuredContent).toMatchObject({
      error_type: 'day_spent',
      retryable: true,
      measure: 'calls',
      used: 3,
      allowed: 3,
      renews_at: expect.stringMatching(/T00:00:00.000Z$/),
      retry_after: expect.any(Number),
      message: expect.stringContaining('3 of 3 calls'),
    });
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['3', '0']);
    const refused = await get('/files/download/a.txt', 'alice');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ type: '/errors#day_spent', used: 3, allowed: 3 });
    const socket = await initialized(base, { protocols: ['mcp', 'bearer.alice'] });
    socket.send({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'lemma://info' } });
    await until(() =>
      expect(socket.messages.at(-1)).toMatchObject({ error: { data: { type: 'day_spent', allowed: 3 } } }),
    );
    await socket.close();
    expect((await call('bob')).body.result?.isError).toBeUndefined();
  });

  it('leaves lists, deletions, /health/detailed and /metrics', async () => {
    await spend('carol');
    const listed = await call('carol', 'list_workspaces', {});
    expect(listed.body.result?.isError).toBeUndefined();
    const deleted = await call('carol', 'delete_workspace', { workspace: 'none' });
    expect(JSON.stringify(deleted.body)).not.toContain('day_spent');
    expect((await get('/metrics', 'carol')).status).toBe(200);
    expect((await today('carol')).calls).toBeLessThanOrEqual(3);
    const { body } = await post(
      new URL('/mcp', base),
      { jsonrpc: '2.0', id: 1, method: 'resources/list' },
      bearer('carol'),
    );
    expect(body).toHaveProperty('result.resources');
  });

  it('stays spent when the object leaves memory', async () => {
    await spend('dora');
    await front.getWorker().evictDurableObject('UserSpace', { name: 'key-dora' });
    const again = await call('dora');
    expect(again.body.result?.structuredContent).toMatchObject({ error_type: 'day_spent' });
  });

  it('counts the bytes of requests and answers', async () => {
    const before = (await today('erin')).bytes;
    const query = 'x'.repeat(15_000);
    await call('erin', 'list_workspaces', { query });
    await until(async () => expect((await today('erin')).bytes - before).toBeGreaterThan(15_000));
    await call('erin', 'list_workspaces', { query });
    const refused = await call('erin');
    expect(refused.body.result?.structuredContent).toMatchObject({ error_type: 'day_spent', measure: 'bytes' });
  });
});

it('a setting that is no number makes the server say so', async () => {
  const broken = createFront({ ...SETTINGS, CALLS_PER_DAY: '10,000', ENGINE_SECONDS_PER_DAY: '-1' });
  try {
    const { url } = await broken.listen();
    const response = await fetch(new URL('/health', url));
    expect(response.status).toBe(503);
    const text = await response.text();
    expect(text).toContain('CALLS_PER_DAY is a whole number');
    expect(text).toContain('ENGINE_SECONDS_PER_DAY is a whole number');
  } finally {
    await broken.close();
  }
});

it('names tools of the catalogue only as upkeep', () => {
  expect([...UPKEEP].filter((name) => !LISTED_CATALOG.has(name))).toEqual([]);
});
