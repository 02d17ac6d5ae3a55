/** The frame of an engine's build: its recorded hashes, when it is built again, and `--record`. */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildWhenChanged, checkRecorded, filesBelow, type Hashes, hashFiles, type Log } from './artifacts.ts';
import { ROOT } from './wrangler.ts';

/** npm's packages. */
export const PACKAGES = join(ROOT, 'node_modules');

/** Where a build puts what it makes. */
export interface BuildOutput {
  /** Absolute path of the engine's `build/`. */
  readonly folder: string;
  readonly log: Log;
  /** Writes a file that is the same on every machine: its hash is recorded. `name` may have folders in it. */
  write(name: string, content: Uint8Array | string): Promise<void>;
  /** Writes a file whose bytes depend on more than its inputs. */
  writeUnrecorded(name: string, content: Uint8Array | string): Promise<void>;
}

/** What an engine is built from, and how. */
export interface EngineBuild {
  /** The folder below `wasm/`. */
  readonly engine: string;
  /** Files of packages, below `node_modules/`; their hashes are recorded. */
  readonly packageFiles: readonly string[];
  /** Every other file or folder that decides what is built, absolute; a folder stands for the files below it, tests excluded. */
  sources(): readonly string[];
  build(output: BuildOutput): Promise<void>;
}

/** sha256 by path: package files below `node_modules/`, built files below `build/`. */
interface Manifest {
  readonly inputs: Hashes;
  readonly outputs: Hashes;
}

/** Builds the engine's `build/` when anything it is made from changed. Throws when a hash is not the recorded one. */
export async function buildEngine(definition: EngineBuild, log: Log): Promise<void> {
  const { engine, packageFiles, sources } = definition;
  const { manifest, folder, label } = placesOf(engine);
  const recorded: Manifest = JSON.parse(await readFile(manifest, 'utf8'));
  checkRecorded(label, recorded.inputs, await packageHashes(definition));
  const found = (await Promise.all(sources().map(filesOf))).flat();
  const packages = packageFiles.map((name) => join(PACKAGES, name));
  const inputs = [...found, import.meta.filename, manifest, ...packages];
  const built = await buildWhenChanged({ folder, inputs }, async () => {
    checkRecorded(label, recorded.outputs, await runBuild(definition, log));
  });
  if (!built) log(`${engine}: up to date`);
}

/**
 * The command line of an engine's build script, when it is the script that Node was started with: builds, or with `--record`
 * writes MANIFEST.json for the installed packages, after an upgrade.
 */
export async function runWhenMain(script: string, definition: EngineBuild): Promise<void> {
  if (script !== process.argv[1]) return;
  const log: Log = (line) => console.log(line);
  if (!process.argv.includes('--record')) return buildEngine(definition, log);
  const { manifest, folder } = placesOf(definition.engine);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const hashes: Manifest = { inputs: await packageHashes(definition), outputs: await runBuild(definition, log) };
  await writeFile(manifest, `${JSON.stringify(hashes, null, 2)}\n`);
}

/** Returns the hashes of the recorded outputs. */
async function runBuild({ engine, build }: EngineBuild, log: Log): Promise<Hashes> {
  const { folder } = placesOf(engine);
  const recorded: string[] = [];
  let bytes = 0;
  const put = async (name: string, content: Uint8Array | string): Promise<string> => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    bytes += content.length;
    return path;
  };
  await build({
    folder,
    log: (line) => log(`${engine}: ${line}`),
    async write(name, content) {
      recorded.push(await put(name, content));
    },
    async writeUnrecorded(name, content) {
      await put(name, content);
    },
  });
  log(`${engine}: built, ${(bytes / 1e6).toFixed(1)} MB`);
  return hashFiles(folder, recorded);
}

function packageHashes({ packageFiles }: EngineBuild): Promise<Hashes> {
  return hashFiles(
    PACKAGES,
    packageFiles.map((name) => join(PACKAGES, name)),
  );
}

/** A file, or the files below a folder without tests. */
export async function filesOf(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  return (await filesBelow(path)).filter((file) => !file.endsWith('.test.ts'));
}

function placesOf(engine: string) {
  const folder = join(ROOT, 'wasm', engine);
  return {
    folder: join(folder, 'build'),
    manifest: join(folder, 'MANIFEST.json'),
    label: `wasm/${engine}/MANIFEST.json`,
  };
}
