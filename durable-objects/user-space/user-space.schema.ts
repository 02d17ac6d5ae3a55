/** Tables of a user's space. */

/** As step 1 creates them. */
export const USER_SPACE_SCHEMA = `
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
`;
