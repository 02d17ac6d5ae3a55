/** Builds what the symbolic Worker imports: Z3 for one thread, tree-sitter, and its Python grammar. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  buildWhenChanged,
  checkRecorded,
  filesBelow,
  type Hashes,
  hashFiles,
  type Log,
} from '../../scripts/lib/artifacts.ts';
import { shrinkMemory } from '../tree-sitter/memory.ts';
import type { Z3Meta } from './z3/loader.ts';
import { transformZ3 } from './z3/transform/transform.ts';

const FOLDER = import.meta.dirname;
const MANIFEST = join(FOLDER, 'MANIFEST.json');
const BUILD = join(FOLDER, 'build');
const PACKAGES = join(FOLDER, '../../node_modules');
const Z3 = join(PACKAGES, 'z3-solver/build/z3-built.wasm');
const TREE_SITTER = join(PACKAGES, 'web-tree-sitter/web-tree-sitter.wasm');
const PYTHON_GRAMMAR = join(PACKAGES, 'tree-sitter-python/tree-sitter-python.wasm');
const PACKAGE_FILES = [Z3, TREE_SITTER, PYTHON_GRAMMAR];

/** sha256 by path: package files below node_modules/, built files below build/. */
interface Manifest {
  readonly inputs: Hashes;
  readonly outputs: Hashes;
}

/** Builds `wasm/symbolic/build/` when anything it is made from changed; throws when a hash is not the recorded one. */
export async function buildSymbolic(log: Log): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(MANIFEST, 'utf8'));
  checkRecorded('wasm/symbolic/MANIFEST.json', manifest.inputs, await hashFiles(PACKAGES, PACKAGE_FILES));
  const folders = await Promise.all(['../binary', 'z3/transform'].map((name) => filesBelow(join(FOLDER, name))));
  const sources = folders.flat().filter((path) => !path.endsWith('.test.ts'));
  const inputs = [
    ...sources,
    join(FOLDER, '../tree-sitter/memory.ts'),
    import.meta.filename,
    MANIFEST,
    ...PACKAGE_FILES,
  ];
  const built = await buildWhenChanged({ folder: BUILD, inputs }, async () => {
    checkRecorded('wasm/symbolic/MANIFEST.json', manifest.outputs, await build(log));
  });
  if (!built) log('symbolic: up to date');
}

/** Writes MANIFEST.json for the installed packages, after an upgrade. */
async function recordManifest(log: Log): Promise<void> {
  await mkdir(BUILD, { recursive: true });
  const manifest: Manifest = { inputs: await hashFiles(PACKAGES, PACKAGE_FILES), outputs: await build(log) };
  await writeFile(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
}

async function build(log: Log): Promise<Hashes> {
  const outputs: string[] = [];
  const write = async (name: string, content: Uint8Array | string): Promise<void> => {
    await writeFile(join(BUILD, name), content);
    outputs.push(join(BUILD, name));
    log(`symbolic: ${name} (${content.length} bytes)`);
  };
  const z3 = transformZ3(await readFile(Z3));
  const meta: Z3Meta = { tableSize: z3.tableSize, stackTop: z3.stackTop };
  await write('z3.wasm', z3.solver);
  await write('z3-invoke.wasm', z3.trampolines);
  await write('z3-meta.json', `${JSON.stringify(meta)}\n`);
  await write('web-tree-sitter.wasm', shrinkMemory(await readFile(TREE_SITTER)));
  await write('tree-sitter-python.wasm', await readFile(PYTHON_GRAMMAR));
  return hashFiles(BUILD, outputs);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await (process.argv.includes('--record') ? recordManifest : buildSymbolic)((line) => console.log(line));
}
