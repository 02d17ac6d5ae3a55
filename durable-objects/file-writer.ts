/** Commits made by the workspace itself, of files that were written or deleted without git. */
import { nearPaths } from '../src/context/files/near-paths.ts';
import { matcherOf } from '../src/context/files/patterns.ts';
import type { CommitOptions, DeleteFilesRequest, PutFilesRequest } from '../src/context/files/service.ts';
import { type CommitOutcome, commitChanges } from '../src/git/commit-changes.ts';
import { MODES, type Oid } from '../src/git/object.ts';
import { pathFault, shownPath } from '../src/git/paths.ts';
import { refNameFault } from '../src/git/ref-name.ts';
import type { Repository } from '../src/git/repository.ts';
import type { PathConflict, PutFile, TreeChanges } from '../src/git/write-tree.ts';
import { ToolFailure } from '../src/lib/errors.ts';
import type { SqlDatabase } from '../src/lib/sql.ts';

/** Faults that an error lists. */
const MOST_FAULTS = 20;
/** Files that a commit's message names. */
const MOST_NAMED = 20;
/** Who makes these commits: the caller is known by a key only. */
const AUTHOR = { name: 'Lemma', email: 'lemma@localhost', zone: '+0000' } as const;
const BRANCHES = 'refs/heads/';

/** What a call did to a branch. */
export interface Commitment {
  /** Tip of the branch after the call; undefined when it has none. */
  readonly commit: Oid | undefined;
  /** Tip before the call. */
  readonly parent: Oid | undefined;
  /** In full. */
  readonly branch: string;
  readonly committed: boolean;
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly deleted: readonly string[];
}

/** Where a commit goes. */
interface Target {
  /** In full. */
  readonly branch: string;
  /** What the new commit stands on. */
  readonly parent: Oid | undefined;
}

/** Writes and deletes files. Methods throw `ToolFailure`, and change nothing then. */
export class FileWriter {
  readonly #repository: Repository;
  readonly #database: SqlDatabase;

  constructor(repository: Repository, database: SqlDatabase) {
    this.#repository = repository;
    this.#database = database;
  }

