/** The state of a user's call gate in the database of the user's space: it outlives the object, which leaves memory when it is idle. */
import type { GateStore } from '../../src/auth/call-gate.ts';

/** One row. */
export class StoredGate implements GateStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  read(): number {
    const [row] = this.#sql.exec<{ full_at: number }>('SELECT full_at FROM call_gate').toArray();
    return row?.full_at ?? 0;
  }

  write(fullAt: number): void {
    this.#sql.exec('INSERT OR REPLACE INTO call_gate VALUES (1, ?)', fullAt);
  }
}
