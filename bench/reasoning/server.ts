/** A server of its own for a bench, and calls that keep to a user's 60 a minute. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startDevServer } from '../../scripts/lib/dev-server.ts';
import { callForText, type Server } from '../../scripts/lib/lemma/server.ts';
import { freePort } from '../../test/free-port.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** Milliseconds between two calls. */
const PAUSE_MS = 1000;

/** Works with a server that ends afterwards, with all that it holds. */
export async function withServer(work: (server: Server) => Promise<void>): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), 'lemma-bench-reasoning-'));
  const server = await startDevServer(await freePort(), state);
  try {
    await server.ready();
    await work({ server: server.url, key: undefined });
  } finally {
    await server.stop();
    rmSync(state, { recursive: true });
  }
}

/** What a tool answers, and how many milliseconds that took. */
export async function timedCall(server: Server, name: string, args: Arguments) {
  await setTimeout(PAUSE_MS);
  const started = performance.now();
  const { facts } = await callForText(server, name, args);
  return { facts, ms: performance.now() - started };
}
