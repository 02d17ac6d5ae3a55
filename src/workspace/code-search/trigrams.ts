/** Which documents can contain a text: an index of the sequences of three characters, without case. */
import type { Sql } from '../../lib/sql.ts';
import type { IndexPart, LiveDocument } from '../index/part.ts';

/** Texts of which a match needs all, or one; `anything` rules nothing out. */
export type Needed =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'all' | 'one'; readonly parts: readonly Needed[] }
  | { readonly kind: 'anything' };

/** Trigrams that are looked up for one text: those of its beginning, which are enough to find what is rare. */
const MOST_TRIGRAMS = 32;

/** The table, as step 1 creates it. */
export const TRIGRAMS_SCHEMA = `
  CREATE VIRTUAL TABLE IF NOT EXISTS trigram
    USING fts5(text, content = '', contentless_delete = 1, tokenize = 'trigram', detail = 'none');
`;

/** The index of one workspace. */
export class Trigrams implements IndexPart {
  readonly name = 'trigrams';
  readonly version = '1';
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  add({ id, text }: LiveDocument): void {
    this.#sql.exec('INSERT INTO trigram (rowid, text) VALUES (?, ?)', id, text);
  }

  remove({ id }: LiveDocument): void {
    this.#sql.exec('DELETE FROM trigram WHERE rowid = ?', id);
  }

  /** Ids of the documents that can have what is needed, in any case; undefined when all can. */
  candidates(needed: Needed): ReadonlySet<number> | undefined {
    const query = queryFor(needed);
    if (query === undefined) return undefined;
    const rows = this.#sql.exec<{ rowid: number }>('SELECT rowid FROM trigram WHERE trigram MATCH ?', query);
    return new Set(Array.from(rows, ({ rowid }) => rowid));
  }
}

/** In FTS5's language; undefined when every document would be found. */
function queryFor(needed: Needed): string | undefined {
  switch (needed.kind) {
    case 'anything':
      return undefined;
    case 'text': {
      const trigrams = trigramsOf(needed.text);
      return trigrams.length === 0 ? undefined : `(${trigrams.map(quote).join(' AND ')})`;
    }
    case 'all': {
      const parts = needed.parts.map(queryFor).filter((part) => part !== undefined);
      return parts.length === 0 ? undefined : `(${parts.join(' AND ')})`;
    }
    case 'one': {
      const parts = needed.parts.map(queryFor);
      return parts.includes(undefined) || parts.length === 0 ? undefined : `(${parts.join(' OR ')})`;
    }
  }
}

function trigramsOf(text: string): readonly string[] {
  const characters = Array.from(text);
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= characters.length && trigrams.size < MOST_TRIGRAMS; at++) {
    const trigram = characters.slice(at, at + 3);
    if (trigram.every(foldsTheSame)) trigrams.add(trigram.join(''));
  }
  return [...trigrams];
}

/** Whether SQLite and JavaScript agree on a character's other cases: they do on ASCII, and where there are none. */
function foldsTheSame(character: string): boolean {
  return character <= '\x7f' || (character.toLowerCase() === character && character.toUpperCase() === character);
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
