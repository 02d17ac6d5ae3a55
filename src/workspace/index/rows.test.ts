import { expect, it } from 'vitest';
import { createDatabase } from '../../../test/sqlite.ts';
import { insertRows } from './rows.ts';

const SCHEMA = 'CREATE TABLE item (id INTEGER, name TEXT, size INTEGER) STRICT;';

it('inserts rows of any number and length', () => {
  const { sql } = createDatabase(SCHEMA);
  const rows = Array.from({ length: 1000 }, (_, id) => [id, `${id} "\\' é🐍\n`.repeat(100), null] as const);
  insertRows(sql, 'item', 3, rows);
  expect(sql.exec('SELECT * FROM item ORDER BY id').toArray()).toEqual(
    rows.map(([id, name, size]) => ({ id, name, size })),
  );
  insertRows(sql, 'item', 3, []);
  expect(sql.exec('SELECT count(*) AS rows FROM item').one()).toEqual({ rows: 1000 });
});

it('keeps what is left of a text that was cut within a character', () => {
  const { sql } = createDatabase(SCHEMA);
  insertRows(sql, 'item', 3, [[1, 'snake \ud83d', 2]]);
  expect(sql.exec('SELECT name FROM item').one()).toEqual({ name: 'snake \ufffd' });
});
