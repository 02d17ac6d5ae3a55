/** What tips reach, remembered from one clone to the next. */
import type { Oid } from '../object.ts';
import type { Bitmap } from './bitmap.ts';

/** Sets of rows that are remembered, and the bytes they may take together. */
const MOST_SETS = 8;
const MOST_BYTES = 4 << 20;

/** All rows that some tips reach. */
export interface Reachable {
  readonly tips: readonly Oid[];
  readonly rows: Bitmap;
}

/** Sets of reachable rows, those used last first. Objects never change, so that what tips reach never does. */
export class ReachableSets {
  #sets: readonly Reachable[] = [];

  /** What exactly `tips` reach, as far as it is remembered. */
  get(tips: readonly Oid[]): Reachable | undefined {
    const wanted = new Set(tips);
    const found = this.#sets.find((set) => set.tips.length === wanted.size && set.tips.every((tip) => wanted.has(tip)));
    if (found !== undefined) this.#sets = [found, ...this.#sets.filter((set) => set !== found)];
    return found;
  }

  /** The set used last. */
  get latest(): Reachable | undefined {
    return this.#sets[0];
  }

  add(tips: readonly Oid[], rows: Bitmap): void {
    let bytes = 0;
    const sets = [{ tips: [...new Set(tips)], rows }, ...this.#sets].slice(0, MOST_SETS);
    this.#sets = sets.filter((set) => {
      bytes += set.rows.bytes;
      return bytes <= MOST_BYTES;
    });
  }

  /** The ends of the repository's history have changed. */
  clear(): void {
    this.#sets = [];
  }
}
