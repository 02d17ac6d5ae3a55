/** Builds what the Python Worker imports, from the `pyodide` package: patched glue, modules, library, snapshot, kernel. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { filesBelow, sha256 } from '../../scripts/lib/artifacts.ts';
import { type BuildOutput, type EngineBuild, PACKAGES, runWhenMain } from '../../scripts/lib/engine-build.ts';
import { loadArtifacts } from '../../scripts/lib/node-kernel.ts';
import { ISOLATE_ENTRY, writeBundle } from './build-bundle.ts';
import { INCLUDED_WHEELS, packIncluded, TEST_RUNNER } from './build-included.ts';
import { addLoopChecks } from './build-loop-checks.ts';
import { addPackages, importPackages, type PyodideLock, WHEELS } from './build-packages.ts';
import { assemblePageHash } from './build-page-hash.ts';
import { findRaisePoints } from './build-raise-points.ts';
import { assembleFailing, assembleShim } from './build-shims.ts';
import { compileLibrary, readKernelSources, takeSnapshot, withoutChance } from './build-snapshot.ts';
import { exposeStatement } from './build-sqlite-statement.ts';
import { addStackUse, STACK_USE } from './build-stack-use.ts';
import { SPIN_CHUNK } from './kernel/budget.ts';
import { recordRuntimeModules, SHADOWED_GLOBALS } from './kernel/environment.ts';
import { HEAP_PAGE } from './kernel/heap-pages.ts';
import { Kernel } from './kernel/kernel.ts';
import { INCLUDED, INCLUDED_ASSET, includedFiles, readIncludedFile } from './packages/included.ts';

const FOLDER = import.meta.dirname;
const PYODIDE = join(PACKAGES, 'pyodide');
const LIBRARY = join(FOLDER, 'library');
const INSTRUCTIONS = join(FOLDER, '../symbolic/z3/transform/instructions.ts');
const PACKAGE_FILES = [
  'package.json',
  'pyodide-lock.json',
  'pyodide.asm.mjs',
  'pyodide.asm.wasm',
  'pyodide.mjs',
  'python_stdlib.zip',
];

/** What `wasm/python/build/` is made from. */
export const PYTHON: EngineBuild = {
  engine: 'python',
  packageFiles: PACKAGE_FILES.map((name) => `pyodide/${name}`),
  sources: () => [
    ...['kernel', 'library', 'packages', '../binary', ...builders()].map((name) => join(FOLDER, name)),
    INCLUDED_WHEELS,
    TEST_RUNNER,
    ...(existsSync(WHEELS) ? [WHEELS] : []), // there is none before `npm run wheels`
    INSTRUCTIONS,
    ISOLATE_ENTRY,
    join(PACKAGES, 'esbuild/package.json'),
  ],
  build,
};

await runWhenMain(import.meta.filename, PYTHON);

function builders(): readonly string[] {
  return readdirSync(FOLDER).filter((name) => name.startsWith('build-') && !name.endsWith('.test.ts'));
}

