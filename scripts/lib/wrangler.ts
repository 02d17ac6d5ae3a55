/** Running wrangler: its own Node, no telemetry, and nothing that waits for a network. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, as a path. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Environment in which wrangler and its test harness wait for no network, and keep no trace of every SQL statement: traces take 2 KB of
 * memory each, and most of the time of a large push.
 */
export const OFFLINE = {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
} as const;

/** Starts wrangler with `args`, in {@link ROOT}. */
export function spawnWrangler(args: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'node_modules/wrangler/bin/wrangler.js'), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...OFFLINE },
    ...options,
  });
}
