/** Builds what the pyright Worker imports: basedpyright's language server for browsers, started by a call, and the stubs of the standard library apart. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import ts from 'typescript-6';
import { type EngineBuild, PACKAGES, runWhenMain } from '../../scripts/lib/engine-build.ts';

const SERVER = 'browser-basedpyright/dist/pyright.worker.js';

/** Where the stubs are in the server's object of all: those of packages are left out, since no package is in a repository. */
const STUBS = '/typeshed/';
const OF_PACKAGES = '/typeshed/stubs/';

/** Analysis in a further worker, which a Worker cannot start; without one it runs where it is asked. */
const BACKGROUND =
  /createBackgroundAnalysis\((\w+),(\w+)\)\{const .{0,200}?return this\._initialFiles&&.{0,100}?,\w+\}/g;

/** What `wasm/pyright/build/` is made from. */
export const PYRIGHT: EngineBuild = {
  engine: 'pyright',
  packageFiles: [SERVER],
  sources: () => [import.meta.filename],
  async build({ write }) {
    const source = await readFile(join(PACKAGES, SERVER), 'utf8');
    const { code, stubs } = withoutStubs(source.replace(/\n\/\/# sourceMappingURL.*$/s, ''));
    const here = replacedOnce(code, BACKGROUND, 'createBackgroundAnalysis(){return undefined}');
    const module = `export function boot(self) {\nconst window = undefined, document = undefined, { setTimeout, setInterval } = self;\n${here}\n}\n`;
    const { outputFiles } = await bundle({
      stdin: { contents: module },
      write: false,
      minify: true,
      format: 'esm',
      legalComments: 'none',
      logLevel: 'error',
    });
    const [output] = outputFiles;
    if (output === undefined) throw new Error('esbuild wrote nothing for pyright.');
    await write('pyright.mjs', output.contents);
    await write('stubs.txt', JSON.stringify(stubs));
  },
};

await runWhenMain(import.meta.filename, PYRIGHT);

/** The server with a call in place of its object of stubs, and that object. */
function withoutStubs(source: string): { code: string; stubs: Readonly<Record<string, string>> } {
  const file = ts.createSourceFile('pyright.js', source, ts.ScriptTarget.ES2022, false, ts.ScriptKind.JS);
  const stubs: Record<string, string> = {};
  const found: ts.ObjectLiteralExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && node.properties.some((each) => nameOf(each).startsWith(STUBS))) {
      found.push(node);
    } else ts.forEachChild(node, visit);
  };
  visit(file);
  const [object] = found;
  if (object === undefined || found.length !== 1) throw new Error(`pyright has ${found.length} objects of stubs.`);
  for (const property of object.properties) {
    const name = nameOf(property);
    if (name.startsWith(OF_PACKAGES)) continue;
    if (!ts.isPropertyAssignment(property) || !ts.isStringLiteralLike(property.initializer)) {
      throw new Error(`The stub ${name} is no text.`);
    }
    stubs[name] = property.initializer.text;
  }
  const code = `${source.slice(0, object.getStart(file))}self.stubs()${source.slice(object.getEnd())}`;
  return { code, stubs };
}

function nameOf({ name }: ts.ObjectLiteralElementLike): string {
  return name !== undefined && ts.isStringLiteralLike(name) ? name.text : '';
}

function replacedOnce(text: string, pattern: RegExp, by: string): string {
  const count = text.match(pattern)?.length ?? 0;
  if (count !== 1) throw new Error(`pyright has ${pattern.source} ${count} times instead of once.`);
  return text.replace(pattern, by);
}
