/** Reads a stream by counts of bytes. */

/** Bytes that the buffer has at first. */
const CAPACITY = 256 << 10;

/** A stream of bytes and a buffer before it. What it hands out is a view that holds until the next {@link fill}. */
export class ByteReader {
  readonly #source: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #buffer = new Uint8Array(CAPACITY);
  #start = 0;
  #end = 0;
  #ended: boolean;
  #brokenOff = false;

  constructor(stream: ReadableStream<Uint8Array> | null) {
    this.#source = stream?.getReader();
    this.#ended = stream === null;
  }

  /** Whether the stream has failed: whoever sends it has gone, or sends what cannot be decoded. */
  get brokenOff(): boolean {
    return this.#brokenOff;
  }

  /** What was read from the stream and is not consumed. */
  get buffered(): Uint8Array {
    return this.#buffer.subarray(this.#start, this.#end);
  }

  /** Whether the stream has ended: nothing comes after {@link buffered}. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Resolves to what is buffered, at least `count` bytes unless the stream ends before. Rejects once as the stream does, and ends. */
  async fill(count: number): Promise<Uint8Array> {
    while (this.#end - this.#start < count && !this.#ended) {
      // Unless there is more.
      this.#ended = true;
      this.#brokenOff = true;
      const next = await this.#source?.read();
      this.#brokenOff = false;
      if (next?.value === undefined) break;
      this.#ended = false;
      this.#append(next.value, count);
    }
    return this.buffered;
  }

  /** Consumes bytes of {@link buffered}. */
  skip(count: number): void {
    this.#start += count;
  }

  /** The buffered bytes and then the rest of the stream, which are consumed. */
  async *rest(): AsyncGenerator<Uint8Array> {
    while ((await this.fill(1)).length > 0) {
      const bytes = this.buffered;
      this.skip(bytes.length);
      yield bytes;
    }
  }

  /** Wants no more of the stream. */
  async cancel(): Promise<void> {
    this.#ended = true;
    await this.#source?.cancel();
  }

  #append(chunk: Uint8Array, wanted: number): void {
    const kept = this.buffered;
    const needed = Math.max(wanted, kept.length + chunk.length);
    if (this.#end + chunk.length > this.#buffer.length) {
      const buffer = needed > this.#buffer.length ? new Uint8Array(2 * needed) : this.#buffer;
      buffer.set(kept);
      this.#buffer = buffer;
      this.#start = 0;
      this.#end = kept.length;
    }
    this.#buffer.set(chunk, this.#end);
    this.#end += chunk.length;
  }
}
