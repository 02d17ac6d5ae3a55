/** Checkpoints, forks, restarts and the health of interpreters, as a client meets them. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endSessions } from './end-sessions.ts';
import { sharedServer } from './harness.ts';
import { callTool } from './requests.ts';

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

/** Whose sessions end with each test: an interpreter would stay in memory for minutes. */
const users = new Set<string>();
afterEach(async () => {
  await endSessions(base, users);
  users.clear();
});

type Facts = Record<string, unknown>;

async function call(token: string, name: string, args: Facts = {}): Promise<Facts> {
  const user = `history-${token}`;
  users.add(user);
  const { body } = await callTool(base, name, args, { token: user });
  const facts = body.result?.structuredContent;
  if (typeof facts !== 'object' || facts === null) throw new Error(JSON.stringify(body));
  return { ...facts };
}

function run(token: string, code: string, session_id?: string): Promise<Facts> {
  return call(token, 'run_python_code', { code, ...(session_id !== undefined && { session_id }) });
}

describe('checkpoint_session and restore_session', () => {
  it('bring variables and files back, and forward again', async () => {
    await run('ann', 'x = [1]\nit = iter(range(9)); next(it)\nopen("f.txt", "w").write("one")');
    const kept = await call('ann', 'checkpoint_session', { label: 'before' });
    expect(kept).toMatchObject({ session_id: 'default', label: 'before', automatic: false, bytes: expect.any(Number) });
    await run('ann', 'x.append(2); next(it)\nopen("f.txt", "w").write("two")\nopen("g.txt", "w").write("new")');
    const later = await call('ann', 'checkpoint_session', { label: 'after' });
    await call('ann', 'write_file', { path: 'h.txt', content: 'by a tool' });

    expect(await call('ann', 'restore_session', { checkpoint_id: kept.checkpoint_id })).toMatchObject({
      label: 'before',
      notices: [],
    });
    const look = 'import os\nx, next(it), open("f.txt").read(), sorted(os.listdir())';
    expect(await run('ann', look)).toMatchObject({ results: "([1], 1, 'one', ['f.txt'])", notices: [] });

    await call('ann', 'restore_session', { checkpoint_id: later.checkpoint_id });
    expect((await run('ann', look)).results).toBe("([1, 2], 2, 'two', ['f.txt', 'g.txt'])");
  });

  it('go back to the newest that was asked for when none is named', async () => {
    await run('amy', 'x = 1');
    await call('amy', 'checkpoint_session', { label: 'wanted' });
    for (const value of [2, 3]) await run('amy', `x = ${value}`);
    expect(await call('amy', 'restore_session')).toMatchObject({ label: 'wanted' });
    expect((await run('amy', 'x')).results).toBe('1');
  });

  it('leave a checkpoint as it was when files or labels change without a cell', async () => {
    await run('ada', 'open("f.txt", "w").write("one")');
    const first = await call('ada', 'checkpoint_session', { label: 'first' });
    await call('ada', 'write_file', { path: 'f.txt', content: 'two' });
    const second = await call('ada', 'checkpoint_session', { label: 'second' });
    expect(second.checkpoint_id).not.toBe(first.checkpoint_id);
    expect(await call('ada', 'checkpoint_session', { label: 'third' })).toMatchObject({
      checkpoints: [{ label: 'third' }, { label: 'second' }, { label: 'first' }],
    });
    expect(await call('ada', 'restore_session', { checkpoint_id: first.checkpoint_id })).toMatchObject({
      label: 'first',
    });
    expect((await run('ada', 'open("f.txt").read()')).results).toBe("'one'");
  });

  it('can be undone, also when files were changed after the last cell', async () => {
    await run('ali', 'x = 1\nopen("f.txt", "w").write("one")');
    const kept = await call('ali', 'checkpoint_session');
    for (let index = 0; index < 12; index++) await run('ali', 'x += 1');
    await call('ali', 'write_file', { path: 'f.txt', content: 'by a tool' });
    const { checkpoints } = await call('ali', 'restore_session', { checkpoint_id: kept.checkpoint_id });
    if (!Array.isArray(checkpoints)) throw new Error('no list');
    expect(await call('ali', 'restore_session', { checkpoint_id: checkpoints[0].checkpoint_id })).toMatchObject({
      notices: [],
    });
    expect((await run('ali', 'x, open("f.txt").read()')).results).toBe("(13, 'by a tool')");
  });

  it('say what is gone for good', async () => {
    await run('alf', 'x = 1');
    await run('alf', 'x = 2\nf = open("log.txt", "w")');
    expect(await call('alf', 'restore_session')).toMatchObject({
      notices: [expect.stringContaining('open files (/workspace/log.txt)')],
    });
    expect(await run('alf', 'x')).toMatchObject({ results: '1', notices: [] });
  });

  it('keep the newest ten after cells', async () => {
    for (let index = 0; index < 14; index++) await run('abe', `x = ${index}`);
    const { checkpoints } = await call('abe', 'checkpoint_session');
    if (!Array.isArray(checkpoints)) throw new Error('no list');
    const oldest = checkpoints.at(-1).checkpoint_id;
    await call('abe', 'restore_session', { checkpoint_id: oldest });
    expect(Number((await run('abe', 'x')).results)).toBeLessThanOrEqual(4);
  });

  it('say what is wrong', async () => {
    expect(await call('new', 'restore_session')).toMatchObject({
      error_type: 'CheckpointError',
      message: 'The session has no checkpoint yet.',
    });
    await run('new', '1');
    expect(await call('new', 'restore_session', { checkpoint_id: 99 })).toMatchObject({
      message: 'Checkpoint 99 not found',
      advice: expect.stringMatching(/^There are, the newest first: \d+\./),
    });
    await run('new', 'f = open("log.txt", "w")');
    expect(await call('new', 'checkpoint_session')).toMatchObject({
      error_type: 'CheckpointError',
      message: expect.stringContaining('open files (/workspace/log.txt)'),
    });
  });
});

