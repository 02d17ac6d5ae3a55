/** A repository's objects in SQLite: each is a row that holds its zlib stream, whole or as a delta on another object. */

import { deflateSync } from 'node:zlib';
import type { Sql } from '../../lib/sql.ts';
import { concatBytes } from './bytes.ts';
import { applyDelta } from './delta.ts';
import { inflateStored } from './inflate.ts';
import { type GitObject, type ObjectType, type Oid, oidOf } from './object.ts';

/** Bytes of a stream that one value takes; SQLite's limit here is 2 MB. */
export const LONGEST_VALUE = 1 << 20;
/** Ids in one query; a value has at most 2 MB. */
const MOST_ASKED = 10_000;
/** Bytes of objects that are kept in memory, since deltas are made on them. */
const CACHE_BYTES = 16 << 20;
/** Bytes of objects that are kept though nobody asked for them, since they are bases of one that somebody did ask for. */
const SMALL_BYTES = 64 << 10;
/** Bytes of streams that are held while the base of a delta is looked for. */
const HELD_BYTES = 1 << 20;
/** Bytes that are left when objects have to go: a Map is slow at giving up its first entry each time. */
const CACHE_LEFT = 12 << 20;
/** What an object in memory costs besides its bytes. */
const CACHED_OBJECT_BYTES = 400;
/** The push of what was made here. */
const NO_PUSH = 0;

/** What is known of a stored object without its content. */
export interface StoredFacts {
  readonly oid: Oid;
  readonly type: ObjectType;
  /** Bytes of the object itself. */
  readonly size: number;
  /** Row of the object that the stream is a delta on; absent when the stream is the object. */
  readonly base?: number;
  /** Deltas between this object and one that is whole. */
  readonly depth: number;
  /** Bytes that the stream inflates to. */
  readonly inflated: number;
}

/** A row of an object, with its zlib stream as a pack holds it. */
export interface StoredEntry extends StoredFacts {
  readonly id: number;
  readonly stream: Uint8Array;
}

/** Where rows come from. */
export interface EntrySource {
  /** A row, its stream not inflated. Throws when there is no such row. */
  entryAt(id: number): StoredEntry;
}

/** An object and how deep in deltas it is stored. */
export interface StoredObject extends GitObject {
  readonly depth: number;
}

type Row = {
  id: number;
  oid: string;
  type: ObjectType;
  size: number;
  base: number | null;
  depth: number;
  inflated: number;
  data: ArrayBuffer | null;
};

