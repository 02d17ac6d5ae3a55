/** The tables of a session's checkpoints: states of its interpreter, each as what changed since the one it builds on. */
import type { Sql } from '../../src/lib/sql.ts';
import type { StateChunk, StateHeader, WholeEntry } from '../../wasm/python/kernel/types.ts';

/** As step 1 creates them. */
export const CHECKPOINTS_SCHEMA = `
  CREATE TABLE IF NOT EXISTS checkpoint (
    id INTEGER PRIMARY KEY,
    -- The checkpoint that the pages are laid over; NULL: a freshly booted interpreter.
    parent INTEGER,
    -- Checkpoints from here to the fresh interpreter.
    depth INTEGER NOT NULL,
    -- 1 when somebody asked for it, 0 when it was taken after a cell.
    requested INTEGER NOT NULL,
    label TEXT,
    -- Milliseconds since 1970.
    created_at INTEGER NOT NULL,
    -- A StateHeader without its temporary files, as JSON.
    header TEXT NOT NULL,
    -- Of its compressed pages.
    bytes INTEGER NOT NULL,
    -- The list of its files.
    files INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS checkpoint_chunk (
    checkpoint INTEGER NOT NULL,
    part INTEGER NOT NULL,
    -- Numbers of pages, 32 bits each, and their contents as raw deflate.
    pages BLOB NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (checkpoint, part)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS checkpoint_temporary (
    checkpoint INTEGER NOT NULL,
    position INTEGER NOT NULL,
    path TEXT NOT NULL,
    -- NULL for a directory.
    data BLOB,
    PRIMARY KEY (checkpoint, position)
  ) STRICT;
  -- One row.
  CREATE TABLE IF NOT EXISTS interpreter_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- The checkpoint that a new interpreter starts from; NULL: none.
    head INTEGER,
    -- Cells that ran since, whose variables are in no checkpoint.
    behind INTEGER NOT NULL,
    -- Never used twice, since interpreters know states by it.
    next_id INTEGER NOT NULL
  ) STRICT;
  INSERT OR IGNORE INTO interpreter_state VALUES (1, NULL, 0, 1);
`;

/** What is reported about a checkpoint. */
export type CheckpointRow = {
  readonly id: number;
  readonly parent: number | null;
  readonly depth: number;
  readonly requested: number;
  readonly label: string | null;
  readonly created_at: number;
  readonly bytes: number;
  readonly files: number;
};

const COLUMNS = 'id, parent, depth, requested, label, created_at, bytes, files';

/** All checkpoints, the newest first. */
export function readCheckpoints(sql: Sql): readonly CheckpointRow[] {
  return sql.exec<CheckpointRow>(`SELECT ${COLUMNS} FROM checkpoint ORDER BY id DESC`).toArray();
}

/** Stores chunks of the checkpoint `id`, numbered from `part`. Returns their compressed bytes. */
export function storeChunks(sql: Sql, id: number, part: number, chunks: readonly StateChunk[]): number {
  chunks.forEach(({ pages, data }, index) => {
    const numbers = new Uint8Array(pages.buffer, pages.byteOffset, pages.byteLength);
    sql.exec('INSERT INTO checkpoint_chunk VALUES (?, ?, ?, ?)', id, part + index, numbers, data);
  });
  return chunks.reduce((sum, { pages, data }) => sum + pages.byteLength + data.length, 0);
}

/** Chunks of a checkpoint, in order. */
export function* readChunks(sql: Sql, id: number): Generator<StateChunk> {
  const rows = sql.exec<{ pages: ArrayBuffer; data: ArrayBuffer }>(
    'SELECT pages, data FROM checkpoint_chunk WHERE checkpoint = ? ORDER BY part',
    id,
  );
  for (const { pages, data } of rows) yield { pages: new Uint32Array(pages), data: new Uint8Array(data) };
}

/** Stores what makes chunks a checkpoint. */
export function storeCheckpoint(sql: Sql, row: CheckpointRow, header: StateHeader): void {
  const { temporary, ...rest } = header;
  const { id, parent, depth, requested, label, created_at, bytes, files } = row;
  sql.exec(
    'INSERT INTO checkpoint VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    parent,
    depth,
    requested,
    label,
    created_at,
    JSON.stringify(rest),
    bytes,
    files,
  );
  temporary.forEach((entry, position) => {
    const data = entry.kind === 'file' ? entry.data : null;
    sql.exec('INSERT INTO checkpoint_temporary VALUES (?, ?, ?, ?)', id, position, entry.path, data);
  });
}

/** The header of a checkpoint. Throws when there is none. */
export function readHeader(sql: Sql, id: number): StateHeader {
  const { header } = sql.exec<{ header: string }>('SELECT header FROM checkpoint WHERE id = ?', id).one();
  const rest: Omit<StateHeader, 'temporary'> = JSON.parse(header);
  const rows = sql.exec<{ path: string; data: ArrayBuffer | null }>(
    'SELECT path, data FROM checkpoint_temporary WHERE checkpoint = ? ORDER BY position',
    id,
  );
  const temporary = Array.from(
    rows,
    ({ path, data }): WholeEntry =>
      data === null ? { kind: 'directory', path } : { kind: 'file', path, data: new Uint8Array(data) },
  );
  return { ...rest, temporary };
}

/** Makes a checkpoint one that somebody asked for. */
export function claimCheckpoint(sql: Sql, id: number, label: string | null): void {
  sql.exec('UPDATE checkpoint SET requested = 1, label = ? WHERE id = ?', label, id);
}

/** Deletes parts of checkpoints that are gone, or were never completed. */
export function dropOrphans(sql: Sql): void {
  for (const table of ['checkpoint_chunk', 'checkpoint_temporary']) {
    sql.exec(`DELETE FROM ${table} WHERE checkpoint NOT IN (SELECT id FROM checkpoint)`);
  }
}

/** Deletes all checkpoints but those, and what belongs to none. */
export function keepOnly(sql: Sql, ids: ReadonlySet<number>): void {
  for (const { id } of readCheckpoints(sql)) if (!ids.has(id)) sql.exec('DELETE FROM checkpoint WHERE id = ?', id);
  dropOrphans(sql);
}

/** Where the interpreter stands. */
export interface CheckpointStanding {
  /** The checkpoint that a new interpreter starts from. */
  readonly head: number | null;
  /** Cells that ran since, whose variables are in no checkpoint. */
  readonly behind: number;
}

export function readStanding(sql: Sql): CheckpointStanding {
  return sql.exec<{ head: number | null; behind: number }>('SELECT head, behind FROM interpreter_state').one();
}

export function storeStanding(sql: Sql, { head, behind }: CheckpointStanding): void {
  sql.exec('UPDATE interpreter_state SET head = ?, behind = ?', head, behind);
}

/** A number that no state of this session ever had. */
export function newCheckpointId(sql: Sql): number {
  return sql
    .exec<{ id: number }>('UPDATE interpreter_state SET next_id = next_id + 1 RETURNING next_id - 1 AS id')
    .one().id;
}
