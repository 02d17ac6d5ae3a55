/** Reports in the SQLite database of a user's space, bounded in number and age. */
import type { Sql } from '../lib/sql.ts';
import { addressed, type KeptReport, type Report, type Reports } from './reports.ts';

/** Reports that are kept; the oldest go first. */
export const MOST_REPORTS = 100;
/** Milliseconds for which a report is kept: 30 days. */
const LIFETIME_MS = 30 * 24 * 3600 * 1000;

type Row = { title: string; kind: string; tool: string | null; version: string | null; content: string };

/** The reports of one user. */
export class StoredReports implements Reports {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async keep(report: Report): Promise<string> {
    const { uri, title, content } = await addressed(report);
    const now = Date.now();
    const [tool, version] = report.kind === 'facts' ? [report.tool, report.version] : [null, null];
    this.#sql.exec(
      'INSERT OR REPLACE INTO report (uri, title, kind, tool, version, content, kept_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      uri,
      title,
      report.kind,
      tool,
      version,
      content,
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
    const [row] = this.#sql
      .exec<Row>('SELECT title, kind, tool, version, content FROM report WHERE uri = ?', uri)
      .toArray();
    if (row === undefined) return undefined;
    const { title, kind, tool, version, content } = row;
    if (kind !== 'facts') return { kind: 'markdown', title, text: content };
    return { kind, title, tool: tool ?? '', version: version ?? '', facts: JSON.parse(content) };
  }

  list(): readonly KeptReport[] {
    return this.#sql
      .exec<{ uri: string; title: string }>('SELECT uri, title FROM report ORDER BY rowid DESC')
      .toArray();
  }
}
