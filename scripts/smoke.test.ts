/** `npm run smoke` against the real Workers, as a development server and as one in production. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Person } from '../test/accounts/person.ts';
import { createFront, createServer, sharedServer } from '../test/mcp/harness.ts';
import { callAs } from '../test/workspace/workspace-tools.ts';
import { parseSmoke } from './lib/smoke/command.ts';
import { ROOT } from './lib/wrangler.ts';

const PROGRAM = join(ROOT, 'scripts/smoke.ts');
const environment = (key: string) => ({ ...process.env, LEMMA_KEY: key });

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function smoke(args: readonly string[], key = ''): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env: environment(key) }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/** Names of checks that have a state, in order. */
const namesOf = (stdout: string, state: 'passed' | 'FAILED') =>
  [...stdout.matchAll(new RegExp(`^${state}  (.{16}) +[\\d,]+ ms`, 'gm'))].map(([, name = '']) => name.trim());

const ENGINES = [
  ...[
    'health',
    'tools',
    'prove',
    'compare',
    'run Python',
    'push',
    'search',
    'review',
    'static analysis',
    'trace',
    'plan',
  ],
  ...['scaffold', 'delete session', 'delete workspace'],
];

/** What a user has. */
async function belongings(base: URL, token: string): Promise<unknown> {
  const { workspaces } = await callAs(base, token, 'list_workspaces', {});
  const { sessions } = await callAs(base, token, 'list_sessions', {});
  const { plans } = await callAs(base, token, 'list_plans', {});
  return JSON.stringify({ workspaces, sessions, plans });
}

describe('a development server', () => {
  it('passes, and has nothing more than before', async () => {
    const { url } = await sharedServer().listen();
    const { code, stdout, stderr } = await smoke([url.origin, '--key', 'smoke-dev']);
    expect({ failed: namesOf(stdout, 'FAILED'), stderr, code }).toEqual({ failed: [], stderr: '', code: 0 });
    expect(namesOf(stdout, 'passed')).toEqual(['start page', 'without a key', ...ENGINES]);
    expect(stdout).toContain(`16 of 16 checks of ${url.origin} passed.`);
    expect(await belongings(url, 'smoke-dev')).not.toContain('smoke-');
  });
});

describe('a server in production', () => {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  const keys = { ada: { full: digest('full'), reader: { digest: digest('reader'), scopes: ['read'] } } };
  const server = createServer([], {
    ENVIRONMENT: 'production',
    PUBLIC_HOSTS: '127.0.0.1',
    API_KEYS: JSON.stringify(keys),
  });
  let origin = '';
  beforeAll(async () => {
    origin = (await server.listen()).url.origin;
  });
  afterAll(() => server.close());
  const DOOR = ['start page', 'without a key', 'wrong key', 'OAuth discovery'];

  it('passes with a key of all scopes', async () => {
    const { code, stdout } = await smoke([`${origin}/mcp`], 'full');
    expect({ failed: namesOf(stdout, 'FAILED'), code }).toEqual({ failed: [], code: 0 });
    expect(namesOf(stdout, 'passed')).toEqual([...DOOR, 'key', ...ENGINES]);
    expect(await belongings(new URL(origin), 'full')).not.toContain('smoke-');
  });

  it('passes when a person signs in, whose grant ends then', async () => {
    const run = spawn(process.execPath, [PROGRAM, origin, '--sign-in'], { env: environment(''), stdio: 'pipe' });
    const closed = once(run, 'close');
    let stdout = '';
    for await (const line of createInterface({ input: run.stdout })) {
      stdout += `${line}\n`;
      if (!line.startsWith('  http')) continue;
      const back = await fetch(await new Person().allow(new URL(line.trim()), 'full'));
      expect(await back.text()).toBe('You can close this window.');
    }
    const [code] = await closed;
    expect({ failed: namesOf(stdout, 'FAILED'), code }).toEqual({ failed: [], code: 0 });
    expect(namesOf(stdout, 'passed')).toEqual([...DOOR, 'sign-in', ...ENGINES, 'revoke']);
  });

  it('says what a key lacks', async () => {
    const { code, stdout } = await smoke([origin], 'reader');
    expect(code).toBe(1);
    expect(namesOf(stdout, 'passed')).toEqual([...DOOR, 'key', 'health', 'tools', 'static analysis', 'scaffold']);
    expect(stdout).toMatch(/^FAILED {2}prove .*scope/m);
  });

  it.each([
    ['', 'wants an API key', 'LEMMA_KEY'],
    ['other', 'does not know this API key', 'LEMMA_KEY'],
  ])('stops at the door with the key %j', async (key, message, advice) => {
    const { code, stdout } = await smoke([origin], key);
    expect(code).toBe(1);
    expect(namesOf(stdout, 'passed')).toEqual(DOOR);
    expect(namesOf(stdout, 'FAILED')).toEqual(['key']);
    expect(stdout).toContain(message);
    expect(stdout).toContain(advice);
    expect(stdout).toContain('What needs that was not tried.');
  });
});

it('says what a server without settings lacks, and that there is none', async () => {
  const front = createFront({ ENVIRONMENT: 'production' });
  const { url } = await front.listen();
  const unset = await smoke([url.origin]);
  await front.close();
  expect(unset.code).toBe(1);
  expect(unset.stdout).toMatch(/^FAILED {2}start page .*not configured.*\n +Do: .*PUBLIC_HOSTS/m);
  const none = await smoke(['http://127.0.0.1:9']);
  expect(none).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAILED {2}start page .*\n +Do: /) });
});

it('reads the command line', async () => {
  const server = 'https://h';
  expect(parseSmoke(['https://h/mcp'], {})).toEqual({ kind: 'smoke', server, as: { kind: 'nobody' } });
  expect(parseSmoke(['https://h'], { LEMMA_KEY: 'k' })).toMatchObject({ as: { kind: 'key', key: 'k' } });
  expect(parseSmoke(['https://h', '--sign-in'], { LEMMA_KEY: 'k' })).toMatchObject({ as: { kind: 'sign-in' } });
  for (const args of [['h'], ['a:b', 'c:d'], ['--fast'], ['https://h', '--sign-in', '--key', 'k']])
    expect(await smoke(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage:') });
});
