/** Tables of a session's files: names, and contents that never change once they have a name. */
import type { Sql } from '../../src/lib/sql.ts';
import type { StoredEntry } from '../../wasm/python/kernel/types.ts';

/** Bytes of a content in one row; a row holds at most 2 MB. */
export const PART_BYTES = 1 << 20;

/** As step 1 creates them. */
export const SESSION_FILES_SCHEMA = `
  CREATE TABLE IF NOT EXISTS file (
    -- Relative to /workspace.
    path TEXT PRIMARY KEY,
    -- NULL for a directory.
    content INTEGER
  ) STRICT, WITHOUT ROWID;
  -- Never changed: what a running cell, a download or a checkpoint has opened stays as it was.
  CREATE TABLE IF NOT EXISTS content (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    size INTEGER NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS content_part (
    content INTEGER NOT NULL,
    part INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (content, part)
  ) STRICT, WITHOUT ROWID;
  -- The files as they were at some time, for checkpoints.
  CREATE TABLE IF NOT EXISTS file_list (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- What file_version was then.
    version INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS file_list_entry (
    list INTEGER NOT NULL,
    path TEXT NOT NULL,
    content INTEGER,
    PRIMARY KEY (list, path)
  ) STRICT, WITHOUT ROWID;
  -- One row, counting the changes of file.
  CREATE TABLE IF NOT EXISTS file_version (version INTEGER NOT NULL) STRICT;
  INSERT INTO file_version SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM file_version);
  CREATE TRIGGER IF NOT EXISTS file_added AFTER INSERT ON file BEGIN UPDATE file_version SET version = version + 1; END;
  CREATE TRIGGER IF NOT EXISTS file_changed AFTER UPDATE ON file BEGIN UPDATE file_version SET version = version + 1; END;
  CREATE TRIGGER IF NOT EXISTS file_removed AFTER DELETE ON file BEGIN UPDATE file_version SET version = version + 1; END;
`;

/** Paths that are looked up one by one. */
const MANY = 100;
/** Characters of JSON in one statement; a value holds 2 MB. */
const STATEMENT_CHARACTERS = 400_000;

/** A row of `file` with its content. */
export interface FileRow {
  readonly path: string;
  readonly content: number | null;
  readonly size: number;
  readonly hash: string;
}

type Row = { path: string; content: number | null; size: number | null; hash: string | null };

const SELECT = 'SELECT path, content, size, hash FROM file LEFT JOIN content ON content.id = file.content';

function toFile({ path, content, size, hash }: Row): FileRow {
  return { path, content, size: size ?? 0, hash: hash ?? '' };
}

/** The file or directory of that path. */
export function findFile(sql: Sql, path: string): FileRow | undefined {
  const [row] = sql.exec<Row>(`${SELECT} WHERE path = ?`, path).toArray();
  return row && toFile(row);
}

/** Looks that many paths up: many at once, so that the table is read once. What is stored later is not seen. */
export function finder(sql: Sql, count: number): (path: string) => FileRow | undefined {
  if (count < MANY) return (path) => findFile(sql, path);
  const rows = new Map(filesBelow(sql, '').map((row) => [row.path, row]));
  return (path) => rows.get(path);
}

/** Everything below a directory, `''` being /workspace, sorted by path. */
export function filesBelow(sql: Sql, directory: string): readonly FileRow[] {
  const rows =
    directory === ''
      ? sql.exec<Row>(`${SELECT} ORDER BY path`)
      : // '0' is the character after '/'.
        sql.exec<Row>(`${SELECT} WHERE path > ? AND path < ? ORDER BY path`, `${directory}/`, `${directory}0`);
  return Array.from(rows, toFile);
}

/** Every file and directory, as an interpreter is told. */
export function storedEntry({ path, content, size, hash }: FileRow): StoredEntry {
  return content === null ? { kind: 'directory', path } : { kind: 'file', path, size, hash, content };
}

/** Files and directories there are, and the bytes of the files. */
export function totals(sql: Sql): {
  readonly files: number;
  readonly directories: number;
  readonly bytes: number;
} {
  const { entries, files, bytes } = sql
    .exec<{ entries: number; files: number; bytes: number }>(
      'SELECT count(*) AS entries, count(content) AS files, ifnull(sum(size), 0) AS bytes FROM file LEFT JOIN content ON content.id = file.content',
    )
    .one();
  return { files, directories: entries - files, bytes };
}

/** Gives a path its content, `null` making it a directory. */
export function link(sql: Sql, path: string, content: number | null): void {
  sql.exec('INSERT INTO file VALUES (?, ?) ON CONFLICT DO UPDATE SET content = excluded.content', path, content);
}

/** As {@link link}, for many paths. */
export function linkAll(sql: Sql, links: readonly (readonly [path: string, content: number | null])[]): void {
  for (const values of inStatements(links)) {
    sql.exec(
      'INSERT INTO file SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE true ON CONFLICT DO UPDATE SET content = excluded.content',
      values,
    );
  }
}

/** As {@link unlink}, for many paths. */
export function unlinkAll(sql: Sql, paths: readonly string[]): void {
  for (const values of inStatements(paths)) {
    sql.exec('DELETE FROM file WHERE path IN (SELECT value FROM json_each(?))', values);
  }
}

