/** Tables of a user's space. */
import type { Sql } from '../../src/lib/sql.ts';

/** Creates them where they are missing. */
export const USER_SPACE_SCHEMA = `
  CREATE TABLE IF NOT EXISTS mcp_session (
    id TEXT PRIMARY KEY,
    -- The client's initialize request as JSON: replayed when the session is restored.
    initialize TEXT NOT NULL,
    -- Path of the URL that the session was opened at: decides which tools it lists.
    path TEXT NOT NULL,
    -- Milliseconds since 1970, when the session was opened or last restored.
    opened_at INTEGER NOT NULL,
    -- SHA-256 of the secret that was used last, in hex; NULL without one, as in development. The session ends with it.
    credential TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS call_gate (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- Milliseconds since 1970: see CallGate.
    full_at REAL NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS report (
    uri TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    -- Markdown.
    text TEXT NOT NULL,
    -- Milliseconds since 1970; rowids tell which is newer among those of one millisecond.
    kept_at INTEGER NOT NULL
  ) STRICT;
  -- Questions that tools handed back to the calling agent.
  CREATE TABLE IF NOT EXISTS hand_back (
    handle TEXT PRIMARY KEY,
    -- The tool that takes the answer.
    tool TEXT NOT NULL,
    -- JSON: what the tool needs to go on.
    state TEXT NOT NULL,
    -- Milliseconds since 1970.
    asked_at INTEGER NOT NULL,
    -- JSON; NULL while the question waits.
    answer TEXT,
    -- Milliseconds since 1970, when work on the answer began or ended.
    answered_at INTEGER,
    -- JSON: what came of it; NULL while that is worked on.
    result TEXT
  ) STRICT;
`;

/** Tables that the lists of sessions and of workspaces had of their own. */
const SEPARATE_LISTS = `
  CREATE TABLE IF NOT EXISTS python_session (
    id TEXT PRIMARY KEY,
    description TEXT,
    created_at INTEGER NOT NULL,
    last_activity INTEGER NOT NULL,
    active INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS workspace (
    name TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL
  ) STRICT;
`;

/** The step from {@link SEPARATE_LISTS} to one list of all objects, see `src/lib/owned-objects.ts`. */
export const OWNED_OBJECTS_STEP = `
  CREATE TABLE owned_object (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Milliseconds since 1970.
    created_at INTEGER NOT NULL,
    last_activity INTEGER NOT NULL,
    -- JSON, as the kind has it.
    facts TEXT NOT NULL,
    PRIMARY KEY (kind, name)
  ) STRICT;
  INSERT INTO owned_object
    SELECT 'python', id, created_at, last_activity,
      json_patch('{}', json_object('description', description, 'active', iif(active = 1, json('true'), NULL)))
    FROM python_session ORDER BY created_at, rowid;
  INSERT INTO owned_object
    SELECT 'workspace', name, created_at, created_at, '{}' FROM workspace ORDER BY created_at, rowid;
  DROP TABLE python_session;
  DROP TABLE workspace;
`;

/** The step from reports that are Markdown to reports that are facts; those that are kept stay as they are. */
export const REPORT_FACTS_STEP = `
  ALTER TABLE report RENAME COLUMN text TO content;
  -- 'facts': content is JSON; 'markdown': a text.
  ALTER TABLE report ADD COLUMN kind TEXT NOT NULL DEFAULT 'markdown';
  -- Whose facts they are, and the version of the server that found them; NULL for Markdown.
  ALTER TABLE report ADD COLUMN tool TEXT;
  ALTER TABLE report ADD COLUMN version TEXT;
`;

/** Makes the tables of a user's space where they are missing, and takes the steps that its database has not taken. */
export function prepareUserSpace(sql: Sql): void {
  sql.exec(USER_SPACE_SCHEMA);
  if (!has(sql, 'owned_object', '%')) sql.exec(SEPARATE_LISTS + OWNED_OBJECTS_STEP);
  if (!has(sql, 'report', '% kind TEXT %')) sql.exec(REPORT_FACTS_STEP);
}

function has(sql: Sql, table: string, definition: string): boolean {
  const query = 'SELECT 1 AS found FROM sqlite_schema WHERE name = ? AND sql LIKE ?';
  return sql.exec(query, table, definition).toArray().length > 0;
}
