/** The list of a user's Python sessions, through the front Worker: whose it is, and what survives. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFront } from './harness.ts';
import { callTool, connect } from './requests.ts';

const front = createFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});
afterAll(() => front.close());

type Facts = Record<string, unknown>;

async function call(token: string, tool: string, args: Facts = {}): Promise<Facts> {
  const { body } = await callTool(base, tool, args, { token });
  const facts = body.result?.structuredContent;
  return typeof facts === 'object' && facts !== null ? { ...facts } : { refused: body.error?.message };
}

async function namesOf(token: string): Promise<string[]> {
  return Object.keys((await call(token, 'list_sessions')).sessions ?? {});
}

/** Where a cell without a session_id runs, as the scripted engine tells. */
async function activeObject(token: string): Promise<unknown> {
  return (await call(token, 'run_python_code', { code: 'x' })).stdout;
}

describe('the list', () => {
  it('begins with the default session, active', async () => {
    expect(await call('new', 'list_sessions')).toMatchObject({
      sessions: { default: { created_at: expect.stringMatching(/^2\d{3}-.*Z$/) } },
      active_session: 'default',
      total_sessions: 1,
    });
  });

  it('grows by create_session and by running in a new name', async () => {
    expect(await call('grows', 'create_session', { session_id: 'a', description: 'first' })).toEqual({
      session_id: 'a',
      status: 'created',
      description: 'first',
      active_session: 'default',
      total_sessions: 2,
    });
    await call('grows', 'run_python_code', { code: 'x', session_id: 'b' });
    expect(await call('grows', 'list_sessions')).toMatchObject({
      sessions: { a: { description: 'first' } },
      active_session: 'default',
      total_sessions: 3,
    });
    expect(await namesOf('grows')).toEqual(['default', 'a', 'b']);
  });

  it('takes a name once', async () => {
    for (const session_id of ['default', 'run']) {
      if (session_id === 'run') await call('twice', 'create_session', { session_id });
      expect(await call('twice', 'create_session', { session_id })).toMatchObject({
        error_type: 'SessionError',
        message: `Session '${session_id}' already exists`,
        advice: expect.stringContaining('switch_session'),
      });
    }
  });

  it('has room for 100 sessions', async () => {
    for (let number = 1; number < 100; number++) await call('many', 'create_session', { session_id: `s${number}` });
    expect(await call('many', 'create_session', { session_id: 'one too many' })).toMatchObject({
      error_type: 'SessionError',
      message: expect.stringContaining('100'),
      advice: expect.stringContaining('delete_session'),
    });
    expect(await call('many', 'run_python_code', { code: 'x', session_id: 'new' })).toMatchObject({ status: 'error' });
    expect(await call('many', 'switch_session', { session_id: 'nowhere' })).toMatchObject({
      advice: expect.stringContaining("'s9', and 90 more"),
    });
    expect(await call('many', 'list_sessions')).toMatchObject({ total_sessions: 100 });
    const last = await call('many', 'list_sessions', { offset: 99 });
    expect(Object.keys(last.sessions ?? {})).toHaveLength(1);
  });

  it('tells when a session was last used', async () => {
    await call('used', 'create_session', { session_id: 'a' });
    const before = await call('used', 'list_sessions');
    await new Promise((resolve) => setTimeout(resolve, 5));
    await call('used', 'run_python_code', { code: 'x', session_id: 'a' });
    const after = await call('used', 'list_sessions');
    expect(after.sessions).toMatchObject({ default: (before.sessions as Facts).default });
    expect(after.sessions).not.toEqual(before.sessions);
  });
});

