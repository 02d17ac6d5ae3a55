/** Every read and write of Z3's memory: numbers, strings, and the state that is put back before each check. */

const PAGE_BYTES = 65_536;
/** A growth asks for at least this much, or an eighth of the memory, so that growths are few. */
const MINIMUM_GROWTH = 1 << 20;
/** The C stack is taken for untouched below this many zero bytes. */
const STACK_GAP = 1 << 18;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Thrown when a string does not fit into the memory that is left. */
export class HeapFull extends Error {
  override readonly name = 'HeapFull';
}

/** Thrown where a memory is full that was made smaller than Z3 may need. */
export class NeedsRoom extends Error {
  override readonly name = 'NeedsRoom';
}

/** 64 KiB pages that Z3's module was built for. */
export const MOST_PAGES = 1408;

/** Typed access to a memory that grows. Addresses are in bytes; words must be aligned. */
export class Heap {
  readonly memory: WebAssembly.Memory;
  readonly #maximumBytes: number;
  #bytes: Uint8Array;
  #words: Uint32Array;

  constructor(initialPages: number, maximumPages: number) {
    this.memory = new WebAssembly.Memory({ initial: initialPages, maximum: maximumPages });
    this.#maximumBytes = maximumPages * PAGE_BYTES;
    this.#bytes = new Uint8Array(this.memory.buffer);
    this.#words = new Uint32Array(this.memory.buffer);
  }

  get byteLength(): number {
    return this.#bytes.length;
  }

  byte(address: number): number {
    return this.#bytes[address] ?? 0;
  }

  setByte(address: number, value: number): void {
    this.#bytes[address] = value;
  }

  word(address: number): number {
    return this.#words[address >>> 2] ?? 0;
  }

  setWord(address: number, value: number): void {
    this.#words[address >>> 2] = value;
  }

  /** The UTF-8 string up to the next null byte; '' for a null pointer. */
  readString(address: number): string {
    if (address === 0) return '';
    return decoder.decode(this.#bytes.subarray(address, this.#bytes.indexOf(0, address)));
  }

  /** The address of a null-terminated copy of `text`, to be freed. Throws {@link HeapFull}. */
  placeString(text: string, allocator: Allocator): number {
    const encoded = encoder.encode(text);
    const address = allocator.malloc(encoded.length + 1);
    if (address === 0) throw new HeapFull(`Z3's memory has no room for a string of ${encoded.length} bytes.`);
    this.#bytes.set(encoded, address);
    this.#bytes[address + encoded.length] = 0;
    return address;
  }

  /** Grows the memory to at least `bytes`; false when Z3 may not have as much. Throws {@link NeedsRoom} where it might elsewhere. */
  growTo(bytes: number): boolean {
    if (bytes > this.#maximumBytes) {
      if (this.#maximumBytes < MOST_PAGES * PAGE_BYTES) throw new NeedsRoom();
      return false;
    }
    const comfortable = this.byteLength + Math.max(MINIMUM_GROWTH, this.byteLength >>> 3);
    const wanted = Math.min(this.#maximumBytes, Math.max(bytes, comfortable));
    try {
      this.memory.grow(Math.ceil((wanted - this.byteLength) / PAGE_BYTES));
    } catch (error) {
      if (error instanceof RangeError) return false; // the machine has no more
      throw error;
    }
    this.#bytes = new Uint8Array(this.memory.buffer);
    this.#words = new Uint32Array(this.memory.buffer);
    return true;
  }

  /** A copy of the bytes from `start` to `end`. */
  copy(start: number, end: number): Uint8Array {
    return this.#bytes.slice(start, end);
  }

  /** Puts back a copy taken at `start`, and zeroes what follows it up to `end`. */
  restore(start: number, copy: Uint8Array, end: number): void {
    this.#bytes.set(copy, start);
    this.#bytes.fill(0, start + copy.length, end);
  }

  /** Zeroes what was used of a C stack that grows down from `top` to 0. */
  clearStack(top: number): void {
    let low = top >>> 2;
    let zeros = 0;
    while (low > 0 && zeros < STACK_GAP >>> 2) zeros = this.#words[--low] === 0 ? zeros + 1 : 0;
    this.#words.fill(0, low, top >>> 2);
  }
}

/** The module's own allocator. */
export interface Allocator {
  malloc(bytes: number): number;
  free(address: number): void;
}
