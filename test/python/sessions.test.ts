/** Python sessions through the whole server: two clients of one user in one session, and what one user cannot reach of another's. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endSessions } from '../mcp/end-sessions.ts';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';
import { until } from '../until.ts';
import { type AskedCell, askCell, HOLD, STUBBORN } from './held-cells.ts';

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

type Facts = Record<string, unknown>;

/** Whose sessions end with each test: an interpreter would stay in memory for minutes. */
const users = new Set<string>();
afterEach(async () => {
  await endSessions(base, users);
  users.clear();
});

/** A user of this file only. */
function userOf(token: string): string {
  const user = `sessions-${token}`;
  users.add(user);
  return user;
}

async function call(token: string, tool: string, args: Facts = {}): Promise<Facts> {
  const { body } = await callTool(base, tool, args, { token: userOf(token) });
  const facts = body.result?.structuredContent;
  if (typeof facts !== 'object' || facts === null) throw new Error(JSON.stringify(body));
  return { ...facts };
}

const run = (token: string, code: string, session_id?: string) =>
  call(token, 'run_python_code', { code, timeout: 60, ...(session_id !== undefined && { session_id }) });

/** A cell that runs. */
async function begin(token: string, code: string): Promise<AskedCell> {
  const cell = askCell(base, userOf(token), code);
  await cell.begun;
  return cell;
}

/** Waits until so many calls wait in the session, and its interpreter is busy. */
const untilBusy = (token: string, waiting_calls: number) =>
  until(async () => expect(await call(token, 'get_workspace_info')).toMatchObject({ kernel: 'busy', waiting_calls }));

describe('interrupt_execution', () => {
  it('ends the cell of another client, which gets its partial output', async () => {
    await run('one', 'x = 42');
    const running = await begin('one', 'print("begun")\nwhile True: pass');
    expect(await call('one', 'interrupt_execution')).toMatchObject({
      session_id: 'default',
      status: 'interrupted',
      variables_kept: true,
      waiting_calls: 0,
    });
    expect(await running.result).toMatchObject({ status: 'interrupted', stdout: 'begun\n' });
    expect(await run('one', 'x')).toMatchObject({ results: '42', notices: [] });
  });

  it('leaves the cells that wait', async () => {
    await run('two', 'log = []');
    const running = await begin('two', HOLD);
    const waiting = [run('two', 'log.append(1)'), run('two', 'log.append(2)')];
    await untilBusy('two', 2);
    expect(await call('two', 'interrupt_execution')).toMatchObject({ variables_kept: true, waiting_calls: 2 });
    expect((await running.result).status).toBe('interrupted');
    expect((await Promise.all(waiting)).map((cell) => cell.status)).toEqual(['ok', 'ok']);
    expect(await run('two', 'sorted(log)')).toMatchObject({ results: '[1, 2]' });
  });

  it('says so when it had to kill the interpreter', async () => {
    await run('three', 'x = 42\nopen("f", "w").write("1")');
    const running = await begin('three', STUBBORN);
    expect(await call('three', 'interrupt_execution')).toMatchObject({ status: 'interrupted', variables_kept: false });
    expect((await running.result).status).toBe('interrupted');
    expect(await run('three', 'open("f").read()')).toMatchObject({ results: "'1'" });
  });

  it('finds nothing where nothing runs, nor in another user’s session', async () => {
    const running = await begin('four', 'print("begun")\nwhile True: pass');
    expect(await call('five', 'interrupt_execution')).toMatchObject({ status: 'idle', waiting_calls: 0 });
    expect(await call('four', 'interrupt_execution', { session_id: 'other' })).toMatchObject({
      message: "Session 'other' not found",
    });
    expect(await call('four', 'interrupt_execution')).toMatchObject({ status: 'interrupted' });
    await running.result;
  });
});

