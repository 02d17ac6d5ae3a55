/** The tables of a Python session, but for those of its files: what its interpreter holds. */

/** Creates them where they are missing. */
export const PYTHON_SESSION_SCHEMA = `
  -- One row: whether cells ran since the interpreter's start, whose variables a restart loses.
  CREATE TABLE IF NOT EXISTS interpreter (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    used INTEGER NOT NULL
  ) STRICT;
  INSERT OR IGNORE INTO interpreter VALUES (1, 0);
`;

/** Whether cells ran since the interpreter's start. */
export function readUsed(sql: SqlStorage): boolean {
  return sql.exec<{ used: number }>('SELECT used FROM interpreter').one().used !== 0;
}

/** Writes only what changes: every write makes the answer wait for the disk. */
export function storeUsed(sql: SqlStorage, used: boolean): void {
  if (readUsed(sql) !== used) sql.exec('UPDATE interpreter SET used = ?', used ? 1 : 0);
}
