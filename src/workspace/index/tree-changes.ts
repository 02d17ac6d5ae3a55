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
  | { readonly kind: 'gone'; readonly path: string; readonly old: string }
  /** `old` is the content that was at the path, if that was no folder. */
  | {
      readonly kind: 'here';
      readonly path: string;
      readonly mode: string;
      readonly oid: string;
      readonly old: string | undefined;
    };

/** Entries of the folders of both sides that are looked at: twice what a push may have, so that all that it brings is found. */
const MOST_ENTRIES = 400_000;

/** How many entries of folders may still be looked at. */
export interface EntryBudget {
  entries: number;
}

/** There are more changes than are looked at. */
export class TooManyChanges extends Error {
  override readonly name = 'TooManyChanges';
}

/** A folder that differs. */
interface ChangedFolder {
  readonly kind: 'folder';
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Empty, or ends with a slash. */
  readonly folder: string;
}

/**
 * The changes that make the tree `to` of the tree `from`; undefined stands for an empty one. Throws {@link TooManyChanges} for trees that no
 * push brings any more.
 */
export function* treeChanges(
  source: CommitSource,
  from: string | undefined,
  to: string | undefined,
  budget: EntryBudget = { entries: MOST_ENTRIES },
): Generator<Change> {
  const counted: Pick<CommitSource, 'tree'> = {
    tree(oid) {
      const entries = source.tree(oid);
      budget.entries -= 1 + entries.length;
      if (budget.entries < 0) throw new TooManyChanges('More entries of folders differ than are looked at.');
      return entries;
    },
  };
  const folders = [folderChanges(counted, { kind: 'folder', from, to, folder: '' })];
  for (let folder = folders.at(-1); folder !== undefined; folder = folders.at(-1)) {
    const { done, value } = folder.next();
    if (done) folders.pop();
    else if (value.kind === 'folder') folders.push(folderChanges(counted, value));
    else yield value;
  }
}

/** What differs in one folder; what differs in a folder of it is left to the caller. */
function* folderChanges(
  source: Pick<CommitSource, 'tree'>,
  { from, to, folder }: ChangedFolder,
): Generator<Change | ChangedFolder, void> {
  if (from === to) return;
  const before = new Map(from === undefined ? [] : source.tree(from).map((entry) => [entry.name, entry]));
  for (const entry of to === undefined ? [] : source.tree(to)) {
    const old = before.get(entry.name);
    before.delete(entry.name);
    const path = folder + entry.name;
    if (entry.mode === ENTRY_MODES.tree) {
      if (old !== undefined && old.mode !== ENTRY_MODES.tree) yield { kind: 'gone', path, old: old.oid };
      yield { kind: 'folder', from: treeOf(old), to: entry.oid, folder: `${path}/` };
      continue;
    }
    if (treeOf(old) !== undefined) yield { kind: 'folder', from: treeOf(old), to: undefined, folder: `${path}/` };
    if (old?.oid !== entry.oid || old.mode !== entry.mode) {
      const { mode, oid } = entry;
      yield { kind: 'here', path, mode, oid, old: treeOf(old) === undefined ? old?.oid : undefined };
    }
  }
  for (const old of before.values()) {
    const path = folder + old.name;
    if (old.mode === ENTRY_MODES.tree) yield { kind: 'folder', from: old.oid, to: undefined, folder: `${path}/` };
    else yield { kind: 'gone', path, old: old.oid };
  }
}

function treeOf(entry: Entry | undefined): string | undefined {
  return entry?.mode === ENTRY_MODES.tree ? entry.oid : undefined;
}
