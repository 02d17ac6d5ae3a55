/** People sign in, let a client in, and the client calls tools: OAuth 2.1 through the official SDK and by hand. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFront } from '../mcp/harness.ts';
import { bearer, post } from '../mcp/requests.ts';
import { initialized } from '../mcp/socket-client.ts';
import { ByHand } from './by-hand.ts';
import { connectBySignIn, finishSignIn, REDIRECT, StoredAccess } from './client.ts';
import { handleIn, Person, tickedIn } from './person.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const KEYS = {
  alice: { laptop: digest('alice-key'), reader: { digest: digest('reader-key'), scopes: ['read'] } },
  bob: digest('bob-key'),
};
const VARS = { ENVIRONMENT: 'production', PUBLIC_HOSTS: '127.0.0.1', API_KEYS: JSON.stringify(KEYS) };

const front = createFront(VARS);
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});
afterAll(() => front.close());

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const call = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const RUN = call('run_python_code', { code: '1' });

const hand = new ByHand(() => base);
const register = () => hand.register();
const authorization = hand.authorization.bind(hand);
const tokens = hand.tokens.bind(hand);
const grant = hand.grant.bind(hand);

describe('discovery', () => {
  it('leads from a refusal to the authorization server', async () => {
    const refused = await post(new URL('/mcp/python', base), PING);
    expect(refused.status).toBe(401);
    const challenge = refused.headers.get('www-authenticate') ?? '';
    const metadata = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
    expect(challenge).toMatch(/^Bearer scope="read", /);
    expect(metadata).toBe(new URL('/.well-known/oauth-protected-resource/mcp/python', base).href);
    const resource = (await (await fetch(metadata)).json()) as Record<string, unknown>;
    expect(resource).toMatchObject({
      resource: new URL('/mcp/python', base).href,
      authorization_servers: [base.origin],
      scopes_supported: ['read'],
    });
    const server = (await (await fetch(new URL('/.well-known/oauth-authorization-server', base))).json()) as object;
    expect(server).toMatchObject({
      issuer: base.origin,
      authorization_endpoint: new URL('/authorize', base).href,
      token_endpoint: new URL('/oauth/token', base).href,
      registration_endpoint: new URL('/oauth/register', base).href,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      scopes_supported: ['read', 'run', 'write', 'admin', 'offline_access'],
      token_endpoint_auth_methods_supported: expect.arrayContaining(['none']),
    });
  });

  it('says that a token is invalid', async () => {
    const refused = await post(new URL('/mcp', base), PING, bearer('a:b:c'));
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });
});

describe('a client of the official SDK', () => {
  it('connects from nothing, and asks for more when it needs more', async () => {
    const access = new StoredAccess(new Person(), 'alice-key');
    const client = await connectBySignIn(new URL('/mcp', base), access);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(10);
    expect(access.asked).toEqual(['read']);
    await client.close();

    const again = await connectBySignIn(new URL('/mcp/python', base), access);
    expect(access.asked).toHaveLength(1);
    // The tool needs the scope `run`: the SDK asks its person for it.
    await expect(again.callTool({ name: 'run_python_code', arguments: { code: '1' } })).rejects.toThrow();
    expect(access.asked.at(-1)).toBe('read run');
    await finishSignIn(new URL('/mcp/python', base), access);
    const result = await again.callTool({ name: 'run_python_code', arguments: { code: '1' } });
    expect(result.structuredContent).not.toMatchObject({ error_type: 'insufficient_scope' });
    expect(access.asked).toHaveLength(2);
    await again.close();
  });
});

describe('a token', () => {
  it('opens a WebSocket of a page, in base64url', async () => {
    const { access_token } = await grant(await register());
    const encoded = Buffer.from(access_token).toString('base64url');
    const open = (protocol: string) => initialized(base, { protocols: ['mcp', protocol] });
    const client = await open(`base64url.bearer.${encoded}`);
    expect(await client.request(1, 'tools/list', {})).toMatchObject({ result: { tools: expect.any(Array) } });
    await client.close();
    await expect(open(`base64url.bearer.${encoded.slice(0, -4)}`)).rejects.toThrow();
    await expect(open('base64url.bearer.!')).rejects.toThrow();
  });

  it('is good at every address, whichever the client named', async () => {
    const clientId = await register();
    for (const resource of ['/mcp', '/mcp/python', '/mcp?tools=python', '/sse', '']) {
      const { access_token } = await grant(clientId, { resource: `${base.origin}${resource}` });
      for (const path of ['/mcp', '/mcp/python,symbolic', '/mcp/all']) {
        expect((await post(new URL(path, base), PING, bearer(access_token))).status).toBe(200);
      }
    }
  });

  it('belongs to the same user as the key that its person signed in with', async () => {
    const { access_token } = await grant(await register(), { scope: 'read' });
    const response = await fetch(new URL('/health/detailed', base), { headers: bearer(access_token) });
    expect(await response.json()).toMatchObject({ user: { id: 'key-alice', scopes: ['read'] } });
  });

  it('is refused with the scopes that are missing, beside those that it has', async () => {
    const clientId = await register();
    const { access_token } = await grant(clientId, { scope: 'read' });
    const refused = await post(new URL('/mcp', base), RUN, bearer(access_token));
    expect(refused.status).toBe(403);
    const challenge = refused.headers.get('www-authenticate') ?? '';
    expect(challenge).toMatch(/^Bearer error="insufficient_scope", scope="read run", resource_metadata="http/);
    expect(refused.body.error?.message).toContain('Sign in again and allow');
    // A client that asks for what is missing only keeps what it had.
    const { scope, access_token: more } = await grant(clientId, { scope: 'run' });
    expect(scope).toBe('read run');
    expect((await post(new URL('/mcp', base), RUN, bearer(more))).status).toBe(200);
    // The first one goes on as it was.
    expect((await post(new URL('/mcp', base), PING, bearer(access_token))).status).toBe(200);
  });

  it('allows no more than the key that its person signed in with', async () => {
    const clientId = await register();
    const { url } = authorization(clientId, { scope: 'read run write admin' });
    const person = new Person();
    const page = await person.open(
      await person.signIn(new URL(`/sign-in?to=${encodeURIComponent(url.pathname + url.search)}`, base), 'reader-key'),
    );
    expect(tickedIn(page.text)).toEqual(['read']);
    const form = new URLSearchParams({ handle: handleIn(page.text), decision: 'allow' });
    for (const scope of ['read', 'run', 'admin']) form.append('scope', scope);
    const { headers } = await person.open(new URL('/authorize', base), form);
    expect(new URL(headers.get('location') ?? '').searchParams.has('code')).toBe(true);
  });
});

describe('renewal', () => {
  const renew = hand.renew.bind(hand);

  it('gives new tokens, without a resource too, and forgives a lost answer', async () => {
    const clientId = await register();
    const { refresh_token } = await grant(clientId, { resource: `${base.origin}/mcp` });
    const lost = await renew(clientId, refresh_token);
    expect(lost.status).toBe(200);
    const repeated = await renew(clientId, refresh_token, { resource: `${base.origin}/mcp/python` });
    expect(repeated.status).toBe(200);
    expect((await post(new URL('/mcp', base), PING, bearer(repeated.body.access_token))).status).toBe(200);
    const next = await renew(clientId, repeated.body.refresh_token);
    expect(next.status).toBe(200);
    // The first one is spent twice over by now.
    expect(await renew(clientId, refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('goes on after a restart, and ends with a revocation', async () => {
    const clientId = await register();
    const { refresh_token, access_token } = await grant(clientId);
    await front.restart(VARS);
    base = (await front.listen()).url;
    expect((await post(new URL('/mcp', base), PING, bearer(access_token))).status).toBe(200);
    const renewed = await renew(clientId, refresh_token);
    expect(renewed.status).toBe(200);
    const { refresh_token: last, access_token: token } = renewed.body;
    const revoked = await fetch(new URL('/oauth/token', base), {
      method: 'POST',
      body: new URLSearchParams({ token: last, client_id: clientId }),
    });
    expect(revoked.status).toBe(200);
    expect((await post(new URL('/mcp', base), PING, bearer(token))).status).toBe(401);
    expect((await renew(clientId, last)).status).toBe(400);
  });

  it('ends when the key is revoked that its person signed in with', async () => {
    const { access_token } = await grant(await register(), {}, 'bob-key');
    expect((await post(new URL('/mcp', base), PING, bearer(access_token))).status).toBe(200);
    await front.restart({ ...VARS, API_KEYS: JSON.stringify({ alice: KEYS.alice }) });
    base = (await front.listen()).url;
    expect((await post(new URL('/mcp', base), PING, bearer(access_token))).status).toBe(401);
    await front.restart(VARS);
    base = (await front.listen()).url;
  });
});

describe('what is refused', () => {
  it('replays no code', async () => {
    const clientId = await register();
    const { code, verifier } = await grant(clientId);
    const again = await tokens({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: REDIRECT,
    });
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it.each([
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no challenge', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['a resource of another server', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('%s, which the client learns', async (_, parameters, error) => {
    const { url } = authorization(await register(), parameters);
    const { status, headers } = await new Person().open(url);
    expect(status).toBe(302);
    const back = new URL(headers.get('location') ?? '');
    expect(back.href.startsWith(REDIRECT)).toBe(true);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: 'kept', iss: base.origin });
  });

  it.each([
    ['another host', 'http://evil.example/callback'],
    ['a look-alike', 'http://127.0.0.1.evil.example:33418/callback'],
    ['another path', 'http://127.0.0.1:33418/callback/../evil'],
  ])('a redirect to %s stays on a page of ours', async (_, redirect_uri) => {
    const { url } = authorization(await register(), { redirect_uri });
    const { status, headers } = await new Person().open(url);
    expect(status).toBe(400);
    expect(headers.get('location')).toBeNull();
  });

  it.each([
    'https://127.0.0.1/client.json',
    'https://10.0.0.8/client.json',
    'https://[::1]/client.json',
    'https://printer.local/c',
  ])('a client at the private address %s', async (clientId) => {
    const { url } = authorization(clientId);
    const { status, text } = await new Person().open(url);
    expect(status).toBe(400);
    expect(text).toContain('no public address');
  });

  it('a form that another page sends', async () => {
    const person = new Person();
    const { url } = authorization(await register());
    const page = await person.open(
      await person.signIn(new URL(`/sign-in?to=${encodeURIComponent(url.pathname + url.search)}`, base), 'alice-key'),
    );
    const form = new URLSearchParams({ handle: handleIn(page.text), decision: 'allow', scope: 'admin' });
    for (const origin of ['https://evil.example', 'null']) {
      expect((await person.open(new URL('/authorize', base), form, { origin })).status).toBe(403);
    }
    // Nor does the handle work in another browser.
    const other = new Person();
    await other.signIn(new URL('/sign-in', base), 'bob-key');
    expect((await other.open(new URL('/authorize', base), form)).status).toBe(400);
  });

  it('a wrong key, and a way to elsewhere after a right one', async () => {
    const person = new Person();
    const wrong = await person.open(new URL('/sign-in', base), new URLSearchParams({ key: 'guess' }));
    expect(wrong.status).toBe(401);
    expect(person.cookies).toEqual([]);
    for (const to of ['https://evil.example/', '//evil.example/authorize', '/\\evil.example', '/mcp']) {
      const led = await person.signIn(new URL(`/sign-in?${new URLSearchParams({ to })}`, base), 'alice-key');
      expect(led.href).toBe(new URL('/account', base).href);
    }
  });

  it('is never framed, and runs no scripts', async () => {
    const { headers } = await new Person().open(new URL('/sign-in', base));
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get('x-frame-options')).toBe('DENY');
  });

  it('says nothing to a client that was denied but that it was', async () => {
    const person = new Person();
    const { url } = authorization(await register());
    const page = await person.open(
      await person.signIn(new URL(`/sign-in?to=${encodeURIComponent(url.pathname + url.search)}`, base), 'alice-key'),
    );
    const { headers } = await person.open(
      new URL('/authorize', base),
      new URLSearchParams({ handle: handleIn(page.text), decision: 'deny' }),
    );
    const back = new URL(headers.get('location') ?? '');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'kept' });
  });
});
