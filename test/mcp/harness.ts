/** The real Workers in workerd: the front alone with scripted engines behind it, or all of them. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { experimental_readRawConfig as readConfiguration, type TestHarnessOptions } from 'wrangler';
import { once } from '../../scripts/lib/once.ts';
import { configOf, FRONT_FIRST } from '../../scripts/lib/workers.ts';
import { createHarness } from '../harness.ts';
import { workspacesStandIn } from '../workspaces-stand-in.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const engine = { main: 'test/engines/worker.ts', compatibility_date: '2026-11-01' };

type TestWorker = TestHarnessOptions['workers'][number];

/** The scripted engine of Python sessions. */
const PYTHON = {
  config: {
    ...engine,
    name: 'lemma-python',
    durable_objects: { bindings: [{ name: 'PYTHON_SESSION', class_name: 'PythonSession' }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: ['PythonSession'] }],
  },
};

/** Scripted engines. */
const ENGINES: readonly TestWorker[] = [
  { config: { ...engine, name: 'lemma-symbolic' } },
  PYTHON,
  workspacesStandIn,
  { configPath: configOf('lemma-scaffolds') },
  {
    config: {
      ...engine,
      name: 'lemma-review',
      durable_objects: { bindings: [{ name: 'REVIEW_SESSION', class_name: 'ReviewSession' }] },
      migrations: [{ tag: 'v1', new_sqlite_classes: ['ReviewSession'] }],
    },
  },
  {
    config: {
      ...engine,
      name: 'lemma-reasoning',
      durable_objects: { bindings: [{ name: 'CONVERSATION', class_name: 'Conversation' }] },
      migrations: [{ tag: 'v1', new_sqlite_classes: ['Conversation'] }],
    },
  },
  {
    config: {
      ...engine,
      name: 'lemma-planning',
      durable_objects: { bindings: [{ name: 'PLAN', class_name: 'Plan' }] },
      migrations: [{ tag: 'v1', new_sqlite_classes: ['Plan'] }],
    },
  },
];

type Vars = Readonly<Record<string, string>>;

const frontWith = (vars: Vars, engines: readonly TestWorker[] = ENGINES) => ({
  root,
  workers: [{ configPath: configOf('lemma'), vars: { ...vars } }, ...engines],
});

/** Starts the front Worker with `vars` on top of its configuration; development unless they say otherwise. */
export function createFront(vars: Vars = { ENVIRONMENT: 'development' }) {
  const harness = createHarness(frontWith(vars));
  /** Starts it again with other `vars`; what is stored stays. */
  const restart = (others: Vars) => harness.update(frontWith(others));
  return { ...harness, restart };
}

/**
 * The Workers of {@link createFront}, shared as those of {@link sharedServer} are. Files that look at the log, or change the variables, have
 * a front of their own.
 */
export const sharedFront = once(() => createFront());

/** The front Worker whose access rules {@link setKeys} changes while it runs. */
export function createChangingFront() {
  const config = {
    name: 'lemma-changing-keys',
    main: 'test/changing-keys/worker.ts',
    compatibility_date: '2026-11-01',
    compatibility_flags: ['enable_request_signal', 'request_signal_passthrough'],
    vars: { ENVIRONMENT: 'production', PUBLIC_HOSTS: '127.0.0.1' },
    durable_objects: {
      bindings: [
        { name: 'USER_SPACE', class_name: 'UserSpace' },
        { name: 'PYTHON_SESSION', class_name: 'PythonSession', script_name: 'lemma-python' },
        { name: 'WORKSPACE', class_name: 'Workspace', script_name: 'lemma-workspace' },
        { name: 'REVIEW_SESSION', class_name: 'ReviewSession', script_name: 'lemma-review' },
        { name: 'CONVERSATION', class_name: 'Conversation', script_name: 'lemma-reasoning' },
        { name: 'PLAN', class_name: 'Plan', script_name: 'lemma-planning' },
        { name: 'CERTIFICATION', class_name: 'Certification', script_name: 'lemma-scaffolds' },
      ],
    },
    services: [
      { binding: 'SYMBOLIC', service: 'lemma-symbolic', entrypoint: 'SymbolicEngine' },
      { binding: 'REVIEW', service: 'lemma-review', entrypoint: 'ReviewEngine' },
      { binding: 'REASONING', service: 'lemma-reasoning', entrypoint: 'ReasoningEngine' },
      { binding: 'PLANNING', service: 'lemma-planning', entrypoint: 'PlanningEngine' },
      { binding: 'SCAFFOLDS', service: 'lemma-scaffolds', entrypoint: 'ScaffoldEngine' },
    ],
    ratelimits: [{ name: 'STRANGERS', namespace_id: '1001', simple: { limit: 100, period: 60 } }],
    migrations: [{ tag: 'v1', new_sqlite_classes: ['UserSpace'] }],
  };
  return createHarness({ root, workers: [{ config }, ...ENGINES] });
}

/** Sets API_KEYS of {@link createChangingFront}. */
export async function setKeys(base: URL, keys: Readonly<Record<string, unknown>>): Promise<void> {
  await fetch(new URL('/keys', base), { method: 'PUT', body: JSON.stringify(keys) });
}

/**
 * The front and the Worker of Python sessions, with scripted engines for all others: for files that need a server of their own and only run
 * Python. It starts in half the time of {@link createServer}. All have `vars`.
 */
export function createPythonServer(vars: Vars = {}) {
  const python = { configPath: configOf('lemma-python') };
  const engines = ENGINES.map((each) => withVars(each === PYTHON ? python : each, vars));
  return createHarness(frontWith({ ...vars, ENVIRONMENT: 'development' }, engines));
}

function withVars(worker: TestWorker, vars: Vars): TestWorker {
  return 'configPath' in worker
    ? { ...worker, vars: { ...vars } }
    : { config: { ...worker.config, vars: { ...vars } } };
}

/** All Workers of a deployment, in development unless `vars` say otherwise: nothing is scripted. `beside` are configurations of further Workers. */
export function createServer(beside: readonly string[] = [], vars: Record<string, string> = {}) {
  return createHarness({
    root,
    workers: [
      ...FRONT_FIRST.map(({ config }) => ({
        configPath: config,
        vars: { ENVIRONMENT: 'development', ...vars },
      })),
      ...beside.map((configPath) => ({ configPath })),
    ],
  });
}

/**
 * The Workers of {@link createServer}, which all test files of a process share: `listen` starts them where they do not run yet, and they
 * end with the process. Each file uses users of its own, by tokens that no other file has. An interpreter stays in memory for minutes: files
 * of many Python sessions end them with each test, by `endSessions`, or have a server of their own.
 */
export const sharedServer = once(() => createServer());

/** A deployment whose front Worker has the conformance suite's fixtures besides: its configuration with another entry. */
export function createFixtures() {
  const { rawConfig } = readConfiguration({ config: join(root, configOf('lemma')) });
  const vars = { ...rawConfig.vars, ENVIRONMENT: 'development' };
  const [, ...others] = FRONT_FIRST;
  return createHarness({
    root,
    workers: [
      { config: { ...rawConfig, main: 'test/conformance/worker.ts', vars } },
      ...others.map(({ config }) => ({ configPath: config })),
    ],
  });
}
