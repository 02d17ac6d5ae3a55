/** Writes the content of a file, in whatever pieces it comes. */
import { ContentHash } from '../../wasm/python/kernel/content-hash.ts';
import { addPart, finishContent, newContent, PART_BYTES } from './session-files.schema.ts';

/** Stores a content of at most {@link PART_BYTES} at once: small ones are many. Returns its id. */
export function storeSmall(sql: SqlStorage, bytes: Uint8Array): number {
  const id = newContent(sql, bytes.length, new ContentHash().add(bytes).digest());
  if (bytes.length > 0) addPart(sql, id, 0, bytes);
  return id;
}

/** A content that is being written; until a path is given to it, nobody sees it. */
export class ContentWriter {
  readonly id: number;
  readonly #sql: SqlStorage;
  readonly #hash = new ContentHash();
  /** What the next part is made of. */
  #pieces: Uint8Array[] = [];
  #filled = 0;
  #parts = 0;
  #size = 0;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.id = newContent(sql);
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#size;
  }

  write(bytes: Uint8Array): void {
    this.#hash.add(bytes);
    this.#size += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + PART_BYTES - this.#filled);
      this.#pieces.push(piece.slice());
      this.#filled += piece.length;
      at += piece.length;
      if (this.#filled === PART_BYTES) this.#flush();
    }
  }

  /** Completes the content; returns its hash. */
  finish(): string {
    if (this.#filled > 0) this.#flush();
    const hash = this.#hash.digest();
    finishContent(this.#sql, this.id, this.#size, hash);
    return hash;
  }

  #flush(): void {
    addPart(this.#sql, this.id, this.#parts++, concatenated(this.#pieces, this.#filled));
    [this.#pieces, this.#filled] = [[], 0];
  }
}

function concatenated(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = pieces;
  if (pieces.length === 1 && first !== undefined) return first;
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
