/** Tables of memories and of their suggestions. */

/** As step 4 of a workspace creates them. */
export const MEMORIES_SCHEMA = `
  CREATE TABLE memory (
    -- Never used again.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- 'kept', 'suggested' or 'snoozed'.
    state TEXT NOT NULL,
    -- What suggested it; NULL of what was kept at once.
    session TEXT,
    -- SHA-256 of the content, white space aside.
    content_key TEXT NOT NULL UNIQUE,
    -- Milliseconds since 1970.
    created_at INTEGER NOT NULL,
    -- JSON: everything else, see stored-memories.ts.
    facts TEXT NOT NULL
  ) STRICT;
  CREATE INDEX memory_state ON memory (state, session);
  -- Contents that were dismissed, so that they are not suggested again.
  CREATE TABLE memory_dismissed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    content_key TEXT NOT NULL UNIQUE
  ) STRICT;
`;
