/** Tables of a repository. */

/** Creates them where they are missing. */
export const GIT_SCHEMA = `
  CREATE TABLE IF NOT EXISTS git_object (
    id INTEGER PRIMARY KEY,
    -- 40 hex digits.
    oid TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    -- Bytes of the object itself.
    size INTEGER NOT NULL,
    -- Oid of the object that data is a delta on; NULL when data is the object.
    base TEXT,
    -- Bytes that data inflates to: of the delta, else size. A pack's entry begins with it.
    inflated INTEGER NOT NULL,
    -- A zlib stream, as a pack has it; NULL when it is in git_object_part.
    data BLOB
  ) STRICT;
  -- Streams that are too long for one value.
  CREATE TABLE IF NOT EXISTS git_object_part (
    object INTEGER NOT NULL,
    part INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (object, part)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS git_ref (
    -- In full, such as refs/heads/main.
    name TEXT PRIMARY KEY,
    oid TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- Commits whose parents are missing, because a client pushed from a shallow clone or an import was cut off at a depth.
  CREATE TABLE IF NOT EXISTS git_shallow (
    oid TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS git_head (
    -- The one row there is.
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- The branch that HEAD names, in full; it need not exist.
    branch TEXT NOT NULL
  ) STRICT;
  INSERT OR IGNORE INTO git_head VALUES (1, 'refs/heads/main');
`;
