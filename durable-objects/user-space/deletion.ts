/** A user's deletion: marked first, then done in the background, and again after a crash, until nothing of the user is left. */
import type { Turn } from '../../src/lib/background.ts';
import { ToolFailure } from '../../src/lib/errors.ts';
import { logLine } from '../../src/lib/log-line.ts';
import { isObjectKind, type ObjectKind, REPLAY_SESSION, type UserId } from '../../src/lib/object-name.ts';
import type { Sql } from '../../src/lib/sql.ts';
import type { Engines } from '../../src/mcp/engines.ts';
import { DEFAULT_SESSION } from '../../src/python/sessions.ts';
import { DEFAULT_WORKSPACE } from '../../src/workspace/workspaces.ts';

/** Tables of the user's space. */
export const DELETION_SCHEMA = `
  -- A row once the user is to be deleted.
  CREATE TABLE deletion (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    user_id TEXT NOT NULL,
    -- Milliseconds since 1970.
    marked_at INTEGER NOT NULL
  ) STRICT;
  -- How often the object was erased since then.
  ALTER TABLE owned_object ADD COLUMN erased INTEGER NOT NULL DEFAULT 0;
`;

/** The name of the work; it is stored. */
export const DELETION = 'deletion';
/**
 * Milliseconds from the mark to the end. A request that was let in before may still reach an object by itself, and a key that was revoked is
 * known for a minute elsewhere: everything is erased again after that, and the space answers nobody until then.
 */
export const QUIET_MS = 120_000;
/** Milliseconds before the first turn: the answer to who deletes is sent by then. */
export const HEAD_START_MS = 500;
/** Objects that one turn erases. */
const OBJECTS = 25;

/** What a deletion does outside of its table. */
export interface DeletionWork {
  /** Erases what an object holds. */
  readonly eraseObject: (user: UserId, kind: ObjectKind, name: string) => Promise<unknown>;
  /** Ends all that lets the user in, and forgets them. */
  readonly endAccess: (user: UserId) => Promise<void>;
  /** Erases the space itself. */
  readonly eraseSpace: () => Promise<void>;
}

type Mark = { user_id: UserId; marked_at: number };

/** The deletion of one user, in a database with {@link DELETION_SCHEMA}. */
export class Deletion {
  readonly #sql: Sql;
  readonly #work: DeletionWork;
  readonly #now: () => number;

  constructor(sql: Sql, work: DeletionWork, now: () => number = Date.now) {
    this.#sql = sql;
    this.#work = work;
    this.#now = now;
  }

  /** Whether the user is to be deleted. */
  get isMarked(): boolean {
    return this.#mark !== undefined;
  }

  /** Marks the user; false when that was done before. */
  mark(user: UserId): boolean {
    if (this.isMarked) return false;
    const now = this.#now();
    // Everybody may have these, listed or not.
    for (const [kind, name] of [
      ['workspace', DEFAULT_WORKSPACE],
      ['python', DEFAULT_SESSION],
      ['replay', REPLAY_SESSION],
    ] as const) {
      const insert =
        "INSERT OR IGNORE INTO owned_object (kind, name, created_at, last_activity, facts) VALUES (?, ?, ?, ?, '{}')";
      this.#sql.exec(insert, kind, name, now, now);
    }
    this.#sql.exec('INSERT INTO deletion VALUES (1, ?, ?)', user, now);
    return true;
  }

  /** Throws `ToolFailure` when the user is to be deleted. */
  expectNone(): void {
    if (!this.isMarked) return;
    throw new ToolFailure({
      errorType: 'forbidden',
      message: 'This account is being deleted, with all that it has.',
      advice: 'Nothing is answered until that is done, some minutes after it was asked for.',
    });
  }

  /** Does a part of it. What fails is tried again, and holds up nothing else of the part. */
  async turn(): Promise<Turn> {
    // By a clock that was set back, the quiet time begins anew: it would take as long as that is back.
    this.#sql.exec('UPDATE deletion SET marked_at = ? WHERE marked_at > ?', this.#now(), this.#now());
    const mark = this.#mark;
    if (mark === undefined) return 'done';
    await this.#work.endAccess(mark.user_id);
    const quietIn = mark.marked_at + QUIET_MS - this.#now();
    const times = quietIn > 0 ? 1 : 2;
    const objects = this.#sql
      .exec<{ kind: string; name: string }>(
        'SELECT kind, name FROM owned_object WHERE erased < ? ORDER BY rowid LIMIT ?',
        times,
        OBJECTS,
      )
      .toArray();
    let failed = false;
    for (const { kind, name } of objects) {
      if (!(await this.#erase(mark.user_id, kind, name, times))) failed = true;
    }
    if (failed) return 'failed';
    if (objects.length === OBJECTS) return { after: 0 };
    if (quietIn > 0) return { after: quietIn };
    console.info(JSON.stringify({ deletion: 'ended', objects: this.#count() }));
    await this.#work.eraseSpace();
    return 'done';
  }

  async #erase(user: UserId, kind: string, name: string, times: number): Promise<boolean> {
    try {
      if (!isObjectKind(kind)) throw new Error(`${kind} is no kind of object.`);
      await this.#work.eraseObject(user, kind, name);
    } catch (error) {
      console.error(`An object of the kind ${kind} could not be erased for a deletion: ${logLine(error)}`);
      return false;
    }
    this.#sql.exec('UPDATE owned_object SET erased = ? WHERE kind = ? AND name = ?', times, kind, name);
    return true;
  }

  get #mark(): Mark | undefined {
    return this.#sql.exec<Mark>('SELECT user_id, marked_at FROM deletion').toArray()[0];
  }

  #count(): number {
    return this.#sql.exec<{ count: number }>('SELECT count(*) AS count FROM owned_object').one().count;
  }
}

/** Erases what an object of a user holds. */
export async function eraseObject(engines: Engines, kind: ObjectKind, name: string): Promise<void> {
  switch (kind) {
    case 'certification':
      return engines.certification(name).erase();
    case 'conversation':
      return engines.conversation(name).erase();
    case 'plan':
      return engines.plan(name).erase();
    case 'python':
      await engines.pythonSession(name).erase();
      return;
    case 'review':
      return engines.reviewSession(name).erase();
    case 'workspace':
      return engines.workspace(name).erase();
    case 'replay':
      await engines.replaySession(name).erase();
      return;
    case 'tests':
      // They end by themselves, and are on no list.
      throw new Error('A list has an object of the kind tests.');
  }
}
