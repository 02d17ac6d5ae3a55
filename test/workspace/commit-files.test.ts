/** `commit_files`: from a Python session to a branch, and from there to the real git. */
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { GitFolder } from './git-client.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const server = sharedServer();
const folder = new GitFolder();
let base: URL;

beforeAll(async () => {
  base = (await server.listen()).url;
});
afterAll(() => folder.remove());

/** A user with a repository that was pushed, whose session has a copy of it. */
async function shop(token: string) {
  const call = (name: string, args: Facts = {}): Promise<Facts> => callAs(base, token, name, args);
  const git = (...args: readonly string[]) =>
    folder.git(token, '-c', `http.extraHeader=Authorization: Bearer ${token}`, ...args);
  const path = await folder.create(token);
  mkdirSync(join(path, 'shop'));
  writeFileSync(join(path, 'shop/price.py'), 'def total(prices):\n    return max(prices)\n');
  writeFileSync(join(path, 'run.sh'), '#!/bin/sh\n');
  chmodSync(join(path, 'run.sh'), 0o755);
  writeFileSync(join(path, 'old.txt'), 'old\n');
  const first = await folder.commit(token, 'data.bin', new Uint8Array([0, 255, 10]));
  const url = new URL('/git/shop', base).href;
  await git('push', '-q', url, 'main');
  await call('create_session', { session_id: 'work', workspace: 'shop' });
  const run = (code: string) => call('run_python_code', { code, session_id: 'work' });
  await run("import shutil, os\nshutil.copytree('/mnt/shop', '/workspace/repo')");
  const commit = (args: Facts = {}) =>
    call('commit_files', { session_id: 'work', folder: 'repo', workspace: 'shop', ...args });
  return { call, git, run, commit, path, url, first };
}

it('brings what was changed in a copy of a mount to a branch that git pulls', async () => {
  const { git, run, commit, path, url, first } = await shop('commit-round');
  const tested = await run(
    [
      "import sys; sys.path.insert(0, '/workspace/repo')",
      "source = open('/workspace/repo/shop/price.py').read().replace('max', 'sum')",
      "open('/workspace/repo/shop/price.py', 'w').write(source)",
      "open('/workspace/repo/run.sh', 'a').write('echo $1\\n')",
      "open('/workspace/repo/data.bin', 'wb').write(bytes([0, 1, 254, 255]))",
      "open('/workspace/repo/new.sh', 'w').write('#!/bin/sh\\n')",
      "os.remove('/workspace/repo/old.txt')",
      'from shop.price import total',
      'total([1, 2])',
    ].join('\n'),
  );
  expect(tested).toMatchObject({ results: '3' });
  const done = await commit({
    branch: 'fix/total',
    message: 'Add up prices',
    delete_missing: true,
    executable: ['new.sh'],
  });
  expect(done).toMatchObject({
    branch: 'fix/total',
    parent: first,
    committed: true,
    copied_from: first,
    written: ['data.bin', 'new.sh', 'run.sh', 'shop/price.py'],
    deleted: ['old.txt'],
    total_unchanged: 0,
  });
  await git('fetch', '-q', url, 'fix/total');
  await git('switch', '-q', '--detach', 'FETCH_HEAD');
  expect(await git('rev-parse', 'HEAD')).toBe(done.commit);
  expect(await git('diff', '--name-status', first, 'HEAD')).toBe(
    'M\tdata.bin\nA\tnew.sh\nD\told.txt\nM\trun.sh\nM\tshop/price.py',
  );
  expect(readFileSync(join(path, 'data.bin'))).toEqual(Buffer.from([0, 1, 254, 255]));
  expect(['run.sh', 'new.sh', 'shop/price.py'].map((file) => (statSync(join(path, file)).mode & 0o111) !== 0)).toEqual([
    true,
    true,
    false,
  ]);
  expect(await git('fsck', '--strict', '--full')).toBe('');
  expect(await commit({ branch: 'fix/total', delete_missing: true })).toMatchObject({
    committed: false,
    commit: done.commit,
  });
});

