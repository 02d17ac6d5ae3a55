/** People sign in with providers: a real OpenID Connect server, and GitHub's wire format. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFront } from '../mcp/harness.ts';
import { bearer } from '../mcp/requests.ts';
import { connectBySignIn, StoredAccess } from './client.ts';
import { type Known, serveGithub, serveOidc } from './identity-server.ts';
import { Person } from './person.ts';

const PEOPLE: readonly Known[] = [
  { sub: 'a1', name: 'Ada', email: 'ada@example.com', email_verified: true },
  { sub: 'b2', name: 'Bob', email: 'bob@elsewhere.example', email_verified: true },
  { sub: 'c3', name: 'Cy', email: 'cy@example.com', email_verified: false },
];
const HUBBER = {
  id: 583231,
  login: 'Octocat',
  emails: [{ email: 'octocat@example.com', verified: false }],
  organizations: ['acme'],
};

let base: URL;
let oidc: Awaited<ReturnType<typeof serveOidc>>;
let github: Awaited<ReturnType<typeof serveGithub>>;
const front = createFront({ ENVIRONMENT: 'production', PUBLIC_HOSTS: '127.0.0.1', SIGN_IN: '[' });

const client = { client_id: 'lemma', client_secret: 'secret-of-lemma' };

/** The setting; `openTo` are those whom the provider `open` lets in. */
const settings = (openTo: readonly string[]) => {
  const hub = (name: string, allow: readonly string[]) => ({
    provider: 'github',
    name,
    url: github.url,
    ...client,
    allow,
  });
  const id = { provider: 'oidc', issuer: oidc.issuer, ...client };
  const providers = [
    { ...id, name: 'work', label: 'Work', allow: ['@example.com'] },
    { ...id, name: 'open', allow: openTo },
    hub('login', ['octocat']),
    hub('organization', ['org:acme']),
    hub('other-organization', ['org:other']),
    hub('address', ['@example.com']),
  ];
  return { ENVIRONMENT: 'production', PUBLIC_HOSTS: '127.0.0.1', SIGN_IN: JSON.stringify(providers) };
};

async function restart(openTo: readonly string[]): Promise<void> {
  await front.restart(settings(openTo));
  base = (await front.listen()).url;
}

beforeAll(async () => {
  base = (await front.listen()).url;
  oidc = await serveOidc(
    PEOPLE,
    ['work', 'open'].map((name) => new URL(`/sign-in/${name}/callback`, base).href),
  );
  github = await serveGithub(HUBBER);
});
afterAll(() => Promise.all([front.close(), oidc.close(), github.close()]));

/** What somebody sees who signs in with a provider, after all redirects. */
async function signIn(person: Person, provider: string) {
  return person.follow(new URL(`/sign-in/${provider}`, base));
}

/** The user that a client works for which `person` let in. */
async function userOf(person: Person): Promise<{ readonly id: string; readonly scopes: readonly string[] }> {
  const access = new StoredAccess(person, '');
  await (await connectBySignIn(new URL('/mcp', base), access)).close();
  const token = access.tokens()?.access_token ?? '';
  const response = await fetch(new URL('/health/detailed', base), { headers: bearer(token) });
  const { user } = (await response.json()) as { user: { id: string; scopes: readonly string[] } };
  return { id: user.id, scopes: user.scopes };
}

it('says what is wrong with the setting, and shows nothing of it', async () => {
  const response = await fetch(base, { headers: { accept: 'text/html' } });
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('SIGN_IN cannot be used');
});

describe('a provider by OpenID Connect', () => {
  it('lets in whom the setting names, who is the same user each time', async () => {
    await restart(['everybody']);
    oidc.present.sub = 'a1';
    const first = new Person();
    expect((await signIn(first, 'work')).status).toBe(200);
    const user = await userOf(first);
    expect(user).toMatchObject({ id: expect.stringMatching(/^person-/), scopes: ['read'] });
    const second = new Person();
    await signIn(second, 'work');
    expect(await userOf(second)).toEqual(user);
  });

  it.each([
    ['of another domain', 'b2', 'bob@elsewhere.example'],
    ['whose address nobody verified', 'c3', 'no verified address'],
  ])('lets in nobody %s', async (_, sub, shown) => {
    oidc.present.sub = sub;
    const person = new Person();
    const page = await signIn(person, 'work');
    expect(page.status).toBe(400);
    expect(page.text).toContain(shown);
    expect(person.cookies.filter((name) => name.includes('lemma-session'))).toEqual([]);
  });

  it('keeps two people apart', async () => {
    const ids = new Set<string>();
    for (const { sub } of PEOPLE) {
      oidc.present.sub = sub;
      const person = new Person();
      await signIn(person, 'open');
      ids.add((await userOf(person)).id);
    }
    expect(ids.size).toBe(PEOPLE.length);
  });

  it('takes back nobody whom another browser sent', async () => {
    oidc.present.sub = 'a1';
    const attacker = new Person();
    const address = await attacker.follow(new URL('/sign-in/work', base), (url) => url.pathname.endsWith('/callback'));
    const victim = new Person();
    const page = await victim.open(address.url);
    expect(page.status).toBe(400);
    expect(page.text).toContain('begun in another browser');
    expect(victim.cookies).toEqual([]);
  });

  it('ends access once the setting no longer names somebody', async () => {
    oidc.present.sub = 'b2';
    const person = new Person();
    await signIn(person, 'open');
    const access = new StoredAccess(person, '');
    await (await connectBySignIn(new URL('/mcp', base), access)).close();
    const status = async () =>
      (await fetch(new URL('/health/detailed', base), { headers: bearer(access.tokens()?.access_token ?? '') })).status;
    expect(await status()).toBe(200);
    await restart(['@example.com']);
    expect(await status()).toBe(401);
    const page = await person.open(new URL('/sign-in', base));
    expect(page.text).toContain('Continue with Work');
  });
});

describe('GitHub', () => {
  it.each([
    ['login', false, 200],
    ['organization', true, 200],
    ['other-organization', true, 400],
    // Nobody verified the one that it has.
    ['address', false, 400],
  ])('is asked what the setting of %s needs', async (name, asksOrganizations, status) => {
    github.asked.splice(0);
    expect((await signIn(new Person(), name)).status).toBe(status);
    expect(github.asked.some(({ path }) => path === '/api/v3/user/orgs')).toBe(asksOrganizations);
    const exchange = github.asked.find(({ path }) => path === '/login/oauth/access_token');
    expect(exchange?.form.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
  });
});
