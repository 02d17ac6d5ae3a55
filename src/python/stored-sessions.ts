/** The list of a user's Python sessions, in the SQLite database of the user's space. */
import { ToolFailure } from '../lib/errors.ts';
import type { FileTotals, PythonSessionApi } from './protocol.ts';
import {
  DEFAULT_SESSION,
  type Fork,
  type OpenSession,
  type PythonSessions,
  type SessionFacts,
  sessionNotFound,
} from './sessions.ts';

/** Creates the tables where they are missing. */
export const SESSIONS_SCHEMA = `
  CREATE TABLE IF NOT EXISTS python_session (
    id TEXT PRIMARY KEY,
    description TEXT,
    -- Milliseconds since 1970.
    created_at INTEGER NOT NULL,
    last_activity INTEGER NOT NULL,
    -- 1 for one session of all.
    active INTEGER NOT NULL
  ) STRICT;
`;

type Row = { id: string; description: string | null; created_at: number; last_activity: number };

/** The sessions of one user. */
export class StoredSessions implements PythonSessions {
  readonly #sql: SqlStorage;
  readonly #connect: (id: string) => PythonSessionApi;
  readonly #most: number;

  /** `connect` reaches a session by its name; there may be `most` sessions. */
  constructor(sql: SqlStorage, connect: (id: string) => PythonSessionApi, most: number) {
    this.#sql = sql;
    this.#connect = connect;
    this.#most = most;
  }

  get active(): string {
    this.#ensureDefault();
    return this.#sql.exec<{ id: string }>('SELECT id FROM python_session WHERE active = 1').one().id;
  }

  open(id = this.active): OpenSession {
    this.#expect(id);
    this.#sql.exec('UPDATE python_session SET last_activity = ? WHERE id = ?', Date.now(), id);
    return { id, session: this.#connect(id) };
  }

  openOrCreate(id?: string): OpenSession {
    return id === undefined || this.#has(id) ? this.open(id) : this.create(id);
  }

  create(id: string, description?: string): OpenSession {
    this.#expectNew(id);
    const now = Date.now();
    this.#sql.exec('INSERT INTO python_session VALUES (?, ?, ?, ?, 0)', id, description ?? null, now, now);
    return { id, session: this.#connect(id) };
  }

  async fork(from: string | undefined, id: string): Promise<Fork> {
    const source = this.open(from);
    this.#expectNew(id);
    try {
      await source.session.fork(id);
    } catch (error) {
      await this.#connect(id).erase();
      throw error;
    }
    // It is listed once it is whole.
    return { source, copy: this.create(id, `Fork of ${source.id}`) };
  }

  activate(id: string): string {
    const previous = this.active;
    this.#expect(id);
    this.#sql.exec('UPDATE python_session SET active = (id = ?)', id);
    return previous;
  }

  list(): readonly SessionFacts[] {
    this.#ensureDefault();
    const rows = this.#sql
      .exec<Row>('SELECT id, description, created_at, last_activity FROM python_session ORDER BY created_at, rowid')
      .toArray();
    return rows.map(({ id, description, created_at, last_activity }) => ({
      id,
      ...(description !== null && { description }),
      createdAt: new Date(created_at).toISOString(),
      lastActivity: new Date(last_activity).toISOString(),
    }));
  }

  async erase(id: string): Promise<FileTotals> {
    this.#expect(id);
    const wasActive = this.active === id;
    const row = this.#sql
      .exec<Row>('SELECT id, description, created_at, last_activity FROM python_session WHERE id = ?', id)
      .one();
    // Removed before anything is awaited: a call that comes now starts the session anew, and its cells come after the erasure.
    this.remove(id);
    try {
      return await this.#connect(id).erase();
    } catch (error) {
      // It still holds what it held, so it stays in the list.
      this.#sql.exec(
        'INSERT OR IGNORE INTO python_session VALUES (?, ?, ?, ?, 0)',
        row.id,
        row.description,
        row.created_at,
        row.last_activity,
      );
      if (wasActive) this.activate(id);
      throw error;
    }
  }

  remove(id: string): void {
    this.#expect(id);
    const wasActive = this.active === id;
    this.#sql.exec('DELETE FROM python_session WHERE id = ?', id);
    this.#ensureDefault();
    if (wasActive) this.#sql.exec('UPDATE python_session SET active = (id = ?)', DEFAULT_SESSION);
  }

  #ids(): readonly string[] {
    return this.list().map(({ id }) => id);
  }

  #has(id: string): boolean {
    return this.#ids().includes(id);
  }

  #expectNew(id: string): void {
    const known = this.#ids();
    if (known.includes(id)) {
      throw new ToolFailure({
        errorType: 'SessionError',
        message: `Session '${id}' already exists`,
        advice: 'Use it by its session_id, switch to it with switch_session, or choose another name.',
      });
    }
    if (known.length >= this.#most) {
      throw new ToolFailure({
        errorType: 'SessionError',
        message: `There are ${known.length} sessions already, which is the most a user may have.`,
        advice: 'Delete one with delete_session; list_sessions tells when each was last used.',
      });
    }
  }

  #expect(id: string): void {
    if (!this.#has(id)) throw sessionNotFound(id, this.#ids());
  }

  /** It is active until another one is. */
  #ensureDefault(): void {
    const now = Date.now();
    this.#sql.exec(
      `INSERT INTO python_session
       SELECT ?, NULL, ?, ?, NOT EXISTS (SELECT 1 FROM python_session WHERE active = 1)
       WHERE NOT EXISTS (SELECT 1 FROM python_session WHERE id = ?)`,
      DEFAULT_SESSION,
      now,
      now,
      DEFAULT_SESSION,
    );
  }
}
