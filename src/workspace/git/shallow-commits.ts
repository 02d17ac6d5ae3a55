/** Where a repository's history is cut off: commits whose parents are not in it. */
import type { Sql } from '../../lib/sql.ts';
import type { Oid } from './object.ts';

/** The shallow commits of one repository; without any, its history is complete. */
export class ShallowCommits {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** All of them, by oid. */
  list(): readonly Oid[] {
    return this.#sql
      .exec<{ oid: string }>('SELECT oid FROM git_shallow ORDER BY oid')
      .toArray()
      .map(({ oid }) => oid);
  }

  /** The parents of `oid` are missing. */
  add(oid: Oid): void {
    this.#sql.exec('INSERT OR IGNORE INTO git_shallow VALUES (?)', oid);
  }

  /** The parents of `oid` have come. */
  remove(oid: Oid): void {
    this.#sql.exec('DELETE FROM git_shallow WHERE oid = ?', oid);
  }
}
