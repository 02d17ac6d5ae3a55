/** Attacks on signing in, beside those of `oauth.test.ts`: each is refused, and none is answered with a failure of the server. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFront } from '../mcp/harness.ts';
import { bearer, post } from '../mcp/requests.ts';
import { ByHand } from './by-hand.ts';
import { REDIRECT } from './client.ts';
import { handleIn, Person } from './person.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const front = createFront({
  ENVIRONMENT: 'production',
  PUBLIC_HOSTS: '127.0.0.1,localhost',
  API_KEYS: JSON.stringify({ alice: digest('alice-key'), bob: digest('bob-key') }),
});
let base: URL;
const hand = new ByHand(() => base);
beforeAll(async () => {
  base = (await front.listen()).url;
});
afterAll(() => front.close());

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const status = async (token: string) => (await post(new URL('/mcp', base), PING, bearer(token))).status;
const SESSION = '__Host-lemma-session';

/** An answer to a request whose headers `fetch` would not send. */
function send(path: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const sent = request(new URL(path, base), { headers }, async (answer) => {
      let text = '';
      for await (const chunk of answer) text += String(chunk);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
    });
    sent.on('error', reject).end();
  });
}

/** A code for alice, which nobody has exchanged. */
async function codeOf(clientId: string) {
  const { url, verifier } = hand.authorization(clientId);
  const back = await new Person().allow(url, 'alice-key');
  return { code: back.searchParams.get('code') ?? '', verifier, back };
}

