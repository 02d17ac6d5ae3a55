/** The Python kernel in plain Node, from the same built files as in the Worker; no boundary against hostile code. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HarnessSources } from '../../src/symbolic/replay/harness/program.ts';
import type { Artifacts } from '../../wasm/python/kernel/boot.ts';
import { Kernel } from '../../wasm/python/kernel/kernel.ts';
import type { RaisePointTable } from '../../wasm/python/kernel/raise-points.ts';
import type { EvaluationRequest, EvaluationResult } from '../../wasm/python/kernel/types.ts';
import { loadHarness } from './node-harness.ts';
import { once } from './once.ts';

const BUILD = join(import.meta.dirname, '../../wasm/python/build');

/** Reads `wasm/python/build`; what is not built yet is left out. */
export async function loadArtifacts(): Promise<Artifacts> {
  const compile = async (name: string) => new WebAssembly.Module(await readFile(join(BUILD, name)));
  const optional = (name: string) => readFile(join(BUILD, name)).catch(() => undefined);
  const runtime = await readdir(join(BUILD, 'runtime'));
  const runtimeModules = runtime.map(async (name) => {
    const bytes = await readFile(join(BUILD, 'runtime', name));
    return [bytes.toString('hex'), new WebAssembly.Module(bytes)] as const;
  });
  const sideModules = (await readdir(join(BUILD, 'side')).catch(() => [])).map(
    (name) => [name, () => compile(join('side', name))] as const,
  );
  const snapshot = await optional('assets/snapshot.bin');
  const bootHashes = await optional('assets/boot-hashes.bin');
  return {
    glue: await import(pathToFileURL(join(BUILD, 'pyodide.asm.mjs')).href),
    interpreter: await compile('interpreter.wasm'),
    errorSentinel: await compile('error-sentinel.wasm'),
    signalShim: await compile('signal-shim.wasm'),
    loopShim: await compile('loop-shim.wasm'),
    openShim: await compile('open-shim.wasm'),
    failingShim: await compile('failing-shim.wasm'),
    raisePoints: await loadRaisePoints(),
    pageHash: await compile('page-hash.wasm'),
    runtimeModules: Object.fromEntries(await Promise.all(runtimeModules)),
    standardLibrary: (await optional('assets/standard-library.bin')) ?? new Uint8Array(),
    sideModules: Object.fromEntries(sideModules),
    packages: (await import(pathToFileURL(join(BUILD, 'packages.mjs')).href)).default,
    ...(snapshot !== undefined && { snapshot }),
    ...(bootHashes !== undefined && { bootHashes }),
    buildId: await readFile(join(BUILD, 'build-id.txt'), 'utf8'),
  };
}

/** There are none while the interpreter is built. */
async function loadRaisePoints(): Promise<RaisePointTable> {
  const path = join(BUILD, 'raise-points.mjs');
  if (existsSync(path)) return (await import(pathToFileURL(path).href)).default;
  return { next: [], hash: [], compare: [], malloc: [], calloc: [], realloc: [] };
}

/** Evaluates programs as a session does: an interpreter that is lost, or took much memory, is replaced. */
export interface NodeKernel {
  /** What the symbolic engine runs on it. */
  readonly harness: HarnessSources;
  evaluate(request: EvaluationRequest): Promise<EvaluationResult>;
}

/** The kernel for evaluations that this process shares: each evaluation finds an interpreter as if it were new. */
export const bootNodeKernel: () => Promise<NodeKernel> = once(async () => {
  const artifacts = await loadArtifacts();
  let kernel = await Kernel.boot(artifacts);
  return {
    harness: await loadHarness(),
    async evaluate(request: EvaluationRequest): Promise<EvaluationResult> {
      if (!kernel.reusable) kernel = await Kernel.boot(artifacts);
      return kernel.evaluate(request);
    },
  };
});
