/** Copies all that a session stores into another one, table by table, in messages of bounded size. */
import type { Sql, SqlDatabase, SqlValue } from '../../src/lib/sql.ts';

/** A table that is copied, and its columns. */
interface CopiedTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Which files there are may change between two messages, so these are read at once. */
const AT_ONCE: readonly CopiedTable[] = [
  { table: 'file', columns: ['path', 'content'] },
  { table: 'file_version', columns: ['version'] },
];

/** Installed packages. */
const PACKAGES: readonly CopiedTable[] = [
  { table: 'package', columns: ['name', 'version', 'path', 'requires', 'bytes', 'files', 'sha256'] },
  { table: 'package_wheel', columns: ['name', 'part', 'data'] },
];

/** What is copied after them. */
const IN_PARTS: readonly CopiedTable[] = [
  {
    table: 'checkpoint',
    columns: ['id', 'parent', 'depth', 'requested', 'label', 'created_at', 'header', 'bytes', 'files'],
  },
  { table: 'checkpoint_chunk', columns: ['checkpoint', 'part', 'pages', 'data'] },
  { table: 'checkpoint_temporary', columns: ['checkpoint', 'position', 'path', 'data'] },
  { table: 'interpreter_state', columns: ['id', 'head', 'behind', 'next_id'] },
  ...PACKAGES,
  { table: 'content', columns: ['id', 'size', 'hash'] },
  { table: 'content_part', columns: ['content', 'part', 'data'] },
  { table: 'file_list', columns: ['id', 'version'] },
  { table: 'file_list_entry', columns: ['list', 'path', 'content'] },
  { table: 'mount', columns: ['one', 'workspace', 'commit_id'] },
];

/** Everything that is copied. */
export const COPIED: readonly CopiedTable[] = [...AT_ONCE, ...IN_PARTS];

/** Tables that a copy has of its own: the steps it was made by, and what it does in the background. */
export const LEFT_BEHIND = ['schema_step', 'background'] as const;

/** Bytes of one message, roughly; a row has at most 2 MB. */
const MESSAGE_BYTES = 4 << 20;
/** Bytes that a row takes besides its texts and blobs. */
const ROW_BYTES = 100;

/** Some rows of a table. */
export interface TableRows {
  readonly table: string;
  /** Values in the order of the table's columns in {@link COPIED}. */
  readonly rows: readonly (readonly SqlValue[])[];
  /** Whether the table is to be emptied before. */
  readonly first: boolean;
}

/** Everything stored now, in messages: no content may be deleted before the last, nor may a checkpoint be taken. */
export function exportRows(sql: Sql): Iterable<readonly TableRows[]> {
  const files = AT_ONCE.map((copied) => ({
    table: copied.table,
    rows: someRows(sql, copied, 0, Infinity).rows,
    first: true,
  }));
  return messages(sql, files);
}

/** The installed packages, as {@link exportRows} gives everything. */
export function exportPackages(sql: Sql): Iterable<readonly TableRows[]> {
  return inParts(sql, PACKAGES);
}

function* messages(sql: Sql, files: readonly TableRows[]): Generator<readonly TableRows[]> {
  yield files;
  yield* inParts(sql, IN_PARTS);
}

function* inParts(sql: Sql, tables: readonly CopiedTable[]): Generator<readonly TableRows[]> {
  let message: TableRows[] = [];
  let room = MESSAGE_BYTES;
  for (const copied of tables) {
    for (let at = 0, complete = false; !complete; ) {
      const part = someRows(sql, copied, at, room);
      message.push({ table: copied.table, rows: part.rows, first: at === 0 });
      complete = part.complete;
      at += part.rows.length;
      room -= part.bytes;
      if (room > 0) continue;
      yield message;
      message = [];
      room = MESSAGE_BYTES;
    }
  }
  yield message;
}

/** Stores what {@link exportRows} gave, all or nothing of it. */
export function importRows(database: SqlDatabase, parts: readonly TableRows[]): void {
  database.transactionSync(() => {
    for (const part of parts) importTable(database.sql, part);
  });
}

function importTable(sql: Sql, { table, rows, first }: TableRows): void {
  const columns = COPIED.find((copied) => copied.table === table)?.columns;
  if (columns === undefined) throw new Error(`The table ${table} is not copied.`);
  const places = columns.map(() => '?').join(', ');
  // What is being uploaded meanwhile may shift rows, so that some come twice.
  const statement = `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${places})`;
  if (first) sql.exec(`DELETE FROM ${table}`);
  for (const row of rows) sql.exec(statement, ...row);
}

interface SomeRows {
  readonly rows: TableRows['rows'];
  readonly bytes: number;
  /** Whether no more rows follow. */
  readonly complete: boolean;
}

/** Rows from `at` on, until they take `room` bytes. */
function someRows(sql: Sql, { table, columns }: CopiedTable, at: number, room: number): SomeRows {
  const rows: SqlValue[][] = [];
  let bytes = 0;
  for (const row of sql.exec(`SELECT ${columns.join(', ')} FROM ${table} LIMIT -1 OFFSET ?`, at).raw()) {
    if (bytes >= room) return { rows, bytes, complete: false };
    rows.push(row);
    bytes += row.reduce((sum: number, value) => sum + size(value), ROW_BYTES);
  }
  return { rows, bytes, complete: true };
}

function size(value: SqlValue): number {
  if (value instanceof ArrayBuffer) return value.byteLength;
  return typeof value === 'string' ? value.length : 0;
}
