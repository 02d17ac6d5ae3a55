/** Reads rows of commits and trees with their neighbours: a walk wants those next, since packs hold objects in the order of walks. */
import type { Sql } from '../../../lib/sql.ts';
import type { ObjectType, Oid } from '../object.ts';
import type { EntrySource, ObjectStore, StoredEntry } from '../object-store.ts';

/** Rows that are read together. */
const BLOCK = 64;
/** Bytes of the longest stream that is read before it is asked for. */
const LONGEST = 2 << 10;
/** Rows that are kept; together they take at most 8 MB. */
const KEPT = 4096;

/** Rows of an object store. */
export class NearRows implements EntrySource {
  readonly #sql: Sql;
  readonly #objects: ObjectStore;
  readonly #kept = new Map<number, StoredEntry>();

  constructor(sql: Sql, objects: ObjectStore) {
    this.#sql = sql;
    this.#objects = objects;
  }

  entryAt(id: number): StoredEntry {
    const kept = this.#kept.get(id);
    if (kept !== undefined) return kept;
    this.#read(id - (id % BLOCK));
    return this.#kept.get(id) ?? this.#objects.entryAt(id);
  }

  /** Forgets what it read: rows of pushes that failed go, and others come in their place. */
  clear(): void {
    this.#kept.clear();
  }

  #read(first: number): void {
    if (this.#kept.size + BLOCK > KEPT) this.#kept.clear();
    const rows = this.#sql
      .exec(
        `SELECT id, oid, type, size, base, depth, inflated, data FROM git_object
         WHERE id >= ? AND id < ? AND type IN ('commit', 'tree') AND length(data) <= ?`,
        first,
        first + BLOCK,
        LONGEST,
      )
      .raw<[number, Oid, ObjectType, number, number | null, number, number, ArrayBuffer]>();
    for (const [id, oid, type, size, base, depth, inflated, data] of rows) {
      const stream = new Uint8Array(data);
      this.#kept.set(id, { id, oid, type, size, ...(base !== null && { base }), depth, inflated, stream });
    }
  }
}
