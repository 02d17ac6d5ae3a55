/** Calls over which an engine hung: the same call is refused for a while once that happened twice. No other call is. */
import { ToolFailure } from '../lib/errors.ts';
import { sha256 } from '../lib/sha256.ts';
import type { Sql } from '../lib/sql.ts';
import type { Call } from './define-tool.ts';

/** Calls of a user that are remembered. */
const MOST_CALLS = 100;
/** Ends of an engine after which a call is refused: one that only ran beside the culprit is hardly met twice. */
const MOST_HANGS = 2;
const MINUTE_MS = 60_000;
/** Milliseconds for which a call is remembered after the last hang. */
const KEPT_MS = 15 * MINUTE_MS;

/** The table. */
export const HUNG_CALLS_SCHEMA = `
  CREATE TABLE hung_call (
    -- SHA-256 of the tool and its arguments.
    digest TEXT PRIMARY KEY,
    hangs INTEGER NOT NULL,
    -- Milliseconds since 1970: the last of them.
    hung_at INTEGER NOT NULL
  ) STRICT;
`;

/** The calls of one user. */
export class HungCalls {
  readonly #sql: Sql;
  readonly #now: () => number;

  constructor(sql: Sql, now: () => number = Date.now) {
    this.#sql = sql;
    this.#now = now;
  }

  /** Does `work` as that call; `hung` tells whether an engine hung over it. Throws `ToolFailure` instead when it is refused. */
  async track<Result>(call: Call, hung: () => boolean, work: () => Promise<Result>): Promise<Result> {
    const digest = await sha256(JSON.stringify([call.name, call.args]));
    this.#expectHarmless(digest, call.name);
    const begun = this.#now();
    try {
      const result = await work();
      if (!hung()) this.#sql.exec('DELETE FROM hung_call WHERE digest = ?', digest);
      return result;
    } finally {
      if (hung()) this.#count(digest, begun);
    }
  }

  #expectHarmless(digest: string, tool: string): void {
    const now = this.#now();
    // A clock that was set back keeps nobody out for longer.
    this.#sql.exec('UPDATE hung_call SET hung_at = ? WHERE hung_at > ?', now, now);
    const query = 'SELECT hung_at FROM hung_call WHERE digest = ? AND hangs >= ? AND hung_at > ?';
    const [row] = this.#sql.exec<{ hung_at: number }>(query, digest, MOST_HANGS, now - KEPT_MS).toArray();
    if (row === undefined) return;
    const minutes = Math.ceil((row.hung_at + KEPT_MS - now) / MINUTE_MS);
    throw new ToolFailure({
      errorType: 'refused_call',
      message:
        `An engine hung twice while this very call of ${tool} ran, and was ended each time, with the work of all others in it. ` +
        `The call is refused for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      advice:
        'Change its arguments: less code or fewer files at a time, smaller inputs, no endless loop in one expression. ' +
        'Every other call is taken.',
      details: { retry_after: minutes * 60 },
    });
  }

  /** Calls that were equal and ran at the same time count once. */
  #count(digest: string, begun: number): void {
    this.#sql.exec('DELETE FROM hung_call WHERE hung_at <= ?', this.#now() - KEPT_MS);
    this.#sql.exec(
      `INSERT INTO hung_call VALUES (?, 1, ?)
       ON CONFLICT (digest) DO UPDATE SET hangs = hangs + 1, hung_at = excluded.hung_at WHERE hung_at <= ?`,
      digest,
      this.#now(),
      begun,
    );
    this.#sql.exec(
      'DELETE FROM hung_call WHERE digest NOT IN (SELECT digest FROM hung_call ORDER BY hung_at DESC, rowid DESC LIMIT ?)',
      MOST_CALLS,
    );
  }
}
