/** The page of an account: keys that people make and revoke, clients that they let in and send away. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFront } from '../mcp/harness.ts';
import { bearer, post } from '../mcp/requests.ts';
import { openSocket } from '../mcp/socket-client.ts';
import { until } from '../until.ts';
import { connectBySignIn, StoredAccess } from './client.ts';
import { Person } from './person.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const KEYS = {
  alice: { laptop: digest('alice-key'), reader: { digest: digest('reader-key'), scopes: ['read'] } },
  bob: digest('bob-key'),
};
const front = createFront({ ENVIRONMENT: 'production', PUBLIC_HOSTS: '127.0.0.1', API_KEYS: JSON.stringify(KEYS) });
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});
afterAll(() => front.close());

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const status = async (token: string) => (await post(new URL('/mcp', base), PING, bearer(token))).status;

async function signedIn(key: string): Promise<Person> {
  const person = new Person();
  const led = await person.signIn(new URL('/sign-in', base), key);
  expect(led.pathname).toBe('/account');
  return person;
}

const account = (person: Person) => person.open(new URL('/account', base));

/** Makes a key, and returns what the page shows once. */
async function makeKey(person: Person, name: string, scopes: readonly string[], days = '90'): Promise<string> {
  const form = new URLSearchParams({ name, days });
  for (const scope of scopes) form.append('scope', scope);
  const page = await person.open(new URL('/account/keys', base), form);
  return /<code>(lemma_[0-9a-f]{64})<\/code>/.exec(page.text)?.[1] ?? page.text;
}

/** The id in the form that revokes what has that name. */
function idOf(page: string, name: string): string {
  return (
    new RegExp(`<strong>${name}</strong>[^<]*\\s*<input type="hidden" name="id" value="([^"]+)"`).exec(page)?.[1] ?? ''
  );
}

const revoke = (person: Person, what: 'keys' | 'clients', id: string) =>
  person.open(new URL(`/account/${what}/revoke`, base), new URLSearchParams({ id }));

describe('a key that somebody made', () => {
  it('is shown once, works for its user, and ends when it is revoked', async () => {
    const alice = await signedIn('alice-key');
    const secret = await makeKey(alice, 'ci', ['read', 'write']);
    const page = await account(alice);
    expect(page.text).not.toContain(secret);
    expect(page.text).toContain('never used');
    expect(await status(secret)).toBe(200);
    const health = await fetch(new URL('/health/detailed', base), { headers: bearer(secret) });
    expect(await health.json()).toMatchObject({ user: { id: 'key-alice', api_key: 'ci', scopes: ['read', 'write'] } });
    await until(async () => expect((await account(alice)).text).toContain('last used'));
    await revoke(alice, 'keys', idOf(page.text, 'ci'));
    expect(await status(secret)).toBe(401);
    expect((await account(alice)).text).not.toContain('<strong>ci</strong>');
  });

  it('is the password of git, and says which scope is missing', async () => {
    const secret = await makeKey(await signedIn('alice-key'), 'git', ['read']);
    const git = (service: string) =>
      fetch(new URL(`/git/none/info/refs?service=${service}`, base), {
        headers: { authorization: `Basic ${Buffer.from(`any:${secret}`).toString('base64')}` },
      });
    expect((await git('git-upload-pack')).status).toBe(404);
    const push = await git('git-receive-pack');
    expect(push.status).toBe(403);
    expect(await push.text()).toContain("The API key 'git' has 'read'");
  });

  it('allows no more than its person may', async () => {
    const reader = await signedIn('reader-key');
    const secret = await makeKey(reader, 'more', ['read', 'run', 'admin']);
    const health = await fetch(new URL('/health/detailed', base), { headers: bearer(secret) });
    expect(await health.json()).toMatchObject({ user: { scopes: ['read'] } });
  });

  it('closes the sockets that were opened with it', async () => {
    const alice = await signedIn('alice-key');
    const secret = await makeKey(alice, 'socket', ['read']);
    const socket = await openSocket(base, { protocols: ['mcp', `bearer.${secret}`] });
    const closed = once(socket.socket, 'close');
    await revoke(alice, 'keys', idOf((await account(alice)).text, 'socket'));
    await closed;
  });

  it.each([
    ['no name', { name: ' ', days: '90', scope: 'read' }],
    ['no scope', { name: 'x', days: '90' }],
    ['a scope that is none', { name: 'x', days: '90', scope: 'everything' }],
    ['a time that is not offered', { name: 'x', days: '100000', scope: 'read' }],
  ])('is not made with %s', async (_, form) => {
    const page = await (await signedIn('alice-key')).open(new URL('/account/keys', base), new URLSearchParams(form));
    expect(page.status).toBe(400);
  });
});

describe('a client that somebody let in', () => {
  it('is listed, and sent away', async () => {
    const alice = await signedIn('alice-key');
    const access = new StoredAccess(alice, 'alice-key');
    await (await connectBySignIn(new URL('/mcp', base), access)).close();
    const token = access.tokens()?.access_token ?? '';
    expect(await status(token)).toBe(200);
    const page = await account(alice);
    expect(page.text).toContain('<strong>Test client</strong>: read; let in 20');
    await revoke(alice, 'clients', idOf(page.text, 'Test client'));
    expect(await status(token)).toBe(401);
    expect((await account(alice)).text).toContain('No client works for you.');
  });
});

describe('somebody else', () => {
  it('sees and ends nothing of it', async () => {
    const alice = await signedIn('alice-key');
    const secret = await makeKey(alice, 'hers', ['read']);
    const access = new StoredAccess(alice, 'alice-key');
    await (await connectBySignIn(new URL('/mcp', base), access)).close();
    const { text } = await account(alice);
    const bob = await signedIn('bob-key');
    expect((await account(bob)).text).not.toContain('hers');
    await revoke(bob, 'keys', idOf(text, 'hers'));
    await revoke(bob, 'clients', idOf(text, 'Test client'));
    expect(await status(secret)).toBe(200);
    expect(await status(access.tokens()?.access_token ?? '')).toBe(200);
  });

  it('without being signed in is led to sign in, and its forms do nothing', async () => {
    const nobody = new Person();
    for (const path of ['/account', '/account/keys', '/account/keys/revoke', '/account/clients/revoke']) {
      const form =
        path === '/account' ? undefined : new URLSearchParams({ id: 'x', name: 'x', days: '0', scope: 'admin' });
      const answer = await nobody.open(new URL(path, base), form);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe('/sign-in?to=%2Faccount');
    }
  });

  it('from another page changes nothing', async () => {
    const alice = await signedIn('alice-key');
    const form = new URLSearchParams({ name: 'stolen', days: '0', scope: 'admin' });
    const answer = await alice.open(new URL('/account/keys', base), form, { origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
    expect((await account(alice)).text).not.toContain('stolen');
  });

  it('is signed out for good', async () => {
    const alice = await signedIn('alice-key');
    await alice.open(new URL('/sign-out', base), new URLSearchParams());
    expect((await account(alice)).status).toBe(303);
  });
});
