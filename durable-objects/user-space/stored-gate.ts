/** The state of a user's call gate in the database of the user's space: it outlives the object, which leaves memory when it is idle. */
import type { GateStore, Rate } from '../../src/auth/call-gate.ts';

/** A row for each rate. */
export class StoredGate implements GateStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  read(rate: Rate): number {
    const [row] = this.#sql.exec<{ full_at: number }>('SELECT full_at FROM call_rate WHERE rate = ?', rate).toArray();
    return row?.full_at ?? 0;
  }

  write(rate: Rate, fullAt: number): void {
    this.#sql.exec('INSERT OR REPLACE INTO call_rate VALUES (?, ?)', rate, fullAt);
  }
}
