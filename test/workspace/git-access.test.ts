/** Who reaches which repository: credentials of git, hosts and names. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFront, sharedServer } from '../mcp/harness.ts';
import { bearer } from '../mcp/requests.ts';
import { GitFolder } from './git-client.ts';

const REFS = '/git/mine/info/refs?service=git-receive-pack';
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

describe('a server with keys', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const front = createFront({
    API_KEYS: JSON.stringify({
      alice: sha256('one'),
      bob: sha256('two:three'),
      carol: { laptop: sha256('four'), reader: { digest: sha256('five'), scopes: ['read'] } },
    }),
    PUBLIC_HOSTS: '127.0.0.1',
  });
  const folder = new GitFolder();
  let base: URL;
  beforeAll(async () => {
    base = (await front.listen()).url;
    await folder.create('mine');
    await folder.commit('mine', 'a.txt', 'one\n');
  });
  afterAll(async () => {
    await front.close();
    folder.remove();
  });

  // The workspaces of this front answer with their name.
  it.each([
    ['bearer', bearer('one'), 'key-alice/workspace/mine'],
    ['basic', basic('anybody:one'), 'key-alice/workspace/mine'],
    ['basic without a user', basic(':one'), 'key-alice/workspace/mine'],
    ['basic with a colon in the key', basic('bob:two:three'), 'key-bob/workspace/mine'],
  ])('takes %s', async (_, headers, name) => {
    const response = await fetch(new URL(REFS, base), { headers });
    expect([response.status, (await response.text()).trim()]).toEqual([200, name]);
  });

  it('tells git which scope a key lacks to push, and lets it fetch', async () => {
    const url = new URL('/git/mine', base);
    url.username = 'carol';
    url.password = 'five';
    const pushed = await folder.try('mine', 'push', url.href, 'main');
    expect(pushed.code).not.toBe(0);
    expect(pushed.stderr).toContain("remote: This needs the scope 'write'. The API key 'reader' has 'read'.");
    // Both keys are of one user, and only the other one makes a workspace.
    const refs = (service: string, key: string) =>
      fetch(new URL(`/git/mine/info/refs?service=${service}`, base), { headers: basic(`carol:${key}`) });
    expect((await refs('git-upload-pack', 'five')).status).toBe(404);
    expect(await (await refs('git-receive-pack', 'four')).text()).toBe('key-carol/workspace/mine\n');
    expect(await (await refs('git-upload-pack', 'five')).text()).toBe('key-carol/workspace/mine\n');
  });

  it.each([
    ['nothing', {}],
    ['a wrong password', basic('alice:two')],
    ['the key as the user', basic('one:')],
    ['no password', basic('one')],
    ['a wrong token', bearer('two')],
    ['another scheme', { authorization: 'Digest one' }],
    ['no base64', { authorization: 'Basic ***' }],
    ['broken base64', { authorization: 'Basic a' }],
  ])('asks for credentials when there is %s', async (_, headers) => {
    for (const [method, path] of [
      ['GET', REFS],
      ['POST', '/git/mine/git-receive-pack'],
      ['POST', '/git/mine/git-upload-pack'],
      ['GET', '/git/mine/objects/info/packs'],
    ] as const) {
      const response = await fetch(new URL(path, base), { method, headers });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Basic realm="Lemma", charset="UTF-8"');
      expect(await response.text()).toContain('API key');
    }
  });

  it('makes git ask, and tells why it is refused', async () => {
    const url = new URL('/git/mine', base);
    const asked = await folder.try('mine', 'push', url.href, 'main');
    expect(asked.stderr).toMatch(/could not read Username|Authentication failed/);
    url.username = 'alice';
    url.password = 'wrong';
    const refused = await folder.try('mine', 'push', url.href, 'main');
    expect(refused.stderr).toContain('remote: The API key or access token is not known to this server');
    expect(refused.stderr).toContain('Authentication failed');
  });

  it('answers to its hosts only', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'evil.example', ...bearer('one') };
      request(new URL(REFS, base), { headers }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });
});

describe('workspaces', () => {
  const server = sharedServer();
  const folder = new GitFolder();
  let base: URL;
  beforeAll(async () => {
    base = (await server.listen()).url;
    await folder.create('mine');
    await folder.commit('mine', 'a.txt', 'one\n');
  });
  afterAll(async () => {
    folder.remove();
  });

  const url = (name = 'mine') => new URL(`/git/${name}`, base).href;

  /** Runs git with a key, which it does not send by itself to a server that does not ask. */
  function gitAs(key: string, ...args: readonly string[]) {
    const header = `Authorization: Basic ${Buffer.from(`me:${key}`).toString('base64')}`;
    return folder.try('mine', '-c', `http.extraHeader=${header}`, ...args);
  }

  it('belong to the holder of the key', async () => {
    const tip = await folder.git('mine', 'rev-parse', 'HEAD');
    const { stderr } = await gitAs('alice', 'push', url(), 'main');
    expect(stderr).toContain('main -> main');
    expect((await gitAs('alice', 'ls-remote', url('mine.git'), 'main')).stdout).toContain(tip);
    for (const run of [await gitAs('bob', 'ls-remote', url()), await folder.try('mine', 'ls-remote', url())]) {
      expect(run.code).not.toBe(0);
      expect(run.stderr).toMatch(/^remote: Workspace 'mine' not found\. Your workspaces: (?!.*'mine')/);
    }
    const other = await folder.commit('mine', 'b.txt', 'of bob\n');
    await gitAs('bob', 'push', url(), 'main');
    expect((await gitAs('bob', 'ls-remote', url(), 'main')).stdout).toContain(other);
    expect((await gitAs('alice', 'ls-remote', url(), 'main')).stdout).toContain(tip);
  });

  it('have names that git and paths can bear', async () => {
    for (const name of ['.hidden', 'a%20b', '..%2f..', 'a%2fb', 'x'.repeat(65), '%00', 'a.lock']) {
      const { status } = await fetch(new URL(`/git/${name}/info/refs?service=git-receive-pack`, base));
      expect([name, status]).toEqual([name, 400]);
    }
    const refused = await folder.try('mine', 'push', url('a.lock'), 'main');
    expect(refused.stderr).toContain('cannot be the name of a workspace');
  });

  it('speak smart HTTP only', async () => {
    const dumb = await fetch(new URL('/git/mine/info/refs', base));
    expect(dumb.status).toBe(403);
    expect(await dumb.text()).toContain('smart HTTP');
    expect((await fetch(new URL('/git/mine/HEAD', base))).status).toBe(404);
  });
});
