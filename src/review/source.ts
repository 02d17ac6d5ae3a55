/** The code that a review reads: both sides of a change. */
import type { Diff, DiffFile } from './diff/diff.ts';

/** The files of one side, as far as they are known. */
export interface SourceTree {
  /** The commit that it is, or that it differs from by the diff only; absent without a workspace. */
  readonly commit?: string;
  /** A file's text; undefined when there is none, or it is no UTF-8 text, or larger than `LARGEST_SOURCE`. */
  read(path: string): Promise<string | undefined>;
  /** All paths, sorted; undefined when only those of the diff are known. */
  paths(): Promise<readonly string[] | undefined>;
}

/** What is reviewed. */
export interface Subject {
  readonly diff: Diff;
  /** Without a workspace both know the files of the diff only that it tells whole: added and deleted ones. */
  readonly before: SourceTree;
  readonly after: SourceTree;
  /** Name of the workspace. */
  readonly workspace?: string;
  /** What the author says of the change, where a commit or pull request tells. */
  readonly message?: string;
  /** Files in the order in which they are worth work, riskiest first. */
  readonly byRisk: readonly DiffFile[];
}
