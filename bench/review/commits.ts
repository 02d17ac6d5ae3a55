/** The commits that reviews are judged by. */
import { execFileSync } from 'node:child_process';
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

/** Runs git in a clone. */
export function gitIn(clone: string): (...args: readonly string[]) => string {
  return (...args) => execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** Whether a path is of code that users run, and of a language that is reviewed. */
export function isSource(path: string): boolean {
  return (
    /\.(?:py|[jt]sx?|go)$/.test(path) &&
    !/(?:^|[/_.])(?:tests?|examples?|docs?|benchmarks?|spec)(?:[/_.]|$)|(?:^|\/)conftest\.py$|setup\.py$/.test(path)
  );
}
