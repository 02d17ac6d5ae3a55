/** What a deployment says before and after, and that the real wrangler makes what is missing without asking: against a stand-in of the API. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { adviceFor } from './deploy-settings.ts';
import { OFFLINE, ROOT } from './wrangler.ts';

const account = { isLoggedIn: true, secrets: [] };

test('without an account, nothing is deployed', () => {
  expect(adviceFor({ isLoggedIn: false, secrets: [] }, ['h'])).toEqual({
    canDeploy: false,
    before: [expect.stringContaining('npx wrangler login')],
    after: [],
  });
});

test('an account with nothing is told what is made, how people get in, and what comes next', () => {
  const { canDeploy, before, after } = adviceFor(account, []);
  expect(canDeploy).toBe(true);
  expect(before).toEqual([
    expect.stringContaining('PUBLIC_HOSTS'),
    expect.stringContaining('npx wrangler secret put API_KEYS'),
    expect.stringContaining('OAUTH_KV'),
  ]);
  expect(after).toEqual([
    expect.stringContaining('npm run deploy'),
    expect.stringContaining('npx wrangler tail lemma'),
    'Try all of it: npm run smoke -- https://<host> --sign-in',
  ]);
});

test('settings that are there are not asked for', () => {
  const { before, after } = adviceFor({ ...account, secrets: ['SIGN_IN', 'EMBEDDINGS_KEY'] }, [
    'lemma.example.com',
    'x',
  ]);
  expect(before).toEqual(['People get in by SIGN_IN.', expect.stringContaining('OAUTH_KV')]);
  expect(after).toEqual(['Try all of it: npm run smoke -- https://lemma.example.com --sign-in']);
});

/** Cloudflare's API as an account answers that has nothing; `asked` is what was asked of it. */
async function emptyAccount() {
  const asked: string[] = [];
  const id = 'f'.repeat(32);
  const results: readonly (readonly [RegExp, unknown])[] = [
    [/^POST .*\/storage\/kv\/namespaces$/, { id, title: 'made' }],
    [/\/storage\/kv\/namespaces$/, []],
    [/\/assets-upload-session$/, { jwt: 'x', buckets: [] }],
    [/\/workers\/subdomain$/, { subdomain: 'me' }],
    [/\/workers\/workers\/lemma$/, { subdomain: { enabled: true, previews_enabled: false } }],
    [/\/subdomain$/, { enabled: true, previews_enabled: false }],
    [
      /^PUT .*\/workers\/scripts\/\w+$/,
      { id: 'lemma', etag: 'e', deployment_id: 'd', startup_time_ms: 1, mutable: true },
    ],
  ];
  const api = createServer((request, response) => {
    request.resume().on('end', () => {
      const line = `${request.method} ${request.url?.split('?')[0]}`;
      asked.push(line);
      const result = results.find(([pattern]) => pattern.test(line))?.[1];
      response.writeHead(result === undefined ? 404 : 200, { 'content-type': 'application/json' });
      const errors = result === undefined ? [{ code: 10007, message: 'There is no such thing.' }] : [];
      response.end(JSON.stringify({ success: result !== undefined, errors, messages: [], result: result ?? null }));
    });
  });
  api.listen(0, '127.0.0.1');
  await once(api, 'listening');
  const address = api.address();
  if (address === null || typeof address === 'string') throw new Error('The API has no port.');
  return { asked, api, url: `http://127.0.0.1:${address.port}/client/v4` };
}

test('wrangler makes the namespace of OAUTH_KV without asking', async () => {
  const { asked, api, url } = await emptyAccount();
  const env = {
    ...process.env,
    ...OFFLINE,
    CLOUDFLARE_API_BASE_URL: url,
    CLOUDFLARE_API_TOKEN: 'stand-in',
    CLOUDFLARE_ACCOUNT_ID: 'a'.repeat(32),
  };
  const wrangler = spawn(process.execPath, [join(ROOT, 'node_modules/wrangler/bin/wrangler.js'), 'deploy'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(wrangler, 'close');
  const [output] = await Promise.all([text(wrangler.stdout), text(wrangler.stderr)]);
  await closed;
  api.close();
  const made = asked.findIndex((line) => /^POST .*\/storage\/kv\/namespaces$/.test(line));
  const uploaded = asked.findIndex((line) => /^PUT .*\/workers\/scripts\/lemma$/.test(line));
  expect(output).toContain('OAUTH_KV provisioned');
  expect(made).toBeGreaterThan(-1);
  expect(uploaded).toBeGreaterThan(made);
});
