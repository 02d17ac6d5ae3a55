/** What a change is for. */
import type { Diff } from '../diff/diff.ts';
import type { FileFacts } from './file-facts.ts';

export type Classification = 'feature' | 'bugfix' | 'refactor' | 'infra' | 'docs';

/** A class, and the rule that chose it. */
export interface Classified {
  readonly classification: Classification;
  readonly because: string;
}

/** Types of conventional commits. */
const BY_TYPE: Readonly<Record<string, Classification>> = {
  feat: 'feature',
  fix: 'bugfix',
  hotfix: 'bugfix',
  bugfix: 'bugfix',
  refactor: 'refactor',
  style: 'refactor',
  ci: 'infra',
  build: 'infra',
  docs: 'docs',
};
const REPAIR = /\b(?:fix(?:e[sd]|ing)?|bugs?|bugfix|regressions?|crash(?:es|ed)?|leaks?)\b/i;
/** Added and removed lines from which on they are compared. */
const ENOUGH_LINES = 20;
/** Smaller count of added and removed lines to the larger one. */
const BALANCED = 0.6;

/**
 * The first of these that holds:
 *
 * | rule | class |
 * | --- | --- |
 * | the message begins like a conventional commit: `feat:`, `fix:`, `refactor:`, `ci:`, `build:`, `docs:` | that |
 * | all files are documentation | docs |
 * | at least half of the files, without lock, vendored and generated ones, are CI, infrastructure or configuration | infra |
 * | the first line of the message tells of a repair: fix, bug, regression, crash, leak | bugfix |
 * | all files are renamed or copied as they are, or all added lines were only moved | refactor |
 * | a file that is neither documentation nor a test is added | feature |
 * | without a message, an added line tells of a repair | bugfix |
 * | all files are tests | refactor |
 * | at least 20 lines, of which added and removed ones are 0.6 of each other or more | refactor |
 * | else | feature |
 */
export function classify(
  diff: Diff,
  facts: readonly FileFacts[],
  isMoved: (path: string, line: number) => boolean,
  message?: string,
): Classified {
  const [subject = ''] = (message ?? '').trimStart().split('\n', 1);
  const [, type = ''] = /^([a-z]+)(?:\([^()]*\))?!?:/i.exec(subject.slice(0, 200)) ?? [];
  const typed = Object.hasOwn(BY_TYPE, type.toLowerCase()) ? BY_TYPE[type.toLowerCase()] : undefined;
  if (typed !== undefined) return { classification: typed, because: `the message begins with ${type}` };
  const are = (...kinds: readonly FileFacts['kind'][]) => facts.filter(({ kind }) => kinds.includes(kind)).length;
  if (are('documentation') === facts.length) return { classification: 'docs', because: 'all files are documentation' };
  const read = facts.length - are('lock', 'vendored', 'generated');
  const infra = are('ci', 'infrastructure', 'configuration');
  if (2 * infra >= read && infra + are('lock') > 0) {
    const because =
      read === 0 ? 'lock files are changed only' : `${infra} of ${read} files are CI, infrastructure or configuration`;
    return { classification: 'infra', because };
  }
  if (REPAIR.test(subject)) return { classification: 'bugfix', because: 'the message tells of a repair' };
  const added = addedOf(diff);
  if (diff.files.every(isMovedFile) || (added.length > 0 && added.every(({ path, line }) => isMoved(path, line)))) {
    return { classification: 'refactor', because: 'files or lines are only moved' };
  }
  const fresh = diff.files.find(
    ({ status }, index) => status === 'added' && !['documentation', 'test'].includes(facts[index]?.kind ?? ''),
  );
  if (fresh !== undefined) return { classification: 'feature', because: `${fresh.path} is new` };
  const repair = message === undefined ? added.find(({ text }) => REPAIR.test(text)) : undefined;
  if (repair !== undefined) {
    return { classification: 'bugfix', because: `${repair.path}:${repair.line} tells of a repair` };
  }
  if (are('test') === facts.length) return { classification: 'refactor', because: 'all files are tests' };
  const [more, less] = facts.reduce(([all, gone], fact) => [all + fact.added, gone + fact.removed], [0, 0]);
  const isBalanced = Math.min(more, less) >= BALANCED * Math.max(more, less);
  if (more + less >= ENOUGH_LINES && isBalanced) {
    return { classification: 'refactor', because: `${more} added and ${less} removed lines replace each other` };
  }
  return { classification: 'feature', because: 'nothing tells of another class' };
}

function addedOf({ files }: Diff) {
  return files.flatMap(({ path, hunks }) =>
    hunks.flatMap(({ lines }) =>
      lines.flatMap(({ kind, newLine, text }) =>
        kind === 'added' && newLine !== undefined ? [{ path, line: newLine, text }] : [],
      ),
    ),
  );
}

function isMovedFile({ status, hunks, binary }: Diff['files'][number]): boolean {
  return (status === 'renamed' || status === 'copied') && hunks.length === 0 && !binary;
}
