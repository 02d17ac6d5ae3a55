/** Which objects a pack has: those that commits need beyond what the client is known to have. */
import { toHex } from '../bytes.ts';
import { BadObject, type Oid } from '../object.ts';
import type { ObjectStore } from '../object-store.ts';
import { Bitmap } from './bitmap.ts';
import type { CommitNode } from './commit-graph.ts';
import type { Difference } from './history.ts';
import type { ObjectIds } from './object-ids.ts';
import { folderNames, scanTree } from './tree-scan.ts';

const OID_BYTES = 20;

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
  readonly #ids: ObjectIds;

  constructor(objects: ObjectStore, ids: ObjectIds) {
    this.#objects = objects;
    this.#ids = ids;
  }

  /**
   * The objects of `request`. `known` are rows that the client has, with all that they need; it is added to. As git's own
   * sparse walk, it compares folders with those at the same path of the edges: a folder that was moved is sent again.
   * Yields the number of objects selected. Throws `BadObject` for an object that is missing.
   */
  *select(request: SelectRequest, known: Bitmap): Generator<number, Selection> {
    const { commits, edges, objects, blobs } = request;
    const selected = new Bitmap(this.#ids.largest);
    this.#markKnown(this.#treesOf(commits), this.#treesOf(edges), known);
    for (const commit of commits) {
      if (!known.has(commit.row)) selected.add(commit.row);
      yield* this.#addTree(this.#rowOf(commit.tree), selected, known, blobs);
    }
    for (const oid of objects) {
      const row = this.#rowOf(oid);
      if (this.#objects.factsAt(row).type === 'tree') yield* this.#addTree(row, selected, known, blobs);
      else selected.add(row);
    }
    return { selected, known };
  }

  /** Adds a tree and what is in it. */
  *#addTree(root: number, selected: Bitmap, known: Bitmap, blobs: boolean): Generator<number> {
    const waiting = [root];
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      if (known.has(row) || !selected.add(row)) continue;
      const { data } = this.#objects.readAt(row);
      const { folders, files } = scanTree(data);
      for (const folder of this.#found(data, folders)) {
        if (!selected.has(folder) && !known.has(folder)) waiting.push(folder);
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
      const { data } = this.#objects.readAt(row);
      const scan = scanTree(data);
      const folders = this.#ids.find(data, scan.folders);
      for (const each of [...folders, ...this.#ids.find(data, scan.files)]) known.add(each);
      collect(old, folderNames(data, scan), folders);
    }
    if (old.size === 0) return;
    const changed = new Map<string, Set<number>>();
    for (const row of fresh) {
      if (known.has(row)) continue;
      const { data } = this.#objects.readAt(row);
      const scan = scanTree(data);
      collect(changed, folderNames(data, scan), this.#found(data, scan.folders), known);
    }
    for (const [name, folders] of changed) this.#markKnown(folders, old.get(name) ?? new Set(), known);
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
