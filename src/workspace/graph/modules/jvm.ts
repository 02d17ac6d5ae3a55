/** Packages of Java, Kotlin and Scala: folders, with classes in files of their names as a rule. */
import { folderOf, type Paths } from '../paths.ts';
import type { FindModule, Module } from './module.ts';

const EXTENSIONS = ['.java', '.kt', '.scala'] as const;

/** Finds `com.example.Class`, `com.example.Class.Inner` and the package `com.example`. */
export const findJvmModule: FindModule = (specifier, _from, paths) => {
  const parts = specifier.split('.');
  for (let length = parts.length; length > 0; length--) {
    const ending = parts.slice(0, length).join('/');
    const files = EXTENSIONS.flatMap((extension) => paths.endingIn(ending + extension));
    if (files.length > 0) return { paths: files, scope: parts.slice(length - 1).join('.') };
  }
  return packageNamed(parts.join('/'), paths);
};

/** All files of the package that a file belongs to, its tests' or sources' too. */
export function jvmPackage(path: string, paths: Paths): readonly string[] {
  const folder = folderOf(path);
  const twin = folder.replace(/(^|\/)src\/(main|test)\//, (_, before, side) =>
    side === 'main' ? `${before}src/test/` : `${before}src/main/`,
  );
  return [folder, ...(twin === folder ? [] : [twin])].flatMap((each) => sources(each, paths));
}

function packageNamed(ending: string, paths: Paths): Module | undefined {
  const files = paths.foldersEndingIn(ending).flatMap((folder) => sources(folder, paths));
  return files.length === 0 ? undefined : { paths: files, scope: '' };
}

function sources(folder: string, paths: Paths): readonly string[] {
  return paths.inFolder(folder).filter((path) => EXTENSIONS.some((extension) => path.endsWith(extension)));
}
