/** Folders and files of a commit. */

import { ToolFailure } from '../../lib/errors.ts';
import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';
import { type Language, languageOf } from '../../syntax/api.ts';
import { MODES, type Oid } from '../git/object.ts';
import { quotedPath } from '../git/paths.ts';
import type { Repository } from '../git/repository.ts';
import { pathFilter } from '../path-filter.ts';
import type { FileReader } from './file-reader.ts';
import type { FileListing, ListedEntry, ListFilesRequest } from './listing.ts';

/** Files of one list: more are not looked at. */
const MOST_FILES = 200_000;
/** Units of work for a folder, an entry of it, and a size. */
const FOLDER_UNITS = 40;
const ENTRY_UNITS = 1;
const SIZE_UNITS = 3;
/** Sizes that are asked for at once. */
const SIZES_AT_ONCE = 2000;

interface File {
  readonly path: string;
  readonly mode: string;
  readonly oid: Oid;
  size: number;
}

/** A folder and what is wanted in it. */
interface Folder {
  readonly path: string;
  readonly folders: Map<string, Folder>;
  readonly files: File[];
  count: number;
  size: number;
}

/** Throws `ToolFailure` for a revision, folder or pattern that cannot be used. */
export function* listFiles(
  repository: Repository,
  reader: FileReader,
  request: ListFilesRequest,
  work: WorkBudget,
): Steps<FileListing> {
  const wants = pathFilter(request);
  const commit = reader.commitOf(request.ref);
  const start = folderAt(repository, reader, commit, request.folder);
  const { files, complete } = yield* filesBelow(repository, start, wants, work);
  for (let at = 0; at < files.length; at += SIZES_AT_ONCE) {
    const some = files.slice(at, at + SIZES_AT_ONCE);
    const sizes = repository.objects.sizesOf(some.map(({ oid }) => oid));
    for (const file of some) file.size = sizes.get(file.oid) ?? 0;
    work.spend(some.length * SIZE_UNITS);
    yield;
  }
  const { depth } = request;
  const all = depth === undefined ? files.sort(byPath).map(toEntry) : entriesOf(treeOf(start.path, files), depth);
  return {
    commit,
    entries: all.slice(request.offset, request.offset + request.limit),
    totalEntries: all.length,
    totalFiles: files.length,
    totalSize: files.reduce((sum, { size }) => sum + size, 0),
    languages: languagesOf(files),
    complete,
  };
}

/** The folder that is meant; its path is empty or ends with a slash. */
function folderAt(repository: Repository, reader: FileReader, commit: Oid, given: string) {
  const path = given.replace(/^(?:\.?\/)+|^\.$/, '').replace(/(?<!\/)\/+$/, '');
  if (path === '') return { path, tree: repository.commit(commit).tree };
  const entry = repository.entryAt(commit, path);
  if (entry === undefined) throw reader.notFound(commit, path);
  if (entry.mode === MODES.tree) return { path: `${path}/`, tree: entry.oid };
  throw new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `${quotedPath(path)} is a file, not a folder.`,
    advice: 'get_file reads it; leave path out to list the whole repository.',
  });
}

function* filesBelow(
  repository: Repository,
  start: { readonly path: string; readonly tree: Oid },
  wants: (path: string) => boolean,
  work: WorkBudget,
): Steps<{ readonly files: File[]; readonly complete: boolean }> {
  const files: File[] = [];
  const waiting = [start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (work.isSpent || files.length >= MOST_FILES) return { files, complete: false };
    const entries = repository.tree(next.tree);
    for (const { mode, name, oid } of entries) {
      const path = next.path + name;
      if (mode === MODES.tree) waiting.push({ path: `${path}/`, tree: oid });
      else if (wants(path)) files.push({ path, mode, oid, size: 0 });
    }
    work.spend(FOLDER_UNITS + entries.length * ENTRY_UNITS);
    yield;
  }
  return { files, complete: true };
}

function treeOf(path: string, files: readonly File[]): Folder {
  const root: Folder = { path, folders: new Map(), files: [], count: 0, size: 0 };
  for (const file of files) {
    let folder = root;
    for (const name of file.path.slice(path.length).split('/').slice(0, -1)) {
      folder.count++;
      folder.size += file.size;
      let inner = folder.folders.get(name);
      if (inner === undefined) {
        inner = { path: `${folder.path}${name}/`, folders: new Map(), files: [], count: 0, size: 0 };
        folder.folders.set(name, inner);
      }
      folder = inner;
    }
    folder.count++;
    folder.size += file.size;
    folder.files.push(file);
  }
  return root;
}

/** What is in a folder, `depth` levels of it. */
function entriesOf(folder: Folder, depth: number): readonly ListedEntry[] {
  const folders = [...folder.folders.values()].sort(byPath).flatMap((inner): readonly ListedEntry[] => {
    const entry = { kind: 'folder', path: inner.path, files: inner.count, size: inner.size } as const;
    return depth <= 1
      ? [{ ...entry, collapsed: true }]
      : [{ ...entry, collapsed: false }, ...entriesOf(inner, depth - 1)];
  });
  return [...folders, ...[...folder.files].sort(byPath).map(toEntry)];
}

function toEntry({ path, mode, size }: File): ListedEntry {
  switch (mode) {
    case MODES.symlink:
      return { kind: 'symlink', path, size };
    case MODES.submodule:
      return { kind: 'submodule', path, size: 0 };
    default:
      return { kind: mode === MODES.executable ? 'executable' : 'file', path, size, language: languageByName(path) };
  }
}

function languageByName(path: string): Language {
  return languageOf({ path, text: '' });
}

function languagesOf(files: readonly File[]): FileListing['languages'] {
  const counts = new Map<Language, number>();
  for (const { path, mode } of files) {
    if (mode === MODES.symlink || mode === MODES.submodule) continue;
    const language = languageByName(path);
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts]
    .map(([language, count]) => ({ language, files: count }))
    .sort((left, right) => right.files - left.files || (left.language < right.language ? -1 : 1));
}

function byPath(left: { readonly path: string }, right: { readonly path: string }): number {
  return left.path < right.path ? -1 : 1;
}
