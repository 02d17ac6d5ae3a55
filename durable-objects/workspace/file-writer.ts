/** Files that are written or deleted without git: each call makes one commit. */

import { MODES } from '../../src/git/object.ts';
import { pathFault } from '../../src/git/paths.ts';
import type { Repository } from '../../src/git/repository.ts';
import type { PathConflict, PutFile } from '../../src/git/write-tree.ts';
import type { SqlDatabase } from '../../src/lib/sql.ts';
import { nearPaths } from '../../src/workspace/files/near-paths.ts';
import { matcherOf } from '../../src/workspace/files/patterns.ts';
import type { DeleteFilesRequest, PutFilesRequest } from '../../src/workspace/files/service.ts';
import { BranchCommits, type Commitment, refuse } from './branch-commits.ts';

/** Writes and deletes files. Methods throw `ToolFailure`, and change nothing then. */
export class FileWriter {
  readonly #repository: Repository;
  readonly #database: SqlDatabase;
  readonly #commits: BranchCommits;

  constructor(repository: Repository, database: SqlDatabase) {
    this.#repository = repository;
    this.#database = database;
    this.#commits = new BranchCommits(repository);
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
      const target = this.#commits.targetOf(options);
      const changes = new Map<string, PutFile>();
      for (const { path, data, executable } of files) {
        const oid = this.#repository.objects.write({ type: 'blob', data });
        const mode = executable ? MODES.executable : MODES.file;
        changes.set(path, { oid, ...(executable !== undefined && { mode }) });
      }
      return this.#commits.commit(target, { changes, keep: true, message: options.message, now });
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
  return near.length === 0 ? '' : `; did you mean ${near.map((path) => `'${path}'`).join(', ')}`;
}
