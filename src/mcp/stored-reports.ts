/** Reports in the SQLite database of a user's space, bounded in number and age. */
import type { Sql } from '../lib/sql.ts';
import { addressed, type KeptReport, type Report, type Reports } from './reports.ts';

/** Reports that are kept; the oldest go first. */
export const MOST_REPORTS = 100;
/** Milliseconds for which a report is kept: 30 days. */
const LIFETIME_MS = 30 * 24 * 3600 * 1000;

/** The reports of one user. */
export class StoredReports implements Reports {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async keep(report: Report): Promise<string> {
    const { uri, title, text } = await addressed(report);
    const now = Date.now();
    this.#sql.exec(
      'INSERT OR REPLACE INTO report (uri, title, text, kept_at) VALUES (?, ?, ?, ?)',
      uri,
      title,
      text,
      now,
    );
    this.#sql.exec(
      'DELETE FROM report WHERE kept_at < ? OR rowid NOT IN (SELECT rowid FROM report ORDER BY rowid DESC LIMIT ?)',
      now - LIFETIME_MS,
      MOST_REPORTS,
    );
    return uri;
  }

  read(uri: string): Report | undefined {
    const [row] = this.#sql.exec('SELECT title, text FROM report WHERE uri = ?', uri).toArray();
    return row && { title: String(row.title), text: String(row.text) };
  }

  list(): readonly Omit<KeptReport, 'text'>[] {
    const rows = this.#sql.exec('SELECT uri, title FROM report ORDER BY rowid DESC').toArray();
    return rows.map(({ uri, title }) => ({ uri: String(uri), title: String(title) }));
  }
}
