/** Tables of a user's space. */

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
`;
