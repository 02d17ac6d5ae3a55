/** Bundles the program of the interpreter's isolate, and lists the modules that the Worker hands to it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The isolate's program: the class of the facet in which the interpreter runs. */
export const ISOLATE_ENTRY = join(import.meta.dirname, '../../durable-objects/python-kernel/python-kernel.ts');

/** Module names that the isolate gets from the Worker at run time instead of from its bundle. */
const EXTERNAL = ['*.wasm', '*.bin', 'cloudflare:*', 'node:*', 'ws'];

/** Writes the modules that tie the built files together. `runtime` lists hexadecimal text by file name, `side` file names. */
export async function writeBundle(
  folder: string,
  buildId: string,
  runtime: ReadonlyMap<string, string>,
  side: readonly string[],
): Promise<void> {
  const names = [...runtime.keys()];
  const imports = names.map((name, index) => `import runtime${index} from './${name}';\n`).join('');
  const pairs = [...runtime.values()].map((hex, index) => `  '${hex}': runtime${index},\n`).join('');
  const sideModules = side.map((name) => `  '${name}': () => import('./side/${name}').then(loaded),\n`).join('');
  await writeFile(
    join(folder, 'isolate-artifacts.mjs'),
    `${imports}import * as glue from './pyodide.asm.mjs';
import interpreter from './interpreter.wasm';
import errorSentinel from './error-sentinel.wasm';
import signalShim from './signal-shim.wasm';
import loopShim from './loop-shim.wasm';
import openShim from './open-shim.wasm';
import failingShim from './failing-shim.wasm';
import pageHash from './page-hash.wasm';
import standardLibrary from './standard-library.bin';
import snapshot from './snapshot.bin';
import bootHashes from './boot-hashes.bin';
import packages from './packages.mjs';
import raisePoints from './raise-points.mjs';
const loaded = ({ default: module }) => module;
const sideModules = {
${sideModules}};
const runtimeModules = {
${pairs}};
export default {
  glue, interpreter, errorSentinel, signalShim, loopShim, openShim, failingShim, pageHash, runtimeModules, sideModules, packages,
  raisePoints,
  standardLibrary: new Uint8Array(standardLibrary),
  snapshot: new Uint8Array(snapshot),
  bootHashes: new Uint8Array(bootHashes),
  buildId: '${buildId}',
};
`,
  );
  await build({
    entryPoints: [ISOLATE_ENTRY],
    outfile: join(folder, 'kernel.txt'),
    bundle: true,
    format: 'esm',
    target: 'esnext',
    external: EXTERNAL,
    logOverride: { 'direct-eval': 'silent', 'commonjs-variable-in-esm': 'silent' },
    logLevel: 'warning',
  });
  const wasm = [
    'interpreter.wasm',
    'error-sentinel.wasm',
    'signal-shim.wasm',
    'loop-shim.wasm',
    'open-shim.wasm',
    'failing-shim.wasm',
    'page-hash.wasm',
    ...names,
    ...side.map((name) => `side/${name}`),
  ];
  const wasmImports = wasm.map((name, index) => `import wasm${index} from './${name}';\n`).join('');
  const wasmEntries = wasm.map((name, index) => `  './${name}': { wasm: wasm${index} },\n`).join('');
  await writeFile(
    join(folder, 'isolate-modules.mjs'),
    `${wasmImports}import kernel from './kernel.txt';\nexport default {\n  'kernel.js': { js: kernel },\n${wasmEntries}};\n`,
  );
}
