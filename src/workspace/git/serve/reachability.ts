/** What tips reach, remembered from one clone to the next: objects never change, so that what they reach never does. */
import type { Sql } from '../../../lib/sql.ts';
import type { Oid } from '../object.ts';
import { Bitmap } from './bitmap.ts';

/** Sets that are remembered, and the bytes they may take together. */
const MOST_SETS = 8;
const MOST_BYTES = 4 << 20;
/** Bytes of a set that is stored: one value. */
const STORED_BYTES = 1 << 20;

/** All rows that some tips reach. */
export interface Reachable {
  readonly tips: readonly Oid[];
  readonly rows: Bitmap;
}

/** Sets of reachable rows, those used last first. The newest is stored, so that it outlives the object's memory. */
export class ReachableSets {
  readonly #sql: Sql;
  #sets: readonly Reachable[];
  /** Where the repository's history ended when they were made. */
  #ends = '';

  constructor(sql: Sql) {
    this.#sql = sql;
    const stored = sql
      .exec<{ tips: string; ends: string; rows: ArrayBuffer }>('SELECT tips, ends, rows FROM git_reachable')
      .toArray();
    this.#sets = stored.map(({ tips, rows }) => ({ tips: tips.split(','), rows: Bitmap.of(rows) }));
    for (const { ends } of stored) this.#ends = ends;
  }

  /** To be called first: forgets all when the repository's history, which ends at `shallow`, ended elsewhere before. Returns its ends. */
  endAt(shallow: readonly Oid[]): string {
    const ends = shallow.join();
    if (ends !== this.#ends) this.#sets = [];
    this.#ends = ends;
    return ends;
  }

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

  /** Remembers what `tips` reach, unless history has got other ends than `ends` since. */
  add(tips: readonly Oid[], rows: Bitmap, ends: string): void {
    if (ends !== this.#ends) return;
    const added = { tips: [...new Set(tips)], rows };
    let bytes = 0;
    this.#sets = [added, ...this.#sets].slice(0, MOST_SETS).filter((set) => {
      bytes += set.rows.bytes.length;
      return bytes <= MOST_BYTES;
    });
    if (rows.bytes.length > STORED_BYTES) return;
    this.#sql.exec('INSERT OR REPLACE INTO git_reachable VALUES (1, ?, ?, ?)', added.tips.join(), ends, rows.bytes);
  }
}