it('commits nothing over newer changes of the branch', async () => {
  const { call, git, run, commit, url, first, path } = await shop('commit-race');
  await run("open('/workspace/repo/shop/price.py', 'a').write('# mine\\n')");
  writeFileSync(join(path, 'old.txt'), 'newer\n');
  const second = await folder.commit('commit-race', 'other.txt', 'other\n');
  await git('push', '-q', url, 'main');
  // What others changed elsewhere stays.
  const done = await commit({ delete_missing: true });
  expect(done).toMatchObject({ parent: second, written: ['shop/price.py'], deleted: [], total_unchanged: 3 });
  expect(await call('get_file', { path: 'old.txt', workspace: 'shop' })).toMatchObject({ content: 'newer\n' });
  await run("open('/workspace/repo/old.txt', 'w').write('mine')");
  expect(await commit()).toMatchObject({
    error_type: 'CONFLICT',
    message: expect.stringContaining(`has changed since ${first.slice(0, 12)} what this call changes, too: 'old.txt'`),
  });
  expect(await commit({ expected_commit: first })).toMatchObject({ error_type: 'CONFLICT' });
  expect(await commit({ branch: 'mine', from_ref: first })).toMatchObject({
    parent: first,
    written: ['old.txt', 'shop/price.py'],
  });
  expect(await commit({ branch: 'main', from_ref: first })).toMatchObject({
    error_type: 'CONFLICT',
    message: expect.stringContaining("'main' exists already"),
  });
  expect(await commit({ copied_from: 'none', paths: ['old.txt'] })).toMatchObject({ written: ['old.txt'] });
});

it('puts a folder of a session into a folder of a new workspace, and leaves none behind when that fails', async () => {
  const call = (name: string, args: Facts = {}): Promise<Facts> => callAs(base, 'commit-new', name, args);
  const names = async () =>
    ((await call('list_workspaces')).workspaces as readonly Facts[]).map(({ workspace }) => workspace);
  const code =
    "import os\nos.makedirs('out/deep/__pycache__')\nopen('out/a.txt', 'w').write('a')\nopen('out/deep/b.md', 'w').write('b')\nopen('out/deep/__pycache__/b.pyc', 'w').write('c')";
  await call('run_python_code', { code });
  expect(await call('commit_files', { folder: 'out', paths: ['*.html'], workspace: 'fresh' })).toMatchObject({
    message: "No file of session 'default' matches, so nothing was committed.",
  });
  expect(await call('commit_files', { folder: 'out', target: '.git', workspace: 'fresh' })).toMatchObject({
    error_type: 'INVALID_INPUT',
  });
  expect(await names()).toEqual(['default']);
  expect(await call('commit_files', { folder: '/workspace/out', target: 'site/', workspace: 'fresh' })).toMatchObject({
    written: ['site/a.txt', 'site/deep/b.md'],
    committed: true,
  });
  expect(await names()).toEqual(['default', 'fresh']);
});

it('lists no workspace that a failed call was to make', async () => {
  const token = 'left-behind';
  const call = (name: string, args: Facts = {}): Promise<Facts> => callAs(base, token, name, args);
  const names = async () =>
    ((await call('list_workspaces')).workspaces as readonly Facts[]).map(({ workspace }) => workspace);
  await call('import_repository', { url: 'https://127.0.0.1/x.git', workspace: 'imported' });
  await call('put_files', texts({ '../x': '' }, { workspace: 'put' }));
  await call('put_files', texts({ x: '' }, { workspace: 'put', expected_commit: 'abcd' }));
  await call('index_status', { workspace: 'unknown' });
  const headers = { authorization: `Bearer ${token}` };
  await fetch(new URL('/workspaces/archived/archive', base), { method: 'POST', headers, body: 'no archive' });
  const path = await folder.create(token);
  writeFileSync(join(path, 'big'), 'x');
  await folder.commit(token, 'a', 'a');
  const push = (...args: readonly string[]) =>
    folder.try(token, '-c', `http.extraHeader=Authorization: Bearer ${token}`, 'push', ...args);
  // A ref that is not taken.
  expect((await push(new URL('/git/pushed', base).href, 'main:refs/odd/main')).code).not.toBe(0);
  expect(await names()).toEqual(['default']);
  expect(await call('get_file', { path: 'a', workspace: 'nowhere' })).toMatchObject({
    advice: expect.stringMatching(/^Your workspaces: 'default'\./),
  });
  expect((await push(new URL('/git/pushed', base).href, 'main')).code).toBe(0);
  expect(await names()).toEqual(['default', 'pushed']);
});
