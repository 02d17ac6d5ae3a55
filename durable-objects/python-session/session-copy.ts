/** Copies all that a session stores into another one, table by table, in messages of bounded size. */
import { CHECKPOINTS_SCHEMA } from './checkpoints.schema.ts';
import { PACKAGES_SCHEMA } from './packages.schema.ts';
import { SESSION_FILES_SCHEMA } from './session-files.schema.ts';
import { MOUNT_SCHEMA } from './session-mount.ts';

/** Every table of a session. */
const TABLES = Array.from(
  `${CHECKPOINTS_SCHEMA}${PACKAGES_SCHEMA}${SESSION_FILES_SCHEMA}${MOUNT_SCHEMA}`.matchAll(
    /CREATE TABLE IF NOT EXISTS (\w+)/g,
  ),
  ([, name = '']) => name,
);

/** Which files there are may change between two messages, so these are read at once. */
const AT_ONCE: readonly string[] = ['file', 'file_version'];

/** Bytes of one message, roughly; a row has at most 2 MB. */
const MESSAGE_BYTES = 4 << 20;
/** Bytes that a row takes besides its texts and blobs. */
const ROW_BYTES = 100;

/** Some rows of a table. */
export interface TableRows {
  readonly table: string;
  readonly rows: readonly (readonly SqlStorageValue[])[];
  /** Whether the table is to be emptied before. */
  readonly first: boolean;
}

/** Everything stored now, in messages: no content may be deleted before the last, nor may a checkpoint be taken. */
export function exportRows(sql: SqlStorage): Iterable<readonly TableRows[]> {
  const files = AT_ONCE.map((table) => ({ table, rows: someRows(sql, table, 0, Infinity).rows, first: true }));
  return messages(sql, files);
}

function* messages(sql: SqlStorage, files: readonly TableRows[]): Generator<readonly TableRows[]> {
  yield files;
  let message: TableRows[] = [];
  let room = MESSAGE_BYTES;
  for (const table of TABLES.filter((name) => !AT_ONCE.includes(name))) {
    for (let at = 0, complete = false; !complete; ) {
      const part = someRows(sql, table, at, room);
      message.push({ table, rows: part.rows, first: at === 0 });
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

/** Stores what {@link exportRows} gave. */
export function importRows(sql: SqlStorage, { table, rows, first }: TableRows): void {
  if (!TABLES.includes(table)) throw new Error(`There is no table ${table}.`);
  if (first) sql.exec(`DELETE FROM ${table}`);
  // What is being uploaded meanwhile may shift rows, so that some come twice.
  for (const row of rows) sql.exec(`INSERT OR REPLACE INTO ${table} VALUES (${row.map(() => '?').join(', ')})`, ...row);
}

interface SomeRows {
  readonly rows: TableRows['rows'];
  readonly bytes: number;
  /** Whether no more rows follow. */
  readonly complete: boolean;
}

/** Rows from `at` on, until they take `room` bytes. */
function someRows(sql: SqlStorage, table: string, at: number, room: number): SomeRows {
  const rows: SqlStorageValue[][] = [];
  let bytes = 0;
  for (const row of sql.exec(`SELECT * FROM ${table} LIMIT -1 OFFSET ?`, at).raw()) {
    if (bytes >= room) return { rows, bytes, complete: false };
    rows.push(row);
    bytes += row.reduce((sum: number, value) => sum + size(value), ROW_BYTES);
  }
  return { rows, bytes, complete: true };
}

function size(value: SqlStorageValue): number {
  if (value instanceof ArrayBuffer) return value.byteLength;
  return typeof value === 'string' ? value.length : 0;
}
