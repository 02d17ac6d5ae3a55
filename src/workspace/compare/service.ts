/** What a workspace answers about its commits: what differs between two, and where lines come from. */

/** Which part of a comparison is wanted. */
export interface ComparisonPage {
  /** Patterns as in `.gitignore`; empty: every file. */
  readonly paths: readonly string[];
  readonly excludePaths: readonly string[];
  /** Lines around changes. */
  readonly context: number;
  /** Whether lines are wanted, or counts only. */
  readonly withLines: boolean;
  /** The first file, from 0, and how many at most. */
  readonly offset: number;
  readonly limit: number;
  /** The first hunk of those files, from 0. */
  readonly hunkOffset: number;
  /** Estimated tokens of all that the answer says. */
  readonly mostTokens: number;
}

/** Asks what differs between two commits; revisions as in `ReadFileRequest`. */
export interface CompareRequest extends ComparisonPage {
  readonly base: string;
  readonly head?: string;
  /** Whether `base` itself is compared; else the newest commit that both have. */
  readonly twoDot: boolean;
}

/** Asks what a commit changed. */
export interface ShowCommitRequest extends ComparisonPage {
  readonly commit?: string;
}

/** What became of a file. */
export interface ChangedFile {
  readonly path: string;
  /** Its path before, of a renamed one, and how much of it is the same, in percent. */
  readonly from?: string;
  readonly similarity?: number;
  readonly status: 'added' | 'deleted' | 'modified' | 'renamed' | 'type_changed' | 'mode_changed';
  /** Absent when they were not counted. */
  readonly added?: number;
  readonly removed?: number;
  /** Octal modes before and after, when both are there and differ. */
  readonly modes?: readonly [before: string, after: string];
  /** What it is, when it is no ordinary file. */
  readonly kind?: 'symlink' | 'submodule';
  /** Why its lines were not counted: no text, larger than is compared, or beyond one call's work. */
  readonly uncounted?: 'binary' | 'too_large' | 'unread';
}

/** What differs between two commits. */
export interface Comparison {
  /** Commit that the changes start from; absent for the empty tree before a first commit. */
  readonly base?: string;
  readonly head: string;
  /** From `offset` on, in order of their paths. */
  readonly files: readonly ChangedFile[];
  readonly totalFiles: number;
  /** Lines of all files, listed or not, as far as they were counted. */
  readonly added: number;
  readonly removed: number;
  /** Files of all whose lines were not counted though they may be texts. */
  readonly uncounted: number;
  /** False when folders were left that were not looked into. */
  readonly allFilesFound: boolean;
  /** False when renamed files may be listed as deleted and added. */
  readonly allRenamesFound: boolean;
  /** Unified diff of the wanted hunks. */
  readonly patch: string;
  /** Hunks in `patch`, and of all listed files; long ones count for each piece. */
  readonly hunks: number;
  readonly totalHunks: number;
  /** Where the next page begins; absent when there is none. */
  readonly next?: { readonly offset: number; readonly hunkOffset: number };
}

/** The comparison of two revisions. */
export interface RefComparison extends Comparison {
  /** The commits that were named. */
  readonly from: string;
  /** Newest commits that both have; several after merges in both directions, of which the first is taken. Not looked for with `twoDot`. */
  readonly mergeBases?: readonly string[];
}

/** Asks for everything that differs between two commits, for programs. */
export interface PatchRequest {
  /** Revisions as in `ReadFileRequest`; `base` absent: the first parent of `head`. */
  readonly base?: string;
  readonly head?: string;
  /** Whether `base` itself is compared; else the newest commit that both have. */
  readonly twoDot: boolean;
  /** Patterns as in `.gitignore`; empty: every file. */
  readonly paths: readonly string[];
}

/** UTF-16 units of a {@link Patch}'s text. */
export const LONGEST_PATCH = 8 << 20;

/** Everything that differs between two commits. */
export interface Patch {
  /** Commit that the changes start from; absent for the empty tree before a first commit. */
  readonly base?: string;
  readonly head: string;
  /** As `git diff --full-index -M` has it, in order of paths. */
  readonly text: string;
  /** Message of `head`. */
  readonly message: string;
  /** Files whose entry in `text` has no lines though they may be texts, or that have no entry. */
  readonly left: readonly { readonly path: string; readonly why: 'too_large' | 'unread' | 'beyond_limit' }[];
  /** False when folders were left that were not looked into. */
  readonly allFilesFound: boolean;
}

/** Who did something, and when. */
export interface Person {
  readonly name: string;
  readonly email: string;
  /** ISO 8601, in UTC. */
  readonly date: string;
}

/** A commit and what it changed, compared with its first parent. */
export interface ShownCommit extends Comparison {
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
  readonly parents: readonly string[];
  /** The first parent is not in the workspace, which was pushed or imported without it; nothing is compared then. */
  readonly cutOff: boolean;
}

/** Asks where lines of a file come from. */
export interface BlameRequest {
  readonly path: string;
  readonly ref?: string;
  /** 1-based, both included. */
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** Lines that follow one another and come from one commit. */
export interface BlamedRun {
  /** 1-based, both included. */
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly commit: string;
  /** First line in the file of that commit, and its path there. */
  readonly originLine: number;
  readonly originPath: string;
  /**
   * `exact`: that commit brought them. `boundary`: the workspace's history begins with it, older commits were not pushed. `unfinished`: it or
   * one before it, which was not looked at.
   */
  readonly certainty: 'exact' | 'boundary' | 'unfinished';
  /** The lines, without line ends, each cut to `LONGEST_BLAMED_LINE` characters. */
  readonly text: readonly string[];
}

/** Characters of a line that {@link BlamedRun} has. */
export const LONGEST_BLAMED_LINE = 160;

/** What is said of a commit that lines come from. */
export interface BlamedCommit {
  readonly commit: string;
  readonly author: string;
  /** The author's time, ISO 8601, in UTC. */
  readonly date: string;
  readonly subject: string;
}

/** Where lines come from. */
export interface BlameAnswer {
  readonly path: string;
  /** The commit that was read. */
  readonly commit: string;
  /** Lines of the whole file. */
  readonly lines: number;
  readonly runs: readonly BlamedRun[];
  readonly commits: readonly BlamedCommit[];
  readonly complete: boolean;
  readonly commitsRead: number;
}

/** What a workspace says of its commits. Methods throw `ToolFailure`. */
export interface CompareApi {
  compare(request: CompareRequest): Promise<RefComparison>;
  showCommit(request: ShowCommitRequest): Promise<ShownCommit>;
  patch(request: PatchRequest): Promise<Patch>;
  blame(request: BlameRequest): Promise<BlameAnswer>;
}
