/** Modules of Rust: paths through files and inline modules. */
import { ancestors, folderOf, joinPath, nameOf, type Paths } from '../paths.ts';
import type { FindModule, Module } from './module.ts';

const ROOTS = ['lib.rs', 'main.rs', 'mod.rs'] as const;

/** Finds `crate::a::b`, `super::c`, `self::d`, a child module `e`, and crates of the workspace by the names of their folders. */
export const findRustModule: FindModule = (specifier, from, paths) => {
  const [first = '', ...rest] = specifier.split('::');
  const home = childFolder(from);
  if (first === 'crate') return descend(crateFolder(from, paths), rest, paths);
  if (first === 'self') return descend(home, rest, paths);
  if (first === 'super') {
    const above = rest.filter((part) => part === 'super').length + 1;
    const folder = joinPath(home, '../'.repeat(above));
    return folder === undefined ? undefined : descend(folder, rest.slice(above - 1), paths);
  }
  const child = descend(home, [first, ...rest], paths);
  if (child !== undefined && child.scope !== [first, ...rest].join('.')) return child;
  const crate = crateNamed(first, paths);
  return crate === undefined ? undefined : descend(crate, rest, paths);
};

/** Follows folders and files as far as they go; the rest is a scope in the last file. */
function descend(folder: string, parts: readonly string[], paths: Paths): Module | undefined {
  let at = folder;
  let file = fileOf(folder, paths);
  for (const [index, part] of parts.entries()) {
    const next = joinPath(at, part) ?? '';
    const found = paths.first([`${next}.rs`, `${next}/mod.rs`]);
    if (found === undefined)
      return file === undefined ? undefined : { paths: [file], scope: parts.slice(index).join('.') };
    [at, file] = [next, found];
  }
  return file === undefined ? undefined : { paths: [file], scope: '' };
}

/** The file of the module whose children lie in `folder`. */
function fileOf(folder: string, paths: Paths): string | undefined {
  const inside = ROOTS.map((name) => joinPath(folder, name) ?? name);
  return paths.first([...inside, `${folder}.rs`]);
}

/** Where the children of a file's module lie. */
function childFolder(path: string): string {
  return ROOTS.some((name) => name === nameOf(path)) ? folderOf(path) : path.replace(/\.rs$/, '');
}

function crateFolder(from: string, paths: Paths): string {
  for (const folder of ancestors(folderOf(from))) {
    if (paths.first(['lib.rs', 'main.rs'].map((name) => joinPath(folder, name) ?? name)) !== undefined) return folder;
  }
  return folderOf(from);
}

function crateNamed(name: string, paths: Paths): string | undefined {
  for (const folder of [name, name.replaceAll('_', '-')]) {
    const [path, ...others] = paths.endingIn(`${folder}/src/lib.rs`);
    if (path !== undefined && others.length === 0) return folderOf(path);
  }
  return undefined;
}
