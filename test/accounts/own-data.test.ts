/** A user takes all that they have with them, and deletes it: nothing of it is left, and another user keeps everything. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../mcp/harness.ts';
import { bearer, callTool, post } from '../mcp/requests.ts';
import { openSocket } from '../mcp/socket-client.ts';
import { until } from '../until.ts';
import { ByHand } from './by-hand.ts';
import { heldByNamespace, heldByObjects, type Rows, rowsOf } from './held.ts';
import { Person } from './person.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const server = createServer([], {
  ENVIRONMENT: 'production',
  PUBLIC_HOSTS: '127.0.0.1',
  API_KEYS: JSON.stringify({
    alice: { laptop: digest('alice-key'), reader: { digest: digest('reader-key'), scopes: ['read', 'run', 'write'] } },
    bob: digest('bob-key'),
  }),
});
const folder = mkdtempSync(join(tmpdir(), 'lemma-own-data-'));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Tables of what users store: nothing in the background changes them. */
const STORED = ['git_object', 'git_ref', 'memory', 'plan', 'version', 'file', 'content_part', 'turn', 'certification'];

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const WORKSPACE = 'code';
let base: URL;

/** What stands in all that a user of the tests has. */
const secretOf = (user: string) => `heirloom_of_${user}`;

/** Calls a tool, and returns one field of what it says. */
async function made(user: string, name: string, args: Readonly<Record<string, unknown>>, field: string) {
  const { body } = await callTool(base, name, args, { token: `${user}-key`, path: '/mcp/all' });
  const value: unknown = Object(body.result?.structuredContent)[field];
  if (value === undefined) throw new Error(`${name} gave no ${field}: ${JSON.stringify(body).slice(0, 1500)}`);
  return value;
}

/** Secrets that the server gave a user. */
interface Let {
  readonly key: string;
  readonly token: string;
  readonly person: Person;
}

/** Stores something of each kind. */
async function fill(user: string): Promise<Let> {
  const secret = secretOf(user);
  const source = `def ${secret}(x: int) -> int:\n    """post: __return__ > x"""\n    return x\n`;
  await made(user, 'put_files', { workspace: WORKSPACE, files: [{ path: 'a.py', content: source }] }, 'commit');
  await made(user, 'add_memory', { workspace: WORKSPACE, category: 'preferences', content: secret }, 'id');
  await made(user, 'create_session', { session_id: 'own', description: secret }, 'session_id');
  const code = `import os\nos.makedirs('deep')\nkept = '${secret}'\nopen('deep/note.txt', 'w').write(kept)`;
  await made(user, 'run_python_code', { session_id: 'own', code }, 'status');
  const steps = [{ number: 1, description: secret, type: 'review' }];
  await made(user, 'save_plan', { name: secret, plan: { goal: secret, steps } }, 'id');
  const context = {
    attempted_approaches: [secret],
    partial_findings: [],
    stuck_description: secret,
    code_scope: { files: ['a.py'] },
  };
  const start = { claude_context: context, analysis_focus: 'debugging', depth_level: 1, workspace: WORKSPACE };
  await made(user, 'start_conversation', start, 'handle');
  const pr_metadata = { pr_number: 1, title: secret, base_branch: 'main', head_branch: 'main' };
  await made(user, 'start_reactive_review', { workspace: WORKSPACE, pr_metadata }, 'session_id');
  await made(user, 'start_certification', { scaffolds: ['bfs'], count: 1 }, 'certification');
  await made(user, 'symbolic_check', { workspace: WORKSPACE, file: 'a.py', function_name: secret }, 'status');
  const hand = new ByHand(() => base);
  const { access_token } = await hand.grant(await hand.register(), { scope: 'read write admin' }, `${user}-key`);
  const person = new Person();
  await person.signIn(new URL('/sign-in', base), `${user}-key`);
  const form = new URLSearchParams({ name: secret, days: '90', scope: 'read' });
  const page = await person.open(new URL('/account/keys', base), form);
  return { key: /<code>(lemma_[0-9a-f]{64})<\/code>/.exec(page.text)?.[1] ?? '', token: access_token, person };
}

let alice: Let;
let bob: Let;
/** What there is before alice comes. */
let before: ReadonlyMap<string, Rows>;
beforeAll(async () => {
  base = (await server.listen()).url;
  bob = await fill('bob');
  before = await heldByObjects(server);
  alice = await fill('alice');
}, 300_000);

