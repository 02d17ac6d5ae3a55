/** Builds what the Python Worker imports, from the `pyodide` package: patched glue, modules, library, snapshot, kernel. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  buildWhenChanged,
  checkRecorded,
  filesBelow,
  type Hashes,
  hashFiles,
  type Log,
  sha256,
} from '../../scripts/lib/artifacts.ts';
import { loadArtifacts } from '../../scripts/lib/node-kernel.ts';
import { ISOLATE_ENTRY, writeBundle } from './build-bundle.ts';
import { addLoopChecks } from './build-loop-checks.ts';
import { addPackages, importPackages, type PyodideLock, WHEELS } from './build-packages.ts';
import { assemblePageHash } from './build-page-hash.ts';
import { assembleShim } from './build-shims.ts';
import { compileLibrary, readKernelSources, takeSnapshot, withoutChance } from './build-snapshot.ts';
import { SPIN_CHUNK } from './kernel/budget.ts';
import { recordRuntimeModules, SHADOWED_GLOBALS } from './kernel/environment.ts';
import { HEAP_PAGE } from './kernel/heap-pages.ts';
import { Kernel } from './kernel/kernel.ts';

const FOLDER = import.meta.dirname;
const MANIFEST = join(FOLDER, 'MANIFEST.json');
const BUILD = join(FOLDER, 'build');
const PACKAGES = join(FOLDER, '../../node_modules');
const PYODIDE = join(PACKAGES, 'pyodide');
const LIBRARY = join(FOLDER, 'library');
/** The WebAssembly reader and writer. */
const BINARY = join(FOLDER, '../binary');
const INSTRUCTIONS = join(FOLDER, '../symbolic/z3/transform/instructions.ts');
const PACKAGE_FILES = [
  'package.json',
  'pyodide-lock.json',
  'pyodide.asm.mjs',
  'pyodide.asm.wasm',
  'pyodide.mjs',
  'python_stdlib.zip',
];

/** sha256 by path: package files, and the built files that are the same on every machine. */
interface Manifest {
  readonly package: string;
  readonly inputs: Hashes;
  readonly outputs: Hashes;
}

/** Builds `wasm/python/build/` when anything it is made from changed; throws when a hash is not the recorded one. */
export async function buildPython(log: Log): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(MANIFEST, 'utf8'));
  checkRecorded('wasm/python/MANIFEST.json', manifest.inputs, await packageHashes());
  const folders = await Promise.all([
    ...['kernel', 'library', 'packages'].map((name) => filesBelow(join(FOLDER, name))),
    filesBelow(BINARY),
    filesBelow(WHEELS).catch(() => []), // there is none before `npm run wheels`
  ]);
  const builders = (await readdir(FOLDER))
    .filter((name) => name.startsWith('build-'))
    .map((name) => join(FOLDER, name));
  const inputs = [
    ...[...folders.flat(), ...builders].filter((path) => !path.endsWith('.test.ts')),
    INSTRUCTIONS,
    MANIFEST,
    ISOLATE_ENTRY,
    ...PACKAGE_FILES.map((name) => join(PYODIDE, name)),
    join(PACKAGES, 'esbuild/package.json'),
  ];
  const built = await buildWhenChanged({ folder: BUILD, inputs }, async () => {
    checkRecorded('wasm/python/MANIFEST.json', manifest.outputs, await build(log));
  });
  if (!built) log('python: up to date');
}

