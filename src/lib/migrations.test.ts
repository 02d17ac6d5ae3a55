import { expect, it } from 'vitest';
import { createDatabase } from '../../test/sqlite.ts';
import { type Migration, migrate } from './migrations.ts';

const FIRST: Migration = {
  version: 1,
  name: 'names',
  sql: "CREATE TABLE IF NOT EXISTS person (name TEXT NOT NULL) STRICT; INSERT INTO person VALUES ('Ada');",
};
const SECOND: Migration = {
  version: 2,
  name: 'ages',
  sql: 'ALTER TABLE person ADD COLUMN age INTEGER NOT NULL DEFAULT 1; UPDATE person SET age = age * 2;',
};
const BROKEN: Migration = { version: 3, name: 'broken', sql: 'UPDATE person SET age = 9; UPDATE nothing SET a = 1;' };

function tables(sql: ReturnType<typeof createDatabase>['sql']) {
  return sql.exec<{ name: string }>('SELECT name FROM sqlite_schema ORDER BY name').toArray();
}

it('runs the steps that are missing, once each', () => {
  const database = createDatabase('');
  migrate(database, [FIRST], 1);
  migrate(database, [FIRST, SECOND], 2);
  migrate(database, [FIRST, SECOND], 3);
  expect(database.sql.exec('SELECT * FROM person').toArray()).toEqual([{ name: 'Ada', age: 2 }]);
  expect(database.sql.exec('SELECT * FROM schema_step').toArray()).toEqual([
    { version: 1, name: 'names', taken_at: 1 },
    { version: 2, name: 'ages', taken_at: 2 },
  ]);
});

it('does all of them or none', () => {
  const database = createDatabase('');
  migrate(database, [FIRST], 1);
  expect(() => migrate(database, [FIRST, SECOND, BROKEN], 2)).toThrow('nothing');
  expect(database.sql.exec('SELECT * FROM person').toArray()).toEqual([{ name: 'Ada' }]);
  expect(database.sql.exec('SELECT version FROM schema_step').toArray()).toEqual([{ version: 1 }]);
  const fresh = createDatabase('');
  expect(() => migrate(fresh, [FIRST, SECOND, BROKEN], 2)).toThrow('nothing');
  expect(tables(fresh.sql)).toEqual([]);
});

it('takes only steps in the order of their numbers', () => {
  expect(() => migrate(createDatabase(''), [SECOND], 1)).toThrow("Step 'ages' has version 2; 1 is its place.");
});
