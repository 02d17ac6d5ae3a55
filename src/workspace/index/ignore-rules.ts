/** Which paths `.gitignore` and `.contextignore` leave out: gitignore syntax, a file of rules per folder, the deepest one wins. */
import ignore, { type Ignore } from 'ignore';
import { isQuickPattern } from '../../lib/path-patterns.ts';

/** Names of files with rules, in the order in which they are applied: the later one has the last word. */
const RULE_FILES = ['.gitignore', '.contextignore'] as const;
/** Folders whose rules are kept in memory. */
const KEPT_FOLDERS = 2_000;
/** Rules of one file that count; each is tried on every path. */
const MOST_RULES = 2_000;

interface Rules {
  /** With a slash at the end; empty for the root. */
  readonly folder: string;
  readonly matcher: Ignore;
}

type FolderRules = { readonly kind: 'ignored' } | { readonly kind: 'open'; readonly chain: readonly Rules[] };

/** Whether a path ends in the name of a file with rules. */
export function isRuleFile(path: string): boolean {
  return RULE_FILES.some((name) => path === name || path.endsWith(`/${name}`));
}

/** The rules of one commit. */
export class IgnoreRules {
  readonly #read: (path: string) => string | undefined;
  readonly #folders = new Map<string, FolderRules>();

  /** `read` gives the text of a file of the commit, if it is there. */
  constructor(read: (path: string) => string | undefined) {
    this.#read = read;
  }

  /** Whether rules leave out the file at `path`, or a folder that it is in. */
  ignores(path: string): boolean {
    const rules = this.#rulesIn(path.slice(0, path.lastIndexOf('/') + 1));
    return rules.kind === 'ignored' || decide(rules.chain, path);
  }

  /** What counts in `folder`, which is empty or ends in a slash. */
  #rulesIn(folder: string): FolderRules {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const rules = folder === '' ? this.#extend([], folder) : this.#below(folder);
    if (this.#folders.size >= KEPT_FOLDERS) this.#folders.clear();
    this.#folders.set(folder, rules);
    return rules;
  }

  #below(folder: string): FolderRules {
    const outer = this.#rulesIn(folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1));
    if (outer.kind === 'ignored') return outer;
    return decide(outer.chain, folder) ? { kind: 'ignored' } : this.#extend(outer.chain, folder);
  }

  #extend(chain: readonly Rules[], folder: string): FolderRules {
    const texts = RULE_FILES.map((name) => this.#read(folder + name)).filter((text) => text !== undefined);
    if (texts.length === 0) return { kind: 'open', chain };
    const matcher = ignore({ ignorecase: false, allowRelativePaths: true });
    for (const text of texts) matcher.add(text.split(/\r?\n/).filter(isRule).slice(0, MOST_RULES));
    return { kind: 'open', chain: [{ folder, matcher }, ...chain] };
  }
}

function decide(chain: readonly Rules[], path: string): boolean {
  for (const { folder, matcher } of chain) {
    const { ignored, unignored } = matcher.test(path.slice(folder.length));
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** Whether a line is a rule; one that could take very long to match is passed over. */
function isRule(line: string): boolean {
  return line !== '' && !line.startsWith('#') && isQuickPattern(line);
}
