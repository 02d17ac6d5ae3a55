/** Which commit a file comes from. */
import type { Commit, Oid } from './object.ts';
import type { Repository } from './repository.ts';

/** The commit that gave a path what it has. */
export interface LastChange {
  readonly oid: Oid;
  readonly commit: Commit;
  /** False when older commits were not looked at: the change is in {@link oid} or before. */
  readonly exact: boolean;
}

/** Walks from `start`, which has `path`, along parents that have the same there, over at most `most` commits. */
export function lastChange(repository: Repository, start: Oid, path: string, most: number): LastChange {
  const names = path.split('/');
  let oid = start;
  let commit = repository.commit(oid);
  for (let seen = 1; ; seen++) {
    const same = commit.parents.find(
      // What a shallow push left out is not there.
      (parent) => repository.has(parent) && sameAt(repository, commit, repository.commit(parent), names),
    );
    if (same === undefined) return { oid, commit, exact: commit.parents.every((parent) => repository.has(parent)) };
    if (seen === most) return { oid, commit, exact: false };
    oid = same;
    commit = repository.commit(oid);
  }
}

/** Whether two commits have the same at a path; folders that are the same are not looked into. */
function sameAt(repository: Repository, left: Commit, right: Commit, names: readonly string[]): boolean {
  let [ours, theirs] = [left.tree, right.tree];
  for (const name of names) {
    if (ours === theirs) return true;
    const mine = repository.entry(ours, name);
    const other = repository.entry(theirs, name);
    if (mine === undefined || other === undefined || mine.mode !== other.mode) return false;
    [ours, theirs] = [mine.oid, other.oid];
  }
  return ours === theirs;
}