  /** Writes all files in one commit; `now` in milliseconds since 1970 is the commit's time. */
  put({ files, ...options }: PutFilesRequest, now: number): Commitment {
    const seen = new Set<string>();
    const faults = files.flatMap(({ path }): PathConflict[] => {
      const fault = seen.has(path) ? 'is given twice' : pathFault(path);
      seen.add(path);
      return fault === undefined ? [] : [{ path, fault }];
    });
    refuse(faults, files.length);
    return this.#database.transactionSync(() => {
      const target = this.#targetOf(options);
      const changes = new Map<string, PutFile>();
      for (const { path, data, executable } of files) {
        const oid = this.#repository.objects.write({ type: 'blob', data });
        const mode = executable ? MODES.executable : MODES.file;
        changes.set(path, { oid, ...(executable !== undefined && { mode }) });
      }
      return this.#commit(target, changes, options.message, now);
    });
  }

  /** Deletes what all the paths and patterns match, in one commit; nothing when one of them matches no file. */
  delete({ paths, dryRun = false, ...options }: DeleteFilesRequest, now: number): Commitment {
    const target = this.#targetOf(options);
    const { branch, parent } = target;
    const files = parent === undefined ? [] : Array.from(this.#repository.files(parent), ({ path }) => path);
    const deleted = new Set<string>();
    const faults: PathConflict[] = [];
    for (const pattern of paths) {
      const matches = matcherOf(pattern);
      const matched = files.includes(pattern) ? [pattern] : files.filter(matches);
      if (matched.length === 0) faults.push({ path: pattern, fault: `matches no file${guess(pattern, files)}` });
      for (const path of matched) deleted.add(path);
    }
    refuse(faults, paths.length);
    const changes = new Map([...deleted].sort().map((path) => [path, 'delete'] as const));
    if (dryRun) {
      const list = [...changes.keys()];
      return { commit: parent, parent, branch, committed: false, written: [], unchanged: [], deleted: list };
    }
    return this.#database.transactionSync(() => this.#commit(target, changes, options.message, now));
  }

  #targetOf({ branch: given, expectedCommit }: CommitOptions): Target {
    const { refs } = this.#repository;
    const branch = given === undefined ? refs.head : BRANCHES + given.replace(BRANCHES, '');
    const fault = refNameFault(branch.slice(BRANCHES.length));
    if (fault !== undefined) {
      throw new ToolFailure({
        errorType: 'INVALID_INPUT',
        message: `The branch name ${shownPath(given ?? branch)} ${fault}.`,
        advice: "Use a name that git accepts, such as 'main' or 'fix/parser'.",
      });
    }
    const tip = refs.get(branch);
    if (expectedCommit !== undefined && !(tip ?? '').startsWith(expectedCommit.toLowerCase())) {
      throw new ToolFailure({
        errorType: 'CONFLICT',
        message: `${given ?? 'The branch'} is at ${tip ?? 'no commit'}, not at the expected ${shownPath(expectedCommit)}.`,
        advice: 'Read the files again, and repeat the call with that commit as expected_commit.',
      });
    }
    return { branch, parent: tip ?? this.#repository.resolve(refs.head) };
  }

  #commit({ branch, parent }: Target, changes: TreeChanges, message: string | undefined, now: number): Commitment {
    const before = new Map<string, string | undefined>();
    for (const path of changes.keys()) {
      const entry = parent === undefined ? undefined : this.#repository.entryAt(parent, path);
      before.set(path, entry && `${entry.mode} ${entry.oid}`);
    }
    const outcome = commitChanges(this.#repository, {
      branch,
      parent,
      keep: true,
      changes,
      message: messageOf(message, changes),
      by: { ...AUTHOR, seconds: Math.floor(now / 1000) },
    });
    const commit = this.#commitOf(outcome, changes.size);
    const written: string[] = [];
    const unchanged: string[] = [];
    const deleted: string[] = [];
    for (const path of [...changes.keys()].sort()) {
      const entry = this.#repository.entryAt(commit, path);
      if (entry === undefined) deleted.push(path);
      else if (`${entry.mode} ${entry.oid}` === before.get(path)) unchanged.push(path);
      else written.push(path);
    }
    return { commit, parent, branch, committed: outcome.kind === 'committed', written, unchanged, deleted };
  }

  #commitOf(outcome: CommitOutcome, given: number): Oid {
    if (outcome.kind !== 'conflicts') return outcome.commit;
    throw refusal(outcome.conflicts, given);
  }
}

function messageOf(message: string | undefined, changes: TreeChanges): string {
  const text = message?.replaceAll('\0', '').trim() ?? '';
  if (text !== '') return `${text}\n`;
  const paths = [...changes.keys()].sort();
  const verb = [...changes.values()].every((change) => change === 'delete') ? 'Delete' : 'Write';
  const [only] = paths;
  if (only !== undefined && paths.length === 1) return `${verb} ${only}\n`;
  const named = paths.slice(0, MOST_NAMED).map((path) => `- ${path}`);
  if (paths.length > MOST_NAMED) named.push(`- and ${paths.length - MOST_NAMED} more`);
  return `${verb} ${paths.length} files\n\n${named.join('\n')}\n`;
}

function guess(pattern: string, files: readonly string[]): string {
  const near = nearPaths(pattern, files);
  return near.length === 0 ? '' : `; did you mean ${near.map((path) => `'${path}'`).join(', ')}`;
}

function refuse(faults: readonly PathConflict[], given: number): void {
  if (faults.length > 0) throw refusal(faults, given);
}

function refusal(faults: readonly PathConflict[], given: number): ToolFailure {
  const sorted = [...faults].sort((left, right) => (left.path < right.path ? -1 : 1));
  const listed = sorted.slice(0, MOST_FAULTS).map(({ path, fault }) => `${shownPath(path)} ${fault}`);
  if (faults.length > MOST_FAULTS) listed.push(`and ${faults.length - MOST_FAULTS} more`);
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `Nothing was changed, since ${faults.length} of ${given} paths cannot be used: ${listed.join('; ')}.`,
    advice: 'Correct them and send the call again. Paths go from the root of the repository, with slashes.',
  });
}
