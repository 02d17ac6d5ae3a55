/** Writes packs (gitformat-pack): streams are copied as they are stored wherever the client can make sense of them. */
import { deflateSync } from 'node:zlib';
import type { Sql } from '../../../lib/sql.ts';
import { fromHex } from '../bytes.ts';
import type { ObjectType, Oid } from '../object.ts';
import type { ObjectStore } from '../object-store.ts';
import type { Bitmap } from './bitmap.ts';
import type { PackOutput } from './pack-output.ts';
import type { Selection } from './select.ts';

const TYPES: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 };
const OFS_DELTA = 6;
const REF_DELTA = 7;
const VERSION = 2;

/** Rows whose facts are read together. */
const FACTS = 1000;
/** Bytes of streams that are read together. */
const BATCH_BYTES = 256 << 10;
/** Offsets that fit the table of offsets; bases beyond are named by id. */
const LARGEST_OFFSET = 0xffff_ffff;

/** What the client understands. */
export interface PackOptions {
  /** Deltas may be on what the client has. */
  readonly thin: boolean;
  /** Bases may be named by their place in the pack. */
  readonly offsets: boolean;
}

/** What a pack turned out to be. */
export interface PackFacts {
  readonly objects: number;
  readonly deltas: number;
  /** Objects whose stored streams were copied. */
  readonly reused: number;
}

interface Facts {
  readonly id: number;
  readonly type: ObjectType;
  readonly inflated: number;
  /** Row of the object that the stream is a delta on. */
  readonly base: number | null;
  /** Bytes of the stream; NULL when it is in parts. */
  readonly stored: number | null;
}

/** How an object is written: by its stored stream, or anew when the client cannot know the base of its delta. */
type Form =
  | { readonly kind: 'whole' }
  | { readonly kind: 'offset-delta'; readonly distance: number }
  | { readonly kind: 'named-delta'; readonly base: Oid }
  | { readonly kind: 'rewritten' };

/** Writes the packs of one repository. */
export class PackWriter {
  readonly #sql: Sql;
  readonly #objects: ObjectStore;

  constructor(sql: Sql, objects: ObjectStore) {
    this.#sql = sql;
    this.#objects = objects;
  }

  /** Writes the objects that were selected, in the order of their rows. Yields when `output` has got some 256 KB more. */
  *write({ selected, known }: Selection, options: PackOptions, output: PackOutput): Generator<void, PackFacts> {
    output.write(packHeader(selected.size));
    // Where the entry of each row begins; 0 while it is not written.
    const offsets = new Uint32Array(selected.end);
    let deltas = 0;
    let reused = 0;
    const formOf = (base: number | null): Form => {
      if (base === null) return { kind: 'whole' };
      const written = offsets[base] ?? 0;
      if (options.offsets && written !== 0) return { kind: 'offset-delta', distance: output.written - written };
      if (!selected.has(base) && !(options.thin && known.has(base))) return { kind: 'rewritten' };
      return { kind: 'named-delta', base: this.#objects.factsAt(base).oid };
    };
    for (const batch of this.#batches(selected)) {
      const streams = this.#streams(batch);
      for (const [index, facts] of batch.entries()) {
        const form = formOf(facts.base);
        if (output.written <= LARGEST_OFFSET) offsets[facts.id] = output.written;
        if (form.kind === 'rewritten') {
          this.#rewrite(facts, output);
          continue;
        }
        reused++;
        if (form.kind !== 'whole') deltas++;
        writeHeader(facts, form, output);
        const stream = streams[index] ?? null;
        if (stream !== null) output.write(new Uint8Array(stream));
        else yield* this.#copyParts(facts, output);
      }
      yield;
    }
    output.finish();
    return { objects: selected.size, deltas, reused };
  }

  /** The facts of all rows in `selected`, in batches whose streams fit into memory. */
  *#batches(selected: Bitmap): Generator<readonly Facts[]> {
    let batch: Facts[] = [];
    let bytes = 0;
    for (const rows of this.#facts(selected)) {
      for (const facts of rows) {
        const stored = facts.stored ?? 0;
        if (bytes + stored > BATCH_BYTES && batch.length > 0) {
          yield batch;
          batch = [];
          bytes = 0;
        }
        batch.push(facts);
        bytes += stored;
      }
    }
    if (batch.length > 0) yield batch;
  }

