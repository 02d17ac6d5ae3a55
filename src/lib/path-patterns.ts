/** Patterns of paths as in `.gitignore`, given by callers. */
import ignore from 'ignore';
import { ToolFailure } from './errors.ts';

/** Patterns in one list. */
const MOST_PATTERNS = 100;
/** Characters of a pattern. */
const LONGEST_PATTERN = 500;
/** `*` in one name of a pattern: with more, matching could take very long. */
const MOST_STARS = 4;

/**
 * Says of paths whether `patterns` match; `parameter` is what the caller knows the list by. Throws `ToolFailure` for patterns that cannot
 * be used.
 */
export function pathPatterns(parameter: string, patterns: readonly string[]): (path: string) => boolean {
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
  const rules = ignore({ ignorecase: false, allowRelativePaths: true }).add(
    patterns.map((pattern) => pattern.replace(/^\.\//, '/')),
  );
  return (path) => rules.ignores(path);
}

/** Whether matching a pattern of gitignore syntax takes little time for every path. */
export function isQuickPattern(pattern: string): boolean {
  return pattern.split('/').every((name) => name === '**' || name.split('*').length - 1 <= MOST_STARS);
}
