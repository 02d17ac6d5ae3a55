/** People share what an organisation has, each as far as their role goes, and nobody else does. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/auth/limits.ts';
import type { Principal } from '../../src/auth/principal.ts';
import { withPrincipal } from '../../src/auth/principal-header.ts';
import { objectName, userId } from '../../src/lib/object-name.ts';
import type { PythonSessionApi } from '../../src/python/protocol.ts';
import { createServer } from '../mcp/harness.ts';
import { bearer, callTool, connect, post } from '../mcp/requests.ts';
import { until } from '../until.ts';
import { GitFolder } from '../workspace/git-client.ts';
import { ByHand } from './by-hand.ts';
import { heldByObjects } from './held.ts';
import { Person } from './person.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const laptop = (user: string) => ({ laptop: digest(`${user}-key`) });
const server = createServer([], {
  ENVIRONMENT: 'production',
  PUBLIC_HOSTS: '127.0.0.1',
  API_KEYS: JSON.stringify({
    olga: laptop('olga'),
    max: laptop('max'),
    rita: laptop('rita'),
    eve: laptop('eve'),
    narrow: { laptop: { digest: digest('narrow-key'), scopes: ['read', 'run'] } },
  }),
});
const folder = new GitFolder();
let base: URL;
const people = new Map<string, Person>();
beforeAll(async () => {
  base = (await server.listen()).url;
  for (const name of ['olga', 'max', 'rita', 'eve', 'narrow']) {
    const person = new Person();
    await person.signIn(new URL('/sign-in', base), `${name}-key`);
    people.set(name, person);
  }
  await folder.create('code');
  await folder.commit('code', 'a.py', 'def shared(x: int) -> int:\n    return x\n');
}, 120_000);
afterAll(async () => {
  await server.close();
  folder.remove();
});

function personOf(name: string): Person {
  const person = people.get(name);
  if (person === undefined) throw new Error(`There is nobody called ${name}.`);
  return person;
}

const open = (name: string, path: string, form?: Record<string, string>, headers = {}) =>
  personOf(name).open(new URL(path, base), form && new URLSearchParams(form), headers);
const PLACE = '/account/organisation/acme';

/** The address of an invitation that olga makes. */
async function invitation(role: string): Promise<URL> {
  const page = await open('olga', `${PLACE}/invite`, { role });
  return new URL(/<code>([^<]+\/account\/organisations\/join\?code=[^<]+)<\/code>/.exec(page.text)?.[1] ?? page.text);
}

async function join(name: string, role: string) {
  const address = await invitation(role);
  expect((await personOf(name).open(address)).text).toContain(`as <strong>${role}</strong>`);
  return open(name, '/account/organisations/join', { code: address.searchParams.get('code') ?? '' });
}

const call = (name: string, tool: string, args: Record<string, unknown>, organisation = 'acme') =>
  callTool(base, tool, args, { token: `${name}-key`, path: `/org/${organisation}/mcp/all` });
const said = async (answer: ReturnType<typeof call>) => (await answer).body.result?.structuredContent;

function remote(name: string, path = 'acme/code'): string {
  const url = new URL(`/git/${path}`, base);
  url.username = 'any';
  url.password = `${name}-key`;
  return url.href;
}

/** What is asked of the bindings of the front Worker. */
interface Bindings {
  readonly USER_SPACE: { getByName(name: string): { fetch(url: string, init: RequestInit): Promise<Response> } };
  readonly PYTHON_SESSION: { getByName(name: string): Pick<PythonSessionApi, 'describe'> };
}
const bindings = () => server.getWorker<Bindings>('lemma').getEnv();

/** The one row that a statement gives in the object of accounts. */
async function accountsRow<Row extends Record<string, string | number>>(sql: string): Promise<Row> {
  const storage = await server.getWorker('lemma').getDurableObjectStorage('Accounts', { name: 'accounts' });
  const [row] = await storage.exec<Row>(sql);
  if (row === undefined) throw new Error(`No row: ${sql}`);
  return row;
}

