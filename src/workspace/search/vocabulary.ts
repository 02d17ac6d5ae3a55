/** What the index knows of terms: their ids, and how telling they are. */
import type { Sql } from '../../lib/sql.ts';

/** A term of the index. */
export interface KnownTerm {
  readonly id: number;
  readonly term: string;
  /** Chunks that it is in. */
  readonly chunks: number;
  /** Inverse document frequency as in BM25: the higher, the fewer chunks it is in. */
  readonly idf: number;
}

/** A term and what it counts in a query. */
export interface WeightedTerm extends KnownTerm {
  readonly weight: number;
}

/** Numbers of all live chunks together. */
export interface Totals {
  readonly chunks: number;
  /** Terms of an average chunk. */
  readonly averageLength: number;
}

/** The totals now. */
export function readTotals(sql: Sql): Totals {
  const { chunks, length } = sql
    .exec<{ chunks: number; length: number }>('SELECT chunks, length FROM word_total')
    .one();
  return { chunks, averageLength: chunks === 0 ? 1 : Math.max(1, length / chunks) };
}

/** The terms of `column` that are in `values`; the rarest first, equally rare ones by their text. */
export function findTerms(
  sql: Sql,
  totals: Totals,
  column: 'term' | 'id',
  values: readonly (string | number)[],
): readonly KnownTerm[] {
  return sql
    .exec<{ id: number; term: string; chunks: number }>(
      `SELECT id, term, chunks FROM word_term WHERE ${column} IN (SELECT value FROM json_each(?))`,
      JSON.stringify(values),
    )
    .toArray()
    .map((row) => ({ ...row, idf: Math.log(1 + (totals.chunks - row.chunks + 0.5) / (row.chunks + 0.5)) }))
    .sort((left, right) => left.chunks - right.chunks || compareTexts(left.term, right.term));
}

/** Orders as JavaScript compares strings. */
export function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
