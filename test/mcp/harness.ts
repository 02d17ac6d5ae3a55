/** The real Workers in workerd: the front alone with scripted engines behind it, or all of them. */
import { fileURLToPath } from 'node:url';
import { createTestHarness } from 'wrangler';
import { once } from '../../scripts/lib/once.ts';
import { workspacesStandIn } from '../workspaces-stand-in.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the front Worker with `vars` on top of its configuration; development unless they say otherwise. */
export function createFront(vars: Record<string, string> = { ENVIRONMENT: 'development' }) {
  const engine = { main: 'test/engines/worker.ts', compatibility_date: '2026-11-01' };
  return createTestHarness({
    root,
    workers: [
      { configPath: 'wrangler.toml', vars },
      { config: { ...engine, name: 'lemma-symbolic' } },
      {
        config: {
          ...engine,
          name: 'lemma-python',
          durable_objects: { bindings: [{ name: 'PYTHON_SESSION', class_name: 'PythonSession' }] },
          migrations: [{ tag: 'v1', new_sqlite_classes: ['PythonSession'] }],
        },
      },
      workspacesStandIn,
    ],
  });
}

/** All Workers of a deployment, in development: nothing is scripted. `beside` are configurations of further Workers. */
export function createServer(beside: readonly string[] = [], vars: Record<string, string> = {}) {
  return createTestHarness({
    root,
    workers: [
      { configPath: 'wrangler.toml', vars: { ...vars, ENVIRONMENT: 'development' } },
      { configPath: 'wasm/symbolic/wrangler.toml', vars },
      { configPath: 'wasm/python/wrangler.toml', vars },
      { configPath: 'wasm/syntax/wrangler.toml' },
      { configPath: 'durable-objects/workspace/wrangler.toml', vars },
      ...beside.map((configPath) => ({ configPath })),
    ],
  });
}

/**
 * The Workers of {@link createServer}, which all test files of a process share: `listen` starts them where they do not run yet, and they
 * end with the process. Each file uses users of its own, by tokens that no other file has. An interpreter stays in memory for minutes: files
 * of many Python sessions have a server of their own.
 */
export const sharedServer = once(() => createServer());

/** The Worker with the conformance suite's fixtures. */
export function createFixtures() {
  return createTestHarness({ root, workers: [{ configPath: 'test/conformance/wrangler.toml' }] });
}
