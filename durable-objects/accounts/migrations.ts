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

/** Every step so far. */
export const ACCOUNTS_MIGRATIONS: readonly Migration[] = [{ version: 1, name: 'browser sessions', sql: SESSIONS }];
