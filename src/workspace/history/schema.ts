/** Tables of the history: the commits that can be reached from the covered one, and their words. */

/** As step 1 creates them. */
export const HISTORY_SCHEMA = `
  CREATE TABLE IF NOT EXISTS history_commit (
    id INTEGER PRIMARY KEY,
    oid TEXT NOT NULL UNIQUE,
    -- The committer's, since 1970.
    seconds INTEGER NOT NULL,
    -- 'Name <address>'.
    author TEXT NOT NULL,
    -- The walk that reached it last.
    walk INTEGER NOT NULL,
    -- 1 when the columns below and history_words have it; 2 when an earlier version wrote these, so that it waits to be indexed again.
    indexed INTEGER NOT NULL,
    -- JSON: [{path, status, from?}, ...]; NULL when the parents are not there, so that it is not known.
    files TEXT,
    -- Files beyond those.
    more_files INTEGER NOT NULL,
    lines_added INTEGER NOT NULL,
    lines_removed INTEGER NOT NULL,
    -- 1 when the lines of all files were looked at.
    lines_complete INTEGER NOT NULL,
    -- Different words of the changed lines.
    words INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS history_commit_waiting ON history_commit (indexed, seconds);
  -- Commits whose parents were not looked at yet.
  CREATE TABLE IF NOT EXISTS history_frontier (
    oid TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS history_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- Commit whose history this is; NULL for none.
    tip TEXT,
    -- The tip before, while the walk looks for it.
    previous TEXT,
    walk INTEGER NOT NULL,
    -- 'ahead': walk until known commits; 'all': walk everything; 'sweep': remove what was not reached; 'walked'.
    phase TEXT NOT NULL,
    -- 1 when the walk ahead has met the tip before: then all known commits stay.
    met INTEGER NOT NULL
  ) STRICT;
  INSERT OR IGNORE INTO history_state VALUES (1, NULL, NULL, 0, 'walked', 0);
  -- By the commit's id.
  CREATE VIRTUAL TABLE IF NOT EXISTS history_words USING fts5 (
    subject, body, path, lines,
    content = '', contentless_delete = 1, tokenize = 'porter unicode61'
  );
`;

/** Which version derived the history, as step 2 adds it. */
export const HISTORY_DERIVATION = `
  -- What read the commits; NULL when it is not known.
  ALTER TABLE history_state ADD COLUMN version TEXT;
`;
