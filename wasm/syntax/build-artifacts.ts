/** Builds what the syntax Worker imports: tree-sitter, whose instance can be replaced, and its grammars. */
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

const FOLDER = import.meta.dirname;
const MANIFEST = join(FOLDER, 'MANIFEST.json');
const BUILD = join(FOLDER, 'build');
const PACKAGES = join(FOLDER, '../../node_modules');
const CORE = join(PACKAGES, 'web-tree-sitter/web-tree-sitter.wasm');
const GLUE = join(PACKAGES, 'web-tree-sitter/web-tree-sitter.js');
/** By language, which is the name of the built file; `php` is PHP within HTML. */
const GRAMMARS: ReadonlyMap<string, string> = new Map([
  ...['bash', 'c', 'cpp', 'css', 'go', 'html', 'java', 'javascript', 'json'].map((name) => grammar('', name)),
  ...['php', 'python', 'ruby', 'rust', 'scala', 'typescript'].map((name) => grammar('', name)),
  ...['kotlin', 'toml', 'yaml'].map((name) => grammar('@tree-sitter-grammars/', name)),
  ['tsx', join(PACKAGES, 'tree-sitter-typescript/tree-sitter-tsx.wasm')],
  ['csharp', join(PACKAGES, 'tree-sitter-c-sharp/tree-sitter-c_sharp.wasm')],
]);
const PACKAGE_FILES = [CORE, GLUE, ...GRAMMARS.values()];

/** sha256 by path: package files below node_modules/, built files below build/. */
interface Manifest {
  readonly inputs: Hashes;
  readonly outputs: Hashes;
}

/** Builds `wasm/syntax/build/` when anything it is made from changed; throws when a hash is not the recorded one. */
export async function buildSyntax(log: Log): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(MANIFEST, 'utf8'));
  checkRecorded('wasm/syntax/MANIFEST.json', manifest.inputs, await hashFiles(PACKAGES, PACKAGE_FILES));
  const sources = (await filesBelow(join(FOLDER, '../binary'))).filter((path) => !path.endsWith('.test.ts'));
  const inputs = [
    ...sources,
    join(FOLDER, '../tree-sitter/memory.ts'),
    import.meta.filename,
    MANIFEST,
    ...PACKAGE_FILES,
  ];
  const built = await buildWhenChanged({ folder: BUILD, inputs }, async () => {
    checkRecorded('wasm/syntax/MANIFEST.json', manifest.outputs, await build(log));
  });
  if (!built) log('syntax: up to date');
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
    log(`syntax: ${name} (${content.length} bytes)`);
  };
  await write('web-tree-sitter.mjs', withNewInstances(await readFile(GLUE, 'utf8')));
  await write('web-tree-sitter.wasm', shrinkMemory(await readFile(CORE)));
  for (const [language, path] of GRAMMARS) await write(`${language}.wasm`, await readFile(path));
  return hashFiles(BUILD, outputs);
}

function grammar(scope: string, name: string): [string, string] {
  return [name, join(PACKAGES, `${scope}tree-sitter-${name}/tree-sitter-${name}.wasm`)];
}

/** The glue with a `Parser.init` that starts a new instance each time: as published, the first stays forever, with its memory. */
function withNewInstances(glue: string): string {
  const published = 'return Module3 ??= await web_tree_sitter_default(moduleOptions);';
  const [before, after, ...more] = glue.split(published);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`web-tree-sitter.js does not have \`${published}\` exactly once.`);
  }
  const patched = `${before}return Module3 = await web_tree_sitter_default(moduleOptions);${after}`;
  return patched.replace(/^\/\/# sourceMappingURL=.*$/m, '');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await (process.argv.includes('--record') ? recordManifest : buildSyntax)((line) => console.log(line));
}
