/** The tables of accounts, in numbered steps. */
import type { Migration } from '../../src/lib/migrations.ts';
import { LOG_SCHEMA } from './account-log.ts';
import { COUNTS_SCHEMA } from './counts.ts';
import { LEAVING_SCHEMA } from './leaving.ts';
import { JOINED_SCHEMA, ORGANISATIONS_SCHEMA } from './organisations.ts';

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

const KEYS = `
  CREATE TABLE user_key (
    -- SHA-256 of the secret, in hex.
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    -- With commas between.
    scopes TEXT NOT NULL,
    -- Milliseconds since 1970; null for a key that does not end, and for one that was never used.
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    used_at INTEGER
  ) STRICT;
  CREATE INDEX user_key_user ON user_key (user_id);
`;

const PASSKEYS = `
  CREATE TABLE invited (
    -- The id of the user.
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- 1 for those who may invite and remove others.
    is_administrator INTEGER NOT NULL,
    -- Milliseconds since 1970.
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE passkey (
    -- The id of the credential, in Base64URL.
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES invited (id),
    public_key BLOB NOT NULL,
    counter INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX passkey_user ON passkey (user_id);
  CREATE TABLE invitation (
    -- SHA-256 of the code in its address, in hex.
    digest TEXT PRIMARY KEY,
    -- Null for somebody new.
    user_id TEXT,
    is_administrator INTEGER NOT NULL,
    -- Milliseconds since 1970.
    expires_at INTEGER NOT NULL,
    -- The code of the first administrator's, which the log repeats; null for all others.
    code TEXT
  ) STRICT;
  -- What an authenticator is to sign, once.
  CREATE TABLE challenge (
    text TEXT PRIMARY KEY,
    -- Milliseconds since 1970.
    expires_at INTEGER NOT NULL
  ) STRICT;
`;

const DEVICES = `
  CREATE TABLE device (
    -- SHA-256 of the program's code, in hex.
    digest TEXT PRIMARY KEY,
    -- What the person types.
    user_code TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- With commas between: what is asked for, then what was allowed.
    scopes TEXT NOT NULL,
    -- Milliseconds since 1970.
    expires_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    -- Who allowed it, as JSON.
    holder TEXT,
    -- When the program asked last; 0 before.
    asked_at INTEGER NOT NULL
  ) STRICT;
`;

/** Every step so far. */
export const ACCOUNTS_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'browser sessions', sql: SESSIONS },
  { version: 2, name: 'people', sql: PEOPLE },
  { version: 3, name: 'keys that people make', sql: KEYS },
  { version: 4, name: 'invitations and passkeys', sql: PASSKEYS },
  { version: 5, name: 'programs that ask for a key', sql: DEVICES },
  { version: 6, name: 'what happened', sql: LOG_SCHEMA },
  { version: 7, name: 'organisations', sql: ORGANISATIONS_SCHEMA },
  { version: 8, name: 'who leaves, and when members joined', sql: LEAVING_SCHEMA + JOINED_SCHEMA },
  { version: 9, name: 'use of days and refusals', sql: COUNTS_SCHEMA },
];
