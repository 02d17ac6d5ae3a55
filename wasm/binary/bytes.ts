/** Primitives of the WebAssembly binary format: bytes, LEB128 integers, names and sections, read and written. */

const utf8 = new TextDecoder();
const encoder = new TextEncoder();

/** Thrown when the input is not the module this transform was written for. */
export class UnexpectedModule extends Error {
  override readonly name = 'UnexpectedModule';
}

/** Throws {@link UnexpectedModule} unless `condition` holds; `expected` says what should have been there. */
export function expectShape(condition: boolean, expected: string): asserts condition {
  if (!condition) throw new UnexpectedModule(`The module has an unexpected shape; expected ${expected}.`);
}

/** Reads a byte sequence from front to back. */
export class WasmReader {
  position = 0;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get done(): boolean {
    return this.position >= this.bytes.length;
  }

  /** Throws {@link UnexpectedModule} at the end of the bytes. */
  byte(): number {
    const value = this.bytes[this.position];
    expectShape(value !== undefined, 'more bytes');
    this.position++;
    return value;
  }

  /** An unsigned LEB128 integer below 2^53. */
  unsigned(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  }

  /** A signed LEB128 integer of at most 32 bits. */
  signed32(): number {
    let value = 0;
    let shift = 0;
    for (;;) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      shift += 7;
      if (byte < 0x80) return shift < 32 && byte & 0x40 ? value | (-1 << shift) : value;
    }
  }

  /** The next `length` bytes as a view. */
  take(length: number): Uint8Array {
    const view = this.bytes.subarray(this.position, this.position + length);
    expectShape(view.length === length, `${length} more bytes`);
    this.position += length;
    return view;
  }

  /** Everything that is left, as a view. */
  rest(): Uint8Array {
    return this.take(this.bytes.length - this.position);
  }

  name(): string {
    return utf8.decode(this.take(this.unsigned()));
  }
}

/** Appends to a byte buffer that grows. Methods return the writer. */
export class WasmWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** What was written, as a view that the next write may overwrite. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Forgets what was written, keeping the buffer. */
  clear(): this {
    this.#length = 0;
    return this;
  }

  byte(value: number): this {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
    return this;
  }

  append(bytes: ArrayLike<number>): this {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  /** An unsigned LEB128 integer in its shortest form. */
  unsigned(value: number): this {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 128) | 0x80);
      rest = Math.floor(rest / 128);
    }
    return this.byte(rest);
  }

  name(text: string): this {
    return this.vector(encoder.encode(text));
  }

  /** A length followed by the bytes. */
  vector(bytes: ArrayLike<number>): this {
    return this.unsigned(bytes.length).append(bytes);
  }

  section(id: number, body: Uint8Array): this {
    return this.byte(id).vector(body);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.written);
    this.#bytes = grown;
  }
}
