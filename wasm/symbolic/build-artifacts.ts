/** Builds what the symbolic Worker imports: Z3 for one thread, tree-sitter, and its Python grammar. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashFiles, sha256 } from '../../scripts/lib/artifacts.ts';
import { type EngineBuild, filesOf, PACKAGES, runWhenMain } from '../../scripts/lib/engine-build.ts';
import { ROOT } from '../../scripts/lib/wrangler.ts';
import { withNewInstances } from '../tree-sitter/glue.ts';
import { shrinkMemory } from '../tree-sitter/memory.ts';
import type { Z3Meta } from './z3/loader.ts';
import { transformZ3 } from './z3/transform/transform.ts';

const FOLDER = import.meta.dirname;
const Z3 = 'z3-solver/build/z3-built.wasm';
const TREE_SITTER = 'web-tree-sitter/web-tree-sitter.wasm';
const GLUE = 'web-tree-sitter/web-tree-sitter.js';
const PYTHON_GRAMMAR = 'tree-sitter-python/tree-sitter-python.wasm';

const MANIFEST = join(FOLDER, 'MANIFEST.json');
/** What decides an answer beside packages: results that were kept are those of the same sources. */
const ENGINE = [
  'src/symbolic',
  'src/lib',
  'wasm/symbolic/z3',
  'wasm/symbolic/worker.ts',
  'wasm/python/MANIFEST.json',
  'wasm/python/kernel',
].map((path) => join(ROOT, path));

/** What `wasm/symbolic/build/` is made from. */
export const SYMBOLIC: EngineBuild = {
  engine: 'symbolic',
  packageFiles: [Z3, TREE_SITTER, GLUE, PYTHON_GRAMMAR],
  sources: () => [
    import.meta.filename,
    ...['../binary', '../tree-sitter/glue.ts', '../tree-sitter/memory.ts', 'z3/transform'].map((path) =>
      join(FOLDER, path),
    ),
    ...ENGINE,
  ],
  async build({ write, writeUnrecorded }) {
    const z3 = transformZ3(await readFile(join(PACKAGES, Z3)));
    const meta: Z3Meta = { tableSize: z3.tableSize, stackTop: z3.stackTop };
    await write('z3.wasm', z3.solver);
    await write('z3-invoke.wasm', z3.trampolines);
    await write('z3-meta.json', `${JSON.stringify(meta)}\n`);
    await write('web-tree-sitter.mjs', withNewInstances(await readFile(join(PACKAGES, GLUE), 'utf8')));
    await write('web-tree-sitter.wasm', shrinkMemory(await readFile(join(PACKAGES, TREE_SITTER))));
    await write('tree-sitter-python.wasm', await readFile(join(PACKAGES, PYTHON_GRAMMAR)));
    const files = (await Promise.all(ENGINE.map(filesOf))).flat();
    const hash = sha256(JSON.stringify(await hashFiles(ROOT, [...files, MANIFEST])));
    await writeUnrecorded('sources.json', `${JSON.stringify({ hash })}\n`);
  },
};

await runWhenMain(import.meta.filename, SYMBOLIC);