const status = async (token: string) => (await post(new URL('/mcp', base), PING, bearer(token))).status;
const api = (method: string, path: string, token: string) =>
  fetch(new URL(path, base), { method, headers: bearer(token) });
const filled = (held: ReadonlyMap<string, Rows>) =>
  [...held].filter(([, rows]) => Object.keys(rows).length > 0).map(([name]) => name);

describe('the archive', () => {
  const unpack = async (response: Response) => {
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain('lemma.zip');
    const path = mkdtempSync(join(folder, 'archive-'));
    writeFileSync(join(path, 'lemma.zip'), new Uint8Array(await response.arrayBuffer()));
    execFileSync('python3', ['-m', 'zipfile', '-e', 'lemma.zip', '.'], { cwd: path });
    return { path, file: (name: string) => readFileSync(join(path, name), 'utf8') };
  };
  const listed = (path: string) =>
    execFileSync('find', ['.', '-type', 'f'], { cwd: path, encoding: 'utf8' }).split('\n').filter(Boolean).sort();

  it('has something of each kind, and repositories that git clones', async () => {
    const { path, file } = await unpack(await api('GET', '/space/export', 'alice-key'));
    expect(JSON.parse(file('missing.json'))).toEqual([]);
    const kinds = listed(path).map((name) => name.replace(/-?[0-9a-f]{8,}/, ''));
    expect([...new Set(kinds)]).toEqual([
      './README.txt',
      './account.json',
      './certifications/certification.json',
      './conversations/conversation.json',
      './lemma.zip',
      './missing.json',
      './objects.json',
      './plans/plan.json',
      './python-sessions/own/deep/note.txt',
      './reports/.json',
      './reviews/review.json',
      './workspaces/code.bundle',
      './workspaces/code.memories.json',
      './workspaces/default.memories.json',
    ]);
    const secret = secretOf('alice');
    for (const name of listed(path).filter((each) => /\/(?:conversations|plans|reports|reviews)\//.test(each))) {
      expect(file(name), name).toContain(secret);
    }
    expect(file('python-sessions/own/deep/note.txt')).toBe(secret);
    expect(file('workspaces/code.memories.json')).toContain(secret);
    execFileSync('git', ['clone', '--quiet', 'workspaces/code.bundle', 'cloned'], { cwd: path });
    expect(file('cloned/a.py')).toContain(secret);
    execFileSync('git', ['-C', 'cloned', 'fsck', '--strict'], { cwd: path, stdio: 'pipe' });
    const account = JSON.parse(file('account.json'));
    expect(account).toMatchObject({ user_id: 'key-alice', keys: [{ name: secret }], clients: [{ client: 'By hand' }] });
    expect(JSON.stringify(account)).not.toMatch(/lemma_[0-9a-f]{64}|[0-9a-f]{64}/);
    for (const name of listed(path)) expect(file(name), name).not.toContain(secretOf('bob'));
  });

  it('is had at the account, too', async () => {
    const cookie = [...alice.person.cookies];
    expect(cookie).toHaveLength(1);
    const page = await alice.person.open(new URL('/account', base));
    expect(page.text).toContain('/account/export');
    const archive = await alice.person.open(new URL('/account/export', base));
    expect(archive.headers.get('content-type')).toBe('application/zip');
    expect(archive.text).toContain(secretOf('alice'));
  });

  it('needs the scope admin', async () => {
    const reader = new Person();
    await reader.signIn(new URL('/sign-in', base), 'reader-key');
    for (const path of ['/account/export', '/account/delete']) {
      expect((await reader.open(new URL(path, base))).status).toBe(400);
    }
    expect((await api('GET', '/space/export', 'reader-key')).status).toBe(403);
    expect((await api('DELETE', '/space/everything?confirm=key-alice', 'reader-key')).status).toBe(403);
  });
});

describe('a deletion', () => {
  it('has to be confirmed, on a page of this server', async () => {
    expect((await api('DELETE', '/space/everything', 'alice-key')).status).toBe(400);
    expect((await api('DELETE', '/space/everything?confirm=key-bob', 'alice-key')).status).toBe(400);
    const address = new URL('/account/delete', base);
    expect((await alice.person.open(address)).text).toContain('<strong>alice</strong>');
    expect((await alice.person.open(address, new URLSearchParams({ confirm: 'bob' }))).status).toBe(400);
    const form = new URLSearchParams({ confirm: 'alice' });
    expect((await alice.person.open(address, form, { origin: 'https://evil.example' })).status).toBe(403);
    expect(await status('alice-key')).toBe(200);
  });

  it('leaves nothing of its user, and all of the other', async () => {
    const there = await heldByObjects(server);
    const hers = filled(there).filter((name) => !filled(before).includes(name));
    const classes = new Set(hers.map((name) => name.split(' ')[0]));
    expect([...classes].sort()).toEqual(
      ['Certification', 'Conversation', 'Plan', 'PythonSession', 'ReviewSession', 'UserSpace', 'Workspace'].sort(),
    );
    expect(JSON.stringify([...there])).toContain(secretOf('alice'));
    const entries = [...(await heldByNamespace(server)).keys()];
    expect(entries.filter((name) => name.includes('key-alice')).length).toBeGreaterThan(1);

    const { socket } = await openSocket(base, { protocols: ['mcp', 'bearer.alice-key'] });
    const closed = once(socket, 'close');
    const page = await alice.person.open(new URL('/account/delete', base), new URLSearchParams({ confirm: 'alice' }));
    expect(page.text).toContain('is being deleted');
    await closed;
    // What comes next goes on in another instance, and in another after that.
    for (const token of ['alice-key', alice.key, alice.token]) expect(await status(token)).not.toBe(200);
    await server.getWorker('lemma').evictDurableObject('UserSpace', { name: 'key-alice' });
    const space = await server.getWorker('lemma').getDurableObjectStorage('UserSpace', { name: 'key-alice' });
    await until(async () => {
      const left = 'SELECT count(*) AS count FROM owned_object WHERE erased = 0';
      expect(await space.exec(left)).toEqual([{ count: 0 }]);
    });
    const kept = await heldByObjects(server);
    expect(filled(kept).filter((name) => hers.includes(name))).toEqual(hers.filter((name) => /^UserSpace/.test(name)));
    expect((await alice.person.open(new URL('/account', base))).status).toBe(303);
    expect(await status(alice.key)).toBe(401);
    expect(await status(alice.token)).toBe(401);
    expect(await status('alice-key')).toBe(403);

    // Two minutes go by.
    await space.exec('UPDATE deletion SET marked_at = marked_at - 120000');
    await space.exec('UPDATE background SET due = 0');
    await server.getWorker('lemma').evictDurableObject('UserSpace', { name: 'key-alice' });
    expect(await status('alice-key')).toBe(403);
    const [, id = ''] = hers.find((name) => name.startsWith('UserSpace'))?.split(' ') ?? [];
    await until(async () => expect(await rowsOf(server, 'lemma', 'UserSpace', id)).toEqual({}));

    const after = await heldByObjects(server);
    expect(filled(after).sort()).toEqual(filled(before).sort());
    const stored = JSON.stringify([[...after], [...(await heldByNamespace(server))]]);
    expect(stored).not.toContain(secretOf('alice'));
    expect(stored).not.toContain('key-alice');
    expect(stored).not.toContain(digest('alice-key'));
    expect(stored).toContain(secretOf('bob'));
    for (const [name, rows] of before) {
      for (const table of STORED) expect(after.get(name)?.[table], `${table} of ${name}`).toEqual(rows[table]);
    }
    const names = [...(await heldByNamespace(server)).keys()];
    expect(names.filter((name) => name.includes('key-bob'))).toHaveLength(
      entries.filter((name) => name.includes('key-bob')).length,
    );
    expect(names).toContain(`user-key:${digest(bob.key)}`);
    expect(names).not.toContain(`user-key:${digest(alice.key)}`);
    await until(() => expect(JSON.stringify(server.getLogs())).toContain('deletion\\":\\"ended'));
  });

  it('leaves what lets the other in, and begins anew with nothing where the settings have a key still', async () => {
    for (const token of ['bob-key', bob.key, bob.token]) expect(await status(token)).toBe(200);
    expect((await bob.person.open(new URL('/account', base))).text).toContain(secretOf('bob'));
    const list = await callTool(base, 'list_workspaces', {}, { token: 'alice-key' });
    expect(JSON.stringify(list.body)).not.toContain(`"${WORKSPACE}"`);
    expect(
      (await callTool(base, 'list_workspaces', {}, { token: 'bob-key' })).body.result?.structuredContent,
    ).toMatchObject({ workspaces: [{ workspace: WORKSPACE }, { workspace: 'default' }] });
  });
});