/** The objects of one repository. */
export class ObjectStore implements EntrySource {
  readonly #sql: Sql;
  /** By row. */
  readonly #cache = new Map<number, StoredObject>();
  #cached = 0;
  #unpacked = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  has(oid: Oid): boolean {
    return this.idOf(oid) !== undefined;
  }

  /** Bytes of all objects that were unpacked so far, bases of deltas with them: how much work reading was. */
  get unpackedBytes(): number {
    return this.#unpacked;
  }

  /** Ids of commits that begin with `digits`, in order; at most `most` of them. */
  commitsStarting(digits: string, most: number): readonly Oid[] {
    const rows = this.#sql.exec<{ oid: Oid }>(
      `SELECT git_oid.oid FROM git_oid JOIN git_object ON id = object
       WHERE git_oid.oid >= ? AND git_oid.oid < ? AND type = 'commit' ORDER BY git_oid.oid LIMIT ?`,
      digits,
      `${digits}g`,
      most,
    );
    return Array.from(rows, ({ oid }) => oid);
  }

  /** The row of an object that the repository has. */
  idOf(oid: Oid): number | undefined {
    return this.#sql.exec<{ object: number }>('SELECT object FROM git_oid WHERE oid = ?', oid).toArray()[0]?.object;
  }

  /** The object, or undefined when the repository has none of that id. */
  read(oid: Oid): StoredObject | undefined {
    const id = this.idOf(oid);
    return id === undefined ? undefined : this.readAt(id);
  }

  /** Bytes of the object; undefined when there is none of that id. Does not read it. */
  sizeOf(oid: Oid): number | undefined {
    const query = 'SELECT size FROM git_oid JOIN git_object ON id = object WHERE git_oid.oid = ?';
    return this.#sql.exec<{ size: number }>(query, oid).toArray()[0]?.size;
  }

  /** Bytes of each of the objects that are there, by id; reads none of them. */
  sizesOf(oids: readonly Oid[]): ReadonlyMap<Oid, number> {
    const query =
      'SELECT git_oid.oid, size FROM json_each(?) JOIN git_oid ON git_oid.oid = value JOIN git_object ON git_object.id = object';
    const sizes = new Map<Oid, number>();
    for (let at = 0; at < oids.length; at += MOST_ASKED) {
      const asked = JSON.stringify(oids.slice(at, at + MOST_ASKED));
      for (const { oid, size } of this.#sql.exec<{ oid: Oid; size: number }>(query, asked)) sizes.set(oid, size);
    }
    return sizes;
  }

  /** What the object is; undefined when there is none of that id. Does not read it. */
  typeOf(oid: Oid): ObjectType | undefined {
    const query = 'SELECT type FROM git_oid JOIN git_object ON id = object WHERE git_oid.oid = ?';
    return this.#sql.exec<{ type: ObjectType }>(query, oid).toArray()[0]?.type;
  }

  /** Bytes that the streams of all objects take. */
  get storedBytes(): number {
    const { bytes } = this.#sql
      .exec<{ bytes: number }>(
        `SELECT (SELECT coalesce(sum(length(data)), 0) FROM git_object)
           + (SELECT coalesce(sum(length(data)), 0) FROM git_object_part) AS bytes`,
      )
      .one();
    return bytes;
  }

  /** The object's row, its stream not inflated; undefined when the repository has none of that id. */
  entry(oid: Oid): StoredEntry | undefined {
    const id = this.idOf(oid);
    return id === undefined ? undefined : this.entryAt(id);
  }

  /** The object of a row, which `rows` brings. Throws when there is no such row. */
  readAt(id: number, rows: EntrySource = this): StoredObject {
    const found = this.#recall(id);
    if (found !== undefined) return found;
    const deltas: { readonly id: number; readonly entry?: StoredEntry }[] = [];
    let held = 0;
    let at = id;
    let object: StoredObject | undefined;
    while (object === undefined) {
      const entry = rows.entryAt(at);
      if (entry.base === undefined) {
        object = { type: entry.type, data: inflateStored(entry.stream, entry.size), depth: 0 };
        this.#unpacked += entry.size;
      } else {
        // All streams of a chain at once might not fit into memory.
        held += entry.stream.length;
        deltas.push({ id: at, ...(held <= HELD_BYTES && { entry }) });
        at = entry.base;
        object = this.#recall(at);
      }
    }
    for (const delta of deltas.reverse()) {
      const { inflated, stream } = delta.entry ?? rows.entryAt(delta.id);
      object = { ...object, data: applyDelta(object.data, inflateStored(stream, inflated)), depth: object.depth + 1 };
      this.#unpacked += inflated + object.data.length;
      // Walks through history read a chain from either end.
      if (object.data.length <= SMALL_BYTES) this.#remember(delta.id, object);
    }
    this.#remember(id, object);
    return object;
  }

  /** What a row says without its stream. Throws when there is no such row. */
  factsAt(id: number): StoredFacts {
    const query = 'SELECT oid, type, size, base, depth, inflated FROM git_object WHERE id = ?';
    const { base, ...facts } = this.#sql.exec<Omit<Row, 'id' | 'data'>>(query, id).one();
    return { ...facts, ...(base !== null && { base }) };
  }

  /** A row, its stream not inflated. Throws when there is no such row. */
  entryAt(id: number): StoredEntry {
    const row = this.#sql.exec<Row>('SELECT * FROM git_object WHERE id = ?', id).one();
    const { oid, type, size, base, depth, inflated } = row;
    return { id, oid, type, size, ...(base !== null && { base }), depth, inflated, stream: this.#streamOf(row) };
  }

  /** Keeps an object, unless it is there; returns its id. */
  write(object: GitObject): Oid {
    const oid = oidOf(object);
    if (this.has(oid)) return oid;
    const { type, data } = object;
    const facts = { oid, type, size: data.length, depth: 0, inflated: data.length };
    const id = this.insert(facts, deflateSync(data), NO_PUSH);
    this.#sql.exec('INSERT INTO git_oid VALUES (?, ?)', oid, id);
    return oid;
  }

  /**
   * Keeps an object of a push, and returns its row: the repository has it when the push is accepted. `stream` is undefined when
   * {@link insertPart} brings it.
   */
  insert(
    { oid, type, size, base, depth, inflated }: StoredFacts,
    stream: Uint8Array | undefined,
    push: number,
  ): number {
    const whole = stream !== undefined && stream.length <= LONGEST_VALUE;
    const { id } = this.#sql
      .exec<{ id: number }>(
        `INSERT INTO git_object (oid, type, size, base, depth, inflated, push, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         RETURNING id`,
        oid,
        type,
        size,
        base ?? null,
        depth,
        inflated,
        push,
        whole ? stream : null,
      )
      .one();
    if (stream === undefined || whole) return id;
    for (let part = 0, at = 0; at < stream.length; part++, at += LONGEST_VALUE) {
      this.insertPart(id, part, stream.subarray(at, at + LONGEST_VALUE));
    }
    return id;
  }

  /** Keeps a piece of a row's stream; pieces are numbered from 0. */
  insertPart(id: number, part: number, piece: Uint8Array): void {
    this.#sql.exec('INSERT INTO git_object_part VALUES (?, ?, ?)', id, part, piece);
  }

  /** Puts an object that {@link readAt} may want soon into memory. */
  remember(id: number, object: StoredObject): void {
    this.#remember(id, object);
  }

  /** Forgets what is in memory: rows have gone. */
  forget(): void {
    this.#cache.clear();
    this.#cached = 0;
  }

  #streamOf({ id, data }: Row): Uint8Array {
    if (data !== null) return new Uint8Array(data);
    const rows = this.#sql.exec<{ data: ArrayBuffer }>(
      'SELECT data FROM git_object_part WHERE object = ? ORDER BY part',
      id,
    );
    return concatBytes(Array.from(rows, (row) => new Uint8Array(row.data)));
  }

  #recall(id: number): StoredObject | undefined {
    const object = this.#cache.get(id);
    if (object === undefined) return undefined;
    this.#cache.delete(id);
    this.#cache.set(id, object);
    return object;
  }

  #remember(id: number, object: StoredObject): void {
    if (object.data.length > CACHE_BYTES / 4 || this.#cache.has(id)) return;
    this.#cache.set(id, object);
    this.#cached += costOf(object);
    if (this.#cached <= CACHE_BYTES) return;
    for (const [oldest, least] of this.#cache) {
      if (this.#cached <= CACHE_LEFT) return;
      this.#cache.delete(oldest);
      this.#cached -= costOf(least);
    }
  }
}

function costOf({ data }: StoredObject): number {
  return data.length + CACHED_OBJECT_BYTES;
}
