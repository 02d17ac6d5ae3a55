/** Tables of the symbol graph, beside those of the index. */

/** As step 1 creates them. */
export const GRAPH_SCHEMA = `
  -- What a live document takes from other modules, a row a name.
  CREATE TABLE IF NOT EXISTS import_name (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,
    name TEXT NOT NULL,
    -- NULL where the name is kept.
    alias TEXT,
    module TEXT NOT NULL,
    line INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS import_name_document ON import_name (document);
  CREATE INDEX IF NOT EXISTS import_name_name ON import_name (name);
  -- What centrality needs to know of a live document, packed so that all documents are read quickly.
  CREATE TABLE IF NOT EXISTS outline (
    document INTEGER PRIMARY KEY,
    -- A line each, with tabs between name, kind and scope, in the order of the symbols' ids.
    definitions TEXT NOT NULL,
    -- A line each, with tabs between name, qualifier and how often; equal ones are counted together.
    uses TEXT NOT NULL
  ) STRICT;
  -- How much the rest of the workspace rests on a live document; see centrality.ts.
  CREATE TABLE IF NOT EXISTS centrality (
    document INTEGER PRIMARY KEY,
    -- PageRank over references between documents; all of them sum to 1.
    rank REAL NOT NULL,
    -- The share of the rank that comes through each symbol: 32-bit floats, little-endian, in the order of the symbols' ids.
    symbols BLOB NOT NULL
  ) STRICT;
  -- The commit that table centrality is about; no row while it must be computed.
  CREATE TABLE IF NOT EXISTS ranked (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    oid TEXT NOT NULL
  ) STRICT;
`;
