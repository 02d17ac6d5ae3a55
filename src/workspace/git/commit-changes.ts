/** Commits made here: a branch's tip, changed at some paths, becomes its new tip. */
import { encodeCommit, encodeTree, type Oid, type Signature } from './object.ts';
import type { Repository } from './repository.ts';
import { type PathConflict, type TreeChanges, writeTree } from './write-tree.ts';

/** A commit to make. */
export interface CommitRequest {
  /** In full, such as `refs/heads/main`; it need not exist. */
  readonly branch: string;
  /** What the new commit stands on; undefined for a first commit. */
  readonly parent: Oid | undefined;
  /** Whether files of the parent that `changes` does not name stay. */
  readonly keep: boolean;
  readonly changes: TreeChanges;
  readonly message: string;
  /** Author and committer. */
  readonly by: Signature;
}

/** What came of it. */
export type CommitOutcome =
  | { readonly kind: 'committed'; readonly commit: Oid }
  /** The parent has these files already, so nothing was written. */
  | { readonly kind: 'unchanged'; readonly commit: Oid }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly PathConflict[] };

/**
 * Writes the commit and points the branch at it. Throws when the branch moved since its tip was read, which cannot be where
 * nothing was awaited in between. Run it in a transaction: objects may have been written when there are conflicts.
 */
export function commitChanges(repository: Repository, request: CommitRequest): CommitOutcome {
  const { branch, parent, keep, changes, message, by } = request;
  const before = parent === undefined ? undefined : repository.commit(parent).tree;
  const written = writeTree(repository, keep ? before : undefined, changes);
  if (written.kind === 'conflicts') return written;
  const tree = written.tree ?? repository.objects.write({ type: 'tree', data: encodeTree([]) });
  const tip = repository.refs.get(branch);
  if (parent !== undefined && tree === before) {
    if (tip === undefined) repository.refs.update(branch, undefined, parent);
    return { kind: 'unchanged', commit: parent };
  }
  const data = encodeCommit({
    tree,
    parents: parent === undefined ? [] : [parent],
    author: by,
    committer: by,
    message,
  });
  const commit = repository.objects.write({ type: 'commit', data });
  if (!repository.refs.update(branch, tip, commit)) throw new Error(`${branch} moved while a commit was made on it`);
  return { kind: 'committed', commit };
}
