/** Takes the objects of a push in: each is checked, and stored as it came, while the pack is still arriving. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Steps, WorkBudget } from '../../../lib/sliced-work.ts';
import type { Sql } from '../../../lib/sql.ts';
import type { ByteReader } from '../byte-reader.ts';
import { concatBytes, fromHex, toHex } from '../bytes.ts';
import { applyDelta, deltaSizes } from '../delta.ts';
import { BadObject, type ObjectType, type Oid } from '../object.ts';
import { LONGEST_VALUE, type ObjectStore, type StoredObject } from '../object-store.ts';
import { checkObject } from './check-object.ts';
import { BadPack, DEEPEST_CHAIN, megabytes, type PackLimits } from './limits.ts';
import { OidTable, type WantedObject } from './oid-table.ts';
import { type EntryBody, type EntryHeader, INLINE_BYTES, PackReader } from './pack-reader.ts';
import { Places } from './places.ts';
import type { RunningPush } from './quarantine.ts';
import { TagDepths } from './tag-depths.ts';
import { TreeExtents } from './tree-extents.ts';
import { WaitingDeltas } from './waiting-deltas.ts';

/** How far a pack has come. */
export interface IntakeProgress {
  readonly done: number;
  readonly total: number;
}

/** Microseconds that an object takes, and how many of its bytes take another one. */
const OBJECT_UNITS = 60;
const BYTES_PER_UNIT = 300;
/** Objects that are asked for in one statement. */
const BATCH = 500;

/** A delta and the entry it came in. */
interface Delta extends EntryBody {
  readonly place: number;
}

/** The objects of one push. All methods throw {@link BadPack} or `BadObject`. */
export class Intake {
  readonly #sql: Sql;
  readonly #objects: ObjectStore;
  readonly #push: RunningPush;
  readonly #limits: PackLimits;
  /** Commits that are expected to lack their parents. */
  readonly #cutOff: ReadonlySet<Oid>;
  readonly #oids: OidTable;
  readonly #places = new Places();
  readonly #waiting: WaitingDeltas;
  readonly #work: WorkBudget;
  #content = 0;
  #unpacked: number;

  constructor(
    sql: Sql,
    objects: ObjectStore,
    push: RunningPush,
    {
      limits,
      cutOff,
      work,
    }: { readonly limits: PackLimits; readonly cutOff: ReadonlySet<Oid>; readonly work: WorkBudget },
  ) {
    this.#sql = sql;
    this.#objects = objects;
    this.#push = push;
    this.#limits = limits;
    this.#cutOff = cutOff;
    this.#oids = new OidTable(2 * limits.objects);
    this.#waiting = new WaitingDeltas(sql, push);
    this.#work = work;
    this.#unpacked = objects.unpackedBytes;
  }

