/** The SQLite database of a Durable Object, as engines see it: only what they need, so that tests can bring another one. */

/** What a column holds. */
export type SqlValue = ArrayBuffer | string | number | null;

/** Rows of a statement; it can be read once. */
export interface SqlCursor<Row> extends Iterable<Row> {
  toArray(): Row[];
  /** The only row. Throws when there is none, or more than one. */
  one(): Row;
  /** The rows as lists of their columns, several times as fast as objects. */
  raw<Columns extends SqlValue[]>(): Iterable<Columns>;
}

/** Runs SQL. */
export interface Sql {
  exec<Row extends Record<string, SqlValue>>(
    query: string,
    ...bindings: readonly (SqlValue | Uint8Array)[]
  ): SqlCursor<Row>;
  /** Bytes of the whole database. */
  readonly databaseSize: number;
}

/** A database. */
export interface SqlDatabase {
  readonly sql: Sql;
  /** Runs `work` so that all of it or, when it throws, nothing of it is done. */
  transactionSync<Result>(work: () => Result): Result;
}