async function build({ folder, write, writeUnrecorded, log }: BuildOutput): Promise<void> {
  const runtime = new Map<string, string>();
  const { version }: { version: string } = JSON.parse(await readPyodide('package.json'));
  const lock: PyodideLock = JSON.parse(await readPyodide('pyodide-lock.json'));
  const index = await addPackages(folder, WHEELS, { version, lock });
  for (const each of index.bundled) log(`package ${each.name} ${each.version}`);
  const glue = await readPyodide('pyodide.asm.mjs');
  const interpreter = await readFile(join(PYODIDE, 'pyodide.asm.wasm'));
  const environment = '"../kernel/environment.ts"';
  const imports = `import {${SHADOWED_GLOBALS.join(',')}} from ${environment};export * as environment from ${environment};`;
  await write('pyodide.asm.mjs', `${imports}\n${glue}`);
  const measured = addStackUse(exposeStatement(interpreter), STACK_USE);
  await write('interpreter.wasm', addLoopChecks(measured, SPIN_CHUNK));
  await write('error-sentinel.wasm', await errorSentinel());
  await write('signal-shim.wasm', assembleShim('checkSignals', 0));
  await write('loop-shim.wasm', assembleShim('loopsTurned', 0, 0));
  await write('open-shim.wasm', assembleShim('openFile', 4));
  await write('failing-shim.wasm', assembleFailing());
  await write('page-hash.wasm', assemblePageHash(HEAP_PAGE));
  const buildId = sha256(glue + sha256(interpreter));
  await writeUnrecorded('build-id.txt', buildId);

  await mkdir(join(folder, 'runtime'), { recursive: true });
  recordRuntimeModules((bytes) => runtime.set(Buffer.from(bytes).toString('hex'), ''));
  const standardLibrary = await readFile(join(PYODIDE, 'python_stdlib.zip'));
  const source = { ...(await loadArtifacts()), standardLibrary };
  log('the standard library and the snapshot take a while');
  const library = await compileLibrary(source, await addedModules());
  await write('assets/standard-library.bin', library);
  const { archive, ...included } = await packIncluded({ ...source, standardLibrary: library });
  await writeUnrecorded(`assets/${INCLUDED_ASSET}`, archive);
  await writeUnrecorded('included.mjs', `export default ${JSON.stringify(included)};\n`);
  const raisePoints = await findRaisePoints({ ...source, standardLibrary: library });
  await writeUnrecorded('raise-points.mjs', `export default ${JSON.stringify(raisePoints)};\n`);
  const kernel = await readKernelSources(join(FOLDER, 'kernel'));
  const made = { ...source, standardLibrary: library };
  await writeUnrecorded('assets/snapshot.bin', await takeSnapshot(made, kernel));
  const files = includedFiles(included.index).map(async ({ path, blob }) => {
    const bytes = await readIncludedFile(blob, async () => new Uint8Array(archive).buffer);
    return [`${INCLUDED}/${path}`, bytes ?? new Uint8Array()] as const;
  });
  await writeUnrecorded('assets/tests-snapshot.bin', await takeSnapshot(made, kernel, await Promise.all(files)));
  await writeUnrecorded('assets/boot-hashes.bin', await bootHashes());

  await exercise();
  const byName = new Map([...runtime.keys()].sort().map((hex, index) => [`runtime/${index}.wasm`, hex]));
  for (const [name, hex] of byName) await write(name, Buffer.from(hex, 'hex'));
  await importPackages(folder, index, log);
  for (const hex of [...runtime.keys()].filter((each) => ![...byName.values()].includes(each))) {
    const name = `runtime/packages-${sha256(hex).slice(0, 8)}.wasm`;
    byName.set(name, hex);
    await writeUnrecorded(name, Buffer.from(hex, 'hex'));
  }
  const side = index.bundled.flatMap(({ modules }) => modules.map(({ module }) => module));
  await writeBundle(folder, buildId, byName, side);
}

function readPyodide(name: string): Promise<string> {
  return readFile(join(PYODIDE, name), 'utf8');
}

/** Modules of CPython's library that Pyodide leaves out, in versions of our own. */
async function addedModules(): Promise<readonly (readonly [string, string])[]> {
  const paths = (await filesBelow(LIBRARY)).filter((path) => path.endsWith('.py'));
  return Promise.all(
    paths.map(async (path) => [relative(LIBRARY, path).replaceAll('\\', '/'), await readFile(path, 'utf8')] as const),
  );
}

/** The module with Pyodide's error values lies in its loader as base64. */
async function errorSentinel(): Promise<Uint8Array> {
  const loader = await readPyodide('pyodide.mjs');
  const [, base64] = /"(AGFzbQ[A-Za-z0-9+/=]+)"/.exec(loader) ?? [];
  if (base64 === undefined) throw new Error('pyodide.mjs holds no base64 WebAssembly module: the package has changed.');
  return Buffer.from(base64, 'base64');
}

/** Hashes of the heap of a kernel that has just booted; 0 for pages that depend on time or chance. */
async function bootHashes(): Promise<Uint8Array> {
  const boot = async () => (await Kernel.boot(await loadArtifacts())).state.hashes();
  const [hashes, ...others] = [await boot(), await withoutChance(boot), await boot()];
  const fixed = hashes.map((half, index) => (others.every((other) => other[index] === half) ? half : 0));
  return new Uint8Array(fixed.buffer);
}

/** Starts a kernel as a session does, so that every run-time module is recorded, and sees that it works. */
async function exercise(): Promise<void> {
  const kernel = await Kernel.boot(await loadArtifacts());
  const code = 'import asyncio, time\ntime.sleep(0.001)\nasyncio.run(asyncio.sleep(0))\n6 * 7';
  const { outcome } = await kernel.run({ code, timeoutSeconds: 60 });
  const evaluation = await kernel.evaluate({ program: 'str(6 * 7)', stepLimit: 1000 });
  if (outcome.result !== '42' || evaluation.status !== 'ok') {
    throw new Error(`The built interpreter does not work: ${JSON.stringify({ outcome, evaluation })}`);
  }
}
