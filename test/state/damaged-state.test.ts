/** Databases that were damaged between two starts of a server: everything else goes on, and what is damaged is told, deleted and begun anew. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { KilledServer } from '../kills/victims.ts';
import { callTool } from '../mcp/requests.ts';

const state = mkdtempSync(join(tmpdir(), 'lemma-damaged-'));
let server: KilledServer | undefined;
afterAll(async () => {
  await server?.stop();
  rmSync(state, { recursive: true, force: true });
});

/** The text of an answer, whatever it is. */
async function answer(name: string, args: Record<string, unknown> = {}): Promise<string> {
  if (server === undefined) throw new Error('No server runs.');
  const { body } = await callTool(server.url, name, args, { path: '/mcp/all' });
  return body.result?.content.map(({ text }) => text).join('\n') ?? JSON.stringify(body);
}

/** The databases of a class of objects. */
function databases(type: string): readonly string[] {
  const folder = join(state, 'v3/do', type);
  return readdirSync(folder)
    .filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    .map((name) => join(folder, name));
}

/** Overwrites pages, from the first or the second on, and leaves the file as long as it was. */
function damage(path: string, from: 'first page' | 'second page'): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
  database.close();
  const bytes = readFileSync(path);
  if (from === 'first page') bytes.fill(0x5a, 0, 4096);
  else bytes.fill(0x5a, 4096);
  writeFileSync(path, bytes);
}

async function startAgain(change: () => void): Promise<void> {
  await server?.stop();
  change();
  server = await KilledServer.start(state);
}

const put = (workspace: string) => answer('put_files', { workspace, files: [{ path: 'a.py', content: 'x = 1\n' }] });
const save = () =>
  answer('save_plan', { plan: { goal: 'A goal', steps: [{ number: 1, type: 'command', description: 'Do it' }] } });

it('everything that is damaged is told, and can be deleted and begun anew', { timeout: 300_000 }, async () => {
  await startAgain(() => undefined);
  await put('default');
  await answer('write_file', { path: 'kept.txt', content: 'kept' });
  await save();
  const [plan = ''] = /plan-\w+/.exec(await answer('list_plans')) ?? [];
  await startAgain(() => {
    for (const path of databases('lemma-workspace-Workspace')) damage(path, 'first page');
    for (const path of databases('lemma-python-PythonSession')) damage(path, 'second page');
    for (const path of databases('lemma-planning-Plan')) damage(path, 'second page');
  });
  // A list names what cannot be read.
  expect(await answer('list_plans')).toMatch(new RegExp(`${plan}, default: cannot be read.*\\n1 plans\\.`));
  for (const [name, args, deletion] of [
    ['index_status', {}, 'delete_workspace'],
    ['get_file', { path: 'a.py' }, 'delete_workspace'],
    ['run_python_code', { code: '1 + 1' }, 'delete_session'],
    ['restart_kernel', {}, 'delete_session'],
    ['load_plan', { plan_id: plan }, 'delete_plan'],
  ] as const) {
    expect(await answer(name, args), name).toMatch(new RegExp(`damaged_state: .*${deletion} deletes it`));
  }
  // Others go on.
  expect(await put('other')).toContain('Written');
  expect(await answer('create_session', { session_id: 'other' })).toContain('other');
  expect(await answer('run_python_code', { session_id: 'other', code: '1 + 1' })).toContain('2');

  expect(await answer('delete_session', { session_id: 'default' })).toContain('could not be counted');
  expect(await answer('run_python_code', { code: '1 + 2' })).toContain('3');
  expect(await answer('delete_plan', { plan_id: plan })).toContain('is deleted');
  expect(await answer('list_plans')).toBe('0 plans.');
  expect(await answer('delete_workspace', { workspace: 'default', confirm: 'default' })).toContain('was erased');
  expect(await put('default')).toContain('Written');

  // The user's own object: its lists are kept where they can be read, and what they name.
  await save();
  const [other = ''] = /plan-\w+/.exec(await answer('list_plans')) ?? [];
  expect((await fetch(new URL('/space', server?.url), { method: 'DELETE' })).status).toBe(409);
  await startAgain(() => {
    for (const path of databases('lemma-UserSpace')) {
      const database = new DatabaseSync(path);
      const { rootpage } =
        database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'schema_step'").get() ?? {};
      database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
      database.close();
      const bytes = readFileSync(path);
      bytes.fill(0x5a, (Number(rootpage) - 1) * 4096, Number(rootpage) * 4096);
      writeFileSync(path, bytes);
    }
  });
  expect(await answer('list_plans')).toContain('Send DELETE /space');
  const begun = await fetch(new URL('/space', server?.url), { method: 'DELETE' });
  expect(await begun.json()).toMatchObject({ status: 'begun_anew', kept_objects: expect.any(Number) });
  expect(await answer('list_plans')).toContain(other);
  expect(await answer('get_file', { workspace: 'other', path: 'a.py' })).toContain('x = 1');
  await startAgain(() => {
    for (const path of databases('lemma-UserSpace')) damage(path, 'first page');
  });
  expect(await answer('list_sessions')).toContain('Send DELETE /space');
  expect((await fetch(new URL('/space', server?.url), { method: 'DELETE' })).status).toBe(200);
  expect(await answer('get_file', { path: 'a.py' })).toContain('x = 1');
});