/** Writes MANIFEST.json for the installed package, after an upgrade. */
async function recordManifest(log: Log): Promise<void> {
  const { version }: { version: string } = JSON.parse(await readFile(join(PYODIDE, 'package.json'), 'utf8'));
  await rm(BUILD, { recursive: true, force: true });
  await mkdir(BUILD);
  const manifest: Manifest = {
    package: `pyodide ${version}`,
    inputs: await packageHashes(),
    outputs: await build(log),
  };
  await writeFile(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
}

function packageHashes(): Promise<Hashes> {
  return hashFiles(
    PACKAGES,
    PACKAGE_FILES.map((name) => join(PYODIDE, name)),
  );
}

/** Returns the hashes of the reproducible outputs. */
async function build(log: Log): Promise<Hashes> {
  const runtime = new Map<string, string>();
  const { version }: { version: string } = JSON.parse(await readFile(join(PYODIDE, 'package.json'), 'utf8'));
  const lock: PyodideLock = JSON.parse(await readFile(join(PYODIDE, 'pyodide-lock.json'), 'utf8'));
  const index = await addPackages(BUILD, WHEELS, { version, lock });
  for (const each of index.bundled) log(`python: package ${each.name} ${each.version}`);
  const write = async (name: string, content: Uint8Array | string): Promise<string> => {
    const path = join(BUILD, name);
    await writeFile(path, content);
    log(`python: ${name} (${content.length} bytes)`);
    return path;
  };
  const glue = await readFile(join(PYODIDE, 'pyodide.asm.mjs'), 'utf8');
  const interpreter = await readFile(join(PYODIDE, 'pyodide.asm.wasm'));
  const environment = '"../kernel/environment.ts"';
  const imports = `import {${SHADOWED_GLOBALS.join(',')}} from ${environment};export * as environment from ${environment};`;
  const reproducible = [
    await write('pyodide.asm.mjs', `${imports}\n${glue}`),
    await write('interpreter.wasm', addLoopChecks(interpreter, SPIN_CHUNK)),
    await write('error-sentinel.wasm', await errorSentinel()),
    await write('signal-shim.wasm', assembleShim('checkSignals', 0)),
    await write('loop-shim.wasm', assembleShim('loopsTurned', 0, 0)),
    await write('open-shim.wasm', assembleShim('openFile', 4)),
    await write('page-hash.wasm', assemblePageHash(HEAP_PAGE)),
  ];
  const buildId = sha256(glue + sha256(interpreter));
  await write('build-id.txt', buildId);

  await mkdir(join(BUILD, 'runtime'), { recursive: true });
  await mkdir(join(BUILD, 'assets'), { recursive: true });
  recordRuntimeModules((bytes) => runtime.set(Buffer.from(bytes).toString('hex'), ''));
  const standardLibrary = await readFile(join(PYODIDE, 'python_stdlib.zip'));
  const source = { ...(await loadArtifacts()), standardLibrary };
  const library = await compileLibrary(source, await addedModules());
  reproducible.push(await write('assets/standard-library.bin', library));
  const kernel = await readKernelSources(join(FOLDER, 'kernel'));
  const snapshot = await takeSnapshot({ ...source, standardLibrary: library }, kernel);
  await write('assets/snapshot.bin', snapshot);
  await write('assets/boot-hashes.bin', await bootHashes());

  await exercise();
  const byName = new Map([...runtime.keys()].sort().map((hex, index) => [`runtime/${index}.wasm`, hex]));
  for (const [name, hex] of byName) {
    await writeFile(join(BUILD, name), Buffer.from(hex, 'hex'));
    reproducible.push(join(BUILD, name));
  }
  await importPackages(BUILD, index, log);
  for (const hex of [...runtime.keys()].filter((each) => ![...byName.values()].includes(each))) {
    const name = `runtime/packages-${sha256(hex).slice(0, 8)}.wasm`;
    byName.set(name, hex);
    await writeFile(join(BUILD, name), Buffer.from(hex, 'hex'));
  }
  log(`python: ${byName.size} run-time modules`);
  const side = index.bundled.flatMap(({ modules }) => modules.map(({ module }) => module));
  await writeBundle(BUILD, buildId, byName, side);
  log('python: kernel bundle');
  return hashFiles(BUILD, reproducible);
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
  const loader = await readFile(join(PYODIDE, 'pyodide.mjs'), 'utf8');
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await (process.argv.includes('--record') ? recordManifest : buildPython)((line) => console.log(line));
}
