/** The real Workers in workerd: the front alone with scripted engines behind it, or all of them. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestHarness, experimental_readRawConfig as readConfiguration } from 'wrangler';
import { configOf, FRONT_FIRST } from '../../scripts/lib/workers.ts';
import { workspacesStandIn } from '../workspaces-stand-in.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the front Worker with `vars` on top of its configuration; development unless they say otherwise. */
export function createFront(vars: Record<string, string> = { ENVIRONMENT: 'development' }) {
  const engine = { main: 'test/engines/worker.ts', compatibility_date: '2026-11-01' };
  return createTestHarness({
    root,
    workers: [
      { configPath: configOf('lemma'), vars },
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
      ...FRONT_FIRST.map(({ config }) => ({
        configPath: config,
        vars: { ...vars, ENVIRONMENT: 'development' },
      })),
      ...beside.map((configPath) => ({ configPath })),
    ],
  });
}

/** A deployment whose front Worker has the conformance suite's fixtures besides: its configuration with another entry. */
export function createFixtures() {
  const { rawConfig } = readConfiguration({ config: join(root, configOf('lemma')) });
  const vars = { ...rawConfig.vars, ENVIRONMENT: 'development' };
  const [, ...others] = FRONT_FIRST;
  return createTestHarness({
    root,
    workers: [
      { config: { ...rawConfig, main: 'test/conformance/worker.ts', vars } },
      ...others.map(({ config }) => ({ configPath: config })),
    ],
  });
}
