/** What is deleted begins anew where every Worker is a process of its own, and what ran for it then writes nothing into what comes next. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KilledServer } from '../kills/victims.ts';
import { callTool } from '../mcp/requests.ts';
import { until } from '../until.ts';
import { GitFolder } from '../workspace/git-client.ts';

const state = mkdtempSync(join(tmpdir(), 'lemma-begun-anew-'));
const folder = new GitFolder();
let server: KilledServer;
beforeAll(async () => {
  server = await KilledServer.start(state);
});
afterAll(async () => {
  await server.stop();
  rmSync(state, { recursive: true, force: true });
  folder.remove();
});

/** The text of an answer, whatever it is. */
async function answer(name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { body } = await callTool(server.url, name, args, { path: '/mcp/all' });
  return body.result?.content.map(({ text }) => text).join('\n') ?? JSON.stringify(body);
}

async function facts(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const { body } = await callTool(server.url, name, args, { path: '/mcp/all' });
  return body.result?.structuredContent ?? body;
}

const remove = (workspace: string) => answer('delete_workspace', { workspace, confirm: workspace });
const put = (workspace: string, path: string, content: string) =>
  answer('put_files', { workspace, files: [{ path, content }] });

/** Files that the index works on for a while. */
const MANY = Array.from({ length: 400 }, (_, number) => ({
  path: `old_${number}.py`,
  content: Array.from({ length: 40 }, (_, line) => `def old_${number}_${line}(x):\n    return x + ${line}\n`).join(
    '\n',
  ),
}));

async function pushMany(name: string): Promise<void> {
  const repository = await folder.create(name);
  for (const { path, content } of MANY) writeFileSync(join(repository, path), content);
  await folder.commit(name, 'last.py', '');
  await folder.git(name, 'push', '--quiet', new URL(`/git/${name}`, server.url).href, 'main');
}

it('a workspace is written, deleted and written again', { timeout: 120_000 }, async () => {
  for (const round of [1, 2, 3]) {
    expect(await put('again', `round_${round}.py`, `def round_${round}():\n    return ${round}\n`)).toContain(
      'Written',
    );
    expect(await answer('get_file', { workspace: 'again', path: `round_${round}.py` })).toContain(`return ${round}`);
    expect(await answer('get_file', { workspace: 'again', path: `round_${round - 1}.py` })).toContain('FILE_NOT_FOUND');
    expect(await remove('again')).toContain('was erased');
    expect(await answer('get_file', { workspace: 'again', path: `round_${round}.py` })).toContain('NOT_FOUND');
  }
});

it('work for a deleted workspace writes nothing into its next life', { timeout: 240_000 }, async () => {
  await pushMany('busy');
  // The index has begun and waits for its next slices; others read and write meanwhile.
  const meanwhile = [
    ...MANY.slice(0, 8).map(({ path }) => answer('get_file', { workspace: 'busy', path })),
    answer('find_symbol', { workspace: 'busy', name: 'old_1_1' }),
    answer('search_code', { workspace: 'busy', pattern: 'old_399' }),
    answer('repo_map', { workspace: 'busy' }),
    folder.try('.', 'clone', '--quiet', new URL('/git/busy', server.url).href, 'cloned'),
    folder.try('busy', 'push', new URL('/git/busy', server.url).href, 'main:side'),
  ];
  expect(await remove('busy')).toContain('was erased');
  for (const told of await Promise.all(meanwhile)) {
    expect(typeof told === 'string' ? told : told.stderr).not.toMatch(/internal_error|was lost|should not/);
  }
  await remove('busy');
  expect(await put('busy', 'new.py', 'def fresh():\n    return 1\n')).toContain('Written');
  await until(async () =>
    expect(await facts('index_status', { workspace: 'busy' })).toMatchObject({ settled: true, healthy: true }),
  );
  expect(await answer('find_symbol', { workspace: 'busy', name: 'fresh' })).toContain('new.py');
  expect(await facts('search_code', { workspace: 'busy', pattern: 'old_1' })).toMatchObject({ total_matches: 0 });
  expect(await answer('list_files', { workspace: 'busy' })).not.toContain('old_');
  expect(await answer('git_commit_retrieval', { workspace: 'busy', query: 'last' })).not.toContain('last.py');
});

it('a Python session and a plan are deleted, and others begun', { timeout: 240_000 }, async () => {
  for (const round of [1, 2]) {
    await answer('create_session', { session_id: 'again' });
    const code = `kept = globals().get("kept", 0) + ${round}\nkept`;
    expect(await answer('run_python_code', { session_id: 'again', code })).toContain(String(round));
    expect(await answer('delete_session', { session_id: 'again' })).toContain('erased');
    const plan = { goal: 'A goal', steps: [{ number: 1, type: 'command', description: 'Do it' }] };
    await answer('save_plan', { plan });
    const [id = ''] = /plan-\w+/.exec(await answer('list_plans')) ?? [];
    expect(await answer('delete_plan', { plan_id: id })).toContain('is deleted');
    expect(await answer('load_plan', { plan_id: id })).toContain('PLAN_NOT_FOUND');
  }
  expect(server.errors).toEqual([]);
});
