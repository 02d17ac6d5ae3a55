/** An administrator sees what users used and what was refused, which is counted where it happens. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFront } from '../mcp/harness.ts';
import { bearer, callTool } from '../mcp/requests.ts';
import { until } from '../until.ts';
import { Person } from './person.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const front = createFront({
  ENVIRONMENT: 'production',
  PUBLIC_HOSTS: '127.0.0.1',
  CALLS_PER_DAY: '4321',
  API_KEYS: JSON.stringify({
    boss: digest('boss-key'),
    user: { laptop: { digest: digest('user-key'), scopes: ['read', 'run'] } },
  }),
});
let base: URL;
const people = { boss: new Person(), user: new Person() };
beforeAll(async () => {
  base = (await front.listen()).url;
  for (const name of ['boss', 'user'] as const) await people[name].signIn(new URL('/sign-in', base), `${name}-key`);
});
afterAll(() => front.close());

const open = (name: keyof typeof people, path: string, form?: Record<string, string>) =>
  people[name].open(new URL(path, base), form && new URLSearchParams(form));
const metrics = (key: string, query = '?of=all') => fetch(new URL(`/metrics${query}`, base), { headers: bearer(key) });
/** The cells of the rows of a page, without the head. */
const rowsIn = (page: string) =>
  [...page.matchAll(/<tr>(<td>[\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td>([\s\S]*?)<\/td>/g)].map(([, cell]) => cell),
  );

describe('what a user used', () => {
  it('is told by their object, once for many calls', async () => {
    for (let calls = 0; calls < 3; calls++) {
      await callTool(base, 'run_python_code', { code: 'x' }, { token: 'user-key' });
    }
    expect(rowsIn((await open('boss', '/operator/use')).text)).toEqual([]);
    const space = await front.getWorker('lemma').getDurableObjectStorage('UserSpace', { name: 'key-user' });
    const stored = "SELECT amount FROM day_use WHERE measure = 'calls'";
    await until(async () => expect(await space.exec(stored)).toMatchObject([{ amount: 3 }]));
    const waiting = "SELECT owner FROM background WHERE owner = 'reported-use'";
    await until(async () => expect(await space.exec(waiting)).toHaveLength(1));
    // Five minutes go by, and a midnight: what was used before it is reported, too.
    await space.exec("UPDATE day_use SET day = date(day, '-1 day')");
    await callTool(base, 'run_python_code', { code: 'x' }, { token: 'user-key' });
    await until(async () =>
      expect(await space.exec("SELECT day FROM day_use WHERE measure = 'calls'")).toHaveLength(2),
    );
    await space.exec('UPDATE background SET due = 0');
    await front.getWorker('lemma').evictDurableObject('UserSpace', { name: 'key-user' });
    await callTool(base, 'list_workspaces', {}, { token: 'user-key' });
    const [row, yesterday] = await until(async () => {
      const rows = rowsIn((await open('boss', '/operator/use')).text);
      expect(rows).toHaveLength(2);
      return rows;
    });
    expect(yesterday?.slice(2, 4)).toEqual(['key-user', '3']);
    const today = new Date().toISOString().slice(0, 10);
    expect(row).toEqual([
      today,
      '',
      'key-user',
      expect.stringMatching(/^[12]$/),
      '0',
      expect.stringMatching(/^[\d,]+$/),
      '0',
    ]);
    const page = (await open('boss', '/operator')).text;
    expect(page).toContain('4,321');
    expect(rowsIn(page)[0]?.[1]).toMatch(/^[12]$/);
  });
});

describe('what was refused', () => {
  it('is counted by its reason, and by the user where one is known', async () => {
    const files = [{ path: 'a.py', content: 'x = 1' }];
    for (let calls = 0; calls < 2; calls++) {
      await callTool(base, 'put_files', { workspace: 'code', files }, { token: 'user-key' });
      await callTool(base, 'list_workspaces', {}, { token: 'wrong-key' });
    }
    await until(async () => {
      const rows = rowsIn((await open('boss', '/operator/refusals')).text);
      expect(rows).toContainEqual(['insufficient_scope', '', 'key-user', '2']);
      expect(rows).toContainEqual(['authentication_error', '', '', '2']);
    });
    const text = await (await metrics('boss-key')).text();
    expect(text).toContain('lemma_all_hour_refusals{reason="authentication_error"} 2\n');
    expect(text).toMatch(/\nlemma_all_day_users 1\n/);
    expect((await open('boss', '/operator')).text).toContain('insufficient_scope');
  });
});

describe('the pages', () => {
  it('are for administrators only, and have no scripts', async () => {
    for (const path of ['/operator', '/operator/use', '/operator/log']) {
      const page = await open('user', path);
      expect([page.status, page.text]).toEqual([400, expect.stringContaining('for administrators')]);
      const stranger = await new Person().open(new URL(path, base));
      expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/sign-in?to=%2Foperator']);
      expect((await open('boss', path)).headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      );
    }
    expect((await open('boss', '/account')).text).toContain('/operator');
    expect((await open('user', '/account')).text).not.toContain('/operator');
  });

  it('have 50 rows each, the newest first, and no other pages', async () => {
    await open('boss', '/account/keys', { name: '<b>bold</b>', days: '30', scope: 'read' });
    const accounts = await front.getWorker('lemma').getDurableObjectStorage('Accounts', { name: 'accounts' });
    await until(async () => expect((await open('boss', '/operator/log')).text).toContain('&lt;b&gt;bold&lt;/b&gt;'));
    const insert =
      "INSERT INTO account_event (at, user_id, what, subject, address) VALUES (1000, 'key-user', 'made a key', ?, '')";
    for (let event = 0; event < 60; event++) await accounts.exec(insert, `key ${event}`);
    const first = (await open('boss', '/operator/log')).text;
    expect(rowsIn(first)).toHaveLength(50);
    expect(rowsIn(first)[0]).toEqual(['1970-01-01T00:00:01.000Z', 'key-user', 'made a key', 'key 59', '']);
    expect(first).toContain('href="/operator/log?page=2"');
    const second = (await open('boss', '/operator/log?page=2')).text;
    expect(rowsIn(second)[0]?.[3]).toBe('key 9');
    expect(second).toContain('href="/operator/log?page=1"');
    for (const path of [
      '/operator/none',
      '/operator/toString',
      '/operator/log?page=0',
      '/operator/log?page=201',
      '/operator/log?page=x',
    ]) {
      expect((await open('boss', path)).text, path).toContain('no such page');
    }
  });

  it('list organisations with their owners', async () => {
    await open('boss', '/account/organisations', { name: 'acme' });
    const [row] = rowsIn((await open('boss', '/operator/organisations')).text);
    expect(row?.slice(0, 3)).toEqual(['acme', 'boss', '1']);
  });
});

describe('the metrics of all', () => {
  it('are for administrators only', async () => {
    expect((await metrics('boss-key')).status).toBe(200);
    expect((await metrics('user-key')).status).toBe(403);
    expect((await metrics('user-key', '')).status).toBe(200);
    expect((await metrics('boss-key', '?of=everybody')).status).toBe(400);
  });
});
