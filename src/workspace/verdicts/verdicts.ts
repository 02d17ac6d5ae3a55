/** Verdicts in the workspace's database. */
import type { Sql } from '../../lib/sql.ts';
import { LONGEST_VERDICT, MOST_VERDICT_TEXT } from './service.ts';

/** The table of verdicts, for the object's migrations. */
export const VERDICTS_SCHEMA = `
  CREATE TABLE verdict (
    key TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    -- Grows with each use of any verdict.
    used INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX verdict_used ON verdict (used);
`;

/** Finds and keeps verdicts. */
export class Verdicts {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  find(key: string): string | undefined {
    const [row] = this.#sql.exec<{ text: string }>(`${USE} WHERE key = ? RETURNING text`, key);
    return row?.text;
  }

  keep(key: string, text: string): void {
    if (text.length > LONGEST_VERDICT) return;
    this.#sql.exec('INSERT OR REPLACE INTO verdict SELECT ?, ?, coalesce(max(used), 0) + 1 FROM verdict', key, text);
    for (let size = this.#measure(); size > MOST_VERDICT_TEXT; ) {
      const [row] = this.#sql.exec<{ size: number }>(
        'DELETE FROM verdict WHERE key = (SELECT key FROM verdict ORDER BY used LIMIT 1) RETURNING length(text) AS size',
      );
      size -= row?.size ?? size;
    }
  }

  #measure(): number {
    return this.#sql.exec<{ size: number }>('SELECT coalesce(sum(length(text)), 0) AS size FROM verdict').one().size;
  }
}

const USE = 'UPDATE verdict SET used = (SELECT max(used) FROM verdict) + 1';
