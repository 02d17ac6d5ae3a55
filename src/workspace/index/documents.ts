/** The documents of an index: rows of their structure, and which of them are live. */
import type { Sql, SqlValue } from '../../lib/sql.ts';
import type { FileFacts, Language } from '../../syntax/api.ts';
import type { Derivations } from './derivations.ts';
import type { IndexPart, LiveDocument } from './part.ts';
import { insertRows } from './rows.ts';

/** What tells documents apart: equal contents whose paths have the same suffix are analysed alike. */
export interface DocumentKey {
  /** Oid. */
  readonly blob: string;
  readonly suffix: string;
}

/** A document to be. */
export interface NewDocument extends DocumentKey {
  /** Of the blob. */
  readonly bytes: number;
  /** With secrets masked. */
  readonly text: string;
  readonly secrets: readonly { readonly line: number; readonly kind: string }[];
}

/** Bytes of documents that are not live and stay in any case, for branches that come back. */
const KEPT_BYTES = 8_000_000;

/** Tables with rows of a document. */
const TABLES = ['chunk', 'symbol', 'reference', 'import', 'secret'] as const;

interface TableRows {
  readonly table: (typeof TABLES)[number];
  /** Values of a row. */
  readonly width: number;
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** What a path says of the language of its file: the extension in lower case, else the last name. */
export function suffixOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : name;
}

/** The documents of one workspace; callers hold the transaction. */
export class Documents {
  readonly #sql: Sql;
  readonly #parts: readonly IndexPart[];
  readonly #derivations: Derivations;

  constructor(sql: Sql, parts: readonly IndexPart[], derivations: Derivations) {
    this.#sql = sql;
    this.#parts = parts;
    this.#derivations = derivations;
  }

  /** The id of the document, if there is one. */
  find({ blob, suffix }: DocumentKey): number | undefined {
    return this.#sql
      .exec<{ id: number }>('SELECT id FROM document WHERE blob = ? AND suffix = ?', blob, suffix)
      .toArray()[0]?.id;
  }

