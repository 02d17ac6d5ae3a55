/** A repository's objects in SQLite: each is a row that holds its zlib stream, whole or as a delta on another object. */

import { deflateSync, inflateSync } from 'node:zlib';
import type { Sql } from '../lib/sql.ts';
import { concatBytes } from './bytes.ts';
import { applyDelta } from './delta.ts';
import { type GitObject, type ObjectType, type Oid, oidOf } from './object.ts';

/** Bytes of a stream that one value takes; SQLite's limit here is 2 MB. */
const LONGEST_VALUE = 1 << 20;
/** Bytes of objects that are kept in memory, since deltas are made on them. */
const CACHE_BYTES = 16 << 20;

/** A stream as a pack holds it. */
export interface StoredEntry {
  readonly oid: Oid;
  readonly type: ObjectType;
  /** Bytes of the object itself. */
  readonly size: number;
  /** The object that {@link stream} is a delta on; absent when it is the object. */
  readonly base?: Oid;
  /** Bytes that {@link stream} inflates to: of the delta, else {@link size}. */
  readonly inflated: number;
  /** A zlib stream. */
  readonly stream: Uint8Array;
}

type Row = {
  id: number;
  type: ObjectType;
  size: number;
  base: string | null;
  inflated: number;
  data: ArrayBuffer | null;
};

/** The objects of one repository. */
export class ObjectStore {
  readonly #sql: Sql;
  readonly #cache = new Map<Oid, GitObject>();
  #cached = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  has(oid: Oid): boolean {
    return this.#sql.exec('SELECT 1 FROM git_object WHERE oid = ?', oid).toArray().length > 0;
  }

  /** The object, or undefined when there is none of that id. */
  read(oid: Oid): GitObject | undefined {
    const deltas: Uint8Array[] = [];
    let at = oid;
    let found = this.#recall(at);
    while (found === undefined) {
      const entry = this.entry(at);
      if (entry === undefined) return undefined;
      const data = inflateSync(entry.stream);
      if (entry.base === undefined) found = { type: entry.type, data };
      else {
        deltas.push(data);
        at = entry.base;
        found = this.#recall(at);
      }
    }
    const { type } = found;
    const data = deltas.reduceRight((base, delta) => applyDelta(base, delta), found.data);
    const object = { type, data };
    this.#remember(oid, object);
    return object;
  }

  /** Bytes of the object; undefined when there is none of that id. Does not read it. */
  sizeOf(oid: Oid): number | undefined {
    return this.#sql.exec<{ size: number }>('SELECT size FROM git_object WHERE oid = ?', oid).toArray()[0]?.size;
  }

  /** The object's row, its stream not inflated. */
  entry(oid: Oid): StoredEntry | undefined {
    const [row] = this.#sql.exec<Row>('SELECT * FROM git_object WHERE oid = ?', oid).toArray();
    if (row === undefined) return undefined;
    const { type, size, base, inflated } = row;
    return { oid, type, size, ...(base !== null && { base }), inflated, stream: this.#streamOf(row) };
  }

  /** Keeps an object, unless it is there; returns its id. */
  write(object: GitObject): Oid {
    const oid = oidOf(object);
    const size = object.data.length;
    this.add({ oid, type: object.type, size, inflated: size, stream: deflateSync(object.data) });
    return oid;
  }

  /** Keeps an entry, unless its object is there. */
  add({ oid, type, size, base, inflated, stream }: StoredEntry): void {
    if (this.has(oid)) return;
    const whole = stream.length <= LONGEST_VALUE;
    const { id } = this.#sql
      .exec<{ id: number }>(
        'INSERT INTO git_object (oid, type, size, base, inflated, data) VALUES (?, ?, ?, ?, ?, ?) RETURNING id',
        oid,
        type,
        size,
        base ?? null,
        inflated,
        whole ? stream : null,
      )
      .one();
    if (whole) return;
    for (let part = 0, at = 0; at < stream.length; part++, at += LONGEST_VALUE) {
      const piece = stream.subarray(at, at + LONGEST_VALUE);
      this.#sql.exec('INSERT INTO git_object_part VALUES (?, ?, ?)', id, part, piece);
    }
  }

  #streamOf({ id, data }: Row): Uint8Array {
    if (data !== null) return new Uint8Array(data);
    const rows = this.#sql.exec<{ data: ArrayBuffer }>(
      'SELECT data FROM git_object_part WHERE object = ? ORDER BY part',
      id,
    );
    return concatBytes(Array.from(rows, (row) => new Uint8Array(row.data)));
  }

  #recall(oid: Oid): GitObject | undefined {
    const object = this.#cache.get(oid);
    if (object === undefined) return undefined;
    this.#cache.delete(oid);
    this.#cache.set(oid, object);
    return object;
  }

  #remember(oid: Oid, object: GitObject): void {
    if (object.data.length > CACHE_BYTES / 4 || this.#cache.has(oid)) return;
    this.#cache.set(oid, object);
    this.#cached += object.data.length;
    for (const [oldest, { data }] of this.#cache) {
      if (this.#cached <= CACHE_BYTES) return;
      this.#cache.delete(oldest);
      this.#cached -= data.length;
    }
  }
}
