/** Tables of a repository. */

/** As step 1 creates them. */
export const GIT_SCHEMA = `
  -- Objects, those of pushes that are not accepted among them: only git_oid says what the repository has.
  CREATE TABLE IF NOT EXISTS git_object (
    id INTEGER PRIMARY KEY,
    -- 40 hex digits.
    oid TEXT NOT NULL,
    type TEXT NOT NULL,
    -- Bytes of the object itself.
    size INTEGER NOT NULL,
    -- The object that data is a delta on; NULL when data is the object.
    base INTEGER,
    -- Deltas between this one and an object that is whole; 0 when this one is.
    depth INTEGER NOT NULL,
    -- Bytes that data inflates to.
    inflated INTEGER NOT NULL,
    -- The push that brought it, which is a row of git_push until it is accepted; 0 when it was made here.
    push INTEGER NOT NULL,
    -- A zlib stream, as a pack has it; NULL when it is in git_object_part.
    data BLOB
  ) STRICT;
  -- Streams that are too long for one value.
  CREATE TABLE IF NOT EXISTS git_object_part (
    object INTEGER NOT NULL,
    part INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (object, part)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS git_oid (
    oid TEXT PRIMARY KEY,
    object INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- Pushes that have begun and are not accepted.
  CREATE TABLE IF NOT EXISTS git_push (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Its objects have this id or a higher one.
    first INTEGER NOT NULL
  ) STRICT;
  -- Deltas of a running push whose base has not come yet.
  CREATE TABLE IF NOT EXISTS git_waiting_delta (
    push INTEGER NOT NULL,
    -- An oid, or @ and an offset in the pack.
    base TEXT NOT NULL,
    -- Where it is in the pack.
    place INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (push, base, place)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS git_ref (
    -- In full, such as refs/heads/main.
    name TEXT PRIMARY KEY,
    oid TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- Commits whose parents the repository does not have, since they came from a shallow clone.
  CREATE TABLE IF NOT EXISTS git_shallow (
    oid TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
  -- All that some tips reach, which the last clone found out; one row or none.
  CREATE TABLE IF NOT EXISTS git_reachable (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- Oids between commas.
    tips TEXT NOT NULL,
    -- git_shallow as it was then.
    ends TEXT NOT NULL,
    -- A bit for each row of git_object, in words of 32 bits in the machine's order.
    rows BLOB NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS git_head (
    -- The one row there is.
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- The branch that HEAD names, in full; it need not exist.
    branch TEXT NOT NULL
  ) STRICT;
  INSERT OR IGNORE INTO git_head VALUES (1, 'refs/heads/main');
`;

/** As step 6 creates it. */
export const TREE_EXTENTS_SCHEMA = `
  -- What is below trees, of accepted pushes and of running ones; of those that came before step 6, where a later push needed it.
  CREATE TABLE IF NOT EXISTS git_tree (
    object INTEGER PRIMARY KEY,
    -- Files and folders.
    paths REAL NOT NULL,
    -- Bytes of all these paths.
    bytes REAL NOT NULL,
    -- Folders in folders.
    depth INTEGER NOT NULL
  ) STRICT;
`;
