/** Every Worker of a deployment, in the order in which they are deployed: each one binds only those before it. */
import type { Log } from './artifacts.ts';
import { buildEngine } from './engine-build.ts';

/** One Worker. */
export interface Worker {
  /** As its configuration says it. */
  readonly name: string;
  /** Its configuration file, from the repository's root. */
  readonly config: string;
  /** Builds what it imports and the repository does not hold, unless that is there already. */
  readonly build?: (log: Log) => Promise<void>;
}

/** The list that start, tests, benchmarks, builds and deployments read. The front Worker is the last one. */
export const WORKERS: readonly Worker[] = [
  {
    name: 'lemma-syntax',
    config: 'wasm/syntax/wrangler.toml',
    build: async (log) => buildEngine((await import('../../wasm/syntax/build-artifacts.ts')).SYNTAX, log),
  },
  { name: 'lemma-workspace', config: 'durable-objects/workspace/wrangler.toml' },
  {
    name: 'lemma-python',
    config: 'wasm/python/wrangler.toml',
    build: async (log) => buildEngine((await import('../../wasm/python/build-artifacts.ts')).PYTHON, log),
  },
  {
    name: 'lemma-symbolic',
    config: 'wasm/symbolic/wrangler.toml',
    build: async (log) => buildEngine((await import('../../wasm/symbolic/build-artifacts.ts')).SYMBOLIC, log),
  },
  {
    name: 'lemma-tsc',
    config: 'wasm/tsc/wrangler.toml',
    build: async (log) => buildEngine((await import('../../wasm/tsc/build-artifacts.ts')).TSC, log),
  },
  {
    name: 'lemma-ruff',
    config: 'wasm/ruff/wrangler.toml',
    build: async (log) => buildEngine((await import('../../wasm/ruff/build-artifacts.ts')).RUFF, log),
  },
  {
    name: 'lemma-biome',
    config: 'wasm/biome/wrangler.toml',
    build: async (log) => buildEngine((await import('../../wasm/biome/build-artifacts.ts')).BIOME, log),
  },
  {
    name: 'lemma-pyright',
    config: 'wasm/pyright/wrangler.toml',
    build: async (log) => buildEngine((await import('../../wasm/pyright/build-artifacts.ts')).PYRIGHT, log),
  },
  { name: 'lemma-review', config: 'durable-objects/review/wrangler.toml' },
  { name: 'lemma-reasoning', config: 'durable-objects/reasoning/wrangler.toml' },
  { name: 'lemma-scaffolds', config: 'durable-objects/scaffolds/wrangler.toml' },
  { name: 'lemma-planning', config: 'durable-objects/planning/wrangler.toml' },
  {
    name: 'lemma',
    config: 'wrangler.toml',
    build: async (log) => (await import('./pages.ts')).buildPages(log),
  },
];

/** The same Workers with the front first, which is the one that wrangler serves. */
export const FRONT_FIRST: readonly Worker[] = WORKERS.toReversed();

/** The configuration file of the Worker called `name`, from the repository's root. Throws when there is none. */
export function configOf(name: string): string {
  const worker = WORKERS.find((each) => each.name === name);
  if (worker === undefined) throw new Error(`No Worker is called ${name}.`);
  return worker.config;
}

/** Builds what the Workers import, each with its own check of hashes. */
export async function buildAll(log: Log): Promise<void> {
  for (const { build } of WORKERS) await build?.(log);
}
