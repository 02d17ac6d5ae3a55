/** The part of the index that knows which words stand in which chunk, and how many chunks each word is in. */
import type { Sql } from '../../lib/sql.ts';
import { OVERVIEW_KINDS } from '../../lib/symbol-kinds.ts';
import type { IndexPart, LiveDocument } from '../index/part.ts';
import { insertRows } from '../index/rows.ts';
import { decodeOccurrences, encodeOccurrences, type Occurrences } from './forward.ts';
import { TERMS_VERSION, termsOf } from './terms.ts';

/** Tables of the words, as step 1 creates them. */
export const WORDS_SCHEMA = `
  -- Terms of live chunks. FTS5's own counts would include what was deleted.
  CREATE TABLE IF NOT EXISTS word_term (
    id INTEGER PRIMARY KEY,
    term TEXT NOT NULL UNIQUE,
    -- Live chunks that it is in.
    chunks INTEGER NOT NULL
  ) STRICT;
  -- Live chunks.
  CREATE TABLE IF NOT EXISTS word_chunk (
    chunk INTEGER PRIMARY KEY,
    -- Terms of its text, each as often as it occurs.
    length INTEGER NOT NULL,
    -- As forward.ts encodes them.
    terms BLOB NOT NULL
  ) STRICT;
  -- Sums over all live chunks; one row.
  CREATE TABLE IF NOT EXISTS word_total (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    chunks INTEGER NOT NULL,
    length INTEGER NOT NULL
  ) STRICT;
  INSERT OR IGNORE INTO word_total VALUES (1, 0, 0);
  -- From terms to chunks; its words are ids of terms in base 36, so that nothing in a text or a query is syntax.
  CREATE VIRTUAL TABLE IF NOT EXISTS word_index
    USING fts5(terms, content = '', contentless_delete = 1, detail = none, tokenize = ascii);
`;

/** The word of {@link WORDS_SCHEMA}'s index that stands for a term. */
export function indexWord(term: number): string {
  return term.toString(36);
}

/** Rows of one statement. Terms have at most 64 characters, so that their JSON stays far below the 2 MB of a value. */
const BATCH_ROWS = 5_000;

/** Kinds of definitions whose names say what the code around them is for. */
const NAMING_KINDS = [...OVERVIEW_KINDS]
  .filter((kind) => kind !== 'constant')
  .map((kind) => `'${kind}'`)
  .join();

interface ChunkTerms {
  readonly chunk: number;
  readonly length: number;
  /** Counts in the text and in names, by term. */
  readonly counts: ReadonlyMap<string, { text: number; names: number }>;
}

/** Words of the live documents. */
export class WordsPart implements IndexPart {
  readonly name = 'words';
  readonly version = TERMS_VERSION;
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  add(document: LiveDocument): void {
    const chunks = this.#chunkTerms(document);
    const ids = this.#count(chunks);
    const words: [chunk: number, words: string][] = [];
    for (const { chunk, length, counts } of chunks) {
      const occurrences: Occurrences[] = [];
      for (const [term, { text, names }] of counts) {
        const id = ids.get(term);
        if (id !== undefined) occurrences.push({ term: id, text, names });
      }
      occurrences.sort((left, right) => left.term - right.term);
      this.#sql.exec('INSERT INTO word_chunk VALUES (?, ?, ?)', chunk, length, encodeOccurrences(occurrences));
      words.push([chunk, occurrences.map(({ term }) => indexWord(term)).join(' ')]);
    }
    insertRows(this.#sql, 'word_index (rowid, terms)', 2, words);
    const length = chunks.reduce((sum, each) => sum + each.length, 0);
    this.#sql.exec('UPDATE word_total SET chunks = chunks + ?, length = length + ?', chunks.length, length);
  }

  remove({ chunks }: LiveDocument): void {
    const lost = new Map<number, number>();
    let length = 0;
    for (const { id } of chunks) {
      const row = this.#sql
        .exec<{ length: number; terms: ArrayBuffer }>(
          'DELETE FROM word_chunk WHERE chunk = ? RETURNING length, terms',
          id,
        )
        .one();
      length += row.length;
      decodeOccurrences(new Uint8Array(row.terms), (term) => lost.set(term, (lost.get(term) ?? 0) + 1));
      this.#sql.exec('DELETE FROM word_index WHERE rowid = ?', id);
    }
    for (const json of jsonBatches([...lost])) {
      this.#sql.exec(
        'UPDATE word_term SET chunks = chunks - (value ->> 1) FROM json_each(?) WHERE word_term.id = value ->> 0',
        json,
      );
      this.#sql.exec('DELETE FROM word_term WHERE chunks = 0 AND id IN (SELECT value ->> 0 FROM json_each(?))', json);
    }
    this.#sql.exec('UPDATE word_total SET chunks = chunks - ?, length = length - ?', chunks.length, length);
  }

  #chunkTerms({ id, text, chunks }: LiveDocument): readonly ChunkTerms[] {
    const lines = text.split('\n');
    const symbols = this.#sql
      .exec<{ name: string; line: number }>(
        `SELECT name, name_line AS line FROM symbol WHERE document = ? AND kind IN (${NAMING_KINDS})`,
        id,
      )
      .toArray();
    return chunks.map(({ id: chunk, lineStart, lineEnd, scope }) => {
      const counts = new Map<string, { text: number; names: number }>();
      const countOf = (term: string) => {
        const known = counts.get(term) ?? { text: 0, names: 0 };
        counts.set(term, known);
        return known;
      };
      let length = 0;
      for (const term of termsOf(lines.slice(lineStart - 1, lineEnd).join('\n'))) {
        countOf(term).text++;
        length++;
      }
      const named = symbols.filter(({ line }) => line >= lineStart && line <= lineEnd).map(({ name }) => name);
      for (const term of termsOf([scope, ...named].join(' '))) countOf(term).names++;
      return { chunk, length, counts };
    });
  }

  /** Adds the chunks to the counts of their terms; returns the ids of all of these. */
  #count(chunks: readonly ChunkTerms[]): ReadonlyMap<string, number> {
    const gained = new Map<string, number>();
    for (const { counts } of chunks) for (const term of counts.keys()) gained.set(term, (gained.get(term) ?? 0) + 1);
    const ids = new Map<string, number>();
    for (const json of jsonBatches([...gained])) {
      const rows = this.#sql.exec<{ id: number; term: string }>(
        `INSERT INTO word_term (term, chunks) SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE TRUE
         ON CONFLICT (term) DO UPDATE SET chunks = chunks + excluded.chunks RETURNING id, term`,
        json,
      );
      for (const { id, term } of rows) ids.set(term, id);
    }
    return ids;
  }
}

/** `rows` as JSON in pieces that a statement takes. */
function jsonBatches(rows: readonly (readonly [string | number, number])[]): readonly string[] {
  const count = Math.ceil(rows.length / BATCH_ROWS);
  return Array.from({ length: count }, (_, at) => JSON.stringify(rows.slice(at * BATCH_ROWS, (at + 1) * BATCH_ROWS)));
}
