/** The tables of a user's space, in numbered steps. */
import type { Migration } from '../../src/lib/migrations.ts';
import { CALLS_SCHEMA } from '../../src/mcp/stored-calls.ts';
import { SESSIONS_SCHEMA } from '../../src/python/stored-sessions.ts';
import { WORKSPACES_SCHEMA } from '../../src/workspace/stored-workspaces.ts';
import { USER_SPACE_SCHEMA } from './user-space.schema.ts';

/** A released step never changes; what is to be different is another one. */
export const USER_SPACE_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'sessions, reports, workspaces and calls',
    sql: USER_SPACE_SCHEMA + SESSIONS_SCHEMA + WORKSPACES_SCHEMA + CALLS_SCHEMA,
  },
];
