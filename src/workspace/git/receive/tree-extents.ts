/**
 * How much lies below the trees of a push. Ten entries that are one tree, ten levels of that, are a dozen objects and 10^10 paths: whoever
 * walks paths never ends. Each tree is counted once, from those below it, and its count is kept.
 */
import type { Sql } from '../../../lib/sql.ts';
import { BadObject, type Oid } from '../object.ts';
import type { ObjectStore } from '../object-store.ts';
import type { PackLimits } from './limits.ts';
import type { RunningPush } from './quarantine.ts';

/** What is below a tree, with everything in its folders. */
interface Extent {
  /** Files and folders. */
  readonly paths: number;
  /** Bytes of all these paths. */
  readonly bytes: number;
  /** Folders in folders: 0 for a tree with files only. */
  readonly depth: number;
}

/** Trees that are listed in one statement. */
const BATCH = 500;
/** Microseconds that reading a tree, and an entry of it, take. */
const TREE_UNITS = 40;
const ENTRY_UNITS = 0.2;
const LOOKUP_UNITS = 8;
/** Entries between two yields. */
const STEP = 2000;

const SPACE = 0x20;
const OID_BYTES = 20;
/** The first digit of a folder's mode; no other mode has it. */
const FOLDER = 0x34;
const ZERO = 0x30;

/** Counts trees of one push. */
export class TreeExtents {
  readonly #sql: Sql;
  readonly #objects: ObjectStore;
  readonly #rowOf: (oid: Uint8Array) => number | undefined;

  /** `rowOf` finds objects of the push and of the repository. */
  constructor(sql: Sql, objects: ObjectStore, rowOf: (oid: Uint8Array) => number | undefined) {
    this.#sql = sql;
    this.#objects = objects;
    this.#rowOf = rowOf;
  }

  /** Counts all trees of a push whose objects are all there. Yields units of work. Throws `BadObject` for one beyond the limits. */
  *measure({ id, first }: RunningPush, limits: PackLimits): Generator<number, void> {
    const query = "SELECT id, oid FROM git_object WHERE id > ? AND push = ? AND type = 'tree' ORDER BY id LIMIT ?";
    for (let after = first - 1; ; ) {
      const trees = this.#sql.exec<{ id: number; oid: Oid }>(query, after, id, BATCH).toArray();
      for (const { id: row, oid } of trees) {
        expectWithin(oid, yield* this.#extentOf(row), limits);
        after = row;
      }
      if (trees.length < BATCH) return;
    }
  }

  *#extentOf(root: number): Generator<number, Extent> {
    const waiting = [root];
    for (let row = root; ; row = waiting.at(-1) ?? root) {
      const known = this.#known(row);
      if (known !== undefined && row === root) return known;
      if (known !== undefined) {
        waiting.pop();
        continue;
      }
      const below = new Set<number>();
      const extent = yield* this.#sum(row, below);
      if (below.size === 0) this.#keep(row, extent);
      else for (const folder of below) waiting.push(folder);
    }
  }

  /** Adds up a tree; folders that are not counted yet are put into `below`. */
  *#sum(row: number, below: Set<number>): Generator<number, Extent> {
    const { data } = this.#objects.readAt(row);
    const counted = new Map<number, Extent>();
    let [paths, bytes, depth, entries, spent] = [0, 0, 0, 0, TREE_UNITS];
    for (let at = 0; at < data.length; ) {
      const name = data.indexOf(SPACE, at) + 1;
      const zero = data.indexOf(0, name);
      const isFolder = data[at] === FOLDER || (data[at] === ZERO && data[at + 1] === FOLDER);
      const end = zero + 1 + OID_BYTES;
      const length = zero - name + 1;
      paths++;
      bytes += length;
      if (isFolder) {
        const folder = this.#folderAt(data, zero + 1);
        let extent = counted.get(folder);
        if (extent === undefined && !below.has(folder)) {
          extent = this.#known(folder);
          if (extent === undefined) below.add(folder);
          else counted.set(folder, extent);
          spent += LOOKUP_UNITS;
        }
        paths += extent?.paths ?? 0;
        bytes += length * (extent?.paths ?? 0) + (extent?.bytes ?? 0);
        depth = Math.max(depth, 1 + (extent?.depth ?? 0));
      }
      at = end;
      spent += ENTRY_UNITS;
      if (++entries % STEP !== 0) continue;
      yield spent;
      spent = 0;
    }
    yield spent;
    return { paths: finite(paths), bytes: finite(bytes), depth };
  }

  #folderAt(data: Uint8Array, at: number): number {
    const row = this.#rowOf(data.subarray(at, at + OID_BYTES));
    if (row === undefined) throw new BadObject('a tree names a folder that is missing');
    return row;
  }

  #known(row: number): Extent | undefined {
    const query = 'SELECT paths, bytes, depth FROM git_tree WHERE object = ?';
    return this.#sql.exec<{ paths: number; bytes: number; depth: number }>(query, row).toArray()[0];
  }

  #keep(row: number, { paths, bytes, depth }: Extent): void {
    this.#sql.exec('INSERT OR REPLACE INTO git_tree VALUES (?, ?, ?, ?)', row, paths, bytes, depth);
  }
}

/** The largest number that is exact stands for all beyond it. */
function finite(count: number): number {
  return Math.min(count, Number.MAX_SAFE_INTEGER);
}

function expectWithin(
  oid: Oid,
  { paths, bytes, depth }: Extent,
  { treePaths, treeBytes, treeDepth }: PackLimits,
): void {
  const fault = (count: number, unit: string, limit: number) =>
    new BadObject(`tree ${oid}: it has ${shown(count)} ${unit}, more than the limit of ${shown(limit)}`);
  if (paths > treePaths) throw fault(paths, 'files and folders', treePaths);
  if (depth > treeDepth) throw fault(depth, 'levels of folders', treeDepth);
  if (bytes > treeBytes) throw fault(bytes, 'bytes of paths', treeBytes);
}

function shown(count: number): string {
  return `${count === Number.MAX_SAFE_INTEGER ? 'at least ' : ''}${count.toLocaleString('en-US')}`;
}