/** A call of a member that the front has let in and that is still on its way to the space; sends it. */
async function callOnItsWay(name: string, tool: string, args: Record<string, unknown>) {
  const { id, joined_at } = await accountsRow<{ id: string; joined_at: number }>(
    `SELECT id, joined_at FROM membership JOIN organisation ON id = organisation_id WHERE user_id = 'key-${name}'`,
  );
  const principal: Principal = {
    userId: userId(id),
    organisation: { name: 'acme', role: 'member', member: userId(`key-${name}`), joinedAt: joined_at },
    credential: { kind: 'api-key', name: 'laptop', digest: digest(`${name}-key`) },
    scopes: ['read', 'run', 'write'],
    limits: DEFAULT_LIMITS,
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } };
  const request = new Request('http://space/mcp/all', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  const { headers } = withPrincipal(request, principal);
  const space = (await bindings()).USER_SPACE.getByName(id);
  return async () => {
    const init = { method: 'POST', headers: Object.fromEntries(headers), body: JSON.stringify(message) };
    return (await space.fetch('http://space/mcp/all', init)).text();
  };
}

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const reach = async (name: string, organisation = 'acme') =>
  (await post(new URL(`/org/${organisation}/mcp`, base), PING, bearer(`${name}-key`))).status;

describe('an organisation', () => {
  it('is founded by its first owner, under a name that nobody else has', async () => {
    expect((await open('olga', '/account/organisations', { name: 'acme' })).headers.get('location')).toBe(PLACE);
    expect((await open('olga', '/account/organisations')).text).toContain('acme</a>: owner');
    const taken = await open('eve', '/account/organisations', { name: 'acme' });
    expect([taken.status, taken.text]).toEqual([400, expect.stringContaining('There is an organisation')]);
    for (const name of ['', 'Acme', 'a/b', '-a', '..']) {
      expect((await open('eve', '/account/organisations', { name })).status, name).toBe(400);
    }
  });

  it('is changed by forms of this server only, by somebody with the scope admin', async () => {
    const origin = { origin: 'https://evil.example' };
    expect((await open('olga', '/account/organisations', { name: 'forged' }, origin)).status).toBe(403);
    expect((await open('olga', `${PLACE}/invite`, { role: 'owner' }, origin)).status).toBe(403);
    const narrow = await open('narrow', '/account/organisations', { name: 'narrow' });
    expect([narrow.status, narrow.text]).toEqual([400, expect.stringContaining('it needs the scope admin')]);
  });

  it('lets people in by an invitation that works once', async () => {
    const stranger = new Person();
    const address = await invitation('member');
    const led = await stranger.open(address);
    expect([led.status, led.headers.get('location')]).toEqual([303, expect.stringContaining('/sign-in?to=')]);
    const back = await stranger.signIn(new URL(led.headers.get('location') ?? '', base), 'max-key');
    expect(back.href).toBe(address.href);
    const code = address.searchParams.get('code') ?? '';
    expect((await open('max', '/account/organisations/join', { code })).headers.get('location')).toBe(PLACE);
    expect((await open('eve', '/account/organisations/join', { code })).status).toBe(400);
    expect((await join('rita', 'reader')).status).toBe(303);
    expect((await join('rita', 'owner')).text).toContain('already');
    const page = await open('max', PLACE);
    expect(page.text).toMatch(
      /<strong>max<\/strong>: member[\s\S]*<strong>olga<\/strong>: owner[\s\S]*<strong>rita<\/strong>: reader/,
    );
    expect(page.text).not.toContain('Invite somebody');
    expect((await open('eve', PLACE)).status).toBe(400);
  });

  it('is managed by its owners only', async () => {
    for (const name of ['max', 'rita', 'eve']) {
      for (const [path, form] of [
        ['invite', { role: 'owner' }],
        ['role', { user: `key-${name}`, role: 'owner' }],
        ['remove', { user: 'key-olga' }],
        ['delete', { confirm: 'acme' }],
      ] as const) {
        expect((await open(name, `${PLACE}/${path}`, form)).status, `${name} ${path}`).toBe(400);
      }
    }
    for (const name of ['max', 'rita', 'eve']) expect((await open(name, `${PLACE}/export`)).status).toBe(400);
    expect((await open('olga', `${PLACE}/leave`, {})).text).toContain('only owner');
    expect((await open('olga', `${PLACE}/role`, { user: 'key-olga', role: 'member' })).text).toContain('only owner');
    expect((await open('olga', `${PLACE}/role`, { user: 'key-max', role: 'king' })).status).toBe(400);
    expect(await reach('olga')).toBe(200);
  });

  it('gives its members other roles, which count from the next call on', async () => {
    const put = { workspace: 'roles', files: [{ path: 'c.py', content: 'x = 1\n' }] };
    const give = (user: string, role: string, by = 'olga') => open(by, `${PLACE}/role`, { user: `key-${user}`, role });
    expect((await give('rita', 'member')).headers.get('location')).toBe(PLACE);
    expect((await open('rita', PLACE)).text).toContain('<strong>rita</strong>: member');
    expect(await said(call('rita', 'put_files', put))).toMatchObject({ workspace: 'roles' });
    await give('rita', 'reader');
    expect(await said(call('rita', 'put_files', put))).toMatchObject({ error_type: 'forbidden' });
    expect((await open('rita', '/account/log')).text).toContain('got another role');
    // Handed over, and back: there is an owner all the time.
    await give('max', 'owner');
    await give('olga', 'member', 'max');
    expect((await open('olga', `${PLACE}/role`, { user: 'key-olga', role: 'owner' })).status).toBe(400);
    await give('olga', 'owner', 'max');
    await give('max', 'member');
    expect((await open('max', `${PLACE}/invite`, { role: 'owner' })).status).toBe(400);
  });
});

