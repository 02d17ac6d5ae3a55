/** The tables of a Python session, in numbered steps. A new table or column is also to be named in session-copy.ts. */
import { BACKGROUND_SCHEMA } from '../../src/lib/background.ts';
import type { Migration } from '../../src/lib/migrations.ts';
import { CHECKPOINTS_SCHEMA } from './checkpoints.schema.ts';
import { PACKAGES_SCHEMA } from './packages.schema.ts';
import { SESSION_FILES_SCHEMA } from './session-files.schema.ts';
import { MOUNT_SCHEMA } from './session-mount.ts';

/** A released step never changes; what is to be different is another one. */
export const PYTHON_SESSION_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'packages, files, mount and checkpoints',
    sql: PACKAGES_SCHEMA + SESSION_FILES_SCHEMA + MOUNT_SCHEMA + CHECKPOINTS_SCHEMA,
  },
  { version: 2, name: 'work in the background', sql: BACKGROUND_SCHEMA },
];
