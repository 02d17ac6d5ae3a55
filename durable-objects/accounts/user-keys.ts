/** The lists of keys that people made; what lets somebody in is stored elsewhere, as a hash. */
import { isScope, type Scope } from '../../src/auth/scope.ts';
import { ToolFailure } from '../../src/lib/errors.ts';

/** Keys that a user may have. */
const MOST_KEYS = 50;

/** A key as its user sees it; times are milliseconds since 1970. */
export interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly usedAt?: number;
}

type KeyRow = {
  id: string;
  name: string;
  scopes: string;
  created_at: number;
  expires_at: number | null;
  used_at: number | null;
};

/** The keys, in the database of accounts. */
export class UserKeys {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Lists a key. Throws `ToolFailure` when the user has as many as allowed. */
  add(userId: string, key: Omit<ListedKey, 'usedAt'>, now: number): void {
    const { id, name, scopes, createdAt, expiresAt } = key;
    const sql = this.#sql;
    sql.exec('DELETE FROM user_key WHERE expires_at <= ?', now);
    const { count } = sql
      .exec<{ count: number }>('SELECT count(*) AS count FROM user_key WHERE user_id = ?', userId)
      .one();
    if (count >= MOST_KEYS) {
      throw new ToolFailure({
        errorType: 'CONFLICT',
        message: `You have ${MOST_KEYS} keys, which is the most a user may have.`,
        advice: 'Revoke one that you do not need any more.',
      });
    }
    const insert = 'INSERT INTO user_key VALUES (?, ?, ?, ?, ?, ?, NULL)';
    sql.exec(insert, id, userId, name, scopes.join(','), createdAt, expiresAt ?? null);
  }

  /** The keys of a user, the newest first. */
  of(userId: string): readonly ListedKey[] {
    const select = 'SELECT * FROM user_key WHERE user_id = ? ORDER BY created_at DESC, id';
    return this.#sql.exec<KeyRow>(select, userId).toArray().map(listedKey);
  }

  /** Takes a key off the list of its user; false when it is not there. */
  remove(userId: string, id: string): boolean {
    return this.#sql.exec('DELETE FROM user_key WHERE user_id = ? AND id = ?', userId, id).rowsWritten > 0;
  }

  /** Takes all keys of a user off the list; returns their ids. */
  removeAll(userId: string): readonly string[] {
    const remove = 'DELETE FROM user_key WHERE user_id = ? RETURNING id';
    return this.#sql
      .exec<{ id: string }>(remove, userId)
      .toArray()
      .map(({ id }) => id);
  }

  /** Notes that a key was used at `now`, in milliseconds since 1970. */
  used(id: string, now: number): void {
    this.#sql.exec('UPDATE user_key SET used_at = ? WHERE id = ?', now, id);
  }
}

function listedKey({ id, name, scopes, created_at, expires_at, used_at }: KeyRow): ListedKey {
  return {
    id,
    name,
    scopes: scopes.split(',').filter(isScope),
    createdAt: created_at,
    ...(expires_at !== null && { expiresAt: expires_at }),
    ...(used_at !== null && { usedAt: used_at }),
  };
}
