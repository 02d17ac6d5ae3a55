/** New trees of old ones: some files put, some taken away, every folder that did not change as it was. */
import { encodeTree, MODES, type Oid, type TreeEntry } from './object.ts';
import { foldName } from './paths.ts';
import type { Repository } from './repository.ts';

/** A file to put at a path; without a mode it keeps that of the file it replaces. */
export interface PutFile {
  readonly oid: Oid;
  readonly mode?: typeof MODES.file | typeof MODES.executable | typeof MODES.symlink;
}

/** What becomes of files, by path: put, or taken away. A path that is not there is taken away without a word. */
export type TreeChanges = ReadonlyMap<string, PutFile | 'delete'>;

/** Why a path cannot be put, as the end of a sentence that starts with it. */
export interface PathConflict {
  readonly path: string;
  readonly fault: string;
}

/** The changed tree, undefined when it has no file left; or everything that is in the way. */
export type WrittenTree =
  | { readonly kind: 'written'; readonly tree: Oid | undefined }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly PathConflict[] };

/** Changes below one folder. */
type Folder = Map<string, PutFile | 'delete' | Folder>;

/** Writes the trees that `changes` make of `base` (undefined: of nothing). Trees may have been written when there are conflicts. */
export function writeTree(repository: Repository, base: Oid | undefined, changes: TreeChanges): WrittenTree {
  const writer = new TreeWriter(repository);
  const tree = writer.write(base, writer.nest(changes), '');
  const { conflicts } = writer;
  return conflicts.length > 0 ? { kind: 'conflicts', conflicts } : { kind: 'written', tree };
}

class TreeWriter {
  readonly conflicts: PathConflict[] = [];
  readonly #repository: Repository;

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  /** The changes as folders in folders. */
  nest(changes: TreeChanges): Folder {
    const root: Folder = new Map();
    // Shorter paths come first, so that a file is there before what would lie in it.
    for (const [path, change] of [...changes].sort(([left], [right]) => (left < right ? -1 : 1))) {
      const names = path.split('/');
      const last = names.pop() ?? '';
      let folder: Folder | undefined = root;
      for (const [depth, name] of names.entries()) {
        const inner: PutFile | 'delete' | Folder = folder.get(name) ?? new Map();
        if (!(inner instanceof Map)) {
          this.#conflict(path, `needs a folder '${names.slice(0, depth + 1).join('/')}', which this call makes a file`);
          folder = undefined;
          break;
        }
        folder.set(name, inner);
        folder = inner;
      }
      folder?.set(last, change);
    }
    return root;
  }

  write(base: Oid | undefined, changes: Folder, prefix: string): Oid | undefined {
    const old = base === undefined ? [] : this.#repository.tree(base);
    const entries = new Map(old.map((entry) => [entry.name, entry]));
    for (const [name, change] of changes) {
      const entry = entries.get(name);
      if (change === 'delete') entries.delete(name);
      else if (change instanceof Map) this.#putFolder(entries, entry, name, change, prefix);
      else this.#putFile(entries, entry, name, change, prefix);
    }
    this.#checkNames(new Set(old.map(({ name }) => name)), entries, prefix);
    if (entries.size === 0) return undefined;
    return this.#repository.objects.write({ type: 'tree', data: encodeTree([...entries.values()]) });
  }

  #putFolder(
    entries: Map<string, TreeEntry>,
    entry: TreeEntry | undefined,
    name: string,
    changes: Folder,
    prefix: string,
  ): void {
    if (entry !== undefined && entry.mode !== MODES.tree) {
      for (const path of pathsPut(changes, `${prefix}${name}/`))
        this.#conflict(path, `needs a folder '${prefix}${name}', which is a ${kindOf(entry.mode)}; delete that first`);
      return;
    }
    const oid = this.write(entry?.oid, changes, `${prefix}${name}/`);
    if (oid === undefined) entries.delete(name);
    else entries.set(name, { mode: MODES.tree, name, oid });
  }

  #putFile(
    entries: Map<string, TreeEntry>,
    entry: TreeEntry | undefined,
    name: string,
    { oid, mode }: PutFile,
    prefix: string,
  ): void {
    if (entry?.mode === MODES.tree || entry?.mode === MODES.submodule)
      return this.#conflict(prefix + name, `is a ${kindOf(entry.mode)}; delete it first`);
    const kept = entry?.mode === MODES.executable ? MODES.executable : MODES.file;
    entries.set(name, { mode: mode ?? kept, name, oid });
  }

  /** New names must not be taken for another one. Old ones may: they came by a push, and are not this call's doing. */
  #checkNames(old: ReadonlySet<string>, entries: ReadonlyMap<string, TreeEntry>, prefix: string): void {
    const names = [...entries.keys()];
    const added = names.filter((name) => !old.has(name));
    if (added.length === 0) return;
    const taken = new Map(names.filter((name) => old.has(name)).map((name) => [foldName(name), name]));
    for (const name of added) {
      const fold = foldName(name);
      const other = taken.get(fold);
      if (other === undefined) taken.set(fold, name);
      else this.#conflict(prefix + name, `differs from '${prefix}${other}' only in case or Unicode normal form`);
    }
  }

  #conflict(path: string, fault: string): void {
    this.conflicts.push({ path, fault });
  }
}

function* pathsPut(folder: Folder, prefix: string): Generator<string> {
  for (const [name, change] of folder) {
    if (change instanceof Map) yield* pathsPut(change, `${prefix}${name}/`);
    else if (change !== 'delete') yield prefix + name;
  }
}

/** What an entry of a tree is, in a word. */
export function kindOf(mode: string): 'folder' | 'symbolic link' | 'submodule' | 'file' {
  switch (mode) {
    case MODES.tree:
      return 'folder';
    case MODES.symlink:
      return 'symbolic link';
    case MODES.submodule:
      return 'submodule';
    default:
      return 'file';
  }
}
