/** A hash by which contents of files are compared: modification times are useless where the clock stands still. */

/** Hashes bytes that come in pieces: two independent multiplicative hashes, and the length. */
export class ContentHash {
  #first = 0xdeadbeef;
  #second = 0x41c6ce57;
  #length = 0;

  add(bytes: Uint8Array): this {
    let [first, second] = [this.#first, this.#second];
    for (const byte of bytes) {
      first = Math.imul(first ^ byte, 2654435761);
      first = (first << 15) | (first >>> 17);
      second = Math.imul(second ^ byte ^ (second >>> 13), 1597334677);
    }
    [this.#first, this.#second] = [first, second];
    this.#length += bytes.length;
    return this;
  }

  /** The hash of everything added. */
  digest(): string {
    return `${this.#length}:${this.#first >>> 0}:${this.#second >>> 0}`;
  }
}