describe('a client that goes away', () => {
  it('ends its own running cell', async () => {
    await run('leaver', 'x = 42');
    const running = await begin('leaver', 'print("begun")\nwhile True: pass');
    running.leave();
    await expect(running.result).rejects.toThrow();
    expect(await run('leaver', 'x')).toMatchObject({ status: 'ok', results: '42' });
  });

  it('while its cell waits leaves the running one alone, and is not run', async () => {
    await run('waiter', 'ran = False');
    const running = await begin('waiter', HOLD);
    const gone = askCell(base, userOf('waiter'), 'ran = True');
    await untilBusy('waiter', 1);
    gone.leave();
    await expect(gone.result).rejects.toThrow();
    await untilBusy('waiter', 0);
    expect(await call('waiter', 'interrupt_execution')).toMatchObject({ status: 'interrupted' });
    expect((await running.result).status).toBe('interrupted');
    expect(await run('waiter', 'ran')).toMatchObject({ results: 'False' });
  });
});

describe('delete_session', () => {
  it('erases variables and files; the name begins anew', async () => {
    await run('deletes', 'x = 1\nopen("f", "w").write("12345")', 'work');
    await call('deletes', 'switch_session', { session_id: 'work' });
    expect(await call('deletes', 'delete_session', { session_id: 'work' })).toMatchObject({
      session_id: 'work',
      status: 'deleted',
      active_session: 'default',
      total_sessions: 1,
      deleted_files: 1,
      deleted_bytes: 5,
    });
    expect(await call('deletes', 'delete_session', { session_id: 'work' })).toMatchObject({
      message: "Session 'work' not found",
    });
    expect(await call('deletes', 'create_session', { session_id: 'work' })).toMatchObject({ status: 'created' });
    expect(await run('deletes', 'import os\n"x" in globals(), os.listdir()', 'work')).toMatchObject({
      results: '(False, [])',
      notices: [],
    });
  });

  it('empties the default session', async () => {
    await run('resets', 'x = 1\nopen("f", "w").write("12345")');
    expect(await call('resets', 'delete_session', { session_id: 'default' })).toMatchObject({
      active_session: 'default',
      total_sessions: 1,
      message: expect.stringContaining('comes back empty'),
    });
    expect(await run('resets', 'import os\n"x" in globals(), os.listdir()')).toMatchObject({ results: '(False, [])' });
  });

  it('ends what runs in it', async () => {
    const running = run('ends', 'while True: pass');
    await untilBusy('ends', 0);
    const waiting = run('ends', 'open("f", "w")');
    await untilBusy('ends', 1);
    expect(await call('ends', 'delete_session', { session_id: 'default' })).toMatchObject({ status: 'deleted' });
    for (const cell of await Promise.all([running, waiting])) {
      expect(cell).toMatchObject({ status: 'interrupted', message: expect.stringContaining('was deleted') });
    }
    expect(await run('ends', 'import os\nos.listdir()')).toMatchObject({ results: '[]' });
  });
});

it('get_workspace_info starts nothing, and counts what the last cell left', async () => {
  expect(await call('looks', 'get_workspace_info')).toMatchObject({
    session: { workspace_path: '/workspace', total_files: 0 },
    session_id: 'default',
    total_files: 0,
    kernel: 'stopped',
  });
  await run('looks', 'import os\nos.mkdir("d")\nopen("d/f", "wb").write(bytes(3_000_000))');
  const facts = await call('looks', 'get_workspace_info');
  expect(facts).toMatchObject({
    session: { total_files: 1 },
    total_directories: 1,
    total_bytes: 3_000_000,
    kernel: 'idle',
  });
  expect(facts.python_version).toMatch(/^3\.\d+\.\d+$/);
});

it('a user reaches neither variables nor files of another, whatever the session is called', async () => {
  const names = ['default', 'work', '../default', 'a/b', '__class__', '🐍'];
  for (const name of names) {
    await run('alice', `secret = 1\nopen("secret", "w").write("1")`, name);
    const { results } = await run('mallory', 'import os\n"secret" in globals(), os.listdir()', name);
    expect(results).toBe('(False, [])');
  }
  expect(await call('mallory', 'delete_session', { session_id: 'work' })).toMatchObject({ deleted_files: 0 });
  for (const name of names)
    expect(await run('alice', 'secret, open("secret").read()', name)).toMatchObject({ results: "(1, '1')" });
});
