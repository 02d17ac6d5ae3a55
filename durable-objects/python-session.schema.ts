/** The tables of a Python session: its files in parts that fit a row, and what its interpreter holds. */
import type { WorkspaceUsage } from '../src/python/protocol.ts';
import type { WorkspaceChanges, WorkspaceEntry } from '../wasm/python/kernel/types.ts';

/** Bytes of a file in one row; a row holds at most 2 MB. */
const PART = 1 << 20;

/** Creates them where they are missing. */
export const PYTHON_SESSION_SCHEMA = `
  CREATE TABLE IF NOT EXISTS files (
    -- Relative to /workspace.
    path TEXT NOT NULL,
    part INTEGER NOT NULL,
    -- NULL for a directory.
    data BLOB,
    PRIMARY KEY (path, part)
  ) STRICT;
  -- One row: whether cells ran since the interpreter's start, whose variables a restart loses.
  CREATE TABLE IF NOT EXISTS interpreter (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    used INTEGER NOT NULL
  ) STRICT;
  INSERT OR IGNORE INTO interpreter VALUES (1, 0);
`;

/** Returns every file and directory, directories before what they hold. */
export function readFiles(sql: SqlStorage): readonly WorkspaceEntry[] {
  const entries = new Map<string, Uint8Array[] | null>();
  const rows = sql.exec<{ path: string; data: ArrayBuffer | null }>('SELECT path, data FROM files ORDER BY path, part');
  for (const { path, data } of rows) {
    const parts = entries.get(path) ?? [];
    if (data !== null) parts.push(new Uint8Array(data));
    entries.set(path, data === null ? null : parts);
  }
  return Array.from(entries, ([path, parts]) =>
    parts === null ? { kind: 'directory', path } : { kind: 'file', path, data: join(parts) },
  );
}

/** Counts what is stored. */
export function readUsage(sql: SqlStorage): WorkspaceUsage {
  return sql
    .exec<{ files: number; directories: number; bytes: number }>(
      `SELECT count(*) FILTER (WHERE part = 0 AND data IS NOT NULL) AS files,
              count(*) FILTER (WHERE data IS NULL) AS directories,
              coalesce(sum(length(data)), 0) AS bytes
       FROM files`,
    )
    .one();
}

/** Stores what a cell changed. */
export function storeChanges(sql: SqlStorage, { put, removed }: WorkspaceChanges): void {
  for (const path of removed) sql.exec('DELETE FROM files WHERE path = ?', path);
  for (const entry of put) {
    sql.exec('DELETE FROM files WHERE path = ?', entry.path);
    if (entry.kind === 'directory') {
      sql.exec('INSERT INTO files VALUES (?, 0, NULL)', entry.path);
      continue;
    }
    for (let part = 0; part === 0 || part * PART < entry.data.length; part++) {
      const data = entry.data.slice(part * PART, (part + 1) * PART);
      sql.exec('INSERT INTO files VALUES (?, ?, ?)', entry.path, part, data);
    }
  }
}

/** Whether cells ran since the interpreter's start. */
export function readUsed(sql: SqlStorage): boolean {
  return sql.exec<{ used: number }>('SELECT used FROM interpreter').one().used !== 0;
}

/** Writes only what changes: every write makes the answer wait for the disk. */
export function storeUsed(sql: SqlStorage, used: boolean): void {
  if (readUsed(sql) !== used) sql.exec('UPDATE interpreter SET used = ?', used ? 1 : 0);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
