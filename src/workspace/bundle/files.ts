/** Finds files of the index. */
import type { Sql } from '../../lib/sql.ts';
import type { BundledFile } from './unit.ts';

/** Files of the index. */
export class IndexedFiles {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  at(path: string): BundledFile | undefined {
    return this.#read('path = ?', path)[0];
  }

  /** The file of that path, else the only one whose path ends in it. */
  find(hint: string): BundledFile | undefined {
    const path = hint.replace(/^\.?\/+/, '');
    const exact = this.at(path);
    if (exact !== undefined || path === '') return exact;
    const ending = `/${path}`;
    const [only, ...others] = this.#read('substr(path, -length(?1)) = ?1', ending);
    return others.length === 0 ? only : undefined;
  }

  *paths(): Generator<string> {
    for (const { path } of this.#sql.exec<{ path: string }>('SELECT path FROM file ORDER BY path')) yield path;
  }

  #read(condition: string, value: string): readonly BundledFile[] {
    return this.#sql
      .exec<{ path: string; document: number; language: string; lines: number }>(
        `SELECT path, document, language, lines FROM file JOIN document ON document.id = file.document
         WHERE ${condition} ORDER BY path LIMIT 2`,
        value,
      )
      .toArray();
  }
}
