/** Which files a search looks into. */
import { pathPatterns } from '../lib/path-patterns.ts';

/** What a caller wants of paths; empty lists want everything. */
export interface PathWishes {
  /** Patterns as in `.gitignore`: `src/`, `*.test.ts`, `docs/api`. A file is wanted when one matches. */
  readonly paths: readonly string[];
  /** The same, for files that are not wanted. */
  readonly excludePaths: readonly string[];
  /** Extensions, with or without the dot, in any case. */
  readonly fileTypes: readonly string[];
}

/** Says of a path whether it is wanted. Throws `ToolFailure` for patterns that cannot be used. */
export function pathFilter({ paths, excludePaths, fileTypes }: PathWishes): (path: string) => boolean {
  const wanted = paths.length === 0 ? undefined : pathPatterns('paths', paths);
  const unwanted = pathPatterns('exclude_paths', excludePaths);
  const types = fileTypes.map((type) => `.${type.replace(/^\*?\./, '').toLowerCase()}`);
  return (path) => {
    if (types.length > 0) {
      const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
      if (!types.some((type) => name.endsWith(type))) return false;
    }
    return (wanted?.(path) ?? true) && !unwanted(path);
  };
}
