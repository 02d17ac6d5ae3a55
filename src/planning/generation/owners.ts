/** Who answers for a file: by CODEOWNERS where there is one, else by who changed it. */
import ignore from 'ignore';
import { lastAddress } from '../../lib/address.ts';
import { isQuickPattern } from '../../lib/path-patterns.ts';
import type { Owner } from './service.ts';

/** Where GitHub looks for it, in this order. */
export const OWNER_FILES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const;

/** Rules that are read, and owners of a file that are reported. */
const MOST_RULES = 2_000;
const MOST_OWNERS = 3;

interface Rule {
  readonly line: number;
  readonly owners: readonly string[];
  readonly fits: (path: string) => boolean;
}

/** What CODEOWNERS says of paths. */
export interface OwnerRules {
  /** The owners of a path: those of the last rule that fits, which may name nobody. */
  of(path: string): readonly Owner[];
  /** Rules that were not taken, since they cannot be matched quickly or are too many. */
  readonly left: number;
}

/** Reads a CODEOWNERS file; patterns are those of `.gitignore`, but for `!` and `[ ]`, which it does not have. */
export function ownerRules(file: string, text: string): OwnerRules {
  const rules: Rule[] = [];
  let left = 0;
  for (const [index, whole] of text.split(/\r?\n/).entries()) {
    const [pattern = '', ...owners] = whole
      .replace(/(?:^|\s)#.*/, '')
      .trim()
      .split(/\s+/);
    if (pattern === '') continue;
    if (rules.length === MOST_RULES || /^[![]/.test(pattern) || !isQuickPattern(pattern)) {
      left++;
      continue;
    }
    // `docs/*` owns the files of a folder and not those of folders in it, other than in .gitignore.
    const isShallow = pattern.endsWith('/*');
    const depth = pattern.replace(/^\//, '').split('/').length;
    const matcher = ignore({ ignorecase: false, allowRelativePaths: true }).add(pattern);
    const fits = (path: string) => matcher.ignores(path) && (!isShallow || path.split('/').length === depth);
    rules.push({ line: index + 1, owners, fits });
  }
  return {
    left,
    of(path) {
      const rule = rules.findLast(({ fits }) => fits(path));
      return (rule?.owners ?? []).slice(0, MOST_OWNERS).map((name) => {
        return { name, by: { kind: 'rule', file, line: rule?.line ?? 1 } };
      });
    },
  };
}

/** An author without the address at the end. */
function nameOf(author: string): string {
  const text = author.trim();
  const { start, end } = lastAddress(text);
  return start < 0 || end < text.length - 1 ? text : text.slice(0, start).trimEnd();
}

/** The authors of commits, those of most commits first; `authors` are names with addresses, of which the names are reported. */
export function ownersByCommits(authors: readonly string[]): readonly Owner[] {
  const counts = new Map<string, number>();
  for (const author of authors) {
    const name = nameOf(author) || 'unknown';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([left, one], [right, other]) => other - one || (left < right ? -1 : 1))
    .slice(0, MOST_OWNERS)
    .map(([name, count]) => ({ name, by: { kind: 'commits', count } }));
}
