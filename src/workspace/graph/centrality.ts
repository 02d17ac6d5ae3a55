/** How much the rest of a workspace rests on its documents and symbols, as the last settled index has it. */
import type { Sql } from '../../lib/sql.ts';

/** Of one document. */
export interface DocumentCentrality {
  /** PageRank over references between documents: all documents' sum to 1; 0 while it is not computed. */
  readonly rank: number;
  /** The share of `rank` that comes through each symbol, in the order of their ids; 0 for one that nothing outside refers to. */
  readonly symbols: Float32Array;
}

const UNKNOWN: DocumentCentrality = { rank: 0, symbols: new Float32Array() };

/** Reads the table `centrality`. */
export function centralityOf(sql: Sql, document: number): DocumentCentrality {
  const [row] = sql
    .exec<{ rank: number; symbols: ArrayBuffer }>('SELECT rank, symbols FROM centrality WHERE document = ?', document)
    .toArray();
  return row === undefined ? UNKNOWN : { rank: row.rank, symbols: new Float32Array(row.symbols) };
}

/** Centralities of symbols; remembers what it read, so an instance serves one call. */
export class Centralities {
  readonly #sql: Sql;
  readonly #documents = new Map<number, { readonly first: number; readonly centrality: DocumentCentrality }>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The share of a symbol; see {@link DocumentCentrality.symbols}. */
  of({ id, document }: { readonly id: number; readonly document: number }): number {
    const { first, centrality } = this.#document(document);
    return centrality.symbols[id - first] ?? 0;
  }

  /** The rank of a document. */
  ofDocument(document: number): number {
    return this.#document(document).centrality.rank;
  }

  #document(document: number) {
    const known = this.#documents.get(document);
    if (known !== undefined) return known;
    // A document's symbols have consecutive ids.
    const { first } = this.#sql
      .exec<{ first: number }>('SELECT coalesce(min(id), 0) AS first FROM symbol WHERE document = ?', document)
      .one();
    const read = { first, centrality: centralityOf(this.#sql, document) };
    this.#documents.set(document, read);
    return read;
  }
}
