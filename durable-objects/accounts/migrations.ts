/** The tables of accounts, in numbered steps. */
import type { Migration } from '../../src/lib/migrations.ts';

const SESSIONS = `
  CREATE TABLE IF NOT EXISTS browser_session (
    -- SHA-256 of the cookie's value, in hex.
    digest TEXT PRIMARY KEY,
    -- Digest of the API key that its user signed in with.
    key TEXT NOT NULL,
    -- Milliseconds since 1970.
    expires_at INTEGER NOT NULL
  ) STRICT;
`;

const PEOPLE = `
  DROP TABLE browser_session;
  CREATE TABLE browser_session (
    -- SHA-256 of the cookie's value, in hex.
    digest TEXT PRIMARY KEY,
    -- Who signed in, as JSON.
    holder TEXT NOT NULL,
    -- Milliseconds since 1970.
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE person (
    -- The id of the user.
    id TEXT PRIMARY KEY,
    -- Name of the provider, and what it calls the person for good.
    provider TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- Milliseconds since 1970, of the first time that the person signed in.
    created_at INTEGER NOT NULL,
    UNIQUE (provider, subject)
  ) STRICT;
`;

/** Every step so far. */
export const ACCOUNTS_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'browser sessions', sql: SESSIONS },
  { version: 2, name: 'people', sql: PEOPLE },
];
