/** A disk that is full: it is told as what it is, reads and deletions go on, and a deletion makes room. */
import { execFileSync } from 'node:child_process';
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
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', state], { stdio: 'ignore' });
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
    const saved = await answer('save_plan', {
      plan: { goal: 'A goal', steps: [{ number: 1, type: 'command', description: 'Do it' }] },
    });
    const [plan = ''] = /plan-\w+/.exec(saved) ?? [];
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

    expect(await answer('delete_plan', { plan_id: plan })).toContain('is deleted');
    expect(await answer('delete_workspace', { workspace: 'one', confirm: 'one' })).toContain('was erased');
    expect(await answer('list_plans')).toBe('0 plans.');
    expect(await put('three', 'y = 3\n')).toContain('Written');
    expect(await answer('get_file', { workspace: 'three', path: 'a.py' })).toContain('y = 3');
    expect(await answer('list_workspaces')).not.toContain("'one'");
  },
);
