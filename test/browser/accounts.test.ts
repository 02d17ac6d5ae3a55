/** The pages of accounts in a real browser, with passkeys: from the first administrator to the deletion of somebody. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import type { Browser, Download } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createServer as createLemma } from '../mcp/harness.ts';
import { bearer, post } from '../mcp/requests.ts';
import { until } from '../until.ts';
import { listeningClient } from './callback.ts';
import { hasBrowser, startBrowser, Visitor } from './visitor.ts';

/** Whether this machine has the address `::1`. */
const hasIpv6 = Object.values(networkInterfaces()).some((found) => found?.some(({ address }) => address === '::1'));
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe.skipIf(!hasBrowser)('in Chromium', () => {
  // An address of IP has no passkeys.
  const server = createLemma([], { ENVIRONMENT: 'production', PUBLIC_HOSTS: 'localhost' });
  let browser: Browser;
  let base: URL;
  let ada: Visitor;
  let bob: Visitor;
  let client: Awaited<ReturnType<typeof listeningClient>>;

  beforeAll(async () => {
    base = new URL((await server.listen()).url);
    base.hostname = 'localhost';
    browser = await startBrowser();
    [ada, bob] = [await Visitor.come(browser, base), await Visitor.come(browser, base)];
    client = await listeningClient(base);
  });
  afterAll(async () => {
    client?.close();
    await browser?.close();
    await server.close();
  });
  afterEach(() => {
    expect([...ada.faults.splice(0), ...bob.faults.splice(0)]).toEqual([]);
  });

  const status = async (token: string, path = '/mcp') => (await post(new URL(path, base), PING, bearer(token))).status;
  const shown = async (visitor: Visitor) => (await visitor.page.getByRole('alert').locator('code').textContent()) ?? '';
  /** Opens the address of an invitation, and makes a passkey there. */
  const accept = async (visitor: Visitor, address: string, name: string) => {
    await visitor.page.goto(address);
    await visitor.field('Your name').fill(name);
    await visitor.button('Make a passkey').click();
    await visitor.page.waitForURL('/account');
    expect(await visitor.read()).toContain(`signed in as ${name}`);
  };
  /** What a click downloads. */
  const archive = async (visitor: Visitor, link: string) => {
    const begun = visitor.page.waitForEvent('download');
    await visitor.link(link).click();
    const download: Download = await begun;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  /** The names of the files in an archive stand in it as they are. */
  const expectArchive = ({ bytes }: { readonly bytes: Buffer }, ...files: readonly string[]) => {
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    for (const file of files) expect(bytes.includes(file), file).toBe(true);
  };

  it('what a page complains of is noticed', async () => {
    const bad = createServer((_, response) => {
      response.setHeader('content-security-policy', "default-src 'none'; script-src 'self'");
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><link rel="icon" href="data:,"><p style="color: red">x</p><script>later()</script>');
    });
    await new Promise<void>((resolve) => {
      bad.listen(0, '127.0.0.1', resolve);
    });
    const address = bad.address();
    const eve = await Visitor.come(browser, base);
    await eve.page.goto(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    await until(() => {
      const faults = eve.faults.join('\n');
      for (const directive of ['style-src', 'script-src', 'img-src']) expect(faults).toContain(directive);
    });
    await eve.page.context().close();
    bad.close();
  });

  it('the first one becomes the administrator by the address in the log, and signs in again by a passkey', async () => {
    await ada.page.goto('/sign-in');
    const address = await until(() => {
      const [found] = /http:\/\/localhost:\d+\/invitation\/[0-9a-f]{64}/.exec(JSON.stringify(server.getLogs())) ?? [];
      expect(found).toBeDefined();
      return found ?? '';
    });
    await accept(ada, address, 'Ada');
    await ada.button('Sign out').click();
    await ada.page.waitForURL('/');
    await ada.page.goto('/account/organisations');
    await ada.button('Sign in with a passkey').click();
    // Where she was going.
    await ada.page.waitForURL('/account/organisations');
  });

  it('the administrator invites somebody', async () => {
    await ada.page.goto('/account');
    await ada.link('People of this server').click();
    await ada.button('Make an invitation').click();
    await accept(bob, await shown(ada), 'Bob');
    await ada.page.goto('/people');
    expect(await ada.read()).toMatch(/Bob: 1 passkey, since/);
  });

  it('a client is let in with what its person ticks, or not at all', async () => {
    const denied = client.ask('read');
    await bob.page.goto(denied.url.href);
    await bob.button('Deny').click();
    await bob.page.getByText('Back at the client').waitFor();
    expect(client.last()?.get('error')).toBe('access_denied');

    const { url, verifier } = client.ask('read run');
    await bob.page.goto(url.href);
    await bob.choice('run').uncheck();
    await bob.choice('write').check();
    await bob.button('Allow').click();
    await until(() => expect(client.last()?.get('code')).toEqual(expect.any(String)));
    await bob.page.getByText('Back at the client').waitFor();
    expect(client.last()?.get('iss')).toBe(base.origin);
    const { body } = await client.exchange(client.last()?.get('code') ?? '', verifier);
    expect(body.scope.split(' ').sort()).toEqual(['read', 'write']);
    expect(await status(body.access_token)).toBe(200);

    await bob.page.goto('/account');
    await bob.button('Revoke By hand').click();
    await bob.page.getByText('No client works for you.').waitFor();
    expect(await status(body.access_token)).toBe(401);
  });

  /** Lets a client in, and comes to the page that it shows or leads to. */
  const letIn = async (way: Parameters<typeof listeningClient>[1]) => {
    const other = await listeningClient(base, way);
    await bob.page.goto(other.ask('read').url.href);
    await bob.button('Allow').click();
    await bob.page.getByText('Back at the client').waitFor();
    expect(other.last()?.get('code')).toEqual(expect.any(String));
    other.close();
  };
  it('a client that sends the browser on to another origin is let in', () => letIn({ onward: client.redirectUri }));
  it.skipIf(!hasIpv6)('a client that listens at an address of IPv6 is let in', () => letIn({ host: '::1' }));

  let key = '';
  it('a key is shown once, and works until it is revoked', async () => {
    const make = async (name: string) => {
      await bob.page.goto('/account');
      await bob.field('Name').fill(name);
      await bob.field('Good for').selectOption('30 days');
      await bob.choice('admin').check();
      await bob.button('Make a key').click();
      return shown(bob);
    };
    const first = await make('laptop');
    key = await make('nightly');
    expect(await Promise.all([first, key].map((each) => status(each)))).toEqual([200, 200]);
    await bob.page.goto('/account');
    expect(await bob.page.content()).not.toContain(key);
    await bob.button('Revoke laptop').click();
    await bob.button('Revoke laptop').waitFor({ state: 'detached' });
    expect(await Promise.all([first, key].map((each) => status(each)))).toEqual([401, 200]);
  });

  it('an organisation is founded, joined, and its members get other roles', async () => {
    await ada.page.goto('/account/organisations');
    await ada.field('Name, as in addresses').fill('acme');
    await ada.button('Found it').click();
    await ada.page.waitForURL('/account/organisation/acme');
    await ada.choice('reader').check();
    await ada.button('Make an invitation').click();
    await bob.page.goto(await shown(ada));
    await bob.button('Join').click();
    await bob.page.waitForURL('/account/organisation/acme');
    expect(await bob.read()).toContain('You are reader');
    await ada.page.goto('/account/organisation/acme');
    await ada.field('Role of Bob').selectOption('member');
    await ada.button('Change the role of Bob').click();
    await until(async () => {
      await bob.page.reload();
      expect(await bob.read()).toContain('You are member');
    });
    expect(await status(key, '/org/acme/mcp')).toBe(200);
    expectArchive(await archive(ada, 'Download all that it has as an archive'), 'organisation.json', 'README.txt');
    await ada.button('Remove Bob').click();
    await ada.button('Remove Bob').waitFor({ state: 'detached' });
    expect(await status(key, '/org/acme/mcp')).toBe(404);
  });

  it('every other page is shown, and complains of nothing', async () => {
    const titles: string[] = [];
    for (const path of [
      '/',
      '/sign-in',
      '/account/log',
      '/device',
      '/operator',
      ...['people', 'organisations', 'use', 'refusals', 'log'].map((name) => `/operator/${name}`),
    ]) {
      await ada.page.goto(path);
      titles.push((await ada.page.getByRole('heading', { level: 1 }).textContent()) ?? '');
    }
    expect(titles).not.toContain('This did not work');
    expect(titles).toHaveLength(10);
  });

  it('an organisation and an account are deleted, and the archive is had before', async () => {
    await ada.page.goto('/account/organisation/acme');
    await ada.field('Type acme to confirm').fill('acme');
    await ada.button('Delete everything').click();
    await ada.page.getByRole('heading', { name: 'acme is being deleted' }).waitFor();
    await bob.page.goto('/account');
    await bob.link('Delete your account').click();
    expectArchive(await archive(bob, 'Download all of it first'), 'account.json', 'README.txt');
    await bob.field('Type Bob to confirm').fill('Bob');
    await bob.button('Delete everything').click();
    await bob.page.getByRole('heading', { name: 'Your account is being deleted' }).waitFor();
    await until(async () => expect(await status(key)).toBe(401));
    await bob.page.goto('/account');
    expect(new URL(bob.page.url()).pathname).toBe('/sign-in');
    await ada.page.goto('/operator/log');
    await until(async () => {
      await ada.page.reload();
      expect(await ada.read()).toContain('the deletion of an account began');
    });
  });
});
