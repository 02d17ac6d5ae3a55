/** `npm run lemma -- push` with the real git and the real Workers. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Person, tickedIn } from '../test/accounts/person.ts';
import { createLocalGit, type LocalGit } from '../test/local-git.ts';
import { createFront, sharedServer } from '../test/mcp/harness.ts';
import { until } from '../test/until.ts';
import { callAs } from '../test/workspace/workspace-tools.ts';
import { parseCommand } from './lib/lemma/command.ts';
import { ROOT } from './lib/wrangler.ts';

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function lemma(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Run> {
  const env = { ...process.env, LEMMA_URL: base.origin, GIT_CONFIG_GLOBAL: '/dev/null', ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'scripts/lemma.ts'), ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

const read = (token: string, path: string, options = {}) =>
  callAs(base, token, 'get_file', { path, include_metadata: false, ...options });

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    utimesSync(join(folder, path), 1_700_000_000, 1_700_000_000);
  }
}

/** Everything of a repository that a push must leave as it is. */
async function stateOf({ git, folder }: LocalGit): Promise<readonly string[]> {
  return [
    await git('status', '--porcelain', '--ignored'),
    await git('for-each-ref'),
    await git('count-objects', '-v'),
    await git('stash', 'list'),
    readFileSync(join(folder, '.git/index')).toString('hex'),
  ];
}

describe('a repository', () => {
  let local: LocalGit;
  beforeAll(async () => {
    local = await createLocalGit();
    await local.commit('First', { 'a.txt': 'one\n', 'gone.txt': 'x', '.gitignore': 'ignored/\n' });
  });
  afterAll(() => local.remove());

  it('is pushed as it is committed, with a remote for later', async () => {
    const { code, stdout, stderr } = await lemma(['push', local.folder], { LEMMA_KEY: 'clean' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const head = await local.git('rev-parse', 'HEAD');
    expect(stdout).toContain(`Pushing branch main (${head.slice(0, 12)}) of ${local.folder}`);
    expect(stdout).toMatch(/Indexed 3 files of main at \w{12} in [\d.]+ s\./);
    expect(await local.git('remote', 'get-url', 'lemma')).toBe(`${base.origin}/git/default`);
    expect(await read('clean', 'a.txt')).toMatchObject({ content: 'one\n', commit: head });
    expect(readFileSync(join(local.folder, '.git/config'), 'utf8')).not.toContain('clean');
  });

  it('takes uncommitted and untracked files along, and stays untouched', async () => {
    write(local.folder, { 'a.txt': 'two\n', 'new/b.txt': 'b\n', 'staged.txt': 's\n', 'ignored/secret.txt': 'no\n' });
    await local.git('add', 'staged.txt');
    rmSync(join(local.folder, 'gone.txt'));
    const before = await stateOf(local);
    const { code, stdout } = await lemma(['push', local.folder, '-w', 'dirty'], { LEMMA_KEY: 'clean' });
    expect(code).toBe(0);
    expect(stdout).toContain('with 4 files that are not committed');
    expect(await stateOf(local)).toEqual(before);
    const file = await read('clean', 'a.txt', { workspace: 'dirty' });
    expect(file).toMatchObject({ content: 'two\n' });
    expect(await read('clean', 'a.txt', { workspace: 'dirty', ref: 'main~1' })).toMatchObject({
      commit: await local.git('rev-parse', 'HEAD'),
      content: 'one\n',
    });
    for (const path of ['new/b.txt', 'staged.txt'])
      expect(await read('clean', path, { workspace: 'dirty' })).toHaveProperty('content');
    for (const path of ['gone.txt', 'ignored/secret.txt'])
      expect(await read('clean', path, { workspace: 'dirty' })).toMatchObject({ error_type: 'FILE_NOT_FOUND' });
    await lemma(['push', local.folder, '-w', 'dirty'], { LEMMA_KEY: 'clean' });
    expect(await read('clean', 'a.txt', { workspace: 'dirty' })).toMatchObject({ commit: file.commit });
  });

  it('goes to the branch of the same name, also when it was rewritten', async () => {
    await local.git('checkout', '-q', '-b', 'topic/x');
    await lemma(['push', local.folder, '-w', 'branch'], { LEMMA_KEY: 'clean' });
    await local.git('commit', '-q', '--amend', '-m', 'Again');
    const { code } = await lemma(['push', local.folder, '-w', 'branch'], { LEMMA_KEY: 'clean' });
    expect(code).toBe(0);
    expect(await read('clean', 'a.txt', { workspace: 'branch', ref: 'topic/x~1' })).toMatchObject({
      commit: await local.git('rev-parse', 'HEAD'),
    });
  });

  it('without a commit is pushed as well, from a folder in it', async () => {
    const fresh = await createLocalGit();
    write(fresh.folder, { 'src/x.py': 'x = 1\n' });
    const { stdout } = await lemma(['push', 'src'], { LEMMA_KEY: 'fresh', INIT_CWD: fresh.folder });
    expect(stdout).toContain('Indexed 1 file of main');
    expect(await read('fresh', 'src/x.py')).toMatchObject({ content: 'x = 1\n' });
    fresh.remove();
  });
});

describe('a folder without a repository', () => {
  it('is pushed without leaving anything in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lemma-folder-'));
    const key = `AKIA${'Q3EGRIVWHJ2XKZ7T'}`;
    write(folder, { 'a.py': `key = "${key}"\n`, '.gitignore': '*.log\n', 'x.log': 'no', 'logo.png': 'PNG\0\0' });
    const { code, stdout, stderr } = await lemma(['push', folder], { LEMMA_KEY: 'folder' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Pushing 3 files that are in no git repository');
    expect(stdout).toContain('Skipped 1 file: 1 binary.');
    expect(stdout).toMatch(/Found 1 secret:.*\n {2}a\.py:1 aws_access_key/);
    expect(stdout).not.toContain(key);
    expect(await read('folder', 'a.py')).toHaveProperty('content');
    expect(await read('folder', 'x.log')).toMatchObject({ error_type: 'FILE_NOT_FOUND' });
    await expect(lemma(['push', join(folder, '.git')])).resolves.toMatchObject({ code: 1 });
    rmSync(folder, { recursive: true });
  });
});

describe('what is wrong is said with what to do', () => {
  it.each<[string, readonly string[], Readonly<Record<string, string>>, number, string]>([
    ['no server', ['push', '--url', 'http://127.0.0.1:9'], {}, 1, 'Start one with npm start'],
    ['no folder', ['push', '/does/not/exist'], {}, 1, 'There is no folder /does/not/exist.'],
    ['no git', ['push', ROOT], { PATH: '/nowhere' }, 1, 'git is not installed'],
    ['an unknown command', ['pull'], {}, 2, 'There is no command "pull".\nUsage: npm run lemma'],
    ['an unknown option', ['push', '--fast'], {}, 2, "Unknown option '--fast'"],
    ['two folders', ['push', 'a', 'b'], {}, 2, 'push takes one folder'],
    ['a bad name', ['push', '-w', '../x'], {}, 2, 'cannot be the name of a workspace'],
    ['a bad URL', ['push', '--url', 'localhost'], {}, 2, 'is no URL of a server'],
    ['a key in the URL', ['push', '--url', 'http://u:key@x'], {}, 2, 'put it into LEMMA_KEY'],
  ])('%s', async (_title, args, environment, code, text) => {
    const run = await lemma(args, environment);
    expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(text) });
    expect(run.stderr).not.toContain('    at ');
  });

  it('a key that is missing or wrong', async () => {
    const digest = createHash('sha256').update('right').digest('hex');
    const vars = { ENVIRONMENT: 'production', API_KEYS: JSON.stringify({ ada: digest }), PUBLIC_HOSTS: '127.0.0.1' };
    const closed = createFront(vars);
    const { url } = await closed.listen();
    try {
      const push = (environment: Readonly<Record<string, string>>) =>
        lemma(['push', ROOT, '--url', url.origin], environment);
      expect((await push({})).stderr).toContain(
        'wants an API key.\nPut the key into the environment variable LEMMA_KEY, or run login.',
      );
      expect((await push({ LEMMA_KEY: 'wrong' })).stderr).toContain('does not know this API key');
    } finally {
      await closed.close();
    }
  });

  it('a server where nobody signs in', async () => {
    const run = await lemma(['login']);
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('has nobody who signs in') });
    expect(await lemma(['login', '--fail-on', 'HIGH'])).toMatchObject({ code: 2 });
  });

  it('nothing at all', async () => {
    for (const args of [['--help'], []]) {
      expect(await lemma(args)).toMatchObject({ code: 0, stdout: expect.stringContaining('LEMMA_KEY'), stderr: '' });
    }
  });
});

