/** Which rows objects are in. Rows are numbered densely, so that sets of objects are bitmaps. */
import type { Sql } from '../../../lib/sql.ts';
import { fromHex, toHex } from '../bytes.ts';
import type { Oid } from '../object.ts';
import { IdTable } from './id-table.ts';

const OID_BYTES = 20;
/** A look-up by SQL takes as long as loading this many rows of the table. */
const ROWS_PER_LOOKUP = 3;
/** Bytes of a table that is kept for later answers. */
const KEPT_BYTES = 4 << 20;

/** Rows of objects. A few are looked up by SQL; for many, a table of all is loaded. */
export class ObjectIds {
  readonly #sql: Sql;
  #table: IdTable | undefined;
  /** Look-ups by SQL since the table was loaded, and how many there may be before it is loaded again. */
  #lookups = 0;
  #mostLookups: number | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The last row. */
  get largest(): number {
    return this.#sql.exec<{ id: number | null }>('SELECT max(id) AS id FROM git_object').one().id ?? 0;
  }

  /** The row of an object; undefined when there is no such object. */
  of(oid: Oid): number | undefined {
    const [row] = this.find(fromHex(oid), [0]);
    return row === 0 ? undefined : row;
  }

  /** Rows of the objects whose ids, of 20 bytes, are at `offsets` of `bytes`; 0 for those that are missing. */
  find(bytes: Uint8Array, offsets: readonly number[]): readonly number[] {
    const table = this.#table;
    if (table === undefined) return this.#query(bytes, offsets);
    const rows = offsets.map((at) => table.find(bytes, at));
    if (!rows.includes(0)) return rows;
    // They came after the table was loaded, or do not exist.
    const later = this.#query(
      bytes,
      offsets.filter((_, index) => rows[index] === 0),
    );
    let next = 0;
    return rows.map((row) => (row === 0 ? (later[next++] ?? 0) : row));
  }

  /** Drops what an answer has loaded, unless it is small. */
  settle(): void {
    this.#mostLookups = undefined;
    if ((this.#table?.bytes ?? 0) <= KEPT_BYTES) return;
    this.#table = undefined;
    this.#lookups = 0;
  }

  #query(bytes: Uint8Array, offsets: readonly number[]): readonly number[] {
    this.#mostLookups ??= this.largest / ROWS_PER_LOOKUP;
    this.#lookups += offsets.length;
    if (this.#lookups > this.#mostLookups) {
      const table = new IdTable(this.#sql);
      this.#table = table;
      this.#lookups = 0;
      return offsets.map((at) => table.find(bytes, at));
    }
    const oids = offsets.map((at) => toHex(bytes.subarray(at, at + OID_BYTES)));
    return this.#sql
      .exec<{ id: number | null }>(
        'SELECT object AS id FROM json_each(?) AS wanted LEFT JOIN git_oid ON oid = wanted.value ORDER BY wanted.key',
        JSON.stringify(oids),
      )
      .toArray()
      .map(({ id }) => id ?? 0);
  }
}
