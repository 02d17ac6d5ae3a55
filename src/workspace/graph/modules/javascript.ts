/** Modules of JavaScript and TypeScript: relative paths, and packages of the workspace. */
import { folderOf, joinPath, type Paths } from '../paths.ts';
import { type FindModule, fileModule } from './module.ts';

const EXTENSIONS = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'] as const;
/** Sources that an import of a compiled file means. */
const COMPILED: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};
/** Where a package's sources begin when only its folder is named. */
const ENTRIES = ['src/index', 'index', 'src/main', 'lib/index'] as const;

/** Finds `./a`, `../b/index.js` and names of packages whose manifest is in the workspace. */
export const findJavaScriptModule: FindModule = (specifier, from, paths) => {
  const path = /^\.\.?(?:\/|$)/.test(specifier)
    ? fileAt(joinPath(folderOf(from), specifier), paths)
    : inPackage(specifier, paths);
  return path === undefined ? undefined : fileModule(path);
};

function inPackage(specifier: string, paths: Paths): string | undefined {
  const [, name = '', inside = ''] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/s.exec(specifier) ?? [];
  const folder = paths.packages.get(`npm:${name}`);
  if (folder === undefined) return undefined;
  const candidates = inside === '' ? ENTRIES : [inside, `src/${inside}`, `lib/${inside}`];
  for (const candidate of candidates) {
    const path = fileAt(joinPath(folder, candidate), paths);
    if (path !== undefined) return path;
  }
  return undefined;
}

function fileAt(base: string | undefined, paths: Paths): string | undefined {
  if (base === undefined) return undefined;
  return paths.first(candidates(base));
}

function* candidates(base: string): Generator<string> {
  yield base;
  const [extension] = /\.[cm]?jsx?$/.exec(base) ?? [''];
  const stem = base.slice(0, base.length - extension.length);
  for (const source of COMPILED[extension] ?? []) yield stem + source;
  for (const each of EXTENSIONS) yield base + each;
  for (const each of EXTENSIONS) yield base === '' ? `index${each}` : `${base}/index${each}`;
}
