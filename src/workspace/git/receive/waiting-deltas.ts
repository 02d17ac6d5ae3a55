/** Deltas that came before their base, which git itself never sends, but the format allows. */
import { inflateSync } from 'node:zlib';
import type { Sql } from '../../../lib/sql.ts';
import { LONGEST_VALUE } from '../object-store.ts';
import { BadPack } from './limits.ts';
import type { RunningPush } from './quarantine.ts';

/** A delta that waited. */
export interface WaitedDelta {
  readonly place: number;
  readonly data: Uint8Array;
  readonly stream: Uint8Array;
}

/** The deltas of one push that wait, by what they wait for: an oid, or `@` and an offset. */
export class WaitingDeltas {
  readonly #sql: Sql;
  readonly #push: number;

  constructor(sql: Sql, { id }: RunningPush) {
    this.#sql = sql;
    this.#push = id;
  }

  /** Throws {@link BadPack} for one that is too long to wait. */
  add(base: string, place: number, stream: Uint8Array): void {
    if (stream.length > LONGEST_VALUE) throw new BadPack('a delta of more than 1 MB comes before its base');
    this.#sql.exec('INSERT INTO git_waiting_delta VALUES (?, ?, ?, ?)', this.#push, base, place, stream);
  }

  count(): number {
    const query = 'SELECT count(*) AS count FROM git_waiting_delta WHERE push = ?';
    return this.#sql.exec<{ count: number }>(query, this.#push).one().count;
  }

  /** What is waited for, each once. */
  *bases(): Generator<string> {
    const query = 'SELECT min(base) AS base FROM git_waiting_delta WHERE push = ? AND base > ?';
    const after = (base: string) => this.#sql.exec<{ base: string | null }>(query, this.#push, base).one().base;
    for (let base = after(''); base !== null; base = after(base)) yield base;
  }

  /** Takes the deltas out that wait for `base`, one after the other. */
  *take(base: string): Generator<WaitedDelta> {
    for (;;) {
      const [row] = this.#sql
        .exec<{ place: number; data: ArrayBuffer }>(
          'SELECT place, data FROM git_waiting_delta WHERE push = ? AND base = ? ORDER BY place LIMIT 1',
          this.#push,
          base,
        )
        .toArray();
      if (row === undefined) return;
      const { place } = row;
      this.#sql.exec(
        'DELETE FROM git_waiting_delta WHERE push = ? AND base = ? AND place = ?',
        this.#push,
        base,
        place,
      );
      const stream = new Uint8Array(row.data);
      yield { place, stream, data: inflateSync(stream) };
    }
  }
}