it('reads the command line', () => {
  expect(parseCommand(['push', 'x', '--url', 'https://h/'], { INIT_CWD: '/home', LEMMA_KEY: 'k' }, '/')).toEqual({
    kind: 'push',
    folder: '/home/x',
    server: 'https://h',
    workspace: 'default',
    key: 'k',
  });
});

describe('login', () => {
  it('gets a key that others cannot read, which later commands use until logout', async () => {
    const digest = createHash('sha256').update('right').digest('hex');
    const front = createFront({
      ENVIRONMENT: 'production',
      API_KEYS: JSON.stringify({ ada: digest }),
      PUBLIC_HOSTS: '127.0.0.1',
    });
    const { url } = await front.listen();
    const home = mkdtempSync(join(tmpdir(), 'lemma-login-'));
    const environment = { XDG_CONFIG_HOME: home, LEMMA_URL: url.origin, LEMMA_KEY: '' };
    try {
      const program = spawn(process.execPath, [join(ROOT, 'scripts/lemma.ts'), 'login'], {
        env: { ...process.env, ...environment },
      });
      const ended = once(program, 'close');
      let shown = '';
      program.stdout.on('data', (data) => {
        shown += String(data);
      });
      const address = await until(() => {
        const found = /http\S+code=\w+/.exec(shown)?.[0];
        if (found === undefined) throw new Error(`No address is shown: ${shown}`);
        return new URL(found);
      });
      const person = new Person();
      const led = (await person.open(address)).headers.get('location') ?? '';
      const page = await person.open(await person.signIn(new URL(led, url), 'right'));
      const form = new URLSearchParams({ code: address.searchParams.get('code') ?? '', decision: 'allow' });
      for (const scope of tickedIn(page.text)) form.append('scope', scope);
      await person.open(new URL('/device', url), form);
      expect(await ended).toEqual([0, null]);
      expect(shown).toContain('You are signed in.');
      expect(statSync(join(home, 'lemma/keys.json')).mode & 0o777).toBe(0o600);
      const folder = mkdtempSync(join(tmpdir(), 'lemma-pushed-'));
      write(folder, { 'a.txt': 'one\n' });
      expect((await lemma(['push', folder], environment)).stderr).not.toContain('API key');
      await lemma(['logout'], environment);
      expect((await lemma(['push', folder], environment)).stderr).toContain('wants an API key');
      rmSync(folder, { recursive: true });
    } finally {
      rmSync(home, { recursive: true });
      await front.close();
    }
  });
});