describe('what it has', () => {
  it('is pushed by one member and cloned by another, and by nobody else', async () => {
    await folder.git('code', 'push', remote('max'), 'main');
    await folder.git('.', 'clone', '--quiet', remote('rita'), 'cloned');
    expect(await folder.git('cloned', 'rev-parse', 'HEAD')).toBe(await folder.git('code', 'rev-parse', 'HEAD'));
    const push = await folder.try('code', 'push', remote('rita'), 'main:other');
    expect(push.code).not.toBe(0);
    expect(push.stderr).toContain("the role 'reader' in the organisation 'acme' does not allow");
    for (const path of ['acme/code', 'none/code']) {
      const clone = await folder.try('.', 'clone', '--quiet', remote('eve', path), 'stolen');
      expect(clone.code).not.toBe(0);
      expect(clone.stderr).toContain('You are in no organisation');
    }
    const own = await folder.try('.', 'clone', '--quiet', remote('max', 'code'), 'own');
    expect(own.stderr).toContain('not found');
  });

  it('is worked on by calls, as far as the role goes', async () => {
    for (const name of ['olga', 'max', 'rita']) {
      const found = await said(call(name, 'search_code', { workspace: 'code', pattern: 'shared' }));
      expect(JSON.stringify(found), name).toContain('a.py');
    }
    expect(await said(call('max', 'get_workspace_info', { workspace: 'code' }))).toMatchObject({
      workspace_path: '/git/acme/code',
    });
    const files = [{ path: 'b.py', content: 'x = 1\n' }];
    expect(await said(call('max', 'put_files', { workspace: 'code', files }))).toMatchObject({ workspace: 'code' });
    expect(await said(call('rita', 'put_files', { workspace: 'code', files }))).toMatchObject({
      error_type: 'forbidden',
      message: expect.stringContaining("the role 'reader'"),
    });
    expect(await said(call('max', 'delete_workspace', { workspace: 'code' }))).toMatchObject({
      error_type: 'forbidden',
    });
    for (const [name, organisation] of [
      ['eve', 'acme'],
      ['eve', 'none'],
      ['olga', 'none'],
    ] as const) {
      expect(await reach(name, organisation), `${name} at ${organisation}`).toBe(404);
    }
    const own = await callTool(base, 'list_workspaces', {}, { token: 'max-key' });
    expect(JSON.stringify(own.body)).not.toContain('"code"');
  });

  it('is never more than the credential allows', async () => {
    const hand = new ByHand(() => base);
    const { access_token } = await hand.grant(await hand.register(), { scope: 'read' }, 'max-key');
    const url = new URL('/org/acme/mcp/all', base);
    const params = { name: 'put_files', arguments: { workspace: 'code', files: [{ path: 'c', content: 'c' }] } };
    const write = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const answer = await post(url, write, bearer(access_token));
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringMatching(/scope="read write", resource_metadata="[^"]+\/org\/acme\/mcp\/all"/),
    ]);
    // Signing in for more would not help: a client that is not told to does not try.
    const reader = await hand.grant(await hand.register(), { scope: 'read write' }, 'rita-key');
    const refused = await post(url, write, bearer(reader.access_token));
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([403, null]);
  });

  it('has plans that members share, and says who did what', async () => {
    const steps = [{ number: 1, description: 'Look', type: 'review' }];
    const plan = { goal: 'Shared goal', steps };
    const made = await said(call('max', 'save_plan', { name: 'ours', workspace: 'code', plan }));
    const id: unknown = Object(made).id;
    expect(id).toBeTypeOf('string');
    expect(JSON.stringify(await said(call('rita', 'list_plans', {})))).toContain(String(id));
    expect(JSON.stringify(await said(call('olga', 'get_plan_history', { plan_id: id })))).toContain(
      'key laptop of key-max',
    );
  });

  it('has Python sessions of each member by themselves', async () => {
    const keep = (name: string) => ({ session_id: 'mine', code: `kept = '${name}'\nprint(kept)` });
    await said(call('max', 'create_session', { session_id: 'mine' }));
    await said(call('olga', 'create_session', { session_id: 'mine' }));
    for (const name of ['max', 'olga']) await said(call(name, 'run_python_code', keep(name)));
    for (const name of ['max', 'olga']) {
      const ran = await said(call(name, 'run_python_code', { session_id: 'mine', code: 'print(kept)' }));
      expect(ran).toMatchObject({ stdout: `${name}\n` });
    }
    await said(call('max', 'fork_session', { session_id: 'mine', new_session_id: 'forked' }));
    const listed = await said(call('olga', 'list_sessions', {}));
    expect(JSON.stringify(listed)).toContain('"mine"');
    expect(JSON.stringify(listed)).not.toMatch(/forked|key-/);
    const theirs = await said(call('olga', 'run_python_code', { session_id: 'key-max/mine', code: 'print(kept)' }));
    // A name with a slash is a session of olga's own, and a new one.
    expect(theirs).toMatchObject({ status: 'error', stdout: '' });
    const own = await callTool(base, 'list_sessions', {}, { token: 'max-key', path: '/mcp/all' });
    expect(JSON.stringify(own.body)).not.toContain('mine');
  });

  it('is reached by the official client of both eras, without a session', async () => {
    for (const era of ['modern', 'legacy'] as const) {
      const client = await connect(base, era, { token: 'rita-key', path: '/org/acme/mcp' });
      const answer = await client.callTool({ name: 'list_workspaces', arguments: {} });
      expect(JSON.stringify(answer.structuredContent)).toContain('"code"');
      await client.close();
    }
    const stream = await fetch(new URL('/org/acme/mcp', base), { headers: bearer('max-key') });
    expect(stream.status).toBe(405);
  });
});

