/** People whose deletion has begun: they are gone for all that asks who stays, before they are forgotten. */

/** Tables of accounts. */
export const LEAVING_SCHEMA = `
  CREATE TABLE leaving (
    -- The id of the user.
    user_id TEXT PRIMARY KEY
  ) STRICT;
`;

/** The people, in a database with {@link LEAVING_SCHEMA}. */
export class Leaving {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Whether a user is about to be gone. */
  has(user: string): boolean {
    return this.#sql.exec('SELECT 1 FROM leaving WHERE user_id = ?', user).toArray().length > 0;
  }

  /** May be done again. */
  add(user: string): void {
    this.#sql.exec('INSERT OR IGNORE INTO leaving VALUES (?)', user);
  }

  /** The user is gone. */
  forget(user: string): void {
    this.#sql.exec('DELETE FROM leaving WHERE user_id = ?', user);
  }
}
