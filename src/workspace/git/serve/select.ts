/** Which objects a pack has: those that commits need beyond what the client is known to have. */
import { toHex } from '../bytes.ts';
import { BadObject, type Oid } from '../object.ts';
import type { EntrySource, ObjectStore } from '../object-store.ts';
import { Bitmap } from './bitmap.ts';
import type { CommitNode } from './commit-graph.ts';
import type { Difference } from './history.ts';
import type { ObjectIds } from './object-ids.ts';
import { folderNames, scanChanges, scanTree } from './tree-scan.ts';

const OID_BYTES = 20;
const NO_ENTRIES = new Uint8Array();

/** Rows of objects. */
export interface Selection {
  /** To be sent. */
  readonly selected: Bitmap;
  /** Some that the client has, on which deltas can be. */
  readonly known: Bitmap;
}

/** What to select. */
export interface SelectRequest extends Difference {
  /** Further objects, each by itself; trees with what is in them. */
  readonly objects: readonly Oid[];
  /** Whether the blobs of trees are wanted. */
  readonly blobs: boolean;
}

/** Selects objects of one repository. */
export class Selector {
  readonly #objects: ObjectStore;
  readonly #rows: EntrySource;
  readonly #ids: ObjectIds;

  /** `rows` brings what is read. */
  constructor(objects: ObjectStore, rows: EntrySource, ids: ObjectIds) {
    this.#objects = objects;
    this.#rows = rows;
    this.#ids = ids;
  }

  /**
   * The objects of `request`. `known` are rows that the client has, with all that they need; it is added to. As git's own
   * sparse walk, it compares folders with those at the same path of the edges: a folder that was moved is sent again.
   * Yields the number of objects selected. Throws `BadObject` for an object that is missing.
   */
  *select(request: SelectRequest, known: Bitmap): Generator<number, Selection> {
    const { commits, edges, objects, blobs } = request;
    const selection = { selected: new Bitmap(this.#ids.largest), known };
    if (edges.length > 0) this.#markKnown(this.#treesOf(commits), this.#treesOf(edges), known);
    let before: number | undefined;
    for (const commit of commits) {
      if (!known.has(commit.row)) selection.selected.add(commit.row);
      const tree = this.#rowOf(commit.tree);
      yield* this.#addTree(tree, selection, blobs, before);
      before = tree;
    }
    for (const oid of objects) {
      const row = this.#rowOf(oid);
      if (this.#objects.factsAt(row).type === 'tree') yield* this.#addTree(row, selection, blobs);
      else selection.selected.add(row);
    }
    return selection;
  }

  /**
   * Adds a tree and what is in it. All of the tree `before` is selected or known: what is the same in both is passed over, which
   * is nearly everything between two commits.
   */
  *#addTree(root: number, selection: Selection, blobs: boolean, before?: number): Generator<number> {
    const { selected, known } = selection;
    const waiting: { readonly row: number; readonly before: number | undefined }[] = [{ row: root, before }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (known.has(next.row) || !selected.add(next.row)) continue;
      const data = this.#dataAt(next.row);
      const old = next.before === undefined ? NO_ENTRIES : this.#dataAt(next.before);
      const { folders, files, counterparts } = scanChanges(data, old);
      for (const [index, row] of this.#found(data, folders).entries()) {
        if (selected.has(row) || known.has(row)) continue;
        const counterpart = counterparts[index];
        const [oldRow] = counterpart === undefined ? [] : this.#found(old, [counterpart]);
        waiting.push({ row, before: oldRow });
      }
      if (blobs) {
        for (const file of this.#found(data, files)) if (!known.has(file)) selected.add(file);
      }
      yield selected.size;
    }
  }

  /** Adds to `known` what the trees of the edges hold, where the new trees differ from them. */
  #markKnown(fresh: ReadonlySet<number>, edges: ReadonlySet<number>, known: Bitmap): void {
    const old = new Map<string, Set<number>>();
    for (const row of edges) {
      known.add(row);
      const data = this.#dataAt(row);
      const scan = scanTree(data);
      const folders = this.#ids.find(data, scan.folders);
      for (const each of [...folders, ...this.#ids.find(data, scan.files)]) known.add(each);
      collect(old, folderNames(data, scan), folders);
    }
    if (old.size === 0) return;
    const changed = new Map<string, Set<number>>();
    for (const row of fresh) {
      if (known.has(row)) continue;
      const data = this.#dataAt(row);
      const scan = scanTree(data);
      collect(changed, folderNames(data, scan), this.#found(data, scan.folders), known);
    }
    for (const [name, folders] of changed) this.#markKnown(folders, old.get(name) ?? new Set(), known);
  }

  #dataAt(row: number): Uint8Array {
    return this.#objects.readAt(row, this.#rows).data;
  }

  #treesOf(commits: readonly CommitNode[]): ReadonlySet<number> {
    return new Set(commits.map(({ tree }) => this.#rowOf(tree)));
  }

  #rowOf(oid: Oid): number {
    const row = this.#ids.of(oid);
    if (row === undefined) throw new BadObject(`the object ${oid} is missing`);
    return row;
  }

  /** As `find` of the ids, and throws for one that is missing. */
  #found(data: Uint8Array, offsets: readonly number[]): readonly number[] {
    const rows = this.#ids.find(data, offsets);
    const missing = rows.indexOf(0);
    if (missing >= 0) throw new BadObject(`the object ${oidAt(data, offsets[missing] ?? 0)} is missing`);
    return rows;
  }
}

/** Adds the rows of folders to those of the same name, but for `without`. */
function collect(
  folders: Map<string, Set<number>>,
  names: readonly string[],
  rows: readonly number[],
  without?: Bitmap,
): void {
  for (const [index, name] of names.entries()) {
    const row = rows[index] ?? 0;
    if (row === 0 || without?.has(row)) continue;
    folders.set(name, (folders.get(name) ?? new Set()).add(row));
  }
}

function oidAt(data: Uint8Array, at: number): Oid {
  return toHex(data.subarray(at, at + OID_BYTES));
}
