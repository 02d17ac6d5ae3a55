/** A disk that is full: it is told as what it is, reads and deletions go on, and a deletion makes room. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { KilledServer } from '../kills/victims.ts';
import { callTool, post, STREAMABLE } from '../mcp/requests.ts';

const state = mkdtempSync(join(tmpdir(), 'lemma-full-'));
/** Whether a small disk may be mounted here, which needs root. */
const isMounted = mounts();
let server: KilledServer | undefined;
afterAll(async () => {
  await server?.stop();
  if (isMounted) execFileSync('umount', ['-l', state]);
  rmSync(state, { recursive: true, force: true });
});

function mounts(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', state], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Fills the disk to its last byte. */
function fill(): void {
  for (const size of [65_536, 4096, 1]) {
    const file = openSync(join(state, `filler-${size}`), 'a');
    try {
      for (;;) writeSync(file, new Uint8Array(size));
    } catch {
      // It is full.
    } finally {
      closeSync(file);
    }
  }
}

/** Text that cannot be packed into fewer bytes. */
function noise(length: number): string {
  return randomBytes(length).toString('hex').slice(0, length);
}

/** The text of an answer, whatever it is. */
async function answer(name: string, args: Record<string, unknown> = {}): Promise<string> {
  if (server === undefined) throw new Error('No server runs.');
  const { body } = await callTool(server.url, name, args, { path: '/mcp/all' });
  return body.result?.content.map(({ text }) => text).join('\n') ?? JSON.stringify(body);
}

const put = (workspace: string, content: string) =>
  answer('put_files', { workspace, files: [{ path: 'a.py', content }] });

/** The status of a handshake as older clients make it, and the session that it opened. */
async function handshake(url: URL): Promise<readonly [number, string | null]> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const response = await fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...STREAMABLE },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
  });
  await response.text();
  return [response.status, response.headers.get('mcp-session-id')];
}

/** What only reads. */
async function expectReads(plan: string): Promise<void> {
  expect(await answer('list_workspaces')).toContain("'one'");
  expect(await answer('list_sessions')).toContain("'default'");
  expect(await answer('list_plans')).toContain(plan);
  expect(await answer('load_plan', { plan_id: plan })).toContain('A goal');
  expect(await answer('get_file', { workspace: 'one', path: 'a.py' })).toContain('x = 1');
  expect(await answer('search_code', { workspace: 'one', pattern: 'x =' })).toContain('a.py:1:1');
}

/** Saves a plan, and gives its id. */
async function savePlan(goal: string): Promise<string> {
  const saved = await answer('save_plan', {
    plan: { goal, steps: [{ number: 1, type: 'command', description: 'Do it' }] },
  });
  return idIn(saved, /plan-\w+/);
}

/** Starts a conversation whose first turn is answered, and gives its id. */
async function startConversation(): Promise<string> {
  const context = { attempted_approaches: [], partial_findings: [], stuck_description: 'Stuck.' };
  const start = {
    claude_context: { ...context, code_scope: { files: [] } },
    analysis_focus: 'debugging',
    depth_level: 1,
  };
  const asked = await answer('start_conversation', start);
  const [, handle] = /The question '([^']+)' waits/.exec(asked) ?? [];
  const answered = await answer('start_conversation', { ...start, handle, answer: { answer: 'Said.' } });
  return idIn(answered, /conversation-\w+/);
}

function idIn(text: string, pattern: RegExp): string {
  const [id] = pattern.exec(text) ?? [];
  if (id === undefined) throw new Error(`No ${pattern} in: ${text}`);
  return id;
}

/** An object, by its calls. */
interface Used {
  /** Writes so many characters, in a call that says `written` when it is done. */
  readonly write: (length: number) => Promise<string>;
  readonly written: string;
  /** Reads, in a call that says what was `stored` from the beginning. */
  readonly read: () => Promise<string>;
  readonly stored: string;
  /** Deletes, in a call that says `deleted` when it is done; a conversation cannot be deleted alone. */
  readonly remove?: () => Promise<string>;
  readonly deleted?: string;
}

