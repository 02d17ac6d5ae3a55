/** Versions of a Durable Object's tables: numbered steps that are run in order, once each, all in one transaction. */
import { ToolFailure } from './errors.ts';
import type { Sql, SqlDatabase } from './sql.ts';

/** One step from a version of an object's tables to the next. Once released it is never changed: what is to be different is another step. */
export interface Migration {
  /** 1 for the first step of an object, and one more for each that follows. */
  readonly version: number;
  /** What it does, in some words. */
  readonly name: string;
  /** Statements. Those of step 1 create what is missing only: databases from before versions have its tables, and no version. */
  readonly sql: string;
}

/** What was stored is of a later version than this code knows. */
export class NewerState extends ToolFailure {
  constructor(stored: { readonly version: number; readonly name: string }, known: number) {
    super({
      errorType: 'newer_state',
      message:
        `What is stored here was written by a newer version of Lemma: its tables are at step ${stored.version} (${stored.name}), ` +
        `and this version knows steps up to ${known}. Nothing was changed.`,
      advice: 'Deploy the newer version again: everything is still there. Calling again does not help before.',
    });
  }
}

/** Durable Objects have no `PRAGMA user_version`, so the version is in a table. */
const VERSIONS = `
  CREATE TABLE schema_step (
    version INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    -- Milliseconds since 1970.
    taken_at INTEGER NOT NULL
  ) STRICT;
`;

/** The table that stands where a database could not be opened and was moved away; `scripts/lib/damaged-databases.ts` makes it. */
const SET_ASIDE = 'set_aside';

/** Where wrangler's local server writes an object's name, each time the object starts. */
const LOCAL_NAME = '__miniflare_do_name';

/** Has nothing written where the same name is there already. */
const SAME_NAME = `
  CREATE TRIGGER IF NOT EXISTS same_name BEFORE INSERT ON ${LOCAL_NAME}
  WHEN EXISTS (SELECT 1 FROM ${LOCAL_NAME} WHERE id = NEW.id AND name = NEW.name)
  BEGIN SELECT RAISE(IGNORE); END;
`;

/** What was stored could not be opened. Its message is that of SQLite, so it is reported as any other damage. */
class SetAside extends Error {
  constructor() {
    super('the database could not be opened: SQLITE_NOTADB');
  }
}

/** Names of the tables that are the business of this file. */
export const VERSION_TABLE = 'schema_step';

/**
 * Runs those of `steps` that a database has not seen, and notes them. A database without versions is new, or has the tables of step 1.
 * Throws {@link NewerState}, with nothing touched, when it has seen a step that is not among them.
 */
export function migrate(database: SqlDatabase, steps: readonly Migration[], now: number): void {
  expectNumbered(steps);
  const { sql } = database;
  if (hasTable(sql, SET_ASIDE)) throw new SetAside();
  const stored = newestStep(sql);
  if (stored !== undefined && stored.version > steps.length) throw new NewerState(stored, steps.length);
  if (stored?.version === steps.length) return;
  database.transactionSync(() => {
    if (stored === undefined) sql.exec(VERSIONS);
    for (const { version, name, sql: statements } of steps.slice(stored?.version ?? 0)) {
      sql.exec(statements);
      sql.exec('INSERT INTO schema_step (version, name, taken_at) VALUES (?, ?, ?)', version, name, now);
    }
  });
}

/** Has an object start without a write, once it has started on wrangler's local server: a full disk would let none start. */
export function startWithoutWrites({ sql }: SqlDatabase): void {
  if (hasTable(sql, LOCAL_NAME)) sql.exec(SAME_NAME);
}

function newestStep(sql: Sql): { readonly version: number; readonly name: string } | undefined {
  if (!hasTable(sql, VERSION_TABLE)) return undefined;
  return sql
    .exec<{ version: number; name: string }>('SELECT version, name FROM schema_step ORDER BY version DESC LIMIT 1')
    .toArray()[0];
}

function hasTable(sql: Sql, name: string): boolean {
  return sql.exec("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", name).toArray().length > 0;
}

function expectNumbered(steps: readonly Migration[]): void {
  for (const [index, { version, name }] of steps.entries()) {
    if (version !== index + 1) throw new Error(`Step '${name}' has version ${version}; ${index + 1} is its place.`);
  }
}
