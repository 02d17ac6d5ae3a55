/** Texts of files, kept while there is room. */

/** UTF-16 units that are kept: the least recently read are let go. */
const ROOM = 8 << 20;

/** Reads each file once, as long as it is kept. */
export class TextCache {
  readonly #read: (path: string) => Promise<string | undefined>;
  /** The least recently read first; the promise, so that two readers share one. */
  readonly #texts = new Map<string, { readonly text: Promise<string | undefined>; size: number }>();
  #size = 0;

  constructor(read: (path: string) => Promise<string | undefined>) {
    this.#read = read;
  }

  /** Texts that are kept. */
  get entries(): number {
    return this.#texts.size;
  }

  async read(path: string): Promise<string | undefined> {
    const known = this.#texts.get(path);
    if (known !== undefined) {
      this.#texts.delete(path);
      this.#texts.set(path, known);
      return known.text;
    }
    const entry = { text: this.#read(path), size: path.length };
    this.#texts.set(path, entry);
    this.#size += entry.size;
    try {
      const text = await entry.text;
      this.#grow(path, entry, text?.length ?? 0);
      return text;
    } catch (error) {
      this.#drop(path);
      throw error;
    }
  }

  #grow(path: string, entry: { size: number }, size: number): void {
    if (this.#texts.get(path) !== entry) return;
    entry.size += size;
    this.#size += size;
    for (const oldest of this.#texts.keys()) {
      if (this.#size <= ROOM) break;
      this.#drop(oldest);
    }
  }

  #drop(path: string): void {
    this.#size -= this.#texts.get(path)?.size ?? 0;
    this.#texts.delete(path);
  }
}