/** An object of each kind with something in it, by what errors call it. `name` is that of its workspace and session. */
async function makeObjects(name: string): Promise<Readonly<Record<string, Used>>> {
  await put(name, 'k = 1\n');
  await answer('create_session', { session_id: name });
  await answer('write_file', { session_id: name, path: 'a.txt', content: 'a' });
  const plan_id = await savePlan(`A goal of ${name}`);
  const conversation = await startConversation();
  const workspace = { workspace: name };
  const session = { session_id: name };
  return {
    workspace: {
      write: (length) =>
        answer('put_files', { ...workspace, files: [{ path: 'b.py', content: `# ${noise(length)}` }] }),
      written: 'Written',
      read: () => answer('get_file', { ...workspace, path: 'a.py' }),
      stored: 'k = 1',
      remove: () => answer('delete_workspace', { ...workspace, confirm: name }),
      deleted: 'was erased',
    },
    'Python session': {
      write: (length) => answer('write_file', { ...session, path: 'b.txt', content: noise(length) }),
      written: 'b.txt',
      read: () => answer('list_files', session),
      stored: 'a.txt',
      remove: () => answer('delete_session', session),
      deleted: 'was erased',
    },
    plan: {
      write: (length) => answer('update_plan', { plan_id, set: { goal: noise(Math.min(length, 15_000)) } }),
      written: 'version 2',
      read: () => answer('load_plan', { plan_id }),
      stored: 'version 1',
      remove: () => answer('delete_plan', { plan_id }),
      deleted: 'is deleted',
    },
    conversation: {
      write: (length) =>
        answer('continue_conversation', { session_id: conversation, message: noise(Math.min(length, 15_000)) }),
      written: 'needs an answer from you',
      read: () => answer('get_conversation_status', { session_id: conversation }),
      stored: '1 turns completed',
    },
  };
}

it.skipIf(!isMounted)(
  'reads and deletes on a full disk (skipped where no disk may be mounted)',
  { timeout: 300_000 },
  async () => {
    server = await KilledServer.start(state);
    const { url } = server;
    await put('one', 'x = 1\n');
    await put('two', 'y = 1\n');
    await answer('list_sessions');
    await answer('search_code', { workspace: 'two', pattern: 'y =' });
    await answer('search_code', { workspace: 'one', pattern: 'x =' });
    const plan = await savePlan('A goal');
    const objects = { gone: await makeObjects('gone'), kept: await makeObjects('kept') };
    fill();
    await expectReads(plan);
    // What calls leave behind is saved when none runs: that fails, and no call does. A client that begins with a handshake works without a
    // session from then on.
    await expect.poll(() => handshake(url), { timeout: 30_000 }).toEqual([200, null]);
    await expectReads(plan);
    expect(await put('two', 'y = 2\n'.repeat(5_000))).toMatch(/^storage_full: The workspace could not store this/);
    await expectReads(plan);
    const listed = await post(new URL('/mcp', url), { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(listed.body.result).toBeDefined();

    for (const [kind, { write, read, stored }] of Object.values(objects).flatMap(Object.entries<Used>)) {
      expect(await write(300_000), kind).toMatch(new RegExp(`^storage_full: The ${kind} could not store this`));
      await expect.poll(read, { timeout: 30_000, message: kind }).toContain(stored);
    }
    for (const [kind, { remove, deleted = '' }] of Object.entries(objects.gone)) {
      if (remove !== undefined) expect(await remove(), kind).toContain(deleted);
    }
    expect(await answer('delete_plan', { plan_id: plan })).toContain('is deleted');
    expect(await answer('delete_workspace', { workspace: 'one', confirm: 'one' })).toContain('was erased');
    expect(await answer('list_plans')).toMatch(/^plan-\w+, version 1, .*\n1 plans\.$/);
    expect(await put('three', 'y = 3\n')).toContain('Written');
    expect(await answer('get_file', { workspace: 'three', path: 'a.py' })).toContain('y = 3');
    expect(await answer('list_workspaces')).not.toContain("'one'");

    rmSync(join(state, 'filler-65536'));
    for (const [kind, { write, written }] of Object.entries(objects.kept)) {
      expect(await write(10), kind).toContain(written);
    }
  },
);
