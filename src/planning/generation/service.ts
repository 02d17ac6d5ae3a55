/** What a goal rests on: everything is read from a commit or counted, with the place where it is. */
import type { UserId } from '../../lib/object-name.ts';
import type { OnProgress } from '../../lib/work.ts';

/** Asks what a goal rests on. */
export interface EvidenceRequest {
  readonly owner: UserId;
  readonly workspace: string;
  /** Branch, tag or commit; absent: the indexed one. */
  readonly ref?: string;
  readonly goal: string;
  readonly context?: string;
  readonly constraints: readonly string[];
}

/** A line of a file. */
export interface CodePlace {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** The definition around it. */
  readonly within?: string;
}

/**
 * Whether tests lead to a definition. `called`: by the graph of calls; `named`: files of tests have its name; `none`: neither;
 * `unknown`: neither, but not all calls could be followed or not all files of tests be searched, such as those of a commit that is not indexed.
 */
export type TestReach = 'called' | 'named' | 'none' | 'unknown';

/** A function or class that the goal is about. */
export interface SymbolEvidence extends CodePlace {
  /** `f`, `C` or `C.m`. */
  readonly name: string;
  readonly kind: string;
  readonly lineEnd: number;
  /** The beginning of its source, with the numbers of its lines. */
  readonly code: string;
  /** Whether other files may use it, as the source says. */
  readonly isExported: boolean;
  /** Lines of other files that surely mean it, but for tests and imports; some of them, and how many there are in how many files. */
  readonly callers: readonly CodePlace[];
  readonly totalCallers: number;
  readonly callerFiles: number;
  /** Further lines of other programs with its name, which may mean something else; those that were looked at. */
  readonly byNameOnly: number;
  readonly reach: TestReach;
  /** Files of tests that lead to it or have its name; some of them. */
  readonly testFiles: readonly string[];
  /** Lines of documents that name it as code; some of them. */
  readonly docs: readonly CodePlace[];
}

/** Who answers for a file. */
export interface Owner {
  readonly name: string;
  /** A rule of CODEOWNERS, or commits that touched the file. */
  readonly by: ({ readonly kind: 'rule' } & CodePlace) | { readonly kind: 'commits'; readonly count: number };
}

/** A file that the goal is about. */
export interface FileEvidence {
  readonly path: string;
  /** Whether the goal names it, or a definition of it; else search found it. */
  readonly isNamed: boolean;
  /** Why it is here, in words. */
  readonly why: string;
  /** Of search: 0 to 1, as `semantic_search` has it; 0 where search did not find it. */
  readonly score: number;
  readonly language: string;
  /** Lines; absent where it was not read. */
  readonly lines?: number;
  /** The longest function. */
  readonly largest?: { readonly name: string; readonly line: number; readonly lines: number };
  /** Commits that touched it among those that were looked at. */
  readonly commits?: number;
  readonly owners: readonly Owner[];
  readonly symbols: readonly SymbolEvidence[];
}

/** Something that was counted and makes a change risky. */
export type FoundRisk = { readonly file: string; readonly line?: number } & (
  | { readonly kind: 'churn'; readonly commits: number; readonly among: number }
  | { readonly kind: 'long_file'; readonly lines: number }
  | { readonly kind: 'long_function'; readonly symbol: string; readonly lines: number }
  | { readonly kind: 'no_test'; readonly symbols: readonly string[] }
  | { readonly kind: 'public_interface'; readonly symbol: string; readonly places: number; readonly files: number }
  | { readonly kind: 'many_callers'; readonly symbol: string; readonly places: number; readonly files: number }
);

/** What tells how tests are run. */
export interface TestCommand {
  /** The file that tells it. */
  readonly file: string;
  readonly command: string;
}

/** What a goal rests on. */
export interface GoalEvidence {
  readonly workspace: string;
  /** Absent: the workspace is empty. */
  readonly commit?: string;
  /** Files of the commit. */
  readonly totalFiles: number;
  /** Programs that the goal is about, and whatever files it names; best first. */
  readonly files: readonly FileEvidence[];
  /** Other files that it may be about: documents, settings, data, tests; paths. */
  readonly others: readonly string[];
  /** Files of tests in the commit: how many, and those nearest to `files`. */
  readonly totalTestFiles: number;
  readonly testFiles: readonly string[];
  /** Whether there are tests that pytest finds. */
  readonly hasPytest: boolean;
  readonly testCommand?: TestCommand;
  /** Commits that churn and authors were counted in. */
  readonly history?: { readonly newest: string; readonly looked: number; readonly total: number };
  readonly risks: readonly FoundRisk[];
  /** Names of the goal that several files define. */
  readonly ambiguous: readonly { readonly name: string; readonly places: readonly CodePlace[] }[];
  /** Names of the goal that no indexed file defines. */
  readonly unknownNames: readonly string[];
  /** Words of the goal that no indexed file has. */
  readonly unknownWords: readonly string[];
  /** What was not looked at, and why. */
  readonly notSeen: readonly string[];
}

/** Gathers evidence. Throws `ToolFailure` for a ref that is not there, and `Cancelled`. */
export interface EvidenceApi {
  evidence(request: EvidenceRequest, onProgress: OnProgress): Promise<GoalEvidence>;
}
