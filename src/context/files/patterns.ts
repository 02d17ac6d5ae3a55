/** Globs for paths. */
import ignore from 'ignore';

/**
 * Whether a path is the one that `pattern` names, lies in that folder, or matches it as a glob from the root: `*` within a name,
 * `**` across folders, `?`, `[abc]`.
 */
export function matcherOf(pattern: string): (path: string) => boolean {
  // From the root, so that nothing at its start is special, and trailing spaces stay.
  const rule = `/${pattern.replace(/^\/+/, '').replace(/ +$/, (spaces) => '\\ '.repeat(spaces.length))}`;
  const rules = ignore({ ignorecase: false, allowRelativePaths: true }).add([rule]);
  return (path) => rules.ignores(path);
}
