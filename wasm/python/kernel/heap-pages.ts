/** Finds the pages of the interpreter's heap that have changed, by hash: 64 bits each, at about 15 GB/s. */

/** Bytes of a page. */
export const HEAP_PAGE = 1024;

/** Hashes by page: lower half, upper half, of one page after another. */
export type PageHashes = Uint32Array;

/** The heap at one moment. */
export interface HeapImage {
  readonly hashes: PageHashes;
  /** Numbers of the pages that differ, ascending. */
  readonly changed: Uint32Array;
}

/** Hashes pages of a heap that may grow. */
export class HeapPages {
  #memory: WebAssembly.Memory;
  #hash: PageHash;
  /** Hash of a page of zeros: what a heap grows by. */
  #zeros: readonly [low: number, high: number];
  /** A page of its own, and what hashes it. */
  #scratch: { readonly page: Uint8Array; readonly hash: PageHash };

  /** `module` is what the build assembles for it. */
  constructor(module: WebAssembly.Module, memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#hash = instantiate(module, memory);
    const scratch = new WebAssembly.Memory({ initial: 1 });
    this.#scratch = { page: new Uint8Array(scratch.buffer, 0, HEAP_PAGE), hash: instantiate(module, scratch) };
    this.#zeros = [this.#scratch.hash.low(0) >>> 0, this.#scratch.hash.high() >>> 0];
  }

  /** Hashes every page and compares with `since`; pages beyond its end were zeros. */
  look(since: PageHashes): HeapImage {
    const pages = this.#memory.buffer.byteLength / HEAP_PAGE;
    const hashes = new Uint32Array(2 * pages);
    const changed: number[] = [];
    const [lowZeros, highZeros] = this.#zeros;
    for (let page = 0; page < pages; page++) {
      const low = this.#hash.low(page * HEAP_PAGE) >>> 0;
      const high = this.#hash.high() >>> 0;
      hashes[2 * page] = low;
      hashes[2 * page + 1] = high;
      if ((since[2 * page] ?? lowZeros) !== low || (since[2 * page + 1] ?? highZeros) !== high) changed.push(page);
    }
    return { hashes, changed: Uint32Array.from(changed) };
  }

  /** One hash of all hashes, as hexadecimal text. */
  digest(hashes: PageHashes): string {
    const { page, hash } = this.#scratch;
    let level = hashes;
    do {
      const bytes = new Uint8Array(level.buffer, level.byteOffset, level.byteLength);
      const next = new Uint32Array(2 * Math.ceil(bytes.length / HEAP_PAGE));
      for (let index = 0; index < next.length; index += 2) {
        const part = bytes.subarray((index / 2) * HEAP_PAGE, (index / 2 + 1) * HEAP_PAGE);
        page.fill(0, part.length);
        page.set(part);
        next[index] = hash.low(0);
        next[index + 1] = hash.high();
      }
      level = next;
    } while (level.length > 2);
    return Array.from(level, (half) => half.toString(16).padStart(8, '0')).join('');
  }

  /** Returns the pages one after another. */
  read(pages: Uint32Array): Uint8Array {
    const heap = new Uint8Array(this.#memory.buffer);
    const bytes = new Uint8Array(pages.length * HEAP_PAGE);
    pages.forEach((page, index) => {
      bytes.set(heap.subarray(page * HEAP_PAGE, (page + 1) * HEAP_PAGE), index * HEAP_PAGE);
    });
    return bytes;
  }

  /** Writes what {@link read} returned; the heap must be large enough. */
  write(pages: Uint32Array, bytes: Uint8Array): void {
    const heap = new Uint8Array(this.#memory.buffer);
    pages.forEach((page, index) => {
      heap.set(bytes.subarray(index * HEAP_PAGE, (index + 1) * HEAP_PAGE), page * HEAP_PAGE);
    });
  }
}

/** The assembled module, on one memory. */
interface PageHash {
  /** Hashes the page at an address; returns the lower half. */
  low(address: number): number;
  /** The upper half of the last hash. */
  high(): number;
}

function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): PageHash {
  const { low, high } = new WebAssembly.Instance(module, { interpreter: { memory } }).exports;
  if (typeof low !== 'function' || typeof high !== 'function') throw new Error('This is no page hash.');
  return { low: (address) => low(address), high: () => high() };
}

/** Hashes as {@link HeapImage} holds them, from the bytes of a file. */
export function asHashes(bytes: Uint8Array = new Uint8Array()): PageHashes {
  return new Uint32Array(bytes.slice().buffer);
}
