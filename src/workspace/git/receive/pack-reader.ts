/** Reads a pack as it arrives: header, entries, trailer (gitformat-pack). Holds a part of it only. */
import { createHash } from 'node:crypto';
import { createInflate } from 'node:zlib';
import type { ByteReader } from '../byte-reader.ts';
import { concatBytes, toHex } from '../bytes.ts';
import { inflate } from '../inflate.ts';
import type { ObjectType, Oid } from '../object.ts';
import { BadPack, megabytes, type PackLimits } from './limits.ts';

/** What an entry says of itself. `offset` is where it begins in the pack, `size` how many bytes it inflates to. */
export type EntryHeader = { readonly offset: number; readonly size: number } & (
  | { readonly kind: ObjectType }
  | { readonly kind: 'offset-delta'; readonly base: number }
  | { readonly kind: 'oid-delta'; readonly base: Oid }
);

/** An entry's content and the zlib stream it came as, which is a view that holds until the next header. */
export interface EntryBody {
  readonly data: Uint8Array;
  readonly stream: Uint8Array;
}

/** Where an entry goes piece by piece; pieces are views that hold for the call. */
export interface EntrySink {
  data(piece: Uint8Array): void;
  stream(piece: Uint8Array): void;
}

/** Entries that inflate to at most this are inflated at once. */
export const INLINE_BYTES = 1 << 20;

const TYPES: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const OFFSET_DELTA = 6;
const OID_DELTA = 7;
const SIGNATURE = 'PACK';
const OID_BYTES = 20;
/** Bytes that the longest header of an entry takes, and how many of them its type, size and distance. */
const LONGEST_HEADER = 40;
const LONGEST_NUMBERS = LONGEST_HEADER - OID_BYTES;
/** Bytes that are waited for at once: between waits, SQLite commits. */
const BATCH = 1 << 20;
/** Bytes that a streaming inflater gets at once. */
const PIECE = 64 << 10;

/** One pack; its parts are read in the order of the methods. All methods throw {@link BadPack}. */
export class PackReader {
  readonly #reader: ByteReader;
  readonly #limits: PackLimits;
  readonly #hash = createHash('sha1');
  #offset = 0;

  constructor(reader: ByteReader, limits: PackLimits) {
    this.#reader = reader;
    this.#limits = limits;
  }

  /** Bytes that were read. */
  get offset(): number {
    return this.#offset;
  }

  /** Reads the beginning and returns the number of objects. */
  async start(): Promise<number> {
    const head = await this.#reader.fill(12);
    if (head.length === 0) throw new BadPack('there is no pack');
    if (head.length < 12) throw truncated();
    const view = new DataView(head.buffer, head.byteOffset, 12);
    const signature = String.fromCharCode(...head.subarray(0, 4));
    if (signature !== SIGNATURE) throw new BadPack('pack signature mismatch');
    const version = view.getUint32(4);
    if (version !== 2 && version !== 3) throw new BadPack(`pack version ${version} unsupported`);
    const count = view.getUint32(8);
    const { objects } = this.#limits;
    if (count > objects) throw new BadPack(`the pack has ${count} objects, more than the limit of ${objects} objects`);
    this.#consume(head.subarray(0, 12));
    return count;
  }

