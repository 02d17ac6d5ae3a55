/** Files that are written or deleted without git: each call makes one commit. */

import { ToolFailure } from '../../lib/errors.ts';
import type { SqlDatabase } from '../../lib/sql.ts';
import { MODES, type Oid } from '../git/object.ts';
import { pathFault, quotedPath } from '../git/paths.ts';
import type { Repository } from '../git/repository.ts';
import type { PathConflict, PutFile } from '../git/write-tree.ts';
import { pathFilter } from '../path-filter.ts';
import { type BranchCommits, type Commitment, refuse, type Target } from './branch-commits.ts';
import { nearPaths } from './near-paths.ts';
import { matcherOf } from './patterns.ts';
import type { DeleteFilesRequest, FileSelection, PutFilesRequest } from './service.ts';

/** Files that a conflict names. */
const MOST_FAULTS = 20;

/** Writes and deletes files. Methods throw `ToolFailure`, and change nothing then. */
export class FileWriter {
  readonly #repository: Repository;
  readonly #database: SqlDatabase;
  readonly #commits: BranchCommits;

  constructor(repository: Repository, database: SqlDatabase, commits: BranchCommits) {
    this.#repository = repository;
    this.#database = database;
    this.#commits = commits;
  }

  /** Writes all files in one commit; `now` in milliseconds since 1970 is the commit's time. */
  put({ files, copiedFrom, deleteMissing, ...options }: PutFilesRequest, now: number): Commitment {
    const seen = new Set<string>();
    const faults = files.flatMap(({ path }): PathConflict[] => {
      const fault = seen.has(path) ? 'is given twice' : pathFault(path);
      seen.add(path);
      return fault === undefined ? [] : [{ path, fault }];
    });
    refuse(faults, files.length);
    return this.#database.transactionSync(() => {
      const target = this.#commits.targetOf({ ...options, ...(copiedFrom !== undefined && { copiedFrom }) });
      const changes = new Map<string, PutFile | 'delete'>();
      for (const { path, data, executable } of files) {
        const oid = this.#repository.objects.write({ type: 'blob', data });
        const mode = executable ? MODES.executable : MODES.file;
        changes.set(path, { oid, ...(executable !== undefined && { mode }) });
      }
      const base = copiedFrom === undefined ? undefined : this.#commits.commitOf(copiedFrom);
      for (const path of this.#selected(deleteMissing, base ?? target.parent))
        if (!changes.has(path)) changes.set(path, 'delete');
      if (base !== undefined) this.#keepChanges(changes, base, target);
      if (changes.size === 0 && target.parent === undefined)
        return { ...target, commit: undefined, committed: false, written: [], unchanged: [], deleted: [] };
      return this.#commits.commit(target, { changes, keep: true, message: options.message, now });
    });
  }

  /** Files of a commit that a selection means. */
  #selected(selection: FileSelection | undefined, commit: Oid | undefined): readonly string[] {
    if (selection === undefined || commit === undefined) return [];
    const { folder } = selection;
    const wants = pathFilter({ ...selection, fileTypes: [] });
    return Array.from(this.#repository.files(commit), ({ path }) => path).filter(
      (path) => path.startsWith(folder) && wants(path.slice(folder.length)),
    );
  }

  /** Leaves of `changes` those that change what `base` has. Throws when the branch has changed one of them since, too. */
  #keepChanges(changes: Map<string, PutFile | 'delete'>, base: Oid, { branch, parent }: Target): void {
    const faults: string[] = [];
    const at = (commit: Oid | undefined, path: string) =>
      commit === undefined ? undefined : this.#repository.entryAt(commit, path)?.oid;
    for (const [path, change] of changes) {
      const before = at(base, path);
      const wanted = change === 'delete' ? undefined : change.oid;
      const now = parent === base ? before : at(parent, path);
      if (wanted === before) changes.delete(path);
      else if (now !== before && now !== wanted) faults.push(path);
    }
    if (faults.length === 0) return;
    const shown = faults.slice(0, MOST_FAULTS).map(quotedPath);
    if (faults.length > MOST_FAULTS) shown.push(`and ${faults.length - MOST_FAULTS} more`);
    throw new ToolFailure({
      errorType: 'CONFLICT',
      message:
        `Nothing was changed: ${branch.replace('refs/heads/', '')} is at ${parent?.slice(0, 12) ?? 'no commit'}, and has changed since ` +
        `${base.slice(0, 12)} what this call changes, too: ${shown.join(', ')}.`,
      advice: `diff_refs with base ${base.slice(0, 12)} shows what changed; work it in and pass the branch's commit as copied_from, or commit to a new branch with from_ref ${base.slice(0, 12)}.`,
    });
  }

  /** Deletes what all the paths and patterns match, in one commit; nothing when one of them matches no file. */
  delete({ paths, dryRun = false, ...options }: DeleteFilesRequest, now: number): Commitment {
    const target = this.#commits.targetOf(options);
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
    return this.#database.transactionSync(() =>
      this.#commits.commit(target, { changes, keep: true, message: options.message, now }),
    );
  }
}

function guess(pattern: string, files: readonly string[]): string {
  const near = nearPaths(pattern, files);
  return near.length === 0 ? '' : `; did you mean ${near.map(quotedPath).join(', ')}`;
}
