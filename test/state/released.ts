/** The whole server over the databases that the released Workers wrote: everything is found, through the public door. */
import { expect, it } from 'vitest';
import { callTool, post, STREAMABLE } from '../mcp/requests.ts';
import { createDatabase } from '../sqlite.ts';
import { until } from '../until.ts';
import { releasedFolder } from './released-state.ts';

/** The session that was opened when the fixtures were made. */
const SESSION = 'dcc5a25f-c1e4-4e14-8f42-ef194f99991b';
const TOKEN = `ghp_${'a8Kd93jfLs02mQpz7VbnX4cRt6YhWe1uGi5o'}`;

/** A folder of state for {@link testReleased}; it goes away with `remove`. */
export function stateForReleased(): ReturnType<typeof releasedFolder> {
  const folder = releasedFolder();
  // As if the pattern of this token had not been known then: the text is indexed as it is.
  const { sql } = createDatabase('', folder.database('workspace'));
  const text = `GITHUB_TOKEN=${TOKEN}\n`;
  sql.exec("UPDATE document SET text = ? WHERE text LIKE 'GITHUB_TOKEN=%'", text);
  sql.exec('DELETE FROM secret');
  return folder;
}

/** The tests of a server that was started over {@link stateForReleased}, and that nobody called before. */
export function testReleased(server: () => URL): void {
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<unknown> => {
    const { body } = await callTool(server(), name, args, { path: '/mcp/all' });
    return body.result?.structuredContent ?? body;
  };

  it('it is healthy', async () => {
    const health = async () => (await fetch(new URL('/health', server()))).json();
    await until(async () => expect(await health()).toMatchObject({ status: 'healthy' }));
  });

  it('a user has sessions, reports, workspaces and counts of calls', async () => {
    expect(await call('list_sessions')).toMatchObject({
      active_session: 'default',
      sessions: { default: { created_at: '2026-11-22T20:35:44.031Z' }, second: { description: 'Another one' } },
    });
    expect(await call('list_workspaces')).toMatchObject({
      workspaces: expect.arrayContaining([expect.objectContaining({ workspace: 'notes' })]),
    });
    const listed = await post(new URL('/mcp', server()), { jsonrpc: '2.0', id: 1, method: 'resources/list' });
    expect(JSON.stringify(listed.body)).toContain('average');
    const metrics = await (await fetch(new URL('/metrics', server()))).text();
    expect(metrics).toMatch(/tool_name="symbolic_check",outcome="ok"} 1/);
    const ping = await fetch(new URL('/mcp', server()), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...STREAMABLE, 'mcp-session-id': SESSION },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });
    await ping.text();
    expect(ping.status).toBe(200);
  });

  it('a Python session has its files and checkpoints', async () => {
    expect(await call('read_file', { path: 'kept.txt' })).toMatchObject({ text: 'kept by a cell' });
    expect(await call('read_file', { path: 'data/table.csv' })).toMatchObject({ text: 'a,b\n1,2\n' });
    // Variables come back only in the build of the interpreter that made the checkpoint; without it, the answer says so.
    const { results, notices } = (await call('run_python_code', { code: "globals().get('answer', 'lost')" })) as {
      results: string;
      notices: string[];
    };
    if (results !== '42') expect([results, notices]).toEqual(["'lost'", [expect.stringContaining('are lost')]]);
    expect(await call('fork_session', { new_session_id: 'copy' })).toMatchObject({ new_session_id: 'copy' });
    expect(await call('read_file', { path: 'kept.txt', session_id: 'copy' })).toMatchObject({
      text: 'kept by a cell',
    });
  });

  it('errors of engines have their types between processes', async () => {
    await call('put_files', { workspace: 'mounted', files: [{ path: 'a.txt', content: 'a' }] });
    const missing = { workspace: 'mounted', path: 'b.txt' };
    expect(JSON.stringify(await call('get_file', missing))).toMatch(/b\.txt/);
    expect(JSON.stringify(await call('read_file', { path: 'missing.txt' }))).toMatch(/FileNotFound|file_not_found/);
  });

  it('a session reads a workspace, and its fork does', async () => {
    await call('put_files', { workspace: 'mounted', files: [{ path: 'a.txt', content: 'a' }] });
    expect(await call('create_session', { session_id: 'reader', workspace: 'mounted' })).toMatchObject({
      mount: { path: '/mnt/mounted' },
    });
    await call('fork_session', { session_id: 'reader', new_session_id: 'reader-copy' });
    for (const session_id of ['reader', 'reader-copy']) {
      const code = 'import os\nlen(os.listdir("/mnt/mounted")) > 0';
      expect(await call('run_python_code', { code, session_id }), session_id).toMatchObject({ results: 'True' });
    }
  });

  it('a workspace has its commits, index and history, and masks what it had not known for a secret', async () => {
    expect(await call('find_symbol', { name: 'price_of' })).toMatchObject({
      symbols: [{ file: 'lib/prices.py', name: 'price_of', kind: 'function' }],
      index: { complete: true, files_indexed: 5, files_skipped: 1 },
    });
    expect(await call('git_commit_retrieval', { query: 'greet customers' })).toMatchObject({
      commits: [{ message: 'Greet customers\n' }, { message: 'Open the shop\n' }],
    });
    expect(await call('semantic_search', { query: 'price of an item' })).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ file: 'lib/prices.py' })]),
    });
    expect(await call('search_code', { pattern: TOKEN })).toMatchObject({ total_matches: 0 });
    expect(await call('index_status')).toMatchObject({
      settled: true,
      healthy: true,
      skipped: [{ file: 'vendor.min.js', reason: 'minified' }],
      secrets: [{ file: 'settings.env', line: 1, kind: 'github_token' }],
    });
  });
}
