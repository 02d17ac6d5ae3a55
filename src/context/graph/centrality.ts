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
