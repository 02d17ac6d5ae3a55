/** Sets of small numbers. */

const WORD_BITS = 32;

/** A set of numbers from 0; it takes a bit for each number up to the largest. */
export class Bitmap {
  #words: Uint32Array;
  #size = 0;

  /** `largest` is a guess that saves growing. */
  constructor(largest = 0) {
    this.#words = new Uint32Array((largest >>> 5) + 1);
  }

  /** How many numbers it has. */
  get size(): number {
    return this.#size;
  }

  /** All its numbers are smaller. */
  get end(): number {
    return this.#words.length * WORD_BITS;
  }

  /** Its words as they are in memory. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.#words.buffer);
  }

  /** A set of its {@link bytes}, which become the set's own. */
  static of(bytes: ArrayBuffer): Bitmap {
    const bitmap = new Bitmap();
    bitmap.#words = new Uint32Array(bytes);
    for (const _ of bitmap) bitmap.#size++;
    return bitmap;
  }

  has(number: number): boolean {
    return ((this.#words[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0;
  }

  /** Whether `number` is new in it. */
  add(number: number): boolean {
    if (this.has(number)) return false;
    const at = number >>> 5;
    if (at >= this.#words.length) this.#grow(at);
    this.#words[at] = (this.#words[at] ?? 0) | (1 << (number & 31));
    this.#size++;
    return true;
  }

  delete(number: number): void {
    if (!this.has(number)) return;
    const at = number >>> 5;
    this.#words[at] = (this.#words[at] ?? 0) & ~(1 << (number & 31));
    this.#size--;
  }

  addAll(other: Bitmap): void {
    for (const number of other) this.add(number);
  }

  copy(): Bitmap {
    const copy = new Bitmap();
    copy.#words = this.#words.slice();
    copy.#size = this.#size;
    return copy;
  }

  /** Its numbers in ascending order. */
  *[Symbol.iterator](): Generator<number> {
    for (const [at, word] of this.#words.entries()) {
      for (let rest = word; rest !== 0; rest &= rest - 1) {
        yield at * WORD_BITS + 31 - Math.clz32(rest & -rest);
      }
    }
  }

  #grow(at: number): void {
    const words = new Uint32Array(2 * at + 1);
    words.set(this.#words);
    this.#words = words;
  }
}