  /** Writes the rows of a document, which is not live yet; returns its id. */
  add(document: NewDocument, facts: FileFacts): number {
    const { blob, suffix, bytes, text } = document;
    const { language, lines, damaged } = facts;
    const { id } = this.#sql
      .exec<{ id: number }>(
        `INSERT INTO document (blob, suffix, language, live, lines, bytes, text, damaged, derivation)
         VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?) RETURNING id`,
        ...[blob, suffix, language, lines, bytes, text, damaged ? 1 : 0, this.#derivations.idOf(language)],
      )
      .one();
    this.#insert(id, document, facts);
    return id;
  }

  /** Whether a document has just these facts and secrets. */
  hasFacts(id: number, { secrets }: NewDocument, facts: FileFacts): boolean {
    const { language, lines, damaged } = this.#sql
      .exec<{ language: string; lines: number; damaged: number }>(
        'SELECT language, lines, damaged FROM document WHERE id = ?',
        id,
      )
      .one();
    if (language !== facts.language || lines !== facts.lines || (damaged === 1) !== facts.damaged) return false;
    return this.#rowsOf(id, secrets, facts, (table) => this.#firstId(table, id)).every(({ table, rows }) => {
      const stored = this.#sql.exec(`SELECT * FROM ${table} WHERE document = ? ORDER BY rowid`, id).raw<SqlValue[]>();
      return JSON.stringify([...stored]) === JSON.stringify(rows);
    });
  }

  /** Gives a live document another text, or another structure. */
  replace(id: number, document: NewDocument, facts: FileFacts): void {
    this.retire(id);
    for (const table of TABLES) this.#sql.exec(`DELETE FROM ${table} WHERE document = ?`, id);
    this.#sql.exec(
      'UPDATE document SET language = ?, lines = ?, damaged = ?, text = ? WHERE id = ?',
      ...[facts.language, facts.lines, facts.damaged ? 1 : 0, document.text, id],
    );
    this.#insert(id, document, facts);
    this.raise(id);
  }

  /** Lets those of the parts that are named forget a live document and take it in again. */
  renewParts(id: number, names: readonly string[]): void {
    const document = names.length === 0 ? undefined : this.#load(id, 1);
    if (document === undefined) return;
    for (const part of this.#parts) {
      if (!names.includes(part.name)) continue;
      part.remove(document);
      part.add(document);
    }
  }

  /** Notes that the present versions derived a document. */
  stamp(id: number, language: Language): void {
    this.#sql.exec('UPDATE document SET derivation = ? WHERE id = ?', this.#derivations.idOf(language), id);
  }

  isLive(id: number): boolean {
    return this.#sql.exec('SELECT 1 FROM document WHERE id = ? AND live = 1', id).toArray().length > 0;
  }

  /** Makes a document live, if it is not; returns the bytes of its blob then, else 0. */
  raise(id: number): number {
    const document = this.#load(id, 0);
    if (document === undefined) return 0;
    for (const part of this.#parts) part.add(document);
    return this.#mark(id, 1);
  }

  /** Makes a document not live, if it is; returns the bytes of its blob then, else 0. Its rows stay until {@link trim}. */
  retire(id: number): number {
    const document = this.#load(id, 1);
    if (document === undefined) return 0;
    for (const part of this.#parts) part.remove(document);
    return this.#mark(id, 0);
  }

  /**
   * Drops documents that are not live, oldest first, until those that are left have no more bytes than the live ones, or
   * {@link KEPT_BYTES}. At most `most` of them; returns whether more are left to drop.
   */
  trim(most: number): boolean {
    const bytes = (live: 0 | 1) =>
      this.#sql
        .exec<{ bytes: number }>('SELECT coalesce(sum(bytes), 0) AS bytes FROM document WHERE live = ?', live)
        .one().bytes;
    let over = bytes(0) - Math.max(bytes(1), KEPT_BYTES);
    if (over <= 0) return false;
    const oldest = this.#sql
      .exec<{ id: number; bytes: number }>('SELECT id, bytes FROM document WHERE live = 0 ORDER BY id LIMIT ?', most)
      .toArray();
    for (const { id, bytes } of oldest) {
      if (over <= 0) break;
      for (const table of TABLES) this.#sql.exec(`DELETE FROM ${table} WHERE document = ?`, id);
      this.#sql.exec('DELETE FROM document WHERE id = ?', id);
      over -= bytes;
    }
    return over > 0;
  }

  #insert(id: number, { secrets }: NewDocument, facts: FileFacts): void {
    for (const { table, width, rows } of this.#rowsOf(id, secrets, facts, (each) => this.#nextId(each))) {
      insertRows(this.#sql, table, width, rows);
    }
  }

  /** The rows of a document by table; `firstId` says where the ids of a table begin. */
  #rowsOf(
    id: number,
    secrets: NewDocument['secrets'],
    { chunks, symbols, references, imports }: FileFacts,
    firstId: (table: (typeof TABLES)[number]) => number,
  ): readonly TableRows[] {
    const [chunk, symbol, reference, first] = [
      firstId('chunk'),
      firstId('symbol'),
      firstId('reference'),
      firstId('import'),
    ];
    return [
      {
        table: 'chunk',
        width: 6,
        rows: chunks.map((each, at) => [chunk + at, id, each.lineStart, each.lineEnd, each.scope, each.tokens]),
      },
      {
        table: 'symbol',
        width: 10,
        rows: symbols.map((each, at) => {
          const { name, kind, scope, lineStart, lineEnd, nameLine, signature, doc } = each;
          return [symbol + at, id, name, kind, scope, lineStart, lineEnd, nameLine, signature, doc];
        }),
      },
      {
        table: 'reference',
        width: 7,
        rows: references.map(({ name, kind, qualifier, line, within }, at) => {
          const around = within === undefined ? null : symbol + within;
          return [reference + at, id, name, kind, qualifier ?? null, line, around];
        }),
      },
      {
        table: 'import',
        width: 5,
        rows: imports.map(({ module, names, line }, at) => [first + at, id, module, JSON.stringify(names), line]),
      },
      { table: 'secret', width: 3, rows: secrets.map(({ line, kind }) => [id, line, kind]) },
    ];
  }

  #mark(id: number, live: 0 | 1): number {
    const update = 'UPDATE document SET live = ? WHERE id = ? RETURNING bytes';
    return this.#sql.exec<{ bytes: number }>(update, live, id).one().bytes;
  }

  #load(id: number, live: 0 | 1): LiveDocument | undefined {
    const [row] = this.#sql
      .exec<{ text: string; language: FileFacts['language'] }>(
        'SELECT text, language FROM document WHERE id = ? AND live = ?',
        id,
        live,
      )
      .toArray();
    if (row === undefined) return undefined;
    const chunks = this.#sql
      .exec<{ id: number; lineStart: number; lineEnd: number; scope: string; tokens: number }>(
        'SELECT id, line_start AS lineStart, line_end AS lineEnd, scope, tokens FROM chunk WHERE document = ? ORDER BY line_start',
        id,
      )
      .toArray();
    return { id, ...row, chunks };
  }

  /** The lowest id that a document has in a table. */
  #firstId(table: (typeof TABLES)[number], id: number): number {
    const lowest = `SELECT coalesce(min(rowid), 0) AS first FROM ${table} WHERE document = ?`;
    return this.#sql.exec<{ first: number }>(lowest, id).one().first;
  }

  #nextId(table: (typeof TABLES)[number]): number {
    return this.#sql.exec<{ next: number }>(`SELECT coalesce(max(id), 0) + 1 AS next FROM ${table}`).one().next;
  }
}
