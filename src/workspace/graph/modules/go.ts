/** Packages of Go: folders below modules. */
import { joinPath, type Paths } from '../paths.ts';
import type { FindModule, Module } from './module.ts';

/** Finds `example.org/project/package` by the module paths of `go.mod` files; without any, by its last two or more folders. */
export const findGoPackage: FindModule = (specifier, _from, paths) => {
  const modules = [...paths.packages].filter(([name]) => name.startsWith('go:'));
  for (const [name, folder] of modules) {
    const module = name.slice('go:'.length);
    if (specifier !== module && !specifier.startsWith(`${module}/`)) continue;
    const inside = packageIn(joinPath(folder, specifier.slice(module.length)) ?? '', paths);
    if (inside !== undefined) return inside;
  }
  const vendored = packageIn(`vendor/${specifier}`, paths);
  if (vendored !== undefined || modules.length > 0) return vendored;
  const parts = specifier.split('/');
  for (let from = 0; from === 0 || from <= parts.length - 2; from++) {
    const [folder, ...others] = paths.foldersEndingIn(parts.slice(from).join('/'));
    if (folder === undefined) continue;
    return others.length === 0 ? packageIn(folder, paths) : undefined;
  }
  return undefined;
};

/** The package that a Go file belongs to. */
export function packageIn(folder: string, paths: Paths): Module | undefined {
  const files = paths.inFolder(folder).filter((path) => path.endsWith('.go'));
  return files.length === 0 ? undefined : { paths: files, scope: '' };
}

/** How a file calls the package: the last part of its path that is no version. */
export function goPackageName(specifier: string): string {
  const parts = specifier.split('/').filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? specifier).replace(/\.v\d+$/, '').replace(/^go-|[.-]go$/, '');
}
