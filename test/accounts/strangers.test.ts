/** An address that keeps sending what the server does not know is held back; whoever is known at the same address is not. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFront } from '../mcp/harness.ts';
import { bearer, post } from '../mcp/requests.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const front = createFront({ PUBLIC_HOSTS: '127.0.0.1', API_KEYS: JSON.stringify({ alice: digest('alice-key') }) });
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});
afterAll(() => front.close());

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const form = (path: string, fields: Record<string, string>) =>
  fetch(new URL(path, base), {
    method: 'POST',
    headers: { origin: base.origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

/** What an address may try; each resolves to the status. */
const ATTEMPTS = {
  async bearer() {
    return (await post(new URL('/mcp', base), PING, bearer('wrong'))).status;
  },
  async signIn() {
    return (await form('/sign-in', { key: 'wrong' })).status;
  },
  async token() {
    return (await form('/oauth/token', { grant_type: 'refresh_token', refresh_token: 'a:b:c', client_id: 'x' })).status;
  },
  async registration() {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(new URL('/oauth/register', base), { method: 'POST', headers, body: '{}' })).status;
  },
};

describe('too many attempts', () => {
  it('are refused with 429 and a time to wait, and hold back nobody who is known', async () => {
    // The counter may begin anew in between: every way is tried until it is refused.
    for (const [way, attempt] of Object.entries(ATTEMPTS)) {
      const seen = new Set<number>();
      for (let tries = 0; tries < 500 && !seen.has(429); tries++) seen.add(await attempt());
      expect([way, [...seen].at(-1)]).toEqual([way, 429]);
    }
    const refused = await fetch(new URL('/health', base), { headers: bearer('wrong') });
    if (refused.status === 429) {
      expect(refused.headers.get('retry-after')).toBe('60');
      expect(await refused.json()).toMatchObject({ type: '/errors#too_many_attempts', retry_after: 60 });
    }
    expect((await post(new URL('/mcp', base), PING, bearer('alice-key'))).status).toBe(200);
    expect((await form('/sign-in', { key: 'alice-key' })).status).toBe(303);
    expect((await post(new URL('/mcp', base), PING)).status).toBe(401);
  });
});
