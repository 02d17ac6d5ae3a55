/** The tables of a plan, for the object's migrations. */
export const PLAN_SCHEMA = `
  CREATE TABLE plan (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    -- JSON: what does not belong to a version.
    facts TEXT NOT NULL,
    version INTEGER NOT NULL,
    -- The highest number that a step ever had, and how many identities were given.
    highest INTEGER NOT NULL,
    named INTEGER NOT NULL,
    -- Milliseconds since 1970.
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE version (
    version INTEGER PRIMARY KEY,
    -- Milliseconds since 1970.
    at INTEGER NOT NULL,
    -- JSON: who.
    by TEXT NOT NULL,
    changes TEXT NOT NULL
  ) STRICT;
  -- The head, whose key is empty, and the steps by their identity: each body from one version until before another.
  CREATE TABLE part (
    key TEXT NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER,
    -- JSON.
    body TEXT NOT NULL,
    PRIMARY KEY (key, since)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX part_until ON part (until);
  CREATE TABLE progress (
    step TEXT PRIMARY KEY,
    -- JSON.
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE evidence (
    id INTEGER PRIMARY KEY,
    step TEXT NOT NULL,
    -- JSON.
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX evidence_step ON evidence (step);
  CREATE TABLE approval (
    id INTEGER PRIMARY KEY,
    -- JSON.
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    -- Milliseconds since 1970.
    at INTEGER NOT NULL,
    step TEXT,
    -- JSON: what, who, at which commit.
    body TEXT NOT NULL
  ) STRICT;
  -- Calls that were made under a name of the caller's, with what they were and what they answered, as JSON.
  CREATE TABLE call (
    key TEXT PRIMARY KEY,
    request TEXT NOT NULL,
    answer TEXT NOT NULL
  ) STRICT;
`;
