/** The syntax engine in plain Node, for tests: the same modules, queries and loader as in the Worker. */
import { readdir, readFile } from 'node:fs/promises';
import type { ParsedLanguage } from '../../src/syntax/grammar.ts';
import { LANGUAGES } from '../../src/syntax/service.ts';
import { type GrammarSource, TreeSitter } from '../../wasm/syntax/loader.ts';
import { queryOf } from '../../wasm/syntax/query-parts.ts';
import { once } from './once.ts';

const FOLDER = new URL('../../wasm/syntax/', import.meta.url);

/** tree-sitter with all grammars, from `wasm/syntax/build`: this process's only one, since its JavaScript side is shared. */
export const loadTreeSitter: () => Promise<TreeSitter> = once(async () => {
  const queries = await loadQueries();
  const grammars = await Promise.all(
    LANGUAGES.map(async (language): Promise<[ParsedLanguage, GrammarSource]> => {
      return [language, { module: await compile(language), query: queryOf(language, queries) }];
    }),
  );
  return new TreeSitter({ core: await compile('web-tree-sitter'), grammars: new Map(grammars) });
});

async function loadQueries(): Promise<ReadonlyMap<string, string>> {
  const folder = new URL('queries/', FOLDER);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.scm'));
  const queries = files.map(
    async (file) => [file.replace('.scm', ''), await readFile(new URL(file, folder), 'utf8')] as const,
  );
  return new Map(await Promise.all(queries));
}

async function compile(name: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL(`build/${name}.wasm`, FOLDER)));
}