describe('a token', () => {
  it('that was made for another address of the server is refused', async () => {
    const elsewhere = new URL(base);
    elsewhere.hostname = 'localhost';
    const other = new ByHand(() => elsewhere);
    const { access_token, refresh_token } = await other.grant(await other.register());
    expect((await post(new URL('/mcp', elsewhere), PING, bearer(access_token))).status).toBe(200);
    expect(await status(access_token)).toBe(401);
    const clientId = await hand.register();
    expect(await hand.renew(clientId, refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it.each([
    ['the digest of a key', () => digest('alice-key')],
    ['a part of a key', () => 'alice-ke'],
    ['a key and more', () => 'alice-key0'],
    ['what sessions keep of a token', () => JSON.stringify({ kind: 'token', id: 'x', holder: { kind: 'key' } })],
    ['a token of a user without a grant', () => 'key-alice:x:y'],
    ['what no token has', () => "' OR 1=1 --".replaceAll(' ', '')],
    ['much', () => 'x'.repeat(8000)],
    ['a form of a key that people make', () => `lemma_${'0'.repeat(64)}`],
  ])('that is %s is refused', async (_, token) => {
    expect(await status(token())).toBe(401);
  });

  it('is no secret for renewing, nor is a refresh token one for calling', async () => {
    const clientId = await hand.register();
    const { access_token, refresh_token } = await hand.grant(clientId);
    expect(await status(refresh_token)).toBe(401);
    expect((await hand.renew(clientId, access_token)).status).toBe(400);
  });
});

describe('a code', () => {
  it.each([
    ['without its verifier', { code_verifier: '' }],
    ['with another verifier', { code_verifier: 'a'.repeat(43) }],
    ['with the challenge for the verifier', 'challenge'],
    ['by another client', 'client'],
    ['for another redirect', { redirect_uri: 'http://127.0.0.1:33418/other' }],
    ['for another resource', { resource: 'https://other.example/mcp' }],
  ] as const)('is not exchanged %s', async (_, change) => {
    const clientId = await hand.register();
    const { code, verifier } = await codeOf(clientId);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const answer =
      change === 'client'
        ? await hand.exchange(await hand.register(), code, verifier)
        : await hand.exchange(clientId, code, verifier, change === 'challenge' ? { code_verifier: challenge } : change);
    expect(answer.status).toBe(400);
    expect(answer.body.access_token).toBeUndefined();
  });

  it('comes with the issuer, so that nobody takes it for that of another server', async () => {
    const { back } = await codeOf(await hand.register());
    expect(back.searchParams.getAll('iss')).toEqual([base.origin]);
  });

  it('that is exchanged again ends what it gave', async () => {
    const clientId = await hand.register();
    const { code, verifier } = await codeOf(clientId);
    const first = await hand.exchange(clientId, code, verifier);
    const second = await hand.exchange(clientId, code, verifier);
    expect([first.status, second.status]).toEqual([200, 400]);
    // The replay shows that somebody has the code: what it gave ends.
    expect(await status(first.body.access_token)).toBe(401);
  });
});

describe('a refresh token', () => {
  it('that is stolen is of no use to another client, nor once its successor is used', async () => {
    const clientId = await hand.register();
    const { refresh_token } = await hand.grant(clientId);
    expect((await hand.renew(await hand.register(), refresh_token)).status).toBe(400);
    const next = await hand.renew(clientId, refresh_token);
    expect(next.status).toBe(200);
    expect((await hand.renew(clientId, next.body.refresh_token)).status).toBe(200);
    expect(await hand.renew(clientId, refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('gives no scope that its person did not allow', async () => {
    const clientId = await hand.register();
    const { refresh_token } = await hand.grant(clientId);
    expect((await hand.renew(clientId, refresh_token, { scope: 'admin' })).status).toBe(400);
  });

  it('does not answer after it was revoked, though it was just renewed', async () => {
    const clientId = await hand.register();
    const { refresh_token } = await hand.grant(clientId);
    const { body } = await hand.renew(clientId, refresh_token);
    const form = new URLSearchParams({ token: body.refresh_token, client_id: clientId });
    expect((await fetch(new URL('/oauth/token', base), { method: 'POST', body: form })).status).toBe(200);
    expect((await hand.renew(clientId, body.refresh_token)).status).toBe(400);
    const again = await hand.renew(clientId, refresh_token);
    expect(again.status === 200 ? await status(again.body.access_token) : 401).toBe(401);
  });
});

describe('a redirect', () => {
  it.each([
    'http://127.0.0.1:33418@evil.example/callback',
    'http://evil.example#@127.0.0.1:33418/callback',
    'http://127.0.0.1:33418/callback?x=1',
    'http://127.0.0.1:33418/callback#x',
    'http://127.0.0.1:33418//callback',
    'http://127.0.0.1:33418/Callback',
    'http://127.0.0.2:33418/callback',
    'http://localhost:33418/callback',
    'https://127.0.0.1:33418/callback',
    'javascript:alert(1)//127.0.0.1:33418/callback',
    '//127.0.0.1:33418/callback',
    '',
  ])('to the look-alike %s stays on a page of ours', async (redirect_uri) => {
    const { url } = hand.authorization(await hand.register(), { redirect_uri });
    const page = await new Person().open(url);
    expect(page.status).toBe(400);
    expect(page.headers.get('location')).toBeNull();
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'http://evil.example/callback', 'https://a:b@client.example/c'])(
    'to %s is not registered',
    async (redirectUri) => {
      expect(await hand.register(redirectUri)).toBeUndefined();
    },
  );
});

describe('a page', () => {
  /** Signed in, with the page of consent. */
  async function atConsent() {
    const person = new Person();
    const { url } = hand.authorization(await hand.register());
    const at = new URL(`/sign-in?to=${encodeURIComponent(url.pathname + url.search)}`, base);
    return { person, page: await person.open(await person.signIn(at, 'alice-key')) };
  }

  it('is framed by nobody, kept by nobody, and runs no scripts', async () => {
    const { person, page } = await atConsent();
    const account = await person.open(new URL('/account', base));
    const fault = await person.open(new URL('/authorize?client_id=nobody', base));
    for (const { headers } of [page, account, fault]) {
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('takes no form of which the browser does not say where it comes from', async () => {
    const { page, person } = await atConsent();
    const consent = new URLSearchParams({ handle: handleIn(page.text), decision: 'allow', scope: 'read' });
    const forms = {
      '/authorize': consent,
      '/sign-in': new URLSearchParams({ key: 'alice-key' }),
      '/sign-out': consent,
    };
    for (const [path, form] of Object.entries(forms)) {
      for (const origin of ['', 'null', 'https://evil.example', 'http://127.0.0.1:1']) {
        const { status: answered, headers } = await person.open(new URL(path, base), form, { origin });
        expect(answered, `${path} from ${origin}`).toBe(403);
        expect(headers.get('location')).toBeNull();
      }
    }
    // It still works from where it belongs, once.
    expect((await person.open(new URL('/authorize', base), consent)).status).toBe(302);
    expect((await person.open(new URL('/authorize', base), consent)).status).toBe(400);
  });

  it('shows what a client says of itself as text', async () => {
    const name = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';
    const registered = await fetch(new URL('/oauth/register', base), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: name, redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }),
    });
    const { client_id } = (await registered.json()) as { client_id: string };
    const person = new Person();
    await person.signIn(new URL('/sign-in', base), 'alice-key');
    const { text } = await person.open(hand.authorization(client_id).url);
    expect(text).not.toMatch(/<script|<img src=x/);
  });
});

describe('a session of a browser', () => {
  it('that somebody planted is not the one that its victim signs in with', async () => {
    const planted = 'a'.repeat(64);
    const form = new URLSearchParams({ key: 'alice-key' });
    const answer = await new Person().open(new URL('/sign-in', base), form, { cookie: `${SESSION}=${planted}` });
    const [cookie = ''] = answer.headers.getSetCookie().filter((line) => /max-age=[1-9]/i.test(line));
    expect(cookie).toMatch(/^__Host-lemma-session=[0-9a-f]{64};/);
    expect(cookie).toMatch(/; Path=\/.*HttpOnly.*Secure.*SameSite=Lax/);
    expect(cookie).not.toContain(planted);
    expect((await send('/account', { cookie: `${SESSION}=${planted}` })).status).toBe(303);
  });

  it('of somebody else ends when another signs in over it', async () => {
    const person = new Person();
    await person.signIn(new URL('/sign-in', base), 'alice-key');
    await person.signIn(new URL('/sign-in', base), 'bob-key');
    expect((await person.open(new URL('/account', base))).text).toContain('<strong>bob</strong>');
  });

  it.each([
    ['a large cookie', `${SESSION}=${'a'.repeat(12_000)}`],
    ['a cookie of another form', `${SESSION}=%00%ff"; ${SESSION}={}`],
    ['hundreds of cookies', Array.from({ length: 400 }, (_, at) => `c${at}=${at}`).join('; ')],
    ['a name of objects', '__proto__=x; constructor=y; toString=z'],
  ])('is none with %s', async (_, cookie) => {
    for (const path of ['/account', '/authorize?client_id=x', '/sign-in/none/callback?state=x']) {
      expect((await send(path, { cookie })).status, path).toBeLessThan(500);
    }
    expect((await send('/account', { cookie })).status).not.toBe(200);
  });
});

describe('a host', () => {
  it.each(['evil.example', '127.0.0.1.evil.example', 'evil.example:8787', '127.0.0.1@evil.example'])(
    'that is called %s is not served',
    async (host) => {
      const answer = await send('/.well-known/oauth-authorization-server', { host });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toContain('https://evil.example/');
    },
  );

  it('comes from the request alone', async () => {
    const forged = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', 'x-original-url': '/account' };
    const { text } = await send('/.well-known/oauth-authorization-server', forged);
    expect(JSON.parse(text)).toMatchObject({ issuer: base.origin });
    const { headers } = await send('/mcp', { ...forged, accept: 'text/event-stream' });
    expect(headers['www-authenticate']).toContain(`resource_metadata="${base.origin}/`);
  });

  it('is not called from foreign pages', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example']) {
      expect((await send('/oauth/register', { origin })).status).toBe(403);
    }
  });
});

describe('a header', () => {
  const SPLIT = 'x\r\nset-cookie: evil=1\r\n\r\n<script>';

  it('is not split by what a client or a person sends', async () => {
    const clientId = await hand.register();
    const person = new Person();
    const back = await person.allow(hand.authorization(clientId, { state: SPLIT }).url, 'alice-key');
    expect(back.searchParams.get('state')).toBe(SPLIT);
    const asks = [
      `/sign-in?${new URLSearchParams({ to: `/account${SPLIT}` })}`,
      `/authorize?${new URLSearchParams({ client_id: clientId, redirect_uri: `${REDIRECT}${SPLIT}`, response_type: 'code' })}`,
      hand.authorization(clientId, { code_challenge_method: 'plain', state: SPLIT }).url.href,
      `/mcp/${encodeURIComponent(`"${SPLIT}`)}`,
      `/.well-known/oauth-protected-resource/${encodeURIComponent(SPLIT)}`,
    ];
    for (const ask of asks) {
      const { status: answered, headers } = await person.open(new URL(ask, base));
      expect(answered).toBeLessThan(500);
      expect(headers.getSetCookie().join()).not.toContain('evil=1');
    }
  });
});

it('guessing keys tells nothing, however long it goes on', async () => {
  const guess = async (key: string) => {
    const { status: answered, text } = await new Person().open(new URL('/sign-in', base), new URLSearchParams({ key }));
    return { answered, text };
  };
  const told = [await guess('alice-kex')];
  for (let at = 0; at < 50; at++) told.push(await guess(`${at}`.repeat(40)));
  // An address that goes on is held back, with another answer that tells as little.
  for (const status of [401, 429]) {
    const texts = told.filter(({ answered }) => answered === status).map(({ text }) => text);
    expect(new Set(texts).size).toBeLessThanOrEqual(1);
  }
  expect(told.every(({ answered }) => answered === 401 || answered === 429)).toBe(true);
  expect(await status('alice-key')).toBe(200);
});