describe('the active session', () => {
  it('is where calls without a session_id go', async () => {
    await call('switches', 'create_session', { session_id: 'a' });
    expect(await call('switches', 'switch_session', { session_id: 'a' })).toEqual({
      previous_session: 'default',
      current_session: 'a',
    });
    expect(await activeObject('switches')).toContain('/python/a cell 1');
    expect(await call('switches', 'switch_session', { session_id: 'default' })).toMatchObject({
      previous_session: 'a',
    });
    expect(await activeObject('switches')).toContain('/python/default cell 1');
  });

  it('is an existing one', async () => {
    expect(await call('stays', 'switch_session', { session_id: 'x' })).toEqual({
      status: 'error',
      error_type: 'SessionError',
      message: "Session 'x' not found",
      advice: "Your sessions: 'default'. create_session makes a new one.",
      retryable: false,
    });
    expect(await call('stays', 'list_sessions')).toMatchObject({ active_session: 'default', total_sessions: 1 });
  });

  it('is left alone by agents that name theirs', async () => {
    const agents = ['a', 'b', 'c'].map(async (session_id) => {
      await call('agents', 'create_session', { session_id });
      return Promise.all([1, 2].map(() => call('agents', 'run_python_code', { code: 'x', session_id })));
    });
    const cells = (await Promise.all(agents)).flat();
    expect(cells.map((cell) => cell.session_id)).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
    expect(await call('agents', 'list_sessions')).toMatchObject({ active_session: 'default' });
  });

  it.each([
    ['modern', 'legacy'],
    ['legacy', 'modern'],
  ] as const)('is shared by the clients of a user: %s tells %s', async (first, second) => {
    const token = `shares-${first}`;
    const [writer, reader] = await Promise.all([connect(base, first, { token }), connect(base, second, { token })]);
    await writer.callTool({ name: 'create_session', arguments: { session_id: 'ours' } });
    await writer.callTool({ name: 'switch_session', arguments: { session_id: 'ours' } });
    const { structuredContent } = await reader.callTool({ name: 'run_python_code', arguments: { code: 'x' } });
    expect(structuredContent).toMatchObject({ session_id: 'ours' });
    await Promise.all([writer.close(), reader.close()]);
  });
});

it('is one user’s own', async () => {
  await call('alice', 'create_session', { session_id: 'secret', description: 'mine' });
  await call('alice', 'switch_session', { session_id: 'secret' });
  await call('alice', 'run_python_code', { code: 'x' });
  expect(await call('bob', 'list_sessions')).toMatchObject({ active_session: 'default', total_sessions: 1 });
  expect(await call('bob', 'switch_session', { session_id: 'secret' })).toMatchObject({
    message: "Session 'secret' not found",
    advice: expect.not.stringContaining('secret'),
  });
  expect(await call('bob', 'create_session', { session_id: 'secret' })).toMatchObject({ status: 'created' });
  expect((await call('bob', 'run_python_code', { code: 'x', session_id: 'secret' })).stdout).toContain('cell 1');
  expect(await call('alice', 'list_sessions')).toMatchObject({ sessions: { secret: { description: 'mine' } } });
});

const HOSTILE = [
  '../x',
  'a/b',
  '../../bob/python/default',
  '/python/default',
  '\\..\\x',
  'x'.repeat(100),
  'ÅÅ é é',
  '日本語',
  '🐍'.repeat(50),
  '👩‍👩‍👧‍👦',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  "it's",
  '"quoted"',
  "'; DROP TABLE python_session; --",
  '%00',
  '%2e%2e/',
  ' ',
  'null',
  '0',
  '$x',
];

it('takes any name, each for an object of its own', async () => {
  const objects = new Set<unknown>();
  for (const session_id of HOSTILE) {
    expect(await call('hostile', 'create_session', { session_id })).toMatchObject({ session_id, status: 'created' });
    for (const token of ['hostile', 'victim']) {
      const { stdout } = await call(token, 'run_python_code', { code: '', session_id });
      expect(stdout).toMatch(/^token-[0-9a-f]{64}\/python\//);
      expect(stdout).toContain(`/python/${session_id} cell 1`);
      objects.add(stdout);
    }
  }
  expect(objects.size).toBe(2 * HOSTILE.length);
  expect((await namesOf('hostile')).toSorted()).toEqual(['default', ...HOSTILE].toSorted());
  for (const session_id of HOSTILE) {
    expect(await call('hostile', 'switch_session', { session_id })).toMatchObject({ current_session: session_id });
    expect(await call('hostile', 'list_sessions')).toMatchObject({ active_session: session_id });
  }
});

it.each(['', 'x'.repeat(101), 'nul\0', 'a\nb', '\u2028', '\ud800', '__proto__', '\x7f'])(
  'refuses the name %j',
  async (session_id) => {
    for (const tool of ['create_session', 'switch_session', 'run_python_code']) {
      expect(await call('refused', tool, { session_id, ...(tool === 'run_python_code' && { code: '' }) })).toEqual({
        refused: expect.stringContaining('session_id must be a string, 1 to 100 characters long'),
      });
    }
    expect(await namesOf('refused')).toEqual(['default']);
  },
);

it('survives a restart of the server', async () => {
  await call('kept', 'create_session', { session_id: 'kept', description: 'through restarts' });
  await call('kept', 'switch_session', { session_id: 'kept' });
  const before = await call('kept', 'list_sessions');
  await front.update((options) => options);
  expect(await call('kept', 'list_sessions')).toEqual(before);
  expect(before).toMatchObject({ active_session: 'kept', sessions: { kept: { description: 'through restarts' } } });
});
