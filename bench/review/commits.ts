/** The commits that reviews are judged by. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where they are listed, one a line. */
export const COMMITS_FILE = join(import.meta.dirname, 'commits.jsonl');

/** Public repositories on GitHub. */
export const REPOSITORIES = [
  'encode/httpx',
  'honojs/hono',
  'more-itertools/more-itertools',
  'pallets/click',
  'psf/requests',
  'python-attrs/attrs',
  'sindresorhus/got',
  'spf13/cobra',
] as const;

/** Those whose findings were read to mend checks; the others tell whether that holds elsewhere. */
export const TUNED: ReadonlySet<string> = new Set([
  'encode/httpx',
  'honojs/hono',
  'more-itertools/more-itertools',
  'pallets/click',
]);

/** A line that a repair removed, in the file as the commit left it; 1-based. */
export interface RepairedLine {
  readonly path: string;
  readonly line: number;
}

/** One commit. */
export type BenchCommit =
  | { readonly repository: string; readonly commit: string; readonly kind: 'clean' }
  | {
      readonly repository: string;
      readonly commit: string;
      readonly kind: 'repaired';
      readonly repairedBy: string;
      readonly lines: readonly RepairedLine[];
    };

/** All of {@link COMMITS_FILE}. */
export function readCommits(): readonly BenchCommit[] {
  return readFileSync(COMMITS_FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): BenchCommit => JSON.parse(line));
}

/** Runs git in a clone. */
export function gitIn(clone: string): (...args: readonly string[]) => string {
  return (...args) => execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** Whether a path is of code that users run, and of a language that is reviewed. */
export function isSource(path: string): boolean {
  return (
    isCodeFile(path) &&
    !/(?:^|[/_.])(?:tests?|examples?|docs?|benchmarks?|spec)(?:[/_.]|$)|(?:^|\/)conftest\.py$|setup\.py$/.test(path)
  );
}

/** Whether a path is of code, that of tests and examples included. */
export function isCodeFile(path: string): boolean {
  return /\.(?:py|[jt]sx?|go)$/.test(path);
}

/** Lines that a commit added to files of code, by path. */
export function addedLines(clone: string, commit: string): ReadonlyMap<string, ReadonlySet<number>> {
  const diff = gitIn(clone)('show', '--format=', '--unified=0', '--no-color', '--no-ext-diff', commit);
  const added = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const text of diff.split('\n')) {
    if (text.startsWith('+++ ')) {
      const path = text.slice('+++ b/'.length);
      lines = new Set();
      if (text !== '+++ /dev/null' && isCodeFile(path)) added.set(path, lines);
    }
    const [, start = '', count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(text) ?? [];
    for (let at = 0; start !== '' && at < Number(count); at++) lines.add(Number(start) + at);
  }
  return added;
}