/** JSON arrays of values, each small enough for a statement. */
function* inStatements(values: readonly unknown[]): Generator<string> {
  let [texts, characters]: [string[], number] = [[], 0];
  for (const value of values) {
    const text = JSON.stringify(value);
    texts.push(text);
    characters += text.length;
    if (characters < STATEMENT_CHARACTERS) continue;
    yield `[${texts.join(',')}]`;
    [texts, characters] = [[], 0];
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`;
}

/** Forgets a path; its content goes with {@link dropUnused}. */
export function unlink(sql: Sql, path: string): void {
  sql.exec('DELETE FROM file WHERE path = ?', path);
}

/** Starts a content without parts; returns its id. */
export function newContent(sql: Sql, size = 0, hash = ''): number {
  return sql.exec<{ id: number }>('INSERT INTO content (size, hash) VALUES (?, ?) RETURNING id', size, hash).one().id;
}

/** Adds a part of {@link PART_BYTES}, or of less when it is the last. */
export function addPart(sql: Sql, content: number, part: number, data: Uint8Array): void {
  sql.exec('INSERT INTO content_part VALUES (?, ?, ?)', content, part, data);
}

/** Completes a content. */
export function finishContent(sql: Sql, content: number, size: number, hash: string): void {
  sql.exec('UPDATE content SET size = ?, hash = ? WHERE id = ?', size, hash, content);
}

/** Bytes of a content; undefined when there is none of that id. */
export function contentSize(sql: Sql, content: number): number | undefined {
  return sql.exec<{ size: number }>('SELECT size FROM content WHERE id = ?', content).toArray()[0]?.size;
}

/** Bytes of a content from `offset` on, at most `length`. */
export function readContent(sql: Sql, content: number, offset: number, length: number): Uint8Array {
  const size = contentSize(sql, content);
  if (size === undefined) throw new Error(`There is no content ${content} any more.`);
  const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
  const rows = sql.exec<{ part: number; data: ArrayBuffer }>(
    'SELECT part, data FROM content_part WHERE content = ? AND part >= ? AND part * ? < ? ORDER BY part',
    content,
    Math.floor(offset / PART_BYTES),
    PART_BYTES,
    offset + bytes.length,
  );
  for (const { part, data } of rows) {
    const at = part * PART_BYTES - offset;
    const piece = new Uint8Array(data).subarray(Math.max(0, -at), bytes.length - at);
    bytes.set(piece, Math.max(0, at));
  }
  return bytes;
}

/** The id of a list of all files as they are now. */
export function listFiles(sql: Sql): number {
  const [same] = sql
    .exec<{ id: number }>('SELECT id FROM file_list WHERE version = (SELECT version FROM file_version)')
    .toArray();
  if (same !== undefined) return same.id;
  const { id } = sql
    .exec<{ id: number }>('INSERT INTO file_list (version) SELECT version FROM file_version RETURNING id')
    .one();
  sql.exec('INSERT INTO file_list_entry SELECT ?, path, content FROM file', id);
  return id;
}

/** Makes the files those of a list. */
export function restoreFiles(sql: Sql, list: number): void {
  sql.exec('DELETE FROM file');
  sql.exec('INSERT INTO file SELECT path, content FROM file_list_entry WHERE list = ?', list);
  sql.exec('UPDATE file_list SET version = (SELECT version FROM file_version) WHERE id = ?', list);
}

/** Forgets all lists but those. */
export function keepLists(sql: Sql, lists: ReadonlySet<number>): void {
  for (const { id } of sql.exec<{ id: number }>('SELECT id FROM file_list').toArray()) {
    if (lists.has(id)) continue;
    sql.exec('DELETE FROM file_list_entry WHERE list = ?', id);
    sql.exec('DELETE FROM file_list WHERE id = ?', id);
  }
}

/** Bytes of all contents, also of those that only lists have. */
export function contentBytes(sql: Sql): number {
  return sql.exec<{ bytes: number }>('SELECT ifnull(sum(size), 0) AS bytes FROM content').one().bytes;
}

/** Ids of the contents that paths have. */
export function contentsInUse(sql: Sql): readonly number[] {
  const rows = sql.exec<{ content: number }>('SELECT DISTINCT content FROM file WHERE content IS NOT NULL');
  return Array.from(rows, ({ content }) => content);
}

/** Ids of all contents, also of those that are being written. */
export function allContents(sql: Sql): readonly number[] {
  return Array.from(sql.exec<{ id: number }>('SELECT id FROM content'), ({ id }) => id);
}

/** Deletes contents that neither a path nor a list has and that `isHeld` does not name. */
export function dropUnused(sql: Sql, isHeld: (content: number) => boolean): void {
  const unused = sql
    .exec<{ id: number }>(
      `SELECT id FROM content WHERE id NOT IN (
         SELECT content FROM file WHERE content IS NOT NULL
         UNION SELECT content FROM file_list_entry WHERE content IS NOT NULL)`,
    )
    .toArray();
  const dropped = unused.map(({ id }) => id).filter((id) => !isHeld(id));
  for (const ids of inStatements(dropped)) {
    sql.exec('DELETE FROM content_part WHERE content IN (SELECT value FROM json_each(?))', ids);
    sql.exec('DELETE FROM content WHERE id IN (SELECT value FROM json_each(?))', ids);
  }
}
