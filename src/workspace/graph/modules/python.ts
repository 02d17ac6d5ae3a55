/** Modules of Python: dotted names below source roots, and relative ones. */
import { ancestors, folderOf, joinPath, type Paths } from '../paths.ts';
import { type FindModule, fileModule } from './module.ts';

/** Finds `os.path`, `.sibling` and `..parent.module`. Absolute names are searched as a script's or an installed package's would be. */
export const findPythonModule: FindModule = (specifier, from, paths) => {
  const [, dots = '', dotted = ''] = /^(\.*)(.*)/s.exec(specifier) ?? [];
  const parts = dotted.replaceAll('.', '/');
  if (dots !== '') {
    const folder = joinPath(folderOf(from), '../'.repeat(dots.length - 1));
    const path = folder === undefined ? undefined : moduleAt(folder, parts, paths);
    return path === undefined ? undefined : fileModule(path);
  }
  for (const root of sourceRoots(from, paths)) {
    const path = moduleAt(root, parts, paths);
    if (path !== undefined) return fileModule(path);
  }
  if (!parts.includes('/')) return undefined;
  // Not by the ending `__init__.py`, which thousands of files have.
  const packages = paths.foldersEndingIn(parts).flatMap((folder) => paths.first(endings(folder)) ?? []);
  const [path, ...others] = [...packages, ...paths.endingIn(`${parts}.py`), ...paths.endingIn(`${parts}.pyi`)];
  return path === undefined || others.length > 0 ? undefined : fileModule(path);
};

function moduleAt(root: string, parts: string, paths: Paths): string | undefined {
  const base = joinPath(root, parts);
  return base === undefined ? undefined : paths.first(endings(base));
}

function endings(base: string): readonly string[] {
  const folder = base === '' ? '' : `${base}/`;
  return [`${folder}__init__.py`, `${base}.py`, `${base}.pyi`, `${folder}__init__.pyi`];
}

/** The folder above the outermost package of `from`, the script's own, then `src` and the root. */
function sourceRoots(from: string, paths: Paths): ReadonlySet<string> {
  const roots = new Set<string>();
  for (const folder of ancestors(folderOf(from))) {
    if (paths.has(folder === '' ? '__init__.py' : `${folder}/__init__.py`)) continue;
    roots.add(folder);
    break;
  }
  // Packages import one another absolutely: a package's own folder is no root.
  if (!paths.has(`${folderOf(from)}/__init__.py`)) roots.add(folderOf(from));
  return roots.add('src').add('');
}
