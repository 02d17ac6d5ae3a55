/** What a person sees of what happened to their account. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFront } from '../mcp/harness.ts';
import { until } from '../until.ts';
import { Person } from './person.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const front = createFront({
  PUBLIC_HOSTS: '127.0.0.1',
  API_KEYS: JSON.stringify({ alice: digest('alice-key'), bob: digest('bob-key') }),
});
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});
afterAll(() => front.close());

it('shows their own events only, and no secret', async () => {
  const alice = new Person();
  await alice.open(await alice.signIn(new URL('/sign-in?to=/account', base), 'alice-key'));
  const made = await alice.open(
    new URL('/account/keys', base),
    new URLSearchParams({ name: 'nightly', days: '30', scope: 'read' }),
  );
  const secret = /lemma_[0-9a-f]{64}/.exec(made.text)?.[0] ?? 'no secret';
  expect(secret).not.toBe('no secret');
  await until(async () => {
    const { text } = await alice.open(new URL('/account/log', base));
    expect(text).toContain('signed in');
    expect(text).toMatch(/made a key <strong>nightly<\/strong>/);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(digest(secret));
  });
  const bob = new Person();
  await bob.open(await bob.signIn(new URL('/sign-in?to=/account', base), 'bob-key'));
  await until(async () => {
    const { text } = await bob.open(new URL('/account/log', base));
    expect(text).toContain('signed in');
    expect(text).not.toContain('nightly');
  });
});