  /** Reads a whole pack; yields how far it has come after each object, and after each piece of work that is left then. */
  async *take(reader: ByteReader): AsyncGenerator<IntakeProgress> {
    const pack = new PackReader(reader, this.#limits);
    const total = await pack.start();
    for (let done = 1; done <= total; done++) {
      await this.#takeEntry(pack, await pack.header());
      yield { done, total };
    }
    await pack.finish();
    for (const _ of this.#settleWaiting()) yield { done: total, total };
  }

  /** An object that others name and that neither came nor is in the repository. */
  *missing(): Steps<WantedObject | undefined> {
    let batch: WantedObject[] = [];
    for (const wanted of this.#oids.missing()) {
      batch.push(wanted);
      if (batch.length < BATCH) continue;
      const missing = this.#missingOf(batch);
      if (missing !== undefined) return missing;
      batch = [];
      this.#work.spend(BATCH);
      yield;
    }
    return this.#missingOf(batch);
  }

  /** To be called when nothing is missing. Throws `BadObject` for a tree with more below it than one may have, and for tags of tags. */
  *measure(): Steps<void> {
    const rowOf = (oid: Uint8Array) => this.#oids.rowOf(oid) ?? this.#objects.idOf(toHex(oid));
    for (const units of new TreeExtents(this.#sql, this.#objects, rowOf).measure(this.#push, this.#limits)) {
      this.#work.spend(units);
      yield;
    }
    for (const units of new TagDepths(this.#sql, this.#objects, rowOf).measure(this.#push)) {
      this.#work.spend(units);
      yield;
    }
  }

  async #takeEntry(pack: PackReader, header: EntryHeader): Promise<void> {
    if (header.kind === 'blob' && header.size > INLINE_BYTES) return this.#takeLargeBlob(pack, header);
    const body = await pack.body(header);
    switch (header.kind) {
      case 'offset-delta': {
        const row = this.#places.rowAt(header.base);
        if (row === undefined) throw new BadPack(`no object begins at offset ${header.base}, which a delta names`);
        const delta = this.#cameAs(header, body);
        if (row === 'waiting') this.#waiting.add(`@${header.base}`, delta.place, body.stream);
        else this.#takeDelta(row, delta);
        return;
      }
      case 'oid-delta': {
        const delta = this.#cameAs(header, body);
        const row = this.#rowOf(header.base);
        if (row === undefined) this.#waiting.add(header.base, delta.place, body.stream);
        else this.#takeDelta(row, delta);
        return;
      }
      default: {
        const object = { type: header.kind, data: body.data, depth: 0 };
        this.#keep(this.#places.add(header.offset), object, { stream: body.stream, inflated: header.size });
      }
    }
  }

  /** A delta counts by itself, too: one that waits makes nothing yet, and was inflated. */
  #cameAs(header: EntryHeader, body: EntryBody): Delta {
    this.#count(body.data.length);
    return { ...body, place: this.#places.add(header.offset) };
  }

  #takeDelta(base: number, { place, data, stream }: Delta): { readonly oid: Oid; readonly place: number } {
    const { type, data: content, depth } = this.#objects.readAt(base);
    const { result } = deltaSizes(data);
    const { objectBytes } = this.#limits;
    if (result > objectBytes) {
      throw new BadPack(
        `an object of ${megabytes(result)} is larger than the limit of ${megabytes(objectBytes)} for one object`,
      );
    }
    const object = { type, data: applyDelta(content, data), depth: depth + 1 };
    const whole = object.depth > DEEPEST_CHAIN || data.length > result;
    const oid = whole
      ? this.#keep(place, { ...object, depth: 0 }, { stream: deflateSync(object.data), inflated: result })
      : this.#keep(place, object, { base, stream, inflated: data.length });
    return { oid, place };
  }

  /** Checks an object and stores it, unless the pack has it twice. */
  #keep(
    place: number,
    object: StoredObject,
    { base, stream, inflated }: { readonly base?: number; readonly stream: Uint8Array; readonly inflated: number },
  ): Oid {
    const { type, data, depth } = object;
    this.#count(data.length);
    const digest = createHash('sha1').update(`${type} ${data.length}\0`).update(data).digest();
    const oid = toHex(digest);
    const known = this.#oids.rowOf(digest);
    if (known !== undefined) {
      this.#places.fill(place, known);
      return oid;
    }
    this.#check(oid, object);
    const facts = { oid, type, size: data.length, ...(base !== undefined && { base }), depth, inflated };
    const row = this.#objects.insert(facts, stream, this.#push.id);
    this.#came(digest, oid, type, row, place);
    this.#objects.remember(row, object);
    return oid;
  }

  /** A blob that is not held in memory: pieces of its stream are stored as they come. */
  async #takeLargeBlob(pack: PackReader, header: EntryHeader): Promise<void> {
    const { size } = header;
    this.#count(size);
    const facts = { oid: '', type: 'blob', size, depth: 0, inflated: size } as const;
    const row = this.#objects.insert(facts, undefined, this.#push.id);
    const hash = createHash('sha1').update(`blob ${size}\0`);
    let part = 0;
    let pieces: Uint8Array[] = [];
    let held = 0;
    const flush = () => {
      this.#objects.insertPart(row, part++, concatBytes(pieces));
      pieces = [];
      held = 0;
    };
    await pack.pipe(header, {
      data: (piece) => void hash.update(piece),
      stream(piece) {
        if (held + piece.length > LONGEST_VALUE) flush();
        pieces.push(piece.slice());
        held += piece.length;
      },
    });
    flush();
    const digest = hash.digest();
    const oid = toHex(digest);
    // One that the pack has twice is in two rows.
    this.#sql.exec('UPDATE git_object SET oid = ? WHERE id = ?', oid, row);
    this.#came(digest, oid, 'blob', row, this.#places.add(header.offset));
  }

