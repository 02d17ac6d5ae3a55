/** What differs between the files of two commits: folders that are equal are not looked into. */

/** One entry of a tree, as git has it. */
export interface Entry {
  /** Octal digits. */
  readonly mode: string;
  readonly name: string;
  readonly oid: string;
}

/** Where commits, folders and contents are read; a git repository is one. */
export interface CommitSource {
  /** Throws when there is none of that id. */
  commit(oid: string): { readonly tree: string };
  /** Throws when there is none of that id. */
  tree(oid: string): readonly Entry[];
  /** A blob's bytes; undefined when there is none of that id. */
  blob(oid: string): Uint8Array | undefined;
  /** Bytes of a blob; undefined when there is none of that id. Does not read it. */
  blobSize(oid: string): number | undefined;
}

/** Modes of entries that are no files to read. */
export const ENTRY_MODES = { tree: '40000', symlink: '120000', submodule: '160000' } as const;

/** A path whose content, or existence, is another one than before. */
export type Change =
  | { readonly kind: 'gone'; readonly path: string }
  | { readonly kind: 'here'; readonly path: string; readonly mode: string; readonly oid: string };

/** The changes that make the tree `to` of the tree `from`; undefined stands for an empty one. */
export function* treeChanges(
  source: CommitSource,
  from: string | undefined,
  to: string | undefined,
  folder = '',
): Generator<Change> {
  if (from === to) return;
  const before = new Map(from === undefined ? [] : source.tree(from).map((entry) => [entry.name, entry]));
  for (const entry of to === undefined ? [] : source.tree(to)) {
    const old = before.get(entry.name);
    before.delete(entry.name);
    const path = folder + entry.name;
    if (entry.mode === ENTRY_MODES.tree) {
      if (old !== undefined && old.mode !== ENTRY_MODES.tree) yield { kind: 'gone', path };
      yield* treeChanges(source, treeOf(old), entry.oid, `${path}/`);
      continue;
    }
    if (treeOf(old) !== undefined) yield* treeChanges(source, treeOf(old), undefined, `${path}/`);
    if (old?.oid !== entry.oid || old.mode !== entry.mode) {
      yield { kind: 'here', path, mode: entry.mode, oid: entry.oid };
    }
  }
  for (const old of before.values()) {
    const path = folder + old.name;
    if (old.mode === ENTRY_MODES.tree) yield* treeChanges(source, old.oid, undefined, `${path}/`);
    else yield { kind: 'gone', path };
  }
}

function treeOf(entry: Entry | undefined): string | undefined {
  return entry?.mode === ENTRY_MODES.tree ? entry.oid : undefined;
}
