/** What happened to accounts: who did what, when, and from which address. Never a secret. */
import type { Sql } from '../../src/lib/sql.ts';

/** Rows that are kept; the oldest go. */
export const MOST_EVENTS = 10_000;
/** Rows that a page shows. */
const MOST_SHOWN = 200;

/** Tables of accounts. */
export const LOG_SCHEMA = `
  CREATE TABLE account_event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Milliseconds since 1970.
    at INTEGER NOT NULL,
    user_id TEXT NOT NULL,
    what TEXT NOT NULL,
    -- The name of the key or client; empty where there is none.
    subject TEXT NOT NULL,
    address TEXT NOT NULL
  ) STRICT;
  CREATE INDEX account_event_user ON account_event (user_id);
`;

/** What is noted. */
export const EVENTS = [
  'signed in',
  'signed out',
  'made a key',
  'revoked a key',
  'let a client in',
  'sent a client away',
  'founded an organisation',
  'joined an organisation',
  'left an organisation',
  'removed a person',
  'got another role',
  'deleted an organisation',
  'the deletion of an account began',
] as const;

/** One thing that happened; `subject` is the name of a key, client, organisation or person, or empty. */
export interface AccountEvent {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Empty where somebody is deleted: the log says that, and not who. */
  readonly userId: string;
  readonly what: (typeof EVENTS)[number];
  readonly subject: string;
  readonly address: string;
}

/** An event as a page shows it. */
export interface ListedEvent extends Omit<AccountEvent, 'what' | 'userId'> {
  readonly what: string;
}

/** The log, in a database with {@link LOG_SCHEMA}. */
export class AccountLog {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  note({ at, userId, what, subject, address }: AccountEvent): void {
    const insert = 'INSERT INTO account_event (at, user_id, what, subject, address) VALUES (?, ?, ?, ?, ?)';
    this.#sql.exec(insert, at, userId, what, subject, address);
    this.#sql.exec('DELETE FROM account_event WHERE id <= (SELECT max(id) FROM account_event) - ?', MOST_EVENTS);
  }

  /** Removes the events of a user. */
  forget(userId: string): void {
    this.#sql.exec('DELETE FROM account_event WHERE user_id = ?', userId);
  }

  /** The newest events of a user, the newest first. */
  of(userId: string, most: number = MOST_SHOWN): readonly ListedEvent[] {
    const select = 'SELECT at, what, subject, address FROM account_event WHERE user_id = ? ORDER BY id DESC LIMIT ?';
    return this.#sql
      .exec<{ at: number; what: string; subject: string; address: string }>(select, userId, most)
      .toArray();
  }
}
