/** Commits made of plain files, for tests of what reads repositories. */
import { encodeCommit, encodeTree, MODES, type Oid, type TreeEntry } from '../src/workspace/git/object.ts';
import type { Repository } from '../src/workspace/git/repository.ts';

const AUTHOR = { name: 'A', email: 'a@example.org', seconds: 1_700_000_000, zone: '+0100' };

/** What a file is made of; a string is its text. `link` is a symbolic link's target, `submodule` a commit's id. */
export type FileContent = string | Uint8Array | { readonly link: string } | { readonly submodule: Oid };

/** Writes a commit of `files` by path and points `branch` at it. */
export function commitFiles(
  repository: Repository,
  files: Readonly<Record<string, FileContent>>,
  branch = 'refs/heads/main',
): Oid {
  const parent = repository.refs.get(branch);
  const tree = writeTree(repository, Object.entries(files));
  const message = `${Object.keys(files).length} files\n`;
  const parents = parent === undefined ? [] : [parent];
  const data = encodeCommit({ tree, parents, author: AUTHOR, committer: AUTHOR, message });
  const commit = repository.objects.write({ type: 'commit', data });
  repository.refs.update(branch, parent, commit);
  return commit;
}

function writeTree(repository: Repository, files: readonly (readonly [string, FileContent])[]): Oid {
  const folders = new Map<string, [string, FileContent][]>();
  const entries: TreeEntry[] = [];
  for (const [path, content] of files) {
    const slash = path.indexOf('/');
    if (slash < 0) {
      entries.push({ name: path, ...writeFile(repository, content) });
      continue;
    }
    const folder = path.slice(0, slash);
    const inside = folders.get(folder) ?? [];
    inside.push([path.slice(slash + 1), content]);
    folders.set(folder, inside);
  }
  for (const [name, inside] of folders) {
    entries.push({ mode: MODES.tree, name, oid: writeTree(repository, inside) });
  }
  return repository.objects.write({ type: 'tree', data: encodeTree(entries) });
}

function writeFile(repository: Repository, content: FileContent): { readonly mode: string; readonly oid: Oid } {
  if (typeof content === 'string') return writeFile(repository, new TextEncoder().encode(content));
  if (content instanceof Uint8Array) {
    return { mode: MODES.file, oid: repository.objects.write({ type: 'blob', data: content }) };
  }
  if ('submodule' in content) return { mode: MODES.submodule, oid: content.submodule };
  const data = new TextEncoder().encode(content.link);
  return { mode: MODES.symlink, oid: repository.objects.write({ type: 'blob', data }) };
}
