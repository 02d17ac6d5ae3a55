/** What a file of Python is called in imports. */
import type { ReadFile } from './link.ts';

/** A path's module: folders with `__init__.py` are packages. */
export async function moduleName(path: string, read: ReadFile): Promise<string> {
  const parts = path.replace(/\.py$/, '').split('/');
  let first = parts.length - 1;
  while (first > 0 && (await read([...parts.slice(0, first), '__init__.py'].join('/'))) !== undefined) first--;
  return parts
    .slice(first)
    .join('.')
    .replace(/\.__init__$/, '');
}
