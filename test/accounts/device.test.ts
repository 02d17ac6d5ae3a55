/** A program without a browser gets a key once its person allows it in one (RFC 8628). */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFront } from '../mcp/harness.ts';
import { bearer } from '../mcp/requests.ts';
import { Person, tickedIn } from './person.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const KEYS = { alice: digest('alice-key'), carol: { reader: { digest: digest('reader-key'), scopes: ['read'] } } };
const front = createFront({ ENVIRONMENT: 'production', PUBLIC_HOSTS: '127.0.0.1', API_KEYS: JSON.stringify(KEYS) });
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});
afterAll(() => front.close());

interface Codes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly interval: number;
}

async function begin(form: Readonly<Record<string, string>> = {}): Promise<Codes> {
  const body = new URLSearchParams({ client_id: 'lemma', client_name: 'lemma on build-7', ...form });
  const response = await fetch(new URL('/oauth/device', base), { method: 'POST', body });
  return (await response.json()) as Codes;
}

async function ask(device_code: string): Promise<Record<string, unknown>> {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const body = new URLSearchParams({ grant_type, device_code, client_id: 'lemma' });
  const response = await fetch(new URL('/oauth/token', base), { method: 'POST', body });
  return { status: response.status, ...((await response.json()) as object) };
}

/** Opens the address that the program shows, signs in, and decides. */
async function decide(codes: Codes, decision: 'allow' | 'deny', key = 'alice-key'): Promise<string> {
  const person = new Person();
  const asked = await person.open(new URL(codes.verification_uri_complete));
  const page = await person.open(await person.signIn(new URL(asked.headers.get('location') ?? '', base), key));
  const form = new URLSearchParams({ code: codes.user_code, decision });
  for (const scope of tickedIn(page.text)) form.append('scope', scope);
  await person.open(new URL('/device', base), form);
  return page.text;
}

describe('a program', () => {
  it('waits, and gets a key of the person who allowed it, once', async () => {
    const codes = await begin({ scope: 'read write' });
    expect(codes.user_code).toMatch(/^[B-DF-HJ-NP-TV-Z]{4}-[B-DF-HJ-NP-TV-Z]{4}$/);
    expect(await ask(codes.device_code)).toMatchObject({ status: 400, error: 'authorization_pending' });
    expect(await ask(codes.device_code)).toMatchObject({ status: 400, error: 'slow_down' });
    const page = await decide(codes, 'allow');
    expect(page).toContain('<strong>lemma on build-7</strong> asks for a key to work for you, alice');
    const answer = await ask(codes.device_code);
    expect(answer).toMatchObject({ status: 200, token_type: 'Bearer', scope: 'read write' });
    const health = await fetch(new URL('/health/detailed', base), { headers: bearer(String(answer['access_token'])) });
    expect(await health.json()).toMatchObject({
      user: { id: 'key-alice', api_key: 'lemma on build-7', scopes: ['read', 'write'] },
    });
    expect(await ask(codes.device_code)).toMatchObject({ status: 400, error: 'expired_token' });
  });

  it('learns that it was denied', async () => {
    const codes = await begin();
    await decide(codes, 'deny');
    expect(await ask(codes.device_code)).toMatchObject({ status: 400, error: 'access_denied' });
  });

  it('gets no scope that its person has not', async () => {
    const codes = await begin({ scope: 'read run write admin' });
    await decide(codes, 'allow', 'reader-key');
    expect(await ask(codes.device_code)).toMatchObject({ status: 200, scope: 'read' });
  });

  it('with a code that is none gets nothing', async () => {
    expect(await ask('none')).toMatchObject({ status: 400, error: 'expired_token' });
  });
});

describe('a person', () => {
  it('types the code as they like, and learns when it is none', async () => {
    const codes = await begin();
    const person = new Person();
    await person.signIn(new URL('/sign-in', base), 'alice-key');
    const typed = codes.user_code.toLowerCase().replace('-', ' ');
    const open = (code: string) => person.open(new URL(`/device?${new URLSearchParams({ code })}`, base));
    expect((await open(typed)).text).toContain('lemma on build-7');
    expect((await open('BBBB-BBBB')).status).toBe(400);
    expect((await open('')).text).toContain('The code that the program shows');
  });

  it('is not made to allow it by another page', async () => {
    const codes = await begin();
    const person = new Person();
    await person.signIn(new URL('/sign-in', base), 'alice-key');
    const form = new URLSearchParams({ code: codes.user_code, decision: 'allow', scope: 'admin' });
    expect((await person.open(new URL('/device', base), form, { origin: 'https://evil.example' })).status).toBe(403);
    expect(await ask(codes.device_code)).toMatchObject({ error: 'authorization_pending' });
  });
});
