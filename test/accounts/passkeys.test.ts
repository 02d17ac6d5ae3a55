/** A small team without a provider: the first one becomes the administrator, invites others, and all sign in with passkeys. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFront } from '../mcp/harness.ts';
import { bearer, post } from '../mcp/requests.ts';
import { until } from '../until.ts';
import { Authenticator } from './authenticator.ts';
import { connectBySignIn, StoredAccess } from './client.ts';
import * as people from './passkey-people.ts';
import { codeIn, type Options } from './passkey-people.ts';
import { Person } from './person.ts';

const front = createFront({ ENVIRONMENT: 'production', PUBLIC_HOSTS: '127.0.0.1' });
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});
afterAll(() => front.close());

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

const accept = (person: Person, authenticator: Authenticator, code: string, name: string) =>
  people.accept(base, person, authenticator, code, name);
const signIn = (person: Person, authenticator: Authenticator, to?: string) =>
  people.signIn(base, person, authenticator, to);
const invite = (administrator: Person, form?: Readonly<Record<string, string>>) =>
  people.invite(base, administrator, form);

/** The person who runs the server, and an authenticator of theirs. */
const first = new Person();
let firstKey: Authenticator;

describe('a server without users', () => {
  it('is closed, and says in its log alone how somebody becomes the administrator', async () => {
    expect((await post(new URL('/mcp', base), PING)).status).toBe(401);
    const page = await first.open(new URL('/sign-in', base));
    expect(page.status).toBe(200);
    expect(codeIn(page.text)).toBe('');
    const log = await until(() => {
      const text = JSON.stringify(front.getLogs());
      expect(text).toContain('to become its administrator');
      return text;
    });
    // The same code is said again, until it is used.
    await new Person().open(new URL('/sign-in', base));
    const code = codeIn(log);
    firstKey = new Authenticator(base.origin);
    expect(await accept(first, firstKey, code, 'Ada')).toMatchObject({ status: 200, body: { to: '/account' } });
    expect((await first.open(new URL('/account', base))).text).toContain('signed in as <strong>Ada</strong>');
    expect((await accept(new Person(), new Authenticator(base.origin), code, 'Eve')).status).toBe(400);
  });
});

describe('people with passkeys', () => {
  it('sign in, and let clients in that work for them', async () => {
    const person = new Person();
    expect(await signIn(person, firstKey)).toMatchObject({ status: 200, body: { to: '/account' } });
    const access = new StoredAccess(person, '');
    await (await connectBySignIn(new URL('/mcp', base), access)).close();
    const response = await fetch(new URL('/health/detailed', base), {
      headers: bearer(access.tokens()?.access_token ?? ''),
    });
    expect(await response.json()).toMatchObject({ user: { id: expect.stringMatching(/^person-/), scopes: ['read'] } });
  });

  it('are led to where they were going, and nowhere else', async () => {
    const led = async (to: string) => (await signIn(new Person(), firstKey, to)).body['to'];
    expect(await led('/people')).toBe('/people');
    for (const to of ['https://evil.example/', '//evil.example/people', '/mcp']) expect(await led(to)).toBe('/account');
  });

  it('are not taken for each other, with a forged, repeated, foreign or old signature', async () => {
    const finish = (person: Person, response: unknown) =>
      person.send(new URL('/passkeys/use/finish', base), { response });
    const ask = async () => (await new Person().send(new URL('/passkeys/use', base), {})).body as unknown as Options;
    const signed = firstKey.get(await ask());
    expect((await finish(new Person(), signed)).status).toBe(200);
    expect((await finish(new Person(), signed)).status).toBe(400);
    const bent = firstKey.get(await ask());
    const signature = Buffer.from(String(bent.response['signature']), 'base64url');
    signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
    const forged = { ...bent, response: { ...bent.response, signature: signature.toString('base64url') } };
    expect((await finish(new Person(), forged)).status).toBe(400);
    expect((await finish(new Person(), firstKey.get({ ...(await ask()), challenge: 'bm9uZQ' }))).status).toBe(400);
    expect((await finish(new Person(), firstKey.get({ ...(await ask()), rpId: 'evil.example' }))).status).toBe(400);
    const elsewhere = new Authenticator('https://evil.example');
    const code = await invite(first);
    expect((await accept(new Person(), elsewhere, code, 'Eve')).status).toBe(400);
    expect((await finish(new Person(), { ...signed, id: 'none' })).status).toBe(400);
    expect((await finish(new Person(), 'none')).status).toBe(400);
  });
});

describe('an administrator', () => {
  it('invites somebody, who is not one', async () => {
    const bob = new Person();
    const key = new Authenticator(base.origin);
    expect((await accept(bob, key, await invite(first), 'Bob')).status).toBe(200);
    expect((await bob.open(new URL('/people', base))).text).toContain('for administrators');
    const form = new URLSearchParams({ administrator: 'yes' });
    expect(codeIn((await bob.open(new URL('/people/invite', base), form)).text)).toBe('');
  });

  it('gives somebody one more passkey', async () => {
    const page = (await first.open(new URL('/people', base))).text;
    const user = /name="user" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const key = new Authenticator(base.origin);
    expect((await accept(new Person(), key, await invite(first, { user }), 'ignored')).status).toBe(200);
    const person = new Person();
    await signIn(person, key);
    expect((await person.open(new URL('/account', base))).text).toContain('<strong>Ada</strong>');
  });

  it('removes somebody, whose passkey, browser, clients and keys end', async () => {
    const cy = new Person();
    const authenticator = new Authenticator(base.origin);
    await accept(cy, authenticator, await invite(first), 'Cy');
    const access = new StoredAccess(cy, '');
    await (await connectBySignIn(new URL('/mcp', base), access)).close();
    const token = access.tokens()?.access_token ?? '';
    const made = await cy.open(
      new URL('/account/keys', base),
      new URLSearchParams({ name: 'ci', days: '0', scope: 'read' }),
    );
    const secret = /<code>(lemma_[0-9a-f]{64})<\/code>/.exec(made.text)?.[1] ?? '';
    const status = async (bearerToken: string) => (await post(new URL('/mcp', base), PING, bearer(bearerToken))).status;
    expect([await status(token), await status(secret)]).toEqual([200, 200]);
    const page = (await first.open(new URL('/people', base))).text;
    const user = [...page.matchAll(/name="user" value="([^"]+)"/g)].at(-1)?.[1] ?? '';
    const open = await invite(first, { user });
    await first.open(new URL('/people/remove', base), new URLSearchParams({ user }));
    expect([await status(token), await status(secret)]).toEqual([401, 401]);
    expect((await cy.open(new URL('/account', base))).status).toBe(303);
    expect((await signIn(new Person(), authenticator)).status).toBe(400);
    expect((await accept(new Person(), new Authenticator(base.origin), open, 'Cy')).status).toBe(400);
  });
});
