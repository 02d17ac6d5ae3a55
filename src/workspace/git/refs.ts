/** A repository's refs in SQLite. */
import type { Sql } from '../../lib/sql.ts';
import type { Oid } from './object.ts';

/** A ref and what it points at. */
export interface Ref {
  /** In full, such as `refs/heads/main`. */
  readonly name: string;
  readonly oid: Oid;
}

/** The refs of one repository. */
export class Refs {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** All refs, by name. */
  list(): readonly Ref[] {
    return this.#sql.exec<{ name: string; oid: string }>('SELECT name, oid FROM git_ref ORDER BY name').toArray();
  }

  /** What a ref points at; `name` in full. */
  get(name: string): Oid | undefined {
    return this.#sql.exec<{ oid: string }>('SELECT oid FROM git_ref WHERE name = ?', name).toArray()[0]?.oid;
  }

  /** Points a ref at `to`, or deletes it; false when it does not point at `from` (undefined: does not exist). */
  update(name: string, from: Oid | undefined, to: Oid | undefined): boolean {
    if (this.get(name) !== from) return false;
    if (to === undefined) this.#sql.exec('DELETE FROM git_ref WHERE name = ?', name);
    else this.#sql.exec('INSERT OR REPLACE INTO git_ref VALUES (?, ?)', name, to);
    return true;
  }

  /** A ref that cannot exist beside `name`: one is a folder of the other. */
  conflictOf(name: string): string | undefined {
    const folders = name.split('/').map((_, index, parts) => parts.slice(0, index).join('/'));
    // Two searches: with OR in one, SQLite reads all refs. '0' follows '/'.
    const query = `SELECT name FROM git_ref WHERE name IN (SELECT value FROM json_each(?))
      UNION ALL SELECT name FROM git_ref WHERE name > ? AND name < ? LIMIT 1`;
    return this.#sql.exec<{ name: string }>(query, JSON.stringify(folders), `${name}/`, `${name}0`).toArray()[0]?.name;
  }

  /** The branch that HEAD names, in full; it need not exist. */
  get head(): string {
    return this.#sql.exec<{ branch: string }>('SELECT branch FROM git_head').one().branch;
  }

  set head(branch: string) {
    this.#sql.exec('UPDATE git_head SET branch = ?', branch);
  }
}
