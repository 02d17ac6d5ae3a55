/** The part of the index that finds files by their paths; the words of a path often stand nowhere in the file. */
import type { Sql } from '../../lib/sql.ts';
import type { IndexPart, LiveDocument } from '../index/part.ts';
import { TERMS_VERSION, termsOf } from './terms.ts';
import { compareTexts } from './vocabulary.ts';

/** Tables of the paths, as step 1 creates them. */
export const PATHS_SCHEMA = `
  -- Files as they were when this part settled.
  CREATE TABLE IF NOT EXISTS path_file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    document INTEGER NOT NULL,
    UNIQUE (path, document)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS path_term (
    term TEXT NOT NULL,
    -- In path_file.
    file INTEGER NOT NULL,
    PRIMARY KEY (term, file)
  ) STRICT, WITHOUT ROWID;
`;

/** How to find what belongs to a document, as step 2 adds it. */
export const PATHS_BY_DOCUMENT = `
  CREATE INDEX path_file_document ON path_file (document);
  CREATE INDEX path_term_file ON path_term (file);
`;

/** Files that are taken in or out in one slice. */
const SLICE_FILES = 2_000;
/** A term in the paths of more files says little. */
const MOST_FILES = 500;

/** Paths of the indexed files. Contents can stay while paths change, so that it compares all of them when it settles. */
export class PathsPart implements IndexPart {
  readonly name = 'paths';
  readonly version = TERMS_VERSION;
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  add(): void {}

  /** The paths of a document that stays come back when this settles. */
  remove({ id }: LiveDocument): void {
    this.#sql.exec('DELETE FROM path_term WHERE file IN (SELECT id FROM path_file WHERE document = ?)', id);
    this.#sql.exec('DELETE FROM path_file WHERE document = ?', id);
  }

  settle(): boolean {
    const indexed = 'SELECT path, document FROM file WHERE document IS NOT NULL';
    const kept = 'SELECT path, document FROM path_file';
    const gone = this.#difference(kept, indexed);
    for (const { path, document } of gone) {
      const { id } = this.#sql
        .exec<{ id: number }>('DELETE FROM path_file WHERE path = ? AND document = ? RETURNING id', path, document)
        .one();
      this.#sql.exec('DELETE FROM path_term WHERE file = ?', id);
    }
    const added = this.#difference(indexed, kept);
    for (const { path, document } of added) {
      const { id } = this.#sql
        .exec<{ id: number }>('INSERT INTO path_file (path, document) VALUES (?, ?) RETURNING id', path, document)
        .one();
      const terms = JSON.stringify([...termsOf(path)]);
      this.#sql.exec('INSERT OR IGNORE INTO path_term SELECT value, ? FROM json_each(?)', id, terms);
    }
    return gone.length + added.length > 0;
  }

  #difference(all: string, without: string): readonly { path: string; document: number }[] {
    return this.#sql
      .exec<{ path: string; document: number }>(`${all} EXCEPT ${without} LIMIT ${SLICE_FILES}`)
      .toArray();
  }
}

/** Files whose paths have terms of a query. */
export interface PathMatches {
  /** What each document's best path counts, by how few paths have the terms; the best {@link MOST_MATCHES} documents. */
  readonly scores: ReadonlyMap<number, number>;
  /** Terms of the query that paths have. */
  readonly known: ReadonlySet<string>;
}

/** Documents that paths find. */
const MOST_MATCHES = 50;

/** Finds files by the terms of their paths; `terms` says what each counts. */
export function matchPaths(
  sql: Sql,
  terms: ReadonlyMap<string, { readonly weight: number }>,
  allows: (document: number, path: string) => boolean,
): PathMatches {
  const { files } = sql.exec<{ files: number }>('SELECT count(*) AS files FROM path_file').one();
  const known = new Set<string>();
  const paths = new Map<string, { document: number; score: number }>();
  for (const [term, { weight }] of terms) {
    const rows = sql
      .exec<{ path: string; document: number }>(
        'SELECT path, document FROM path_term JOIN path_file ON path_file.id = file WHERE term = ? LIMIT ?',
        term,
        MOST_FILES + 1,
      )
      .toArray();
    if (rows.length > 0) known.add(term);
    if (rows.length > MOST_FILES) continue;
    const value = weight * Math.log(1 + (files - rows.length + 0.5) / (rows.length + 0.5));
    for (const { path, document } of rows) {
      paths.set(path, { document, score: (paths.get(path)?.score ?? 0) + value });
    }
  }
  const scores = new Map<number, number>();
  const ordered = [...paths].sort(([left, a], [right, b]) => b.score - a.score || compareTexts(left, right));
  for (const [path, { document, score }] of ordered) {
    if (!scores.has(document) && allows(document, path)) scores.set(document, score);
    if (scores.size === MOST_MATCHES) break;
  }
  return { scores, known };
}

/** The first chunk of each document. */
export function firstChunks(sql: Sql, documents: Iterable<number>): readonly number[] {
  return sql
    .exec<{ chunk: number }>(
      'SELECT min(id) AS chunk FROM chunk WHERE document IN (SELECT value FROM json_each(?)) GROUP BY document',
      JSON.stringify([...documents]),
    )
    .toArray()
    .map(({ chunk }) => chunk);
}
