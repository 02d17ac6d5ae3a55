/** What users used, day by day, and what was refused. Whoever counts it reports it, so that nobody has to be asked. */
import type { ServerFacts } from '../../src/mcp/server-facts.ts';

/** Days of use that are kept. */
export const MOST_DAYS = 31;
/** Minutes of refusals that are kept. */
const MINUTES = 60;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Tables of accounts. */
export const COUNTS_SCHEMA = `
  CREATE TABLE use_of_day (
    -- UTC, as YYYY-MM-DD.
    day TEXT NOT NULL,
    -- A user or an organisation.
    user_id TEXT NOT NULL,
    calls INTEGER NOT NULL,
    engine_seconds REAL NOT NULL,
    bytes INTEGER NOT NULL,
    model_tokens INTEGER NOT NULL,
    PRIMARY KEY (day, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE refusal (
    -- Minutes since 1970.
    minute INTEGER NOT NULL,
    -- Empty where nobody was known.
    user_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (minute, user_id, reason)
  ) STRICT, WITHOUT ROWID;
`;

/** What a user has used of a day, as YYYY-MM-DD in UTC. */
export interface UsedOnDay {
  readonly day: string;
  readonly calls: number;
  readonly engineSeconds: number;
  readonly bytes: number;
  readonly modelTokens: number;
}

/** Sums of the whole server. */
export type Overview = ServerFacts;

/** The counts, in a database with {@link COUNTS_SCHEMA}. Times are milliseconds since 1970. */
export class Counts {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Replaces what was noted of a user on these days. */
  noteUse(userId: string, days: readonly UsedOnDay[], now: number): void {
    const oldest = new Date(now - (MOST_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
    for (const { day, calls, engineSeconds, bytes, modelTokens } of days) {
      if (day < oldest) continue;
      const insert = 'INSERT OR REPLACE INTO use_of_day VALUES (?, ?, ?, ?, ?, ?)';
      this.#sql.exec(insert, day, userId, calls, engineSeconds, Math.round(bytes), modelTokens);
    }
    this.#sql.exec('DELETE FROM use_of_day WHERE day < ?', oldest);
  }

  /** Adds refusals; `userId` is empty where nobody was known. */
  noteRefusals(userId: string, counts: Readonly<Record<string, number>>, now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    for (const [reason, count] of Object.entries(counts)) {
      const insert = 'INSERT INTO refusal VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count';
      this.#sql.exec(insert, minute, userId, reason, count);
    }
    this.#sql.exec('DELETE FROM refusal WHERE minute <= ?', minute - MINUTES);
  }

  /** Removes what is noted of a user. */
  forget(userId: string): void {
    this.#sql.exec('DELETE FROM use_of_day WHERE user_id = ?', userId);
    this.#sql.exec('DELETE FROM refusal WHERE user_id = ?', userId);
  }

  /** Sums of the whole server. */
  overview(now: number): Overview {
    const count = (table: string) =>
      this.#sql.exec<{ count: number }>(`SELECT count(*) AS count FROM ${table}`).one().count;
    const today = `SELECT count(*) AS users, total(calls) AS calls, total(engine_seconds) AS engineSeconds,
      total(bytes) AS bytes, total(model_tokens) AS modelTokens FROM use_of_day WHERE day = ?`;
    const refused = 'SELECT reason, sum(count) AS count FROM refusal WHERE minute > ? GROUP BY reason ORDER BY reason';
    const refusals = this.#sql
      .exec<{ reason: string; count: number }>(refused, firstMinute(now))
      .toArray()
      .map((row) => [row.reason, row.count] as const);
    return {
      people: count('invited') + count('person'),
      organisations: count('organisation'),
      today: this.#sql.exec<ServerFacts['today']>(today, new Date(now).toISOString().slice(0, 10)).one(),
      refusalsOfHour: Object.fromEntries(refusals),
    };
  }
}

/** Refusals of the last hour are those after this minute. */
export function firstMinute(now: number): number {
  return Math.floor(now / MINUTE_MS) - MINUTES;
}
