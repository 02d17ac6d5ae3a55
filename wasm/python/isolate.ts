/** The isolate in which an interpreter runs: no bindings, no network. */
import type { PythonKernel } from '../../durable-objects/python-kernel/python-kernel.ts';
import included from './build/included.mjs';
import modules from './build/isolate-modules.mjs';
import packages from './build/packages.mjs';
import { Bundle } from './packages/bundle.ts';
import { INCLUDED_ASSET, readIncludedFile } from './packages/included.ts';

/** The bindings that an interpreter is made from. */
export interface PythonEnv {
  readonly LOADER: WorkerLoader;
  /** The standard library and the heap snapshot. */
  readonly ASSETS: Fetcher;
}

/** The heaps that an interpreter can start with, as assets; that of `tests` has what a run of tests imports. */
const SNAPSHOTS = { usual: 'snapshot.bin', tests: 'tests-snapshot.bin' } as const;

/** Processor time of a call; the platform's default is shorter than the longest time limit of a cell. */
const LONGEST_CELL_MS = 300_000;

/**
 * Returns the class of the interpreter's facet, in an isolate of its own. It goes with its facet: an isolate that is loaded by
 * name is kept instead, and local workerd keeps it for good.
 */
export async function newIsolate(
  env: PythonEnv,
  start: keyof typeof SNAPSHOTS = 'usual',
): Promise<DurableObjectClass<PythonKernel>> {
  const [library, snapshot, hashes] = await Promise.all([
    asset(env, 'standard-library.bin'),
    asset(env, SNAPSHOTS[start]),
    asset(env, 'boot-hashes.bin'),
  ]);
  const worker = env.LOADER.load({
    compatibilityDate: '2026-11-01',
    mainModule: 'kernel.js',
    modules: {
      ...modules,
      './standard-library.bin': { data: library },
      './snapshot.bin': { data: snapshot },
      './boot-hashes.bin': { data: hashes },
    },
    env: {},
    globalOutbound: null,
    limits: { cpuMs: LONGEST_CELL_MS },
  });
  return worker.getDurableObjectClass<PythonKernel>('PythonKernel');
}

/** The packages that are bundled with this Worker. */
export function bundleOf(env: PythonEnv): Bundle {
  return new Bundle(packages, (name) => asset(env, name));
}

/** What every session can import without installing it. */
export const INCLUDED_PACKAGES = included;

/** Bytes of an included file that `content` names; undefined for contents of other kinds. */
export function readIncluded(env: PythonEnv, content: string): Promise<Uint8Array | undefined> {
  return readIncludedFile(content, () => {
    includedAsset ??= asset(env, INCLUDED_ASSET).catch((error: unknown) => {
      includedAsset = undefined;
      throw error;
    });
    return includedAsset;
  });
}

/** The same for all sessions of the isolate: an import opens a hundred files. */
let includedAsset: Promise<ArrayBuffer> | undefined;

async function asset(env: PythonEnv, name: string): Promise<ArrayBuffer> {
  const response = await env.ASSETS.fetch(`https://assets.local/${name}`);
  if (!response.ok)
    throw new Error(`The asset ${name} is missing (${response.status}): rebuild with \`npm run prepare\`.`);
  return response.arrayBuffer();
}
