/** Globs for paths that are to be deleted: from the root, so that no more goes than was meant. */
import ignore from 'ignore';
import { ToolFailure } from '../../lib/errors.ts';
import { isQuickPattern } from '../../lib/path-patterns.ts';

/**
 * Whether a path is the one that `pattern` names, lies in that folder, or matches it as a glob from the root: `*` within a name,
 * `**` across folders, `?`, `[abc]`. Throws `ToolFailure` for a glob that could take very long.
 */
export function matcherOf(pattern: string): (path: string) => boolean {
  if (!isQuickPattern(pattern)) {
    throw new ToolFailure({
      errorType: 'INVALID_INPUT',
      message: `The pattern ${JSON.stringify(pattern.slice(0, 100))} has too many stars in one name.`,
      advice: 'Use at most 4 stars between two slashes; ** stands alone there.',
    });
  }
  // From the root, so that nothing at its start is special, and trailing spaces stay.
  const rule = `/${pattern.replace(/^\/+/, '').replace(/(?<! ) +$/, (spaces) => '\\ '.repeat(spaces.length))}`;
  const rules = ignore({ ignorecase: false, allowRelativePaths: true }).add([rule]);
  return (path) => rules.ignores(path);
}
