/** Builds what the TypeScript Worker imports: the compiler as an ES module, and its libraries without their comments. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import ts from 'typescript-6';
import { type EngineBuild, PACKAGES, runWhenMain } from '../../scripts/lib/engine-build.ts';

const LIB = 'typescript-6/lib';
const COMPILER = `${LIB}/typescript.js`;
const LIBRARIES = readdirSync(join(PACKAGES, LIB)).filter((name) => /^lib\..*\bd\.ts$/.test(name));

/** What `wasm/tsc/build/` is made from. */
export const TSC: EngineBuild = {
  engine: 'tsc',
  packageFiles: [COMPILER, ...LIBRARIES.map((name) => `${LIB}/${name}`)],
  sources: () => [import.meta.filename],
  async build({ write }) {
    await write('typescript.mjs', await compiler());
    const texts = await Promise.all(LIBRARIES.map((name) => readFile(join(PACKAGES, LIB, name), 'utf8')));
    await write(
      'libraries.txt',
      JSON.stringify(Object.fromEntries(LIBRARIES.map((name, at) => [name, bare(texts[at])]))),
    );
  },
};

await runWhenMain(import.meta.filename, TSC);

/** It reads files through its host only: what it would take of Node.js is empty. */
async function compiler(): Promise<Uint8Array> {
  const { outputFiles } = await bundle({
    entryPoints: [join(PACKAGES, COMPILER)],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    legalComments: 'none',
    logLevel: 'error',
    define: { process: 'undefined', __filename: '"/typescript.js"' },
    plugins: [
      {
        name: 'no-node',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^[a-z_-]+$/ }, ({ path }) => ({ path, namespace: 'node' }));
          onLoad({ filter: /.*/, namespace: 'node' }, () => ({ contents: 'module.exports = {};' }));
        },
      },
    ],
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error('esbuild wrote nothing for the compiler.');
  return output.contents;
}

/** A library without comments, which are most of it; the references to others stay. */
function bare(text = ''): string {
  const file = ts.createSourceFile('lib.d.ts', text, ts.ScriptTarget.Latest);
  const references = file.libReferenceDirectives.map(({ fileName }) => `/// <reference lib="${fileName}" />\n`);
  return references.join('') + ts.createPrinter({ removeComments: true }).printFile(file);
}
