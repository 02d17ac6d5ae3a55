/** Clients that misbehave as real ones do stay signed in: each sends what such a client sends, through the real front Worker. */
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFront } from '../mcp/harness.ts';
import { bearer, post } from '../mcp/requests.ts';
import { ByHand } from './by-hand.ts';
import { connectBySignIn, REDIRECT, StoredAccess } from './client.ts';
import { handleIn, Person, tickedIn } from './person.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const VARS = {
  ENVIRONMENT: 'production',
  PUBLIC_HOSTS: '127.0.0.1',
  API_KEYS: JSON.stringify({ alice: digest('alice-key') }),
};
const front = createFront(VARS);
let base: URL;
const hand = new ByHand(() => base);
const start = async () => {
  base = (await front.listen()).url;
};
const restart = async () => {
  await front.restart(VARS);
  await start();
};
beforeAll(start);
afterAll(() => front.close());

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const status = async (token: string) => (await post(new URL('/mcp', base), PING, bearer(token))).status;

/** What wrangler hands out of the namespace. */
interface Stored {
  list(options: { prefix: string }): Promise<{ readonly keys: readonly { readonly name: string }[] }>;
  delete(name: string): Promise<void>;
}

/** Forgets what is stored of OAuth below `prefix`, as the end of its time does. */
async function expire(prefix: string): Promise<void> {
  const { OAUTH_KV } = await front.getWorker<{ OAUTH_KV: Stored }>().getEnv();
  const { keys } = await OAUTH_KV.list({ prefix });
  expect(keys.length).toBeGreaterThan(0);
  await Promise.all(keys.map(({ name }) => OAUTH_KV.delete(name)));
}

/** Signed in at the page of consent of `url`. */
async function atConsent(url: URL) {
  const person = new Person();
  const at = new URL(`/sign-in?to=${encodeURIComponent(url.pathname + url.search)}`, base);
  return { person, page: await person.open(await person.signIn(at, 'alice-key')) };
}

