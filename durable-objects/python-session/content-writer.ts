/** Writes the content of a file, in whatever pieces it comes. */
import { ContentHash } from '../../wasm/python/kernel/content-hash.ts';
import { addPart, finishContent, newContent, PART_BYTES } from './session-files.schema.ts';

/** A content that is being written; until a path is given to it, nobody sees it. */
export class ContentWriter {
  readonly id: number;
  readonly #sql: SqlStorage;
  readonly #hash = new ContentHash();
  readonly #buffer = new Uint8Array(PART_BYTES);
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
      this.#buffer.set(piece, this.#filled);
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
    addPart(this.#sql, this.id, this.#parts++, this.#buffer.slice(0, this.#filled));
    this.#filled = 0;
  }
}