  /** Reads the next entry's header. */
  async header(): Promise<EntryHeader> {
    const offset = this.#offset;
    const bytes = await this.#fill(LONGEST_HEADER);
    let at = 0;
    const next = () => {
      if (at === LONGEST_NUMBERS) throw new BadPack(`bad object header at offset ${offset}`);
      const byte = bytes[at++];
      if (byte === undefined) throw truncated();
      return byte;
    };
    const first = next();
    let size = first & 15;
    for (let scale = 16, byte = first; byte >= 0x80; scale *= 128) {
      byte = next();
      size += (byte & 0x7f) * scale;
      if (size > this.#limits.objectBytes) throw this.#tooLarge(size);
    }
    const code = (first >> 4) & 7;
    const kind = TYPES[code];
    if (kind !== undefined) {
      this.#consume(bytes.subarray(0, at));
      return { offset, size, kind };
    }
    switch (code) {
      case OFFSET_DELTA: {
        let byte = next();
        let distance = byte & 0x7f;
        while (byte >= 0x80) {
          byte = next();
          distance = (distance + 1) * 128 + (byte & 0x7f);
          if (distance > offset) break;
        }
        if (distance === 0 || distance > offset)
          throw new BadPack(`delta base offset out of bound at offset ${offset}`);
        this.#consume(bytes.subarray(0, at));
        return { offset, size, kind: 'offset-delta', base: offset - distance };
      }
      case OID_DELTA: {
        if (at + OID_BYTES > bytes.length) throw truncated();
        const base = toHex(bytes.subarray(at, at + OID_BYTES));
        this.#consume(bytes.subarray(0, at + OID_BYTES));
        return { offset, size, kind: 'oid-delta', base };
      }
      default:
        throw new BadPack(`unknown object type ${code} at offset ${offset}`);
    }
  }

  /** Reads the content of an entry into memory. */
  async body({ offset, size }: EntryHeader): Promise<EntryBody> {
    if (size > INLINE_BYTES) return this.#collect(offset, size);
    const bound = compressedBound(size);
    const bytes = await this.#fill(bound);
    const window = bytes.subarray(0, bound);
    try {
      const { data, used } = inflate(window, size);
      if (data.length !== size) throw wrongSize(offset, size);
      const stream = window.subarray(0, used);
      this.#consume(stream);
      return { data, stream };
    } catch (error) {
      if (error instanceof BadPack) throw error;
      if (bytes.length < bound && codeOf(error) === 'Z_BUF_ERROR') throw truncated();
      if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw wrongSize(offset, size);
      throw badZlib(offset);
    }
  }

  /** Hands the content of an entry over piece by piece. */
  async pipe({ offset, size }: EntryHeader, sink: EntrySink): Promise<void> {
    let produced = 0;
    let failure: Error | undefined;
    let wake = () => {};
    let left = 2 * compressedBound(size);
    const inflater = createInflate({ chunkSize: PIECE })
      .on('data', (data) => {
        produced += data.length;
        if (produced <= size) sink.data(data);
      })
      .on('error', (error) => {
        failure = error;
        wake();
      });
    try {
      for (;;) {
        const piece = (await this.#fill(PIECE)).subarray(0, PIECE);
        if (piece.length === 0) throw truncated();
        const before = inflater.bytesWritten;
        await new Promise<void>((done) => {
          wake = done;
          inflater.write(piece, () => done());
        });
        const used = inflater.bytesWritten - before;
        if (failure !== undefined) throw badZlib(offset);
        if (produced > size) throw wrongSize(offset, size);
        sink.stream(piece.subarray(0, used));
        this.#consume(piece.subarray(0, used));
        left -= used;
        if (left < 0) throw badZlib(offset);
        if (used < piece.length) break;
      }
    } finally {
      inflater.destroy();
    }
    if (produced !== size) throw wrongSize(offset, size);
  }

  /** Reads the end: the pack's hash, and then nothing more. */
  async finish(): Promise<void> {
    const bytes = await this.#reader.fill(OID_BYTES + 1);
    if (bytes.length < OID_BYTES) throw truncated();
    const told = toHex(bytes.subarray(0, OID_BYTES));
    if (told !== this.#hash.digest('hex')) throw new BadPack('pack checksum mismatch');
    if (bytes.length > OID_BYTES) throw new BadPack('garbage at end of pack');
    this.#reader.skip(OID_BYTES);
  }

  async #collect(offset: number, size: number): Promise<EntryBody> {
    const data = new Uint8Array(size);
    const pieces: Uint8Array[] = [];
    let filled = 0;
    await this.pipe(
      { offset, size, kind: 'blob' },
      {
        data(piece) {
          data.set(piece, filled);
          filled += piece.length;
        },
        stream: (piece) => void pieces.push(piece.slice()),
      },
    );
    return { data, stream: concatBytes(pieces) };
  }

  /** What is buffered, at least `count` bytes unless the pack ends before; much is waited for at once. */
  #fill(count: number): Uint8Array | Promise<Uint8Array> {
    const { buffered, ended } = this.#reader;
    return buffered.length >= count || ended ? buffered : this.#reader.fill(Math.max(count, BATCH));
  }

  #consume(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#reader.skip(bytes.length);
    this.#offset += bytes.length;
    const { packBytes } = this.#limits;
    if (this.#offset > packBytes) throw new BadPack(`the pack is larger than the limit of ${megabytes(packBytes)}`);
  }

  #tooLarge(size: number): BadPack {
    const limit = megabytes(this.#limits.objectBytes);
    return new BadPack(`an object of ${megabytes(size)} or more is larger than the limit of ${limit} for one object`);
  }
}

/** Bytes that a zlib stream of `size` bytes takes at most, as deflateBound of zlib has it for any settings, and some more. */
function compressedBound(size: number): number {
  return size + (size >> 4) + (size >> 7) + 512;
}

function truncated(): BadPack {
  return new BadPack('early EOF: the pack is cut off');
}

function wrongSize(offset: number, size: number): BadPack {
  return new BadPack(`the object at offset ${offset} does not have the ${size} bytes that it states`);
}

function badZlib(offset: number): BadPack {
  return new BadPack(`inflate returned an error for the object at offset ${offset}`);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
