/** An engine whose process hangs is ended and started again; the call over which that happens twice is refused, and no other is. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callTool } from '../mcp/requests.ts';
import { until } from '../until.ts';
import { KilledServer } from './victims.ts';

const state = mkdtempSync(join(tmpdir(), 'lemma-hung-'));
let server: KilledServer;
beforeAll(async () => {
  server = await KilledServer.start(state);
});
afterAll(async () => {
  await server.stop();
  rmSync(state, { recursive: true, force: true });
});

async function check(name: string) {
  const code = `def ${name}(x: int) -> int:\n    return x\n`;
  const { body } = await callTool(server.url, 'symbolic_check', { code, function_name: name });
  return body.result?.structuredContent;
}

it('ends a hung engine, and refuses the call over which it hung twice', { timeout: 600_000 }, async () => {
  for (let hangs = 0; hangs < 2; hangs++) {
    await until(() => expect(server.killWorker('lemma-symbolic', 'SIGSTOP')).toBe(true));
    expect(await check('culprit')).toMatchObject({
      error_type: 'RuntimeError',
      retryable: true,
      message: expect.stringContaining('was lost while it worked on this call'),
    });
    await until(async () => expect(await check('other')).toMatchObject({ status: 'verified' }));
  }
  expect(server.errors.filter((line) => line.includes('The process of lemma-symbolic hangs'))).toHaveLength(2);
  expect(await check('culprit')).toMatchObject({
    error_type: 'refused_call',
    retryable: false,
    advice: expect.stringContaining('Change its arguments'),
  });
  expect(await check('other')).toMatchObject({ status: 'verified' });
});