  *#facts(selected: Bitmap): Generator<readonly Facts[]> {
    let ids: number[] = [];
    for (const id of selected) {
      ids.push(id);
      if (ids.length < FACTS) continue;
      yield this.#factsOf(ids);
      ids = [];
    }
    if (ids.length > 0) yield this.#factsOf(ids);
  }

  #factsOf(ids: readonly number[]): readonly Facts[] {
    const rows = this.#sql
      .exec(
        `SELECT object.id, object.type, object.inflated, object.base, length(object.data)
         FROM json_each(?) AS wanted CROSS JOIN git_object AS object ON object.id = wanted.value`,
        JSON.stringify(ids),
      )
      .raw<[number, ObjectType, number, number | null, number | null]>();
    return Array.from(rows, ([id, type, inflated, base, stored]) => ({ id, type, inflated, base, stored }));
  }

  /** Streams in the order of the batch; null for those that are in parts. */
  #streams(batch: readonly Facts[]): readonly (ArrayBuffer | null)[] {
    const rows = this.#sql
      .exec(
        `SELECT object.data
         FROM json_each(?) AS wanted CROSS JOIN git_object AS object ON object.id = wanted.value`,
        JSON.stringify(batch.map(({ id }) => id)),
      )
      .raw<[ArrayBuffer | null]>();
    return Array.from(rows, ([data]) => data);
  }

  *#copyParts({ id }: Facts, output: PackOutput): Generator<void> {
    for (let part = 0; ; part++) {
      const [row] = this.#sql
        .exec<{ data: ArrayBuffer }>('SELECT data FROM git_object_part WHERE object = ? AND part = ?', id, part)
        .toArray();
      if (row === undefined) return;
      output.write(new Uint8Array(row.data));
      yield;
    }
  }

  #rewrite({ id }: Facts, output: PackOutput): void {
    const { type, data } = this.#objects.readAt(id);
    output.write(sizeHeader(TYPES[type], data.length));
    output.write(deflateSync(data));
  }
}

function packHeader(objects: number): Uint8Array {
  const header = new Uint8Array(12);
  header.set([0x50, 0x41, 0x43, 0x4b]); // PACK
  const view = new DataView(header.buffer);
  view.setUint32(4, VERSION);
  view.setUint32(8, objects);
  return header;
}

/** What an entry begins with, up to its stream. */
function writeHeader({ type, inflated }: Facts, form: Exclude<Form, { kind: 'rewritten' }>, output: PackOutput): void {
  switch (form.kind) {
    case 'whole':
      return output.write(sizeHeader(TYPES[type], inflated));
    case 'offset-delta':
      output.write(sizeHeader(OFS_DELTA, inflated));
      return output.write(encodeDistance(form.distance));
    case 'named-delta':
      output.write(sizeHeader(REF_DELTA, inflated));
      return output.write(fromHex(form.base));
  }
}

/** The type, and the size in groups of 4 and then 7 bits, lowest first. */
function sizeHeader(type: number, size: number): Uint8Array {
  const bytes: number[] = [];
  let byte = (type << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  bytes.push(byte);
  return Uint8Array.from(bytes);
}

/** Bytes back to the base in groups of 7 bits, highest first; all but the last are stored one less. */
function encodeDistance(distance: number): Uint8Array {
  const bytes = [distance % 128];
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest--;
    bytes.unshift(0x80 | (rest % 128));
  }
  return Uint8Array.from(bytes);
}
