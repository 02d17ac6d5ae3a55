/** Builds what the syntax Worker imports: tree-sitter, whose instance can be replaced, and its grammars. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EngineBuild, PACKAGES, runWhenMain } from '../../scripts/lib/engine-build.ts';
import { shrinkMemory } from '../tree-sitter/memory.ts';

const CORE = 'web-tree-sitter/web-tree-sitter.wasm';
const GLUE = 'web-tree-sitter/web-tree-sitter.js';
/** By language, which is the name of the built file; `php` is PHP within HTML. */
const GRAMMARS: ReadonlyMap<string, string> = new Map([
  ...['bash', 'c', 'cpp', 'css', 'go', 'html', 'java', 'javascript', 'json'].map((name) => grammar('', name)),
  ...['php', 'python', 'ruby', 'rust', 'scala', 'typescript'].map((name) => grammar('', name)),
  ...['kotlin', 'toml', 'yaml'].map((name) => grammar('@tree-sitter-grammars/', name)),
  ['tsx', 'tree-sitter-typescript/tree-sitter-tsx.wasm'],
  ['csharp', 'tree-sitter-c-sharp/tree-sitter-c_sharp.wasm'],
]);

/** What `wasm/syntax/build/` is made from. */
export const SYNTAX: EngineBuild = {
  engine: 'syntax',
  packageFiles: [CORE, GLUE, ...GRAMMARS.values()],
  sources: () => [
    import.meta.filename,
    ...['../binary', '../tree-sitter/memory.ts'].map((path) => join(import.meta.dirname, path)),
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
