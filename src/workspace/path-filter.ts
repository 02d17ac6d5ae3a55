/** Which files a search looks into. */
import ignore, { type Ignore } from 'ignore';
import { ToolFailure } from '../lib/errors.ts';

/** What a caller wants of paths; empty lists want everything. */
export interface PathWishes {
  /** Patterns as in `.gitignore`: `src/`, `*.test.ts`, `docs/api`. A file is wanted when one matches. */
  readonly paths: readonly string[];
  /** The same, for files that are not wanted. */
  readonly excludePaths: readonly string[];
  /** Extensions, with or without the dot, in any case. */
  readonly fileTypes: readonly string[];
}

/** Patterns in one list. */
const MOST_PATTERNS = 100;
/** Characters of a pattern. */
const LONGEST_PATTERN = 500;
/** `*` in one name of a pattern: with more, matching could take very long. */
const MOST_STARS = 4;

/** Says of a path whether it is wanted. Throws `ToolFailure` for patterns that cannot be used. */
export function pathFilter({ paths, excludePaths, fileTypes }: PathWishes): (path: string) => boolean {
  const wanted = rulesOf('paths', paths);
  const unwanted = rulesOf('exclude_paths', excludePaths);
  const types = fileTypes.map((type) => `.${type.replace(/^\*?\./, '').toLowerCase()}`);
  return (path) => {
    if (types.length > 0) {
      const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
      if (!types.some((type) => name.endsWith(type))) return false;
    }
    return (wanted?.ignores(path) ?? true) && !(unwanted?.ignores(path) ?? false);
  };
}

/** Whether matching a pattern of gitignore syntax takes little time for every path. */
export function isQuickPattern(pattern: string): boolean {
  return pattern.split('/').every((name) => name === '**' || name.split('*').length - 1 <= MOST_STARS);
}

function rulesOf(parameter: string, patterns: readonly string[]): Ignore | undefined {
  if (patterns.length === 0) return undefined;
  const wrong =
    patterns.length > MOST_PATTERNS
      ? `${patterns.length} patterns`
      : patterns.find(
          (pattern) => pattern.trim() === '' || pattern.length > LONGEST_PATTERN || !isQuickPattern(pattern),
        );
  if (wrong !== undefined) {
    throw new ToolFailure({
      errorType: 'INVALID_INPUT',
      message: `${parameter} cannot have ${JSON.stringify(wrong.slice(0, 100))}.`,
      advice:
        `Give at most ${MOST_PATTERNS} patterns as in .gitignore, such as 'src/' or '*.test.ts', each of 1 to ` +
        `${LONGEST_PATTERN} characters, with at most ${MOST_STARS} stars between two slashes.`,
    });
  }
  return ignore({ ignorecase: false, allowRelativePaths: true }).add(
    patterns.map((pattern) => pattern.replace(/^\.\//, '/')),
  );
}
