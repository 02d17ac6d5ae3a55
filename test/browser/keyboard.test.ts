/** The pages of accounts in a real browser, by the keyboard alone: signing in by a provider or a passkey, and every form. */
import { createHash } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveOidc } from '../accounts/identity-server.ts';
import { createFront } from '../mcp/harness.ts';
import { bearer, post } from '../mcp/requests.ts';
import { until } from '../until.ts';
import { listeningClient } from './callback.ts';
import { hasBrowser, startBrowser, Visitor } from './visitor.ts';

const WITHOUT_PROVIDER = {
  ENVIRONMENT: 'production',
  PUBLIC_HOSTS: 'localhost',
  PASSKEYS: 'on',
  API_KEYS: JSON.stringify({ ursula: createHash('sha256').update('ursula-key').digest('hex') }),
};
const WENDY = { sub: 'w1', name: 'Wendy', email: 'wendy@example.com', email_verified: true };
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe.skipIf(!hasBrowser)('in Chromium', () => {
  const front = createFront(WITHOUT_PROVIDER);
  let browser: Browser;
  let base: URL;
  let provider: Awaited<ReturnType<typeof serveOidc>>;
  let client: Awaited<ReturnType<typeof listeningClient>>;
  const visitors: Visitor[] = [];

  const listen = async () => {
    const { url } = await front.listen();
    base = new URL(url);
    base.hostname = 'localhost';
  };
  const come = async () => {
    const visitor = await Visitor.come(browser, base);
    visitors.push(visitor);
    return visitor;
  };
  const status = async (token: string) => (await post(new URL('/mcp', base), PING, bearer(token))).status;

  beforeAll(async () => {
    await listen();
    provider = await serveOidc([WENDY], [new URL('/sign-in/work/callback', base).href]);
    const work = { provider: 'oidc', name: 'work', label: 'Work', issuer: provider.issuer, allow: ['@example.com'] };
    const secrets = { client_id: 'lemma', client_secret: 'secret-of-lemma' };
    await front.restart({ ...WITHOUT_PROVIDER, SIGN_IN: JSON.stringify([{ ...work, ...secrets }]) });
    await listen();
    browser = await startBrowser();
    client = await listeningClient(base);
  });
  afterAll(async () => {
    client?.close();
    await browser?.close();
    await provider?.close();
    await front.close();
  });
  afterEach(() => {
    expect(visitors.flatMap(({ faults }) => faults.splice(0))).toEqual([]);
  });

  it('somebody signs in by a real provider, makes a key, lets a client in, and deletes the account', async () => {
    const wendy = await come();
    await wendy.page.goto('/account');
    await wendy.press(wendy.link('Continue with Work'), 'Enter');
    await wendy.page.waitForURL('/account');
    expect(await wendy.read()).toContain('signed in as Wendy');

    await wendy.type(wendy.field('Name'), 'typed');
    await wendy.press(wendy.field('Good for'), 'ArrowDown');
    await wendy.press(wendy.choice('run'), 'Space');
    await wendy.press(wendy.button('Make a key'), 'Enter');
    const shown = wendy.page.getByRole('alert').locator('code');
    expect(await status((await shown.textContent()) ?? '')).toBe(200);
    // A long key is scrolled by the keyboard, too.
    await wendy.tabTo(wendy.page.getByRole('alert').locator('pre'));
    expect(await wendy.read()).toMatch(/typed: read, run; made \S+; ends/);
    const days = /typed: read, run; made (\S+); ends (\S+);/
      .exec(await wendy.read())
      ?.slice(1)
      .map(Date.parse);
    expect(days?.reduce((made, ends) => (ends - made) / 86_400_000)).toBe(365);
    await wendy.press(wendy.button('Revoke typed'), 'Enter');
    await wendy.button('Revoke typed').waitFor({ state: 'detached' });

    const { url, verifier } = client.ask('read');
    await wendy.page.goto(url.href);
    await wendy.press(wendy.choice('run'), 'Space');
    await wendy.press(wendy.button('Allow'), 'Enter');
    await wendy.page.getByText('Back at the client').waitFor();
    const { body } = await client.exchange(client.last()?.get('code') ?? '', verifier);
    expect(body.scope.split(' ').sort()).toEqual(['read', 'run']);

    await wendy.page.goto('/account');
    await wendy.press(wendy.link('Delete your account'), 'Enter');
    await wendy.type(wendy.field('Type Wendy to confirm'), 'Wendy');
    await wendy.page.keyboard.press('Enter');
    await wendy.page.getByRole('heading', { name: 'Your account is being deleted' }).waitFor();
    await until(async () => expect(await status(body.access_token)).toBe(401));
  });

  it('somebody comes by an invitation, signs in by a passkey, and makes an organisation', async () => {
    const kim = await come();
    await kim.page.goto('/sign-in');
    const address = await until(() => {
      const [found] = /http:\/\/localhost:\d+\/invitation\/[0-9a-f]{64}/.exec(JSON.stringify(front.getLogs())) ?? [];
      expect(found).toBeDefined();
      return found ?? '';
    });
    await kim.page.goto(address);
    await kim.type(kim.field('Your name'), 'Kim');
    await kim.page.keyboard.press('Enter');
    await kim.page.waitForURL('/account');
    await kim.press(kim.button('Sign out'), 'Enter');
    await kim.page.waitForURL('/');
    await kim.page.goto('/account');
    await kim.press(kim.button('Sign in with a passkey'), 'Enter');
    await kim.page.waitForURL('/account');

    await kim.press(kim.link('Organisations'), 'Enter');
    await kim.type(kim.field('Name, as in addresses'), 'typists');
    await kim.page.keyboard.press('Enter');
    await kim.page.waitForURL('/account/organisation/typists');
    // The choice in the middle has the focus: the arrow leads to the one before.
    await kim.press(kim.choice('member'), 'ArrowUp');
    await kim.press(kim.button('Make an invitation'), 'Enter');
    const invitation = (await kim.page.getByRole('alert').locator('code').textContent()) ?? '';

    const ursula = await come();
    await ursula.page.goto(invitation);
    await ursula.type(ursula.field('API key of this server'), 'ursula-key');
    await ursula.page.keyboard.press('Enter');
    await ursula.press(ursula.button('Join'), 'Enter');
    await ursula.page.waitForURL('/account/organisation/typists');
    expect(await ursula.read()).toContain('You are reader');

    await kim.page.goto('/account/organisation/typists');
    await kim.press(kim.field('Role of ursula'), 'ArrowDown');
    await kim.press(kim.button('Change the role of ursula'), 'Enter');
    await kim.page.getByText('ursula: member').waitFor();
    await kim.type(kim.field('Type typists to confirm'), 'typists');
    await kim.page.keyboard.press('Enter');
    await kim.page.getByRole('heading', { name: 'typists is being deleted' }).waitFor();
  });
});
