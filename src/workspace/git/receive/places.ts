/** Where the entries of a pack begin, and which rows they became. */

/** The row of an entry that waits for its base. */
const WAITING = 0;

/** Offsets in the order of the pack; typed arrays, since there may be a million. */
export class Places {
  #offsets = new Float64Array(1024);
  #rows = new Int32Array(1024);
  #count = 0;

  /** Adds an entry behind all others and returns its number; it waits for its row. */
  add(offset: number): number {
    if (this.#count === this.#offsets.length) {
      const offsets = new Float64Array(2 * this.#count);
      offsets.set(this.#offsets);
      this.#offsets = offsets;
      const rows = new Int32Array(2 * this.#count);
      rows.set(this.#rows);
      this.#rows = rows;
    }
    this.#offsets[this.#count] = offset;
    this.#rows[this.#count] = WAITING;
    return this.#count++;
  }

  fill(place: number, row: number): void {
    this.#rows[place] = row;
  }

  offsetOf(place: number): number {
    return this.#offsets[place] ?? 0;
  }

  /** The row of the entry that begins at `offset`; undefined when none does. */
  rowAt(offset: number): number | 'waiting' | undefined {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#offsets[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    if (low === this.#count || this.#offsets[low] !== offset) return undefined;
    const row = this.#rows[low];
    return row === WAITING ? 'waiting' : row;
  }
}
