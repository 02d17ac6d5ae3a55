/** Languages whose imports name files, or classes in files of the same name. */
import { folderOf, joinPath, nearest } from '../paths.ts';
import { type FindModule, fileModule } from './module.ts';

/** An `#include` of C or C++: beside the file, else the nearest file of the workspace with that ending. */
export const findHeader: FindModule = (specifier, from, paths) => {
  const name = specifier.replace(/^["<]|[">]$/g, '');
  const beside = joinPath(folderOf(from), name);
  if (beside !== undefined && paths.has(beside)) return fileModule(beside);
  const found = nearest(paths.endingIn(name.replace(/^(?:\.\.?\/)+/, '')), from);
  return found === undefined ? undefined : fileModule(found);
};

/** A `require` or `require_relative` of Ruby. */
export const findRubyFile: FindModule = (specifier, from, paths) => {
  const name = specifier.endsWith('.rb') ? specifier : `${specifier}.rb`;
  const beside = joinPath(folderOf(from), name);
  if (beside !== undefined && paths.has(beside)) return fileModule(beside);
  if (specifier.startsWith('.')) return undefined;
  const [path, ...others] = paths.endingIn(`lib/${name}`);
  if (path !== undefined && others.length === 0) return fileModule(path);
  return paths.has(name) ? fileModule(name) : undefined;
};

/** A `use` of PHP: the file that is named like the class and has most of its namespace as folders; or a path of `require`. */
export const findPhpFile: FindModule = (specifier, from, paths) => {
  if (specifier.endsWith('.php')) {
    const beside = joinPath(folderOf(from), specifier);
    return beside !== undefined && paths.has(beside) ? fileModule(beside) : undefined;
  }
  const parts = specifier.split('\\').filter((part) => part !== '');
  for (let start = 0; start < parts.length; start++) {
    const [path, ...others] = paths.endingIn(`${parts.slice(start).join('/')}.php`);
    if (path !== undefined) return others.length === 0 ? fileModule(path, parts.slice(0, -1).join('.')) : undefined;
  }
  return undefined;
};

/** A `source` of a shell script. */
export const findShellScript: FindModule = (specifier, from, paths) => {
  const name = specifier.replace(/^(?:"|')?\$(?:\{?\w+\}?|\([^)]*\))\//, './').replace(/["']/g, '');
  const path = [folderOf(from), '']
    .map((folder) => joinPath(folder, name))
    .find((each) => each !== undefined && paths.has(each));
  return path === undefined ? undefined : fileModule(path);
};