describe('a client stays signed in', () => {
  it('that sends no resource when it renews', async () => {
    const clientId = await hand.register();
    let { refresh_token } = await hand.grant(clientId, { resource: new URL('/mcp/python', base).href });
    for (let times = 0; times < 3; times++) {
      const { status: renewed, body } = await hand.renew(clientId, refresh_token);
      expect(renewed).toBe(200);
      expect(await status(body.access_token)).toBe(200);
      ({ refresh_token } = body);
    }
  });

  it('that asks for every scope, ours or not, and again when it renews', async () => {
    const clientId = await hand.register();
    const everything = 'openid profile email offline_access read run write admin mcp:tools *';
    const { url, verifier } = hand.authorization(clientId, { scope: everything });
    const { person, page } = await atConsent(url);
    expect(tickedIn(page.text)).toEqual(['offline_access', 'read', 'run', 'write', 'admin']);
    const form = new URLSearchParams({ handle: handleIn(page.text), decision: 'allow' });
    for (const scope of ['offline_access', 'read', 'run']) form.append('scope', scope);
    const { headers } = await person.open(new URL('/authorize', base), form);
    const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
    const { body } = await hand.exchange(clientId, code, verifier, { scope: everything });
    const renewed = await hand.renew(clientId, body.refresh_token, { scope: everything });
    expect(renewed.body.scope.split(' ').toSorted()).toEqual(['offline_access', 'read', 'run']);
    const health = await fetch(new URL('/health/detailed', base), { headers: bearer(renewed.body.access_token) });
    expect(await health.json()).toMatchObject({ user: { scopes: ['read', 'run'] } });
  });

  it('that renews many times at once, whichever answer it keeps', async () => {
    const clientId = await hand.register();
    const { refresh_token } = await hand.grant(clientId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => hand.renew(clientId, refresh_token)));
    for (const { status: renewed, body } of answers) {
      expect(renewed).toBe(200);
      expect(await status(body.access_token)).toBe(200);
    }
    for (const { body } of answers) expect((await hand.renew(clientId, body.refresh_token)).status).toBe(200);
  });

  it('that renews from two windows which keep what each of them got', async () => {
    const clientId = await hand.register();
    const { refresh_token } = await hand.grant(clientId);
    const first = await hand.renew(clientId, refresh_token);
    const second = await hand.renew(clientId, refresh_token);
    expect(second.body).toEqual(first.body);
    expect((await hand.renew(clientId, first.body.refresh_token)).status).toBe(200);
    expect((await hand.renew(clientId, second.body.refresh_token)).status).toBe(200);
  });

  it('that renews again after a timeout, whether the first answer arrives late or never', async () => {
    const clientId = await hand.register();
    const { refresh_token } = await hand.grant(clientId);
    const gone = new AbortController();
    const lost = fetch(new URL('/oauth/token', base), {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token }),
      signal: gone.signal,
    }).catch(() => undefined);
    gone.abort();
    await lost;
    const again = await hand.renew(clientId, refresh_token);
    expect(again.status).toBe(200);
    await restart();
    // The server has forgotten what it answered: the token before is good until its successor is used.
    const third = await hand.renew(clientId, refresh_token);
    expect(third.status).toBe(200);
    expect((await hand.renew(clientId, third.body.refresh_token)).status).toBe(200);
  });

  it('whose clock is ahead, so that it renews before each call', async () => {
    const clientId = await hand.register();
    const granted = await hand.grant(clientId);
    let { refresh_token } = granted;
    for (let calls = 0; calls < 5; calls++) {
      const { body } = await hand.renew(clientId, refresh_token);
      expect(await status(body.access_token)).toBe(200);
      ({ refresh_token } = body);
    }
    // Calls that are still under way have the first token.
    expect(await status(granted.access_token)).toBe(200);
  });

  it('whose clock is behind, so that it sends a token that has expired', async () => {
    const clientId = await hand.register();
    const { access_token, refresh_token } = await hand.grant(clientId);
    await expire('token:');
    const refused = await post(new URL('/mcp', base), PING, bearer(access_token));
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await status((await hand.renew(clientId, refresh_token)).body.access_token)).toBe(200);
  });

  it.each(['http://127.0.0.1:33418/callback', 'http://localhost:33418/callback', 'http://[::1]:33418/callback'])(
    'that comes back at another port than that of %s',
    async (registered) => {
      const clientId = await hand.register(registered);
      const redirect_uri = registered.replace('33418', '51007');
      const { back, access_token, refresh_token } = await hand.grant(clientId, { redirect_uri });
      expect(back.href.startsWith(redirect_uri)).toBe(true);
      expect(await status(access_token)).toBe(200);
      expect((await hand.renew(clientId, refresh_token)).status).toBe(200);
    },
  );

  it('while the server starts again at each step', async () => {
    const clientId = await hand.register();
    await restart();
    const { url, verifier } = hand.authorization(clientId);
    const { person, page } = await atConsent(url);
    const form = new URLSearchParams({ handle: handleIn(page.text), decision: 'allow', scope: 'read' });
    await restart();
    const { headers } = await person.open(new URL('/authorize', base), form);
    const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
    await restart();
    const { body } = await hand.exchange(clientId, code, verifier);
    await restart();
    expect(await status(body.access_token)).toBe(200);
    expect((await hand.renew(clientId, body.refresh_token)).status).toBe(200);
  });
});

describe('a client whose registration is lost', () => {
  it('goes on until its token ends, learns that it has to register, and gets in again', async () => {
    const access = new StoredAccess(new Person(), 'alice-key');
    await (await connectBySignIn(new URL('/mcp', base), access)).close();
    const { client_id = '' } = access.clientInformation() ?? {};
    const { access_token = '', refresh_token = '' } = access.tokens() ?? {};
    await expire(`client:${client_id}`);
    expect(await status(access_token)).toBe(200);
    const refused = await hand.renew(client_id, refresh_token);
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    await expire('token:');
    // The client of the SDK forgets what it had, registers anew, and asks its person.
    const client = await connectBySignIn(new URL('/mcp', base), access);
    await client.close();
    expect(access.clientInformation()?.client_id).not.toBe(client_id);
    expect(access.asked).toHaveLength(2);
  });

  it('tells its person what to do when it does not notice', async () => {
    const clientId = await hand.register();
    await expire(`client:${clientId}`);
    const { status: answered, text } = await new Person().open(hand.authorization(clientId).url);
    expect(answered).toBe(400);
    expect(text).toContain('Remove this server from your client, and add it again');
  });

  it('by itself, since it registers at each start, lets nobody be signed out', async () => {
    const first = await hand.grant(await hand.register());
    const clientId = await hand.register();
    // Its old token belongs to the client that it was.
    expect(await hand.renew(clientId, first.refresh_token)).toMatchObject({ body: { error: 'invalid_grant' } });
    const second = await hand.grant(clientId);
    expect(await status(first.access_token)).toBe(200);
    expect(await status(second.access_token)).toBe(200);
  });
});