describe('somebody who was removed', () => {
  it('is out at the next call, and nothing of their sessions is left', async () => {
    const held = async () => JSON.stringify([...(await heldByObjects(server))]);
    await said(call('max', 'run_python_code', { session_id: 'mine', code: "open('left_by_max', 'w').write('x')" }));
    expect(await held()).toContain('left_by_max');
    const code = "print('begun')\nwhile True: open('left_by_max', 'a').write('y')";
    const running = call('max', 'run_python_code', { session_id: 'mine', code, timeout: 300 });
    const { id } = await accountsRow<{ id: string }>('SELECT id FROM organisation');
    const session = (await bindings()).PYTHON_SESSION.getByName(objectName(userId(id), 'python', 'key-max/mine'));
    await until(async () => expect(await session.describe()).toMatchObject({ kernel: 'busy' }));
    const late = await callOnItsWay('max', 'run_python_code', { session_id: 'late', code: "print('late')" });
    const removed = await open('olga', `${PLACE}/remove`, { user: 'key-max' });
    expect(removed.status).toBe(303);
    expect(await reach('max')).toBe(404);
    expect((await folder.try('.', 'clone', '--quiet', remote('max'), 'late')).code).not.toBe(0);
    expect((await open('max', PLACE)).status).toBe(400);
    expect(JSON.stringify(await said(running))).not.toContain('"ok"');
    // It was let in before: the front knew the membership.
    expect(await late()).toContain("not in the organisation 'acme' any more");
    expect(await held()).not.toMatch(/left_by_max|(?:[^/]|python\/)key-max\//);
    const kept = await said(call('olga', 'run_python_code', { session_id: 'mine', code: 'print(kept)' }));
    expect(kept).toMatchObject({ stdout: 'olga\n' });
    expect((await open('max', '/account/log')).text).toContain('left an organisation');
  });

  it('leaves by themselves, too', async () => {
    expect((await open('rita', `${PLACE}/leave`, {})).headers.get('location')).toBe('/account/organisations');
    expect(await reach('rita')).toBe(404);
  });
});

describe('the archive', () => {
  it("has what the organisation has, and nobody's Python sessions", async () => {
    const archive = await personOf('olga').download(new URL(`${PLACE}/export`, base));
    expect(archive.headers.get('content-disposition')).toContain('acme.zip');
    const path = joinPath(folder.path, 'archive');
    mkdirSync(path);
    writeFileSync(joinPath(path, 'acme.zip'), archive.bytes);
    execFileSync('python3', ['-m', 'zipfile', '-e', 'acme.zip', '.'], { cwd: path });
    const read = (name: string) => readFileSync(joinPath(path, name), 'utf8');
    expect(JSON.parse(read('missing.json'))).toEqual([]);
    expect(JSON.parse(read('organisation.json'))).toEqual({
      organisation: 'acme',
      members: [{ name: 'olga', role: 'owner' }],
    });
    expect(readdirSync(path).sort()).toEqual(
      ['README.txt', 'acme.zip', 'missing.json', 'objects.json', 'organisation.json', 'plans', 'workspaces'].sort(),
    );
    expect(read(joinPath('plans', readdirSync(joinPath(path, 'plans'))[0] ?? ''))).toContain('Shared goal');
    execFileSync('git', ['clone', '--quiet', 'workspaces/code.bundle', 'cloned'], { cwd: path });
    expect(read('cloned/a.py')).toContain('def shared');
    expect(read('objects.json')).not.toMatch(/key-|"python"/);
  });
});

describe('a deletion', () => {
  it('of somebody who is in an organisation waits until they have left, and says what would have no owner', async () => {
    const page = await open('olga', '/account/delete', { confirm: 'olga' });
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('would have no owner: acme')]);
    await join('rita', 'member');
    const member = await open('rita', '/account/delete', { confirm: 'rita' });
    expect([member.status, member.text]).toEqual([400, expect.stringContaining('in organisations')]);
    expect(member.text).not.toContain('no owner');
    expect(await reach('rita')).toBe(200);
  });

  it('of the organisation leaves nothing of it', async () => {
    const held = async () => JSON.stringify([...(await heldByObjects(server))]);
    expect(await held()).toContain('Shared goal');
    expect((await open('olga', `${PLACE}/delete`, { confirm: 'other' })).status).toBe(400);
    expect((await open('olga', `${PLACE}/delete`, { confirm: 'acme' })).text).toContain('is being deleted');
    await until(async () => expect(await reach('olga')).toBe(404));
    await until(async () =>
      expect((await open('olga', '/account/log')).text).toContain('deleted an organisation <strong>acme</strong>'),
    );
    await until(async () => expect(await held()).not.toMatch(/Shared goal|def shared/));
    expect((await open('eve', '/account/organisations', { name: 'acme' })).status).toBe(303);
    expect(await said(call('eve', 'list_workspaces', {}))).not.toMatchObject({ workspaces: [{ workspace: 'code' }] });
  });
});
