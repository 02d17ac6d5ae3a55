/** A server that a file of tests may kill, with state of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { callTool } from '../mcp/requests.ts';
import { KilledServer } from './victims.ts';

/** Starts one for the tests of the file that asks, which has its state in a folder of that name; what it returns gives the server. */
export function ownServer(name: string): () => KilledServer {
  const state = mkdtempSync(join(tmpdir(), `lemma-${name}-`));
  let server: KilledServer | undefined;
  beforeAll(async () => {
    server = await KilledServer.start(state);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(state, { recursive: true, force: true });
  });
  return () => {
    if (server === undefined) throw new Error('The server starts before the first test, and not earlier.');
    return server;
  };
}

/** What a tool of any toolset answers, or its error. */
export async function callAny(
  server: KilledServer,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await callTool(server.url, name, { ...args }, { path: '/mcp/all' });
  const answer: Readonly<Record<string, unknown>> = { ...(body.result?.structuredContent ?? body.error) };
  return answer;
}