describe('a client that is known by its document', () => {
  const CLIENT = 'https://client.example/oauth/client.json';
  const DOCUMENT = {
    client_id: CLIENT,
    client_name: 'Client by document',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
  };
  const real = globalThis.fetch;
  const asked: string[] = [];

  /** Answers what the Worker fetches from the internet, which wrangler sends through this process. */
  function serve(answer: (url: URL) => Response | Promise<Response>): void {
    asked.splice(0);
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.hostname === '127.0.0.1') return real(input, init);
      asked.push(url.href);
      return answer(url);
    });
  }
  afterEach(() => vi.restoreAllMocks());

  it('signs in at a port of its own, and renews', async () => {
    serve(() => Response.json(DOCUMENT));
    const redirect_uri = 'http://127.0.0.1:61000/callback';
    const { url } = hand.authorization(CLIENT, { redirect_uri });
    const { page } = await atConsent(url);
    expect(page.text).toContain('It belongs to <strong>client.example</strong>');
    const { access_token, refresh_token } = await hand.grant(CLIENT, { redirect_uri });
    expect(await status(access_token)).toBe(200);
    expect((await hand.renew(CLIENT, refresh_token)).status).toBe(200);
  });

  it('keeps its tokens while its document cannot be had', async () => {
    serve(() => Response.json(DOCUMENT));
    const { refresh_token } = await hand.grant(CLIENT);
    serve(() => new Response(undefined, { status: 502 }));
    const answer = await hand.renew(CLIENT, refresh_token);
    expect(answer).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
    serve(() => Response.json(DOCUMENT));
    expect((await hand.renew(CLIENT, refresh_token)).status).toBe(200);
  });

  it.each([
    ['of another client', () => Response.json({ ...DOCUMENT, client_id: 'https://client.example/other.json' })],
    ['that is too large', () => Response.json({ ...DOCUMENT, client_name: 'x'.repeat(6000) })],
    ['that is no JSON', () => new Response('<html>')],
    ['with a secret', () => Response.json({ ...DOCUMENT, client_secret: 'x' })],
    ['that is not there', () => new Response(undefined, { status: 404 })],
    [
      'that leads to another host of http',
      () => Response.json({ ...DOCUMENT, redirect_uris: ['http://evil.example/callback'] }),
    ],
  ])('gets nowhere with a document %s', async (_, answer) => {
    serve(answer);
    const { status: answered, headers, text } = await new Person().open(hand.authorization(CLIENT).url);
    expect(answered).toBe(400);
    expect(headers.get('location')).toBeNull();
    expect(text).not.toContain('name="handle"');
  });

  it('gets nowhere with a document that never comes, and keeps its tokens', async () => {
    serve(() => Response.json(DOCUMENT));
    const { refresh_token } = await hand.grant(CLIENT);
    serve(() => new Promise(() => undefined));
    const [page, renewal] = await Promise.all([
      new Person().open(hand.authorization(CLIENT).url),
      hand.renew(CLIENT, refresh_token),
    ]);
    expect([page.status, renewal.status]).toEqual([400, 503]);
  });

  it('gets nowhere with a document that stands at a private address in the end', async () => {
    serve(({ hostname }) =>
      hostname === 'client.example' ? Response.redirect('https://10.0.0.8/client.json', 302) : Response.json(DOCUMENT),
    );
    expect((await new Person().open(hand.authorization(CLIENT).url)).status).toBe(400);
    expect(asked).toEqual([CLIENT]);
  });

  it.each([
    ['its parameter', (id: string) => ({ body: { client_id: id }, headers: {} })],
    [
      'HTTP Basic',
      (id: string) => ({
        body: {},
        headers: { authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:x`).toString('base64')}` },
      }),
    ],
    [
      'an assertion',
      (id: string) => ({
        body: {
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: ['{"alg":"ES256"}', JSON.stringify({ iss: id, sub: id }), 'x']
            .map((part) => Buffer.from(part).toString('base64url'))
            .join('.'),
        },
        headers: {},
      }),
    ],
  ])('has nothing fetched from a private address that %s names', async (_, naming) => {
    serve(() => Response.json(DOCUMENT));
    const { body, headers } = naming('https://10.0.0.8/client.json');
    const answer = await fetch(new URL('/oauth/token', base), {
      method: 'POST',
      headers,
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'a:b:c', ...body }),
    });
    expect(answer.status).toBe(401);
    expect(asked).toEqual([]);
  });
});
