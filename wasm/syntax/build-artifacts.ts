/** Builds what the syntax Worker imports: tree-sitter, whose instance can be replaced, and its grammars. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EngineBuild, PACKAGES, runWhenMain } from '../../scripts/lib/engine-build.ts';
import { withNewInstances } from '../tree-sitter/glue.ts';
import { shrinkMemory } from '../tree-sitter/memory.ts';

const CORE = 'web-tree-sitter/web-tree-sitter.wasm';
const GLUE = 'web-tree-sitter/web-tree-sitter.js';
/** By language, which is the name of the built file; `php` is PHP within HTML. */
const GRAMMARS: ReadonlyMap<string, string> = new Map([
  ...['bash', 'c', 'cpp', 'css', 'go', 'html', 'java', 'javascript', 'json'].map((name) => grammar('', name)),
  ...['php', 'python', 'ruby', 'rust', 'scala', 'typescript'].map((name) => grammar('', name)),
  ...['kotlin', 'lua', 'toml', 'yaml'].map((name) => grammar('@tree-sitter-grammars/', name)),
  ['tsx', 'tree-sitter-typescript/tree-sitter-tsx.wasm'],
  ['csharp', 'tree-sitter-c-sharp/tree-sitter-c_sharp.wasm'],
]);

/** What `wasm/syntax/build/` is made from. */
export const SYNTAX: EngineBuild = {
  engine: 'syntax',
  packageFiles: [CORE, GLUE, ...GRAMMARS.values()],
  sources: () => [
    import.meta.filename,
    ...['../binary', '../tree-sitter/glue.ts', '../tree-sitter/memory.ts'].map((path) =>
      join(import.meta.dirname, path),
    ),
  ],
  async build({ write }) {
    await write('web-tree-sitter.mjs', withNewInstances(await readFile(join(PACKAGES, GLUE), 'utf8')));
    await write('web-tree-sitter.wasm', shrinkMemory(await readFile(join(PACKAGES, CORE))));
    for (const [language, path] of GRAMMARS) await write(`${language}.wasm`, await readFile(join(PACKAGES, path)));
  },
};

await runWhenMain(import.meta.filename, SYNTAX);

function grammar(scope: string, name: string): [string, string] {
  return [name, `${scope}tree-sitter-${name}/tree-sitter-${name}.wasm`];
}
