/** What a newer version wrote is refused at every door with a message that says what to do, and is there when that is done. */
import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { bearer, callTool } from '../mcp/requests.ts';

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

const TOKEN = 'newer-state';
const USER = `token-${createHash('sha256').update(TOKEN).digest('hex')}`;
const OBJECTS = [
  ['lemma', 'UserSpace', USER],
  ['lemma-python', 'PythonSession', `${USER}/python/default`],
  ['lemma-workspace', 'Workspace', `${USER}/workspace/default`],
] as const;

/** Runs SQL in an object's database and lets the object start anew. */
async function change([worker, type, name]: (typeof OBJECTS)[number], sql: string): Promise<readonly unknown[]> {
  const handle = server.getWorker(worker);
  const rows = await (await handle.getDurableObjectStorage(type, { name })).exec(sql);
  await handle.evictDurableObject(type, { name });
  return rows;
}

const [space, session, workspace] = OBJECTS;
const NEWER = "INSERT INTO schema_step VALUES (99, 'what is to come', 1)";
const DEPLOYED = 'DELETE FROM schema_step WHERE version = 99';
const REFUSAL = /written by a newer version of Lemma.*Deploy the newer version again/s;

/** The text of a tool's answer, whatever it is. */
async function answer(name: string, args: Record<string, unknown>): Promise<string> {
  return JSON.stringify((await callTool(base, name, args, { token: TOKEN })).body);
}

it('has no other place for a version', async () => {
  await answer('list_sessions', {});
  await expect(change(space, 'PRAGMA user_version')).rejects.toThrow(/not authorized/);
});

it('in the space of a user', async () => {
  await answer('list_sessions', {});
  await change(space, NEWER);
  for (const call of [1, 2]) expect(await answer('list_sessions', {}), `call ${call}`).toMatch(REFUSAL);
  expect((await callTool(base, 'list_sessions', {}, { token: TOKEN })).status).toBe(503);
  await change(space, DEPLOYED);
  expect(await answer('list_sessions', {})).toContain('active_session');
});

it('in a Python session', async () => {
  await answer('write_file', { path: 'kept.txt', content: 'kept' });
  await change(session, NEWER);
  for (const tool of ['list_files', 'list_variables', 'get_kernel_health']) {
    expect(await answer(tool, {}), tool).toMatch(REFUSAL);
  }
  expect(await answer('run_python_code', { code: '1' })).toMatch(REFUSAL);
  expect(await answer('delete_session', { session_id: 'default' })).toMatch(REFUSAL);
  await change(session, DEPLOYED);
  expect(await answer('read_file', { path: 'kept.txt' })).toContain('kept');
});

it('in a workspace, for git too', async () => {
  await answer('put_files', { files: [{ path: 'a.py', content: 'kept = 1\n' }] });
  await change(workspace, NEWER);
  for (const tool of ['index_status', 'repo_map']) expect(await answer(tool, {}), tool).toMatch(REFUSAL);
  expect(await answer('delete_workspace', { workspace: 'default', confirm: 'default' })).toMatch(REFUSAL);
  const git = await fetch(new URL('/git/default/info/refs?service=git-upload-pack', base), {
    headers: bearer(TOKEN),
  });
  expect(git.status).toBe(503);
  expect(await git.text()).toMatch(REFUSAL);
  await change(workspace, DEPLOYED);
  expect(await answer('search_code', { pattern: 'kept' })).toContain('a.py');
});
