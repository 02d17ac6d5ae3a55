/** Every file of a commit, for a reader that opens them one by one. */

import { ToolFailure } from '../../lib/errors.ts';
import { MODES, type Oid } from '../git/object.ts';
import type { Repository, RepositoryFile } from '../git/repository.ts';
import { type FileTree, MOST_TREE_FILES, type TreeFile } from './service.ts';

/** Bytes of a symbolic link's target, as systems have it. */
const LONGEST_TARGET = 4096;

/** Throws `ToolFailure` when there are more than `MOST_TREE_FILES`. */
export function fileTree(repository: Repository, commit: Oid): FileTree {
  const found: RepositoryFile[] = [];
  for (const file of repository.files(commit)) {
    if (file.mode === MODES.submodule) continue;
    if (found.length === MOST_TREE_FILES) throw tooMany(commit);
    found.push(file);
  }
  const sizes = repository.objects.sizesOf(found.map(({ oid }) => oid));
  const files = found.map(({ path, mode, oid }): TreeFile => {
    const size = sizes.get(oid) ?? 0;
    return { path, blob: oid, size, ...(mode === MODES.symlink && { target: targetOf(repository, oid, size) }) };
  });
  return { commit, files };
}

function targetOf(repository: Repository, oid: Oid, size: number): string {
  return size > LONGEST_TARGET ? '' : new TextDecoder().decode(repository.blob(oid));
}

function tooMany(commit: Oid): ToolFailure {
  return new ToolFailure({
    errorType: 'ValueError',
    message: `Commit ${commit.slice(0, 12)} has more than ${MOST_TREE_FILES} files, which cannot be mounted.`,
    advice: 'Push the part that is needed to a workspace of its own.',
  });
}
