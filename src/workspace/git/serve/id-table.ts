/** All object ids of a repository in memory, for answers that look most of them up. */
import { Buffer } from 'node:buffer';
import type { Sql } from '../../../lib/sql.ts';

const OID_BYTES = 20;
/** Ids are found by their first two bytes. */
const BUCKETS = 1 << 16;
/** Ids with the same first byte are read together. */
const GROUPS = 256;

/** Which row an object is in, for the rows that were there when it was loaded; 24 bytes each. */
export class IdTable {
  /** Ids in order, 20 bytes each. */
  readonly #oids: Uint8Array;
  /** Their rows. */
  readonly #rows: Uint32Array;
  /** Where the ids of each bucket begin, and where the last one ends. */
  readonly #starts = new Uint32Array(BUCKETS + 1);

  constructor(sql: Sql) {
    const { count } = sql.exec<{ count: number }>('SELECT count(*) AS count FROM git_oid').one();
    this.#oids = new Uint8Array(count * OID_BYTES);
    this.#rows = new Uint32Array(count);
    let filled = 0;
    for (let group = 0; group < GROUPS; group++) filled += this.#load(sql, group, filled);
    for (let row = 0, bucket = 0; bucket <= BUCKETS; bucket++) {
      while (row < count && this.#bucketOf(row) < bucket) row++;
      this.#starts[bucket] = row;
    }
  }

  /** Bytes that it takes. */
  get bytes(): number {
    return this.#oids.length + this.#rows.byteLength + this.#starts.byteLength;
  }

  /** The row of the object whose id, of 20 bytes, is at `at`; 0 when it has none. */
  find(bytes: Uint8Array, at: number): number {
    const bucket = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    let low = this.#starts[bucket] ?? 0;
    let high = this.#starts[bucket + 1] ?? 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(middle, bytes, at);
      if (order === 0) return this.#rows[middle] ?? 0;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return 0;
  }

  #load(sql: Sql, group: number, filled: number): number {
    const first = group.toString(16).padStart(2, '0');
    // "g" sorts behind every hex digit.
    const { oids, rows } = sql
      .exec<{ oids: string | null; rows: string }>(
        `SELECT group_concat(oid, '' ORDER BY oid) AS oids, json_group_array(object ORDER BY oid) AS rows
         FROM git_oid WHERE oid >= ? AND oid < ?`,
        first,
        `${first}g`,
      )
      .one();
    const numbers: number[] = JSON.parse(rows);
    this.#oids.set(Buffer.from(oids ?? '', 'hex'), filled * OID_BYTES);
    this.#rows.set(numbers, filled);
    return numbers.length;
  }

  #bucketOf(row: number): number {
    return ((this.#oids[row * OID_BYTES] ?? 0) << 8) | (this.#oids[row * OID_BYTES + 1] ?? 0);
  }

  /** The first two bytes are equal within a bucket. */
  #compare(row: number, bytes: Uint8Array, at: number): number {
    const start = row * OID_BYTES;
    for (let index = 2; index < OID_BYTES; index++) {
      const difference = (this.#oids[start + index] ?? 0) - (bytes[at + index] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}
