/** Python sessions that read a workspace, through MCP and the real Workers. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const server = sharedServer();
let base: URL;

beforeAll(async () => {
  base = (await server.listen()).url;
});

const user = (token: string) => {
  const call = (name: string, args: Record<string, unknown> = {}): Promise<Facts> => callAs(base, token, name, args);
  return { call, run: (code: string, session_id = 'reader') => call('run_python_code', { code, session_id }) };
};

const FILES = {
  'README.md': 'shop\n',
  'src/shop/__init__.py': 'from .price import total\n',
  'src/shop/price.py': 'def total(prices):\n    return sum(prices)\n',
  'tools.py': 'NAME = "tools"\n',
};

describe('create_session with a workspace', () => {
  it('mounts it at its commit: readable, importable, read-only', async () => {
    const { call, run } = user('mount');
    const { commit } = await call('put_files', texts(FILES));
    const mount = { workspace: 'default', commit, path: '/mnt/default' };
    expect(await call('create_session', { session_id: 'reader', workspace: 'default' })).toMatchObject({ mount });
    expect(
      await run('import shop, tools\nshop.total([1, 2]), tools.NAME, open("/mnt/default/README.md").read()'),
    ).toMatchObject({
      results: "(3, 'tools', 'shop\\n')",
      notices: [],
    });
    expect(JSON.stringify(await run('open("/mnt/default/new.txt", "w")'))).toMatch(
      /Read-only file system|Permission denied/,
    );
    expect(await call('get_workspace_info', { session_id: 'reader' })).toMatchObject({
      session: { mount, total_files: 0 },
    });

    await call('put_files', texts({ 'README.md': 'changed\n', 'later.txt': '' }));
    expect(
      await run('import os\nopen("/mnt/default/README.md").read(), os.path.exists("/mnt/default/later.txt")'),
    ).toMatchObject({
      results: "('shop\\n', False)",
    });
    await call('create_session', { session_id: 'old', workspace: 'default', ref: 'main~1' });
    await call('create_session', { session_id: 'new', workspace: 'default' });
    expect((await run('open("/mnt/default/README.md").read()', 'old')).results).toBe("'shop\\n'");
    expect((await run('open("/mnt/default/README.md").read()', 'new')).results).toBe("'changed\\n'");
  });

  it('keeps the mount through checkpoints, restores, restarts and forks', async () => {
    const { call, run } = user('lasting');
    await call('put_files', texts(FILES));
    await call('create_session', { session_id: 'reader', workspace: 'default' });
    await run('import tools\nx = 1');
    const { checkpoint_id } = await call('checkpoint_session', { session_id: 'reader' });
    await run('x = 2');
    expect(await call('restore_session', { session_id: 'reader', checkpoint_id })).toMatchObject({ notices: [] });
    const look = 'import sys, shop\nx, shop.total([1]), tools.NAME, [p for p in sys.path if p.startswith("/mnt")]';
    const seen = "(1, 1, 'tools', ['/mnt/default', '/mnt/default/src'])";
    expect(await run(look)).toMatchObject({ results: seen, notices: [] });
    await call('restart_kernel', { session_id: 'reader', preserve_state: true });
    expect((await run(look)).results).toBe(seen);
    await call('fork_session', { session_id: 'reader', new_session_id: 'copy' });
    expect((await run(look, 'copy')).results).toBe(seen);
    await call('restart_kernel', { session_id: 'reader', preserve_state: false });
    expect((await run('import shop\nshop.total([2])')).results).toBe('2');
  });

  it('tells what is gone when the workspace is deleted', async () => {
    const { call, run } = user('deleting');
    await call('put_files', texts(FILES, { workspace: 'gone' }));
    await call('create_session', { session_id: 'reader', workspace: 'gone' });
    expect((await run('open("/mnt/gone/README.md").read()')).results).toBe("'shop\\n'");
    await call('delete_workspace', { workspace: 'gone', confirm: 'gone' });
    expect((await run('open("/mnt/gone/README.md").read()')).results).toBe("'shop\\n'");
    const failed = JSON.stringify(await run('open("/mnt/gone/tools.py")'));
    expect(failed).toContain('Stale file handle');
    expect(failed).toContain('its workspace does not have it any more');
    await call('restart_kernel', { session_id: 'reader', preserve_state: false });
    const after = await run('import os\nos.path.exists("/mnt/gone")');
    expect(after).toMatchObject({ results: 'False' });
  });

  it('refuses what cannot be mounted, and makes no session', async () => {
    const { call } = user('refused');
    await call('put_files', texts(FILES));
    for (const [args, message] of [
      [{ workspace: 'other' }, "Workspace 'other' not found"],
      [{ workspace: 'default', ref: 'nowhere' }, 'is no branch, tag or commit'],
      [{ ref: 'main' }, 'ref is of a workspace'],
    ] as const) {
      expect(JSON.stringify(await call('create_session', { session_id: 'reader', ...args }))).toContain(message);
    }
    expect(await call('create_session', { session_id: 'reader' })).toMatchObject({ status: 'created' });
    // The same name is another workspace to another user.
    const stranger = await user('stranger').call('create_session', { session_id: 'reader', workspace: 'default' });
    expect(JSON.stringify(stranger)).toContain('The workspace is empty');
  });
});

describe('refresh_mount', () => {
  it('moves a mount to a later commit, with variables kept and modules imported anew', async () => {
    const { call, run } = user('refresh');
    const { commit: old_commit } = await call('put_files', texts(FILES));
    await call('create_session', { session_id: 'reader', workspace: 'default' });
    expect((await run('import tools, shop.price\nkept = 5\ntools.NAME')).results).toBe("'tools'");
    const { commit: new_commit } = await call(
      'put_files',
      texts({ 'tools.py': 'import extra\nNAME = extra.NAME\n', 'extra.py': 'NAME = "later"\n' }),
    );
    const moved = { workspace: 'default', path: '/mnt/default', old_commit, new_commit, changed: true, notices: [] };
    expect(await call('refresh_mount', { session_id: 'reader' })).toMatchObject(moved);
    expect(await run('import tools\nkept, tools.NAME')).toMatchObject({ results: "(5, 'later')", notices: [] });
    expect(await call('refresh_mount', { session_id: 'reader' })).toMatchObject({ changed: false });
    expect(await call('refresh_mount', { session_id: 'reader', ref: 'main~1' })).toMatchObject({
      old_commit: new_commit,
      new_commit: old_commit,
    });
    expect((await run('import tools\ntools.NAME')).results).toBe("'tools'");
    await run('x = 1', 'plain');
    expect(JSON.stringify(await call('refresh_mount', { session_id: 'plain' }))).toContain('no workspace mounted');
  });
});

describe('beside a mount', () => {
  it('its scripts run', async () => {
    const { call } = user('scripts');
    const script = 'import sys, helper\nprint(helper.ONE, sys.argv)\n';
    await call('put_files', texts({ 'bin/tool.py': script, 'bin/helper.py': 'ONE = 1\n' }));
    await call('create_session', { session_id: 'reader', workspace: 'default' });
    expect(
      await call('run_script', { name: '/mnt/default/bin/tool.py', args: ['a'], session_id: 'reader' }),
    ).toMatchObject({ stdout: "1 ['/mnt/default/bin/tool.py', 'a']\n", return_code: 0 });
    const gone = await call('run_script', { name: '/mnt/default/bin/none.py', session_id: 'reader' });
    expect(JSON.stringify(gone)).toContain('FileNotFoundError');
    const outside = await call('run_script', { name: '/mnt/../etc/passwd', session_id: 'reader' });
    expect(JSON.stringify(outside)).toContain('outside');
  });

  it('checkpoints are listed, and files with a NUL are binary', async () => {
    const { call } = user('listing');
    expect(await call('list_checkpoints')).toMatchObject({ checkpoints: [], total_checkpoints: 0 });
    await call('run_python_code', { code: 'open("nul.txt", "wb").write(b"a\\0b")' });
    await call('checkpoint_session', { label: 'first' });
    expect(await call('list_checkpoints')).toMatchObject({ checkpoints: [{ label: 'first', automatic: false }] });
    expect(await call('read_file', { path: 'nul.txt' })).toMatchObject({ binary: true, text: 'YQBi' });
  });

  it('%pip install installs what install_dependencies would', async () => {
    const { call } = user('pip');
    expect(await call('run_python_code', { code: '%pip install pytest numpy\n1 + 1' })).toMatchObject({
      results: '2',
      stdout: expect.stringMatching(/pip: pytest 9\.1\.1 is installed\npip: numpy is not installed/),
      notices: [expect.stringContaining('numpy was not installed: numpy is not here')],
    });
  });
});