describe('fork_session', () => {
  it('makes a copy that goes its own way', async () => {
    await run(
      'bob',
      'def count():\n    for i in range(9): yield i\nit = count(); next(it)\nx = [1]\nopen("a", "w").write("1")',
    );
    expect(await call('bob', 'fork_session', { new_session_id: 'twin' })).toMatchObject({
      session_id: 'default',
      new_session_id: 'twin',
      total_files: 1,
    });
    await run('bob', 'x.append("copy"); open("b", "w").write("2")', 'twin');
    await run('bob', 'x.append("original"); next(it)');
    const look = 'import os\nx, next(it), sorted(os.listdir())';
    expect((await run('bob', look, 'twin')).results).toBe("([1, 'copy'], 1, ['a', 'b'])");
    expect((await run('bob', look)).results).toBe("([1, 'original'], 2, ['a'])");
    expect(await call('bob', 'list_sessions')).toMatchObject({
      sessions: { twin: { description: 'Fork of default' } },
    });
  });

  it('copies one moment, whatever other tools do to files meanwhile', async () => {
    const paths = Array.from({ length: 16 }, (_, index) => `f${index}`);
    for (const path of paths) await call('bet', 'write_file', { path, content: path.repeat(400_000) });
    const forked = call('bet', 'fork_session', { new_session_id: 'twin' });
    for (const path of paths) {
      await call('bet', 'write_file', { path, content: 'new', session_id: 'default' });
    }
    expect(await forked).toMatchObject({ status: 'forked' });
    const look =
      'import os\n[f for f in os.listdir() if open(f).read() not in ("new", f * 400_000)], len(os.listdir())';
    expect(await run('bet', look, 'twin')).toMatchObject({ status: 'ok', results: '([], 16)' });
  });

  it('leaves nothing behind when it fails', async () => {
    await run('bea', 'f = open("log.txt", "w")');
    expect(await call('bea', 'fork_session', { new_session_id: 'twin' })).toMatchObject({
      error_type: 'CheckpointError',
    });
    expect(await call('bea', 'list_sessions')).toMatchObject({ total_sessions: 1 });
    expect(await call('bea', 'fork_session', { new_session_id: 'default' })).toMatchObject({
      message: "Session 'default' already exists",
    });
  });
});

describe('restart_kernel', () => {
  it('drops variables and keeps files, or keeps both', async () => {
    await run('cid', 'x = 1\nopen("f", "w").write("1")');
    expect(await call('cid', 'restart_kernel', { preserve_state: true })).toMatchObject({
      status: 'restarted',
      state_preserved: true,
      notices: [],
    });
    expect((await run('cid', 'x')).results).toBe('1');
    expect(await call('cid', 'restart_kernel')).toMatchObject({ state_preserved: false, notices: [] });
    expect(await run('cid', 'import os\n"x" in globals(), os.listdir()')).toMatchObject({
      results: "(False, ['f'])",
      notices: [],
    });
  });

  it('keeps the interpreter when its variables cannot be kept', async () => {
    await run('cat', 'x = 1');
    await run('cat', 'x = 2; f = open("log.txt", "w")');
    expect(await call('cat', 'restart_kernel', { preserve_state: true })).toMatchObject({
      error_type: 'CheckpointError',
      message: expect.stringContaining('open files (/workspace/log.txt)'),
    });
    expect((await run('cat', 'x')).results).toBe('2');
  });

  it('ends what runs and what waits', async () => {
    await run('cal', 'x = 1');
    const running = run('cal', 'while True: pass');
    while ((await call('cal', 'get_kernel_health')).activity !== 'busy');
    const waiting = run('cal', 'x = 2');
    while ((await call('cal', 'get_kernel_health')).waiting_calls !== 1);
    await call('cal', 'restart_kernel', { preserve_state: true });
    expect([(await running).status, (await waiting).status]).toEqual(['interrupted', 'interrupted']);
    expect((await run('cal', 'x')).results).toBe('1');
  });
});

describe('get_kernel_health and check_kernel_responsiveness', () => {
  it('tell a session without an interpreter from one that rests and one that works', async () => {
    expect(await call('dan', 'get_kernel_health')).toMatchObject({ status: 'dead', activity: 'stopped' });
    expect(await call('dan', 'check_kernel_responsiveness')).toMatchObject({
      responsive: true,
      test_result: '6 * 7 is 42.',
    });
    expect(await call('dan', 'get_kernel_health')).toMatchObject({
      status: 'healthy',
      activity: 'idle',
      memory_usage: expect.any(Number),
      num_threads: 1,
      unsaved_cells: 0,
    });
    const running = run('dan', 'while True: pass');
    while ((await call('dan', 'get_kernel_health')).activity !== 'busy');
    expect(await call('dan', 'get_kernel_health')).toMatchObject({ status: 'healthy', unsaved_cells: 1 });
    expect(await call('dan', 'check_kernel_responsiveness')).toMatchObject({ responsive: true });
    await call('dan', 'interrupt_execution');
    expect((await running).status).toBe('interrupted');
  });

  it('call an interpreter dead that was lost', async () => {
    await run('dee', 'x = 1');
    expect((await run('dee', 'y = 0\nfor _ in range(10**5): y = (y,)\nhash(y)')).status).toBe('died');
    expect(await call('dee', 'get_kernel_health')).toMatchObject({ status: 'dead' });
    expect(await run('dee', 'x')).toMatchObject({ results: '1', notices: [] });
  });
});
