/** The part of the index that holds the symbol graph: imported names, outlines and centrality. */
import type { Sql } from '../../lib/sql.ts';
import type { IndexPart, LiveDocument } from '../index/part.ts';
import { familyOf } from './families.ts';
import { rankDocuments } from './rank-documents.ts';
import { StoredNames } from './stored-names.ts';
import { coveredOid, StoredPaths } from './stored-paths.ts';

/** Keeps the tables of schema.ts. */
export class GraphPart implements IndexPart {
  readonly name = 'graph';
  readonly version = '2';
  readonly settlesLate = true;
  readonly paths: StoredPaths;
  readonly names: StoredNames;
  readonly #sql: Sql;
  /** The ranking under way and its commit; it starts again after an eviction or a change. */
  #ranking: { readonly oid: string; readonly steps: Generator<void, void> } | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.paths = new StoredPaths(sql);
    this.names = new StoredNames(sql);
  }

  add({ id, language }: LiveDocument): void {
    this.#changed();
    if (familyOf(language) === undefined) return;
    this.#sql.exec(
      `INSERT INTO import_name (document, name, alias, module, line)
       SELECT document, taken.value ->> 'name', taken.value ->> 'alias', module, coalesce(taken.value ->> 'line', line)
       FROM import, json_each(import.names) AS taken WHERE document = ? ORDER BY import.id, taken.key`,
      id,
    );
    this.#sql.exec(
      `INSERT OR REPLACE INTO outline VALUES (
        ?1,
        (SELECT coalesce(group_concat(line, char(10)), '') FROM (
          SELECT name || char(9) || kind || char(9) || scope AS line FROM symbol WHERE document = ?1 ORDER BY id)),
        (SELECT coalesce(group_concat(line, char(10)), '') FROM (
          SELECT name || char(9) || coalesce(replace(replace(qualifier, char(9), ' '), char(10), ' '), '')
            || char(9) || count(*) AS line
          FROM reference WHERE document = ?1 GROUP BY name, qualifier ORDER BY name, qualifier)))`,
      id,
    );
  }

  remove({ id }: LiveDocument): void {
    this.#changed();
    for (const table of ['import_name', 'outline', 'centrality']) {
      this.#sql.exec(`DELETE FROM ${table} WHERE document = ?`, id);
    }
  }

  settle(): boolean {
    const oid = coveredOid(this.#sql);
    const ranked = this.#sql.exec<{ oid: string }>('SELECT oid FROM ranked').toArray()[0]?.oid;
    if (oid === undefined || oid === ranked) return false;
    // The same documents can have other paths in another commit.
    if (this.#ranking?.oid !== oid) this.#ranking = { oid, steps: rankDocuments(this.#sql, this.paths.get()) };
    if (this.#ranking.steps.next().done !== true) return true;
    this.#ranking = undefined;
    this.#sql.exec('INSERT OR REPLACE INTO ranked VALUES (1, ?)', oid);
    return false;
  }

  #changed(): void {
    this.paths.forget();
    this.names.forget();
    if (this.#ranking !== undefined) this.#ranking = undefined;
    this.#sql.exec('DELETE FROM ranked');
  }
}
