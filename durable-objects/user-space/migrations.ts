/** The tables of a user's space, in numbered steps. */
import { BACKGROUND_SCHEMA } from '../../src/lib/background.ts';
import type { Migration } from '../../src/lib/migrations.ts';
import { HUNG_CALLS_SCHEMA } from '../../src/mcp/hung-calls.ts';
import { CALLS_SCHEMA } from '../../src/mcp/stored-calls.ts';
import { MODELS_SCHEMA } from '../../src/models/user-models.ts';
import { DELETION_SCHEMA } from './deletion.ts';
import { DEPARTURES_BY_MEMBERSHIP, DEPARTURES_SCHEMA } from './departures.ts';

/** Tables of the release that knew no steps. */
const FIRST_TABLES = `
  CREATE TABLE IF NOT EXISTS mcp_session (
    id TEXT PRIMARY KEY,
    -- The client's initialize request as JSON: replayed when the session is restored.
    initialize TEXT NOT NULL,
    -- Path of the URL that the session was opened at: decides which tools it lists.
    path TEXT NOT NULL,
    -- Milliseconds since 1970, when the session was opened or last restored.
    opened_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS report (
    uri TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    -- Markdown.
    text TEXT NOT NULL,
    -- Milliseconds since 1970; rowids tell which is newer among those of one millisecond.
    kept_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS python_session (
    id TEXT PRIMARY KEY,
    description TEXT,
    -- Milliseconds since 1970.
    created_at INTEGER NOT NULL,
    last_activity INTEGER NOT NULL,
    -- 1 for one session of all.
    active INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS workspace (
    name TEXT PRIMARY KEY,
    -- Milliseconds since 1970.
    created_at INTEGER NOT NULL
  ) STRICT;
`;

/** One list of a user's objects, see `src/lib/owned-objects.ts`. */
const ONE_LIST = `
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

const CREDENTIALS = `
  -- SHA-256 of the secret that was used last, in hex; NULL without one, as in development. The session ends with it.
  ALTER TABLE mcp_session ADD COLUMN credential TEXT;
  CREATE TABLE call_gate (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- Milliseconds since 1970: see CallGate.
    full_at REAL NOT NULL
  ) STRICT;
`;

/** Questions that tools handed back to the calling agent. */
const HAND_BACKS = `
  CREATE TABLE hand_back (
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

/** Reports that are facts beside those that are Markdown, which stay as they are. */
const REPORT_FACTS = `
  ALTER TABLE report RENAME COLUMN text TO content;
  -- 'facts': content is JSON; 'markdown': a text.
  ALTER TABLE report ADD COLUMN kind TEXT NOT NULL DEFAULT 'markdown';
  -- Whose facts they are, and the version of the server that found them; NULL for Markdown.
  ALTER TABLE report ADD COLUMN tool TEXT;
  ALTER TABLE report ADD COLUMN version TEXT;
`;

/** One bucket for each kind of call that is limited. */
const CALL_RATES = `
  CREATE TABLE call_rate (
    rate TEXT PRIMARY KEY,
    -- Milliseconds since 1970: see CallGate.
    full_at REAL NOT NULL
  ) STRICT;
  INSERT INTO call_rate SELECT 'calls', full_at FROM call_gate;
  DROP TABLE call_gate;
`;

/** What was used of the newest day; see DayBudget. */
const DAY_USE = `
  CREATE TABLE day_use (
    measure TEXT PRIMARY KEY,
    -- UTC, as YYYY-MM-DD.
    day TEXT NOT NULL,
    amount REAL NOT NULL
  ) STRICT;
`;

/** What was used of the newest day and of the one before, which may not be reported yet. */
const DAYS_OF_USE = `
  ALTER TABLE day_use RENAME TO newest_day_use;
  CREATE TABLE day_use (
    measure TEXT NOT NULL,
    -- UTC, as YYYY-MM-DD.
    day TEXT NOT NULL,
    amount REAL NOT NULL,
    PRIMARY KEY (measure, day)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO day_use SELECT measure, day, amount FROM newest_day_use;
  DROP TABLE newest_day_use;
`;

/** A released step never changes; what is to be different is another one. */
export const USER_SPACE_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'sessions, reports, workspaces and calls', sql: FIRST_TABLES + CALLS_SCHEMA },
  { version: 2, name: 'one list of objects', sql: ONE_LIST },
  { version: 3, name: 'credentials and the gate of calls', sql: CREDENTIALS },
  { version: 4, name: 'questions handed back', sql: HAND_BACKS },
  { version: 5, name: 'reports of facts', sql: REPORT_FACTS },
  { version: 6, name: 'models', sql: MODELS_SCHEMA },
  { version: 7, name: 'a rate for tools that reason', sql: CALL_RATES },
  { version: 8, name: 'work in the background', sql: BACKGROUND_SCHEMA },
  { version: 9, name: 'calls over which engines hung', sql: HUNG_CALLS_SCHEMA },
  { version: 10, name: 'no list of rooms for tests', sql: "DELETE FROM owned_object WHERE kind = 'tests';" },
  { version: 11, name: 'what is used in a day', sql: DAY_USE },
  { version: 12, name: 'deletions', sql: DELETION_SCHEMA },
  { version: 13, name: 'who left an organisation', sql: DEPARTURES_SCHEMA },
  { version: 14, name: 'each membership that ended', sql: DEPARTURES_BY_MEMBERSHIP },
  { version: 15, name: 'what is used on two days', sql: DAYS_OF_USE },
];
