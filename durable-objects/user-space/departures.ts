/**
 * Who has left the organisation of a space. A call that was let in before goes on, and reaches their Python sessions no more; what was on
 * its way to one by then is erased later.
 */
import type { Principal } from '../../src/auth/principal.ts';
import type { Turn } from '../../src/lib/background.ts';
import { ToolFailure } from '../../src/lib/errors.ts';
import { isUserId, type UserId } from '../../src/lib/object-name.ts';
import type { Sql } from '../../src/lib/sql.ts';

/** Tables of the user's space. */
export const DEPARTURES_SCHEMA = `
  CREATE TABLE departure (
    -- The id of the person.
    member TEXT PRIMARY KEY,
    -- Milliseconds since 1970: when the membership began that has ended, and when it ended.
    joined_at INTEGER NOT NULL,
    left_at INTEGER NOT NULL,
    -- 1 once their sessions were erased again.
    settled INTEGER NOT NULL
  ) STRICT;
`;

/** A row a membership: a clock that is set back gives a later membership an earlier beginning, so none can stand for those before it. */
export const DEPARTURES_BY_MEMBERSHIP = `
  CREATE TABLE ended_membership (
    -- The id of the person.
    member TEXT NOT NULL,
    -- Milliseconds since 1970: when the membership began, and when it ended.
    joined_at INTEGER NOT NULL,
    left_at INTEGER NOT NULL,
    -- 1 once their sessions were erased again.
    settled INTEGER NOT NULL,
    PRIMARY KEY (member, joined_at)
  ) STRICT;
  INSERT INTO ended_membership SELECT member, joined_at, left_at, settled FROM departure;
  DROP TABLE departure;
`;

/** The name of the work; it is stored. */
export const DEPARTURES = 'departures';
/** Milliseconds from the end of a membership to the second erasure: no message to an object is on its way for so long. */
export const QUIET_MS = 120_000;
/** Milliseconds for which a departure is known: no request takes so long from the front to here. */
export const KNOWN_MS = 86_400_000;

type Row = { member: string; joined_at: number; left_at: number; settled: number };

/** The departures, in a database with {@link DEPARTURES_BY_MEMBERSHIP}. */
export class Departures {
  readonly #sql: Sql;
  /** Erases the Python sessions of a member. */
  readonly eraseSessions: (member: UserId) => Promise<void>;
  readonly #now: () => number;

  constructor(sql: Sql, eraseSessions: (member: UserId) => Promise<void>, now: () => number = Date.now) {
    this.#sql = sql;
    this.eraseSessions = eraseSessions;
    this.#now = now;
  }

  /** The membership that began at `joinedAt` has ended. May be noted again. */
  note(member: UserId, joinedAt: number): void {
    this.#sql.exec('INSERT OR REPLACE INTO ended_membership VALUES (?, ?, ?, 0)', member, joinedAt, this.#now());
  }

  /** Throws `ToolFailure` when the membership with which `principal` asks has ended. */
  expectPresent({ organisation }: Pick<Principal, 'organisation'>): void {
    if (organisation === undefined) return;
    const select = 'SELECT 1 FROM ended_membership WHERE member = ? AND joined_at = ?';
    if (this.#sql.exec(select, organisation.member, organisation.joinedAt).toArray().length === 0) return;
    throw new ToolFailure({
      errorType: 'forbidden',
      message: `You are not in the organisation '${organisation.name}' any more.`,
      advice: 'An owner of it may invite you again.',
    });
  }

  /** Erases once more what came late, and forgets departures that are long ago. */
  async turn(): Promise<Turn> {
    const now = this.#now();
    // By a clock that was set back, the times begin anew: they would take as long as that is back.
    this.#sql.exec('UPDATE ended_membership SET left_at = ? WHERE left_at > ?', now, now);
    const rows = this.#sql.exec<Row>('SELECT member, joined_at, left_at, settled FROM ended_membership').toArray();
    const next: number[] = [];
    for (const { member, joined_at, left_at, settled } of rows) {
      const due = left_at + (settled === 1 ? KNOWN_MS : QUIET_MS);
      // A departure that is noted again while sessions are erased has another time, and stays.
      const same = 'member = ? AND joined_at = ? AND left_at = ?';
      if (due > now) next.push(due);
      else if (settled === 1) this.#sql.exec(`DELETE FROM ended_membership WHERE ${same}`, member, joined_at, left_at);
      else {
        if (isUserId(member)) await this.eraseSessions(member);
        this.#sql.exec(`UPDATE ended_membership SET settled = 1 WHERE ${same}`, member, joined_at, left_at);
        next.push(left_at + KNOWN_MS);
      }
    }
    return next.length === 0 ? 'done' : { after: Math.max(0, Math.min(...next) - this.#now()) };
  }
}