  #came(digest: Uint8Array, oid: Oid, type: ObjectType, row: number, place: number): void {
    try {
      this.#oids.add(digest, type, row);
    } catch (error) {
      throw error instanceof BadObject ? new BadObject(`${type} ${oid}: ${error.message}`) : error;
    }
    this.#places.fill(place, row);
  }

  #check(oid: Oid, { type, data }: StoredObject): void {
    const { headedBytes } = this.#limits;
    if ((type === 'commit' || type === 'tag') && data.length > headedBytes)
      throw new BadObject(`${type} ${oid}: it has more than ${megabytes(headedBytes)}, the limit for a ${type}`);
    try {
      checkObject(
        type,
        data,
        (bytes, at, kind) => this.#oids.want(bytes, at, kind),
        () => this.#cutOff.has(oid),
      );
    } catch (error) {
      throw error instanceof BadObject ? new BadObject(`${type} ${oid}: ${error.message}`) : error;
    }
  }

  /** Takes in the deltas whose base came after them. */
  *#settleWaiting(): Steps<void> {
    const ready: string[] = [];
    for (const base of this.#waiting.bases()) {
      if (!base.startsWith('@') && this.#rowOf(base) !== undefined) ready.push(base);
      this.#work.spend(OBJECT_UNITS);
      yield;
    }
    for (let base = ready.pop(); base !== undefined; base = ready.pop()) {
      const row = base.startsWith('@') ? this.#places.rowAt(Number(base.slice(1))) : this.#rowOf(base);
      if (row === undefined || row === 'waiting') continue;
      for (const delta of this.#waiting.take(base)) {
        this.#work.spend(delta.data.length / BYTES_PER_UNIT);
        const { oid, place } = this.#takeDelta(row, delta);
        ready.push(oid, `@${this.#places.offsetOf(place)}`);
        yield;
      }
    }
    const left = this.#waiting.count();
    if (left > 0) throw new BadPack(`the pack has ${left} unresolved deltas: their bases are not there`);
  }

  #rowOf(oid: Oid): number | undefined {
    return this.#oids.rowOf(fromHex(oid)) ?? this.#objects.idOf(oid);
  }

  /** Counts an object, and what was read to make it. */
  #count(bytes: number): void {
    const read = this.#objects.unpackedBytes - this.#unpacked;
    this.#unpacked += read;
    this.#work.spend(OBJECT_UNITS + (bytes + read) / BYTES_PER_UNIT);
    this.#content += bytes;
    const { contentBytes } = this.#limits;
    if (this.#content > contentBytes) {
      throw new BadPack(`the objects of the pack have more than ${megabytes(contentBytes)}, the limit for one push`);
    }
  }

  #missingOf(batch: readonly WantedObject[]): WantedObject | undefined {
    const rows = this.#sql
      .exec<{ oid: string; type: string | null }>(
        `SELECT value AS oid, git_object.type FROM json_each(?) LEFT JOIN git_oid ON git_oid.oid = value
         LEFT JOIN git_object ON git_object.id = git_oid.object`,
        JSON.stringify(batch.map(({ oid }) => oid)),
      )
      .toArray();
    const types = new Map(rows.map(({ oid, type }) => [oid, type]));
    return batch.find(({ oid, type }) => types.get(oid) !== type);
  }
}
