/** A database in memory with the interface of a Durable Object's, for tests of engines in Node. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Sql, SqlCursor, SqlDatabase, SqlValue } from '../src/lib/sql.ts';

/** A database with the tables of `schema`: a new one in memory, or the file at `path`. */
export function createDatabase(schema: string, path = ':memory:'): SqlDatabase {
  const database = new DatabaseSync(path);
  const statements = new Map<string, StatementSync>();
  const prepared = (query: string) => {
    const statement = statements.get(query) ?? database.prepare(query);
    statements.set(query, statement);
    return statement;
  };
  const sql: Sql = {
    exec<Row extends Record<string, SqlValue>>(
      query: string,
      ...bindings: readonly (SqlValue | Uint8Array)[]
    ): SqlCursor<Row> {
      // Without bindings there can be several statements.
      if (bindings.length === 0 && !/^\s*(SELECT|WITH|PRAGMA)\b|\bRETURNING\b/i.test(query)) {
        database.exec(query);
        return cursor<Row>([]);
      }
      const values = bindings.map(
        (value): SQLInputValue => (value instanceof ArrayBuffer ? new Uint8Array(value) : value),
      );
      const rows = prepared(query).all(...values);
      return cursor<Row>(
        rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])) as Row),
      );
    },
    get databaseSize() {
      const { bytes } =
        database.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()').get() ??
        {};
      return Number(bytes);
    },
  };
  sql.exec(schema);
  let depth = 0;
  return {
    sql,
    transactionSync(work) {
      const name = `nested${depth++}`;
      database.exec(`SAVEPOINT ${name}`);
      try {
        const result = work();
        database.exec(`RELEASE ${name}`);
        return result;
      } catch (error) {
        database.exec(`ROLLBACK TO ${name}; RELEASE ${name}`);
        throw error;
      } finally {
        depth--;
      }
    },
  };
}

function plain(value: unknown): SqlValue {
  if (value instanceof Uint8Array) return value.slice().buffer;
  if (typeof value === 'bigint') return Number(value);
  return value as SqlValue;
}

function cursor<Row extends Record<string, SqlValue>>(rows: Row[]): SqlCursor<Row> {
  return {
    toArray: () => rows,
    one() {
      const [row] = rows;
      if (row === undefined || rows.length > 1) throw new Error(`Expected exactly one row, got ${rows.length}.`);
      return row;
    },
    raw: <Columns extends SqlValue[]>() => rows.map((row) => Object.values(row) as Columns),
    [Symbol.iterator]: () => rows[Symbol.iterator](),
  };
}
