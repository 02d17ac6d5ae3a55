/** The names of definitions, kept in memory between calls. */
import type { Sql } from '../../lib/sql.ts';

/** Reads the names when they are first asked for, and again after a change. About 50 bytes of memory a name. */
export class StoredNames {
  readonly #sql: Sql;
  #known: readonly string[] | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Must be called when a document becomes live or stops being it. */
  forget(): void {
    this.#known = undefined;
  }

  /** Each name once; some may be of documents that are not live. */
  get(): readonly string[] {
    this.#known ??= Array.from(
      this.#sql.exec<{ name: string }>('SELECT DISTINCT name FROM symbol'),
      ({ name }) => name,
    );
    return this.#known;
  }
}
