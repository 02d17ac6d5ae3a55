/** What a deployment needs that no upload brings: an account, host names, and how people get in. */
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { experimental_readRawConfig as readConfiguration } from 'wrangler';
import { z } from 'zod';
import { configOf } from './workers.ts';
import { ROOT, spawnWrangler } from './wrangler.ts';

/** The account that is deployed to, as far as it tells. */
export interface Account {
  readonly isLoggedIn: boolean;
  /** Names of the front Worker's secrets; none when it is not deployed yet. */
  readonly secrets: readonly string[];
}

/** What to do, before the first upload and after the last; without an account nothing can be uploaded. */
export interface Advice {
  readonly canDeploy: boolean;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const varsSchema = z.object({ vars: z.object({ PUBLIC_HOSTS: z.string() }) });
const secretsSchema = z.array(z.object({ name: z.string() }));

/** The host names that the configuration gives the server. */
export function publicHosts(): readonly string[] {
  const { rawConfig } = readConfiguration({ config: join(ROOT, configOf('lemma')) });
  const { vars } = varsSchema.parse(rawConfig);
  return vars.PUBLIC_HOSTS.split(',').flatMap((host) => host.trim() || []);
}

/** Asks wrangler for the account. */
export async function readAccount(): Promise<Account> {
  const { code } = await run(['whoami', '--json']);
  if (code !== 0) return { isLoggedIn: false, secrets: [] };
  // A Worker that is not deployed yet has none, which wrangler answers with an error.
  const listed = await run(['secret', 'list', '-c', configOf('lemma'), '--format', 'json']);
  const secrets = listed.code === 0 ? secretsSchema.parse(JSON.parse(listed.stdout)) : [];
  return { isLoggedIn: true, secrets: secrets.map(({ name }) => name) };
}

async function run(args: readonly string[]): Promise<{ readonly code: number | null; readonly stdout: string }> {
  const wrangler = spawnWrangler(args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(wrangler, 'close');
  const stdout = wrangler.stdout === null ? '' : await text(wrangler.stdout);
  const [code] = await closed;
  return { code, stdout };
}

/** What `account` and a configuration with `hosts` lack, each with the command that mends it. */
export function adviceFor({ isLoggedIn, secrets }: Account, hosts: readonly string[]): Advice {
  if (!isLoggedIn) {
    const before = [
      'wrangler has no account: run npx wrangler login, or set CLOUDFLARE_API_TOKEN to a token of the template "Edit Cloudflare Workers".',
    ];
    return { canDeploy: false, before, after: [] };
  }
  const [host] = hosts;
  const address = `https://${host ?? '<host>'}`;
  const doors = ['API_KEYS', 'SIGN_IN'].filter((name) => secrets.includes(name));
  const before = [
    ...(host === undefined
      ? [
          'PUBLIC_HOSTS in wrangler.toml is empty: the server refuses every request until it names its host, such as ' +
            '"lemma.<your subdomain>.workers.dev", and is deployed again. The last upload prints the host.',
        ]
      : []),
    doors.length > 0
      ? `People get in by ${doors.join(' and ')}.`
      : 'People get in by passkeys. For keys or a provider: npx wrangler secret put API_KEYS, or SIGN_IN (docs/sign-in.md).',
    'What is not there yet is made: the Workers, their Durable Objects, and the KV namespace of OAUTH_KV.',
  ];
  const after = [
    ...(host === undefined
      ? ['Set PUBLIC_HOSTS in wrangler.toml to the host above, and run npm run deploy again.']
      : []),
    ...(doors.length > 0
      ? []
      : [
          `The first time: run npx wrangler tail lemma, open ${address}/sign-in, and then the address that the log shows.`,
        ]),
    `Try all of it: npm run smoke -- ${address} --sign-in`,
  ];
  return { canDeploy: true, before, after };
}
