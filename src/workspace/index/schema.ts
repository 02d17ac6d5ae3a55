/** Tables of a workspace's index. Other parts of the index have tables of their own, beside their code. */

/** As step 1 creates them. */
export const INDEX_SCHEMA = `
  -- What the index covers; one row.
  CREATE TABLE IF NOT EXISTS covered (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- In full, such as refs/heads/main.
    branch TEXT NOT NULL,
    oid TEXT NOT NULL,
    -- Oid.
    tree TEXT NOT NULL,
    -- Milliseconds since 1970, when the commit came in.
    since INTEGER NOT NULL
  ) STRICT;
  -- How indexing goes; one row.
  CREATE TABLE IF NOT EXISTS index_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- 2 when all parts are settled, 1 when only those wait that settle late.
    settled INTEGER NOT NULL DEFAULT 2,
    -- Files that got their document by analysis, and those whose document was there already.
    analysed INTEGER NOT NULL DEFAULT 0,
    reused INTEGER NOT NULL DEFAULT 0,
    -- Milliseconds since 1970, when rows were written last; NULL before the first ones.
    indexed_at INTEGER,
    -- Slices in a row that failed.
    failures INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    last_error_at INTEGER
  ) STRICT;
  INSERT OR IGNORE INTO index_state (id) VALUES (1);
  -- Files of the covered commit, each once.
  CREATE TABLE IF NOT EXISTS file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    -- Oid.
    blob TEXT NOT NULL,
    -- NULL while it waits, or when it is skipped.
    document INTEGER,
    -- Why it is not indexed: a code, and more of it in words.
    skipped TEXT,
    detail TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS file_document ON file (document);
  CREATE INDEX IF NOT EXISTS file_pending ON file (path) WHERE document IS NULL AND skipped IS NULL;
  CREATE INDEX IF NOT EXISTS file_skipped ON file (skipped, path) WHERE skipped IS NOT NULL;
  -- Contents: equal ones whose paths have the same suffix are one document.
  CREATE TABLE IF NOT EXISTS document (
    id INTEGER PRIMARY KEY,
    blob TEXT NOT NULL,
    -- What the path says of the language: its extension, else its last name.
    suffix TEXT NOT NULL,
    language TEXT NOT NULL,
    -- 1 while a file of the covered commit has it: only then is it searched.
    live INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    -- Of the blob.
    bytes INTEGER NOT NULL,
    -- 1 when parts of it could not be parsed.
    damaged INTEGER NOT NULL,
    -- Line ends are \\n, secrets are masked with characters that keep their place. The last column: it can be long.
    text TEXT NOT NULL,
    UNIQUE (blob, suffix)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS document_live ON document (live, id, bytes);
  -- Documents that may have lost their last file.
  CREATE TABLE IF NOT EXISTS departure (document INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS chunk (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,
    line_start INTEGER NOT NULL,
    line_end INTEGER NOT NULL,
    scope TEXT NOT NULL,
    tokens INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS chunk_document ON chunk (document);
  CREATE TABLE IF NOT EXISTS symbol (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    scope TEXT NOT NULL,
    line_start INTEGER NOT NULL,
    line_end INTEGER NOT NULL,
    name_line INTEGER NOT NULL,
    signature TEXT NOT NULL,
    doc TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS symbol_document ON symbol (document);
  CREATE INDEX IF NOT EXISTS symbol_name ON symbol (name);
  CREATE TABLE IF NOT EXISTS reference (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    qualifier TEXT,
    line INTEGER NOT NULL,
    -- The innermost definition around it.
    symbol INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS reference_document ON reference (document);
  CREATE INDEX IF NOT EXISTS reference_name ON reference (name);
  CREATE TABLE IF NOT EXISTS import (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,
    module TEXT NOT NULL,
    -- JSON: [{name, alias?}, ...].
    names TEXT NOT NULL,
    line INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS import_document ON import (document);
  -- Secrets that are masked in the text of documents.
  CREATE TABLE IF NOT EXISTS secret (
    document INTEGER NOT NULL,
    line INTEGER NOT NULL,
    kind TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS secret_document ON secret (document);
`;

/** Which versions derived what, as step 2 adds it. */
export const INDEX_DERIVATION = `
  -- Versions that documents were derived by; see derivations.ts.
  CREATE TABLE derivation (
    id INTEGER PRIMARY KEY,
    language TEXT NOT NULL,
    -- JSON.
    versions TEXT NOT NULL,
    UNIQUE (language, versions)
  ) STRICT;
  -- A row of derivation; 0 when it is not known.
  ALTER TABLE document ADD COLUMN derivation INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX document_derivation ON document (derivation, live, bytes);
  -- Version of the rules by which files are skipped for their names and contents; NULL when it is not known.
  ALTER TABLE index_state ADD COLUMN skipped_by TEXT;
`;
