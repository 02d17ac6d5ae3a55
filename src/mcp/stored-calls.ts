/** Counts of tool calls in the SQLite database of a user's space. */
import type { CallStore } from './call-metrics.ts';

/** The table, as step 1 creates it. */
export const CALLS_SCHEMA = `
  CREATE TABLE IF NOT EXISTS tool_calls (
    tool TEXT PRIMARY KEY,
    -- JSON.
    calls TEXT NOT NULL
  ) STRICT;
`;

/** The counts of one user. */
export class StoredCalls implements CallStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  read(): readonly { readonly tool: string; readonly calls: string }[] {
    return this.#sql.exec<{ tool: string; calls: string }>('SELECT tool, calls FROM tool_calls').toArray();
  }

  write(tool: string, calls: string): void {
    this.#sql.exec('INSERT OR REPLACE INTO tool_calls VALUES (?, ?)', tool, calls);
  }
}
