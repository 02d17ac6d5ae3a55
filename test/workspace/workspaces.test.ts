/** `list_workspaces` and `delete_workspace` through MCP. */
import { beforeAll, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callAs, texts } from './workspace-tools.ts';

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

const call = (token: string, name: string, args: Record<string, unknown> = {}) =>
  callAs(base, `workspaces-${token}`, name, args);

it('lists the workspaces of the caller by name', async () => {
  const created_at = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(await call('list', 'list_workspaces')).toEqual({
    workspaces: [{ workspace: 'default', created_at }],
    total_workspaces: 1,
  });
  await call('list', 'put_files', texts({ a: '1' }, { workspace: 'zoo' }));
  await call('list', 'put_files', texts({ a: '1' }, { workspace: 'app' }));
  expect(await call('list', 'list_workspaces')).toMatchObject({
    workspaces: [{ workspace: 'app' }, { workspace: 'default' }, { workspace: 'zoo' }],
    total_workspaces: 3,
  });
  expect(await call('other', 'list_workspaces')).toMatchObject({ total_workspaces: 1 });
});

it('deletes a workspace that is named twice, and nothing else', async () => {
  await call('gone', 'put_files', texts({ a: '1' }));
  await call('gone', 'put_files', texts({ a: '2' }, { workspace: 'old' }));
  for (const confirm of ['', 'default', 'OLD'])
    expect(await call('gone', 'delete_workspace', { workspace: 'old', confirm })).toMatchObject({
      error_type: 'INVALID_INPUT',
      message: expect.stringContaining('nothing was deleted'),
    });
  expect(await call('gone', 'get_file', { path: 'a', workspace: 'old' })).toMatchObject({ content: '2' });
  expect(await call('gone', 'delete_workspace', { workspace: 'old', confirm: 'old' })).toEqual({
    workspace: 'old',
    status: 'deleted',
    total_workspaces: 1,
    message: "Workspace 'old' was erased: its repository, its index and its memories.",
  });
  expect(await call('gone', 'get_file', { path: 'a', workspace: 'old' })).toMatchObject({
    error_type: 'WORKSPACE_NOT_FOUND',
  });
  expect(await call('gone', 'get_file', { path: 'a' })).toMatchObject({ content: '1' });
  await call('gone', 'put_files', texts({ b: '3' }, { workspace: 'old' }));
  expect(await call('gone', 'get_file', { path: 'a', workspace: 'old' })).toMatchObject({
    error_type: 'FILE_NOT_FOUND',
  });
  expect(await call('gone', 'get_file', { path: 'b', workspace: 'old' })).toMatchObject({ content: '3' });
});

it('empties the default workspace, and does not reach that of another user', async () => {
  await call('empty', 'put_files', texts({ a: '1' }));
  await call('keeper', 'put_files', texts({ a: '1' }, { workspace: 'mine' }));
  expect(await call('empty', 'delete_workspace', { workspace: 'default', confirm: 'default' })).toMatchObject({
    total_workspaces: 1,
    message: expect.stringContaining('comes back empty'),
  });
  expect(await call('empty', 'get_file', { path: 'a' })).toMatchObject({ message: 'The workspace is empty.' });
  expect(await call('empty', 'put_files', texts({ a: '2' }))).toMatchObject({ committed: true, written: ['a'] });
  expect(await call('empty', 'delete_workspace', { workspace: 'mine', confirm: 'mine' })).toMatchObject({
    error_type: 'WORKSPACE_NOT_FOUND',
  });
  expect(await call('keeper', 'get_file', { path: 'a', workspace: 'mine' })).toMatchObject({ content: '1' });
});
