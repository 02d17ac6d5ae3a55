/** The steps of every object: over nothing, and over what the released state wrote. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { PYTHON_SESSION_MIGRATIONS } from '../../durable-objects/python-session/migrations.ts';
import { COPIED, LEFT_BEHIND } from '../../durable-objects/python-session/session-copy.ts';
import { USER_SPACE_MIGRATIONS } from '../../durable-objects/user-space/migrations.ts';
import { WORKSPACE_MIGRATIONS } from '../../durable-objects/workspace/migrations.ts';
import { type Migration, migrate, NewerState } from '../../src/lib/migrations.ts';
import type { Sql } from '../../src/lib/sql.ts';
import { createDatabase } from '../sqlite.ts';
import { type Released, releasedDatabase } from './released-state.ts';

const OBJECTS: readonly (readonly [Released, readonly Migration[]])[] = [
  ['user-space', USER_SPACE_MIGRATIONS],
  ['python-session', PYTHON_SESSION_MIGRATIONS],
  ['workspace', WORKSPACE_MIGRATIONS],
];

/** Tables that workerd and miniflare keep beside ours. */
const FOREIGN = /^(?:_cf_|__miniflare|sqlite_)/;

let remove: (() => void) | undefined;
afterEach(() => remove?.());

function open(name: Released) {
  const released = releasedDatabase(name);
  ({ remove } = released);
  return { database: createDatabase('', released.path), path: released.path };
}

/** What there is, as SQL without comments: they are no part of a schema. */
function schemaOf(sql: Sql) {
  return sql
    .exec<{ name: string; sql: string | null }>('SELECT name, sql FROM sqlite_schema ORDER BY name')
    .toArray()
    .filter(({ name }) => !FOREIGN.test(name))
    .map(({ name, sql: statement }) => [name, statement?.replace(/--[^\n]*\n/g, '').replace(/\s+/g, ' ')]);
}

/** Every row of the tables that were there. */
function rowsOf(sql: Sql, tables: readonly string[]) {
  return tables.map((table) => [table, sql.exec(`SELECT rowid, * FROM ${table}`).toArray()] as const);
}

function tablesOf(sql: Sql): readonly string[] {
  return sql
    .exec<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .toArray()
    .map(({ name }) => name)
    .filter((name) => !FOREIGN.test(name));
}

describe.each(OBJECTS)('the state of %s', (name, steps) => {
  it('comes from what was released to the same tables as from nothing', () => {
    const fresh = createDatabase('');
    migrate(fresh, steps, 1);
    const { database } = open(name);
    migrate(database, steps, 1);
    expect(schemaOf(database.sql)).toEqual(schemaOf(fresh.sql));
    const versions = database.sql.exec('SELECT version, name FROM schema_step ORDER BY version').toArray();
    expect(versions).toEqual(steps.map(({ version, name: step }) => ({ version, name: step })));
  });

  it('is adopted with every table and the number of its rows', () => {
    const { database } = open(name);
    const tables = tablesOf(database.sql);
    const count = (table: string) => database.sql.exec(`SELECT count(*) AS rows FROM ${table}`).one().rows;
    const before = tables.map((table) => [table, count(table)]);
    expect(before.filter(([, rows]) => rows !== 0).length).toBeGreaterThan(4);
    migrate(database, steps.slice(0, 1), 1);
    expect(tables.map((table) => [table, count(table)])).toEqual(before);
  });

  it('of a later version is refused, and not a byte is touched', () => {
    const { database, path } = open(name);
    migrate(database, steps, 1);
    database.sql.exec("INSERT INTO schema_step VALUES (99, 'what is to come', 1)");
    const before = readFileSync(path);
    expect(() => migrate(database, steps, 2)).toThrow(NewerState);
    expect(() => migrate(database, steps, 2)).toThrow('what is to come');
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

it('keeps what a user had', () => {
  const { database } = open('user-space');
  const before = rowsOf(database.sql, ['mcp_session', 'report', 'python_session', 'workspace', 'tool_calls']);
  migrate(database, USER_SPACE_MIGRATIONS.slice(0, 1), 1);
  expect(
    rowsOf(
      database.sql,
      before.map(([table]) => table),
    ),
  ).toEqual(before);
});

it('copies every column of every table of a session, or says that it stays behind', () => {
  const database = createDatabase('');
  migrate(database, PYTHON_SESSION_MIGRATIONS, 1);
  const { sql } = database;
  const columns = tablesOf(sql).map((table) => ({
    table,
    columns: sql
      .exec<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
      .toArray()
      .map(({ name }) => name),
  }));
  const left: readonly string[] = LEFT_BEHIND;
  const byTable = (a: { table: string }, b: { table: string }) => (a.table < b.table ? -1 : 1);
  expect(columns.filter(({ table }) => !left.includes(table))).toEqual([...COPIED].sort(byTable));
  expect(tablesOf(sql)).toEqual(expect.arrayContaining([...left]));
});
