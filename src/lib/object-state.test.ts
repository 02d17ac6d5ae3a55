import { expect, it } from 'vitest';
import { createDatabase } from '../../test/sqlite.ts';
import { BACKGROUND_SCHEMA, Background } from './background.ts';
import { ToolFailure } from './errors.ts';
import { type Migration, migrate, NewerState } from './migrations.ts';
import { DeletedMeanwhile, openState } from './object-state.ts';
import type { SqlDatabase } from './sql.ts';

const FIRST: Migration = {
  version: 1,
  name: 'names',
  sql: `CREATE TABLE person (name TEXT) STRICT; ${BACKGROUND_SCHEMA}`,
};
const SECOND: Migration = { version: 2, name: 'ages', sql: 'ALTER TABLE person ADD COLUMN age INTEGER;' };

/** The storage of an object: its database, and its alarm. */
class Storage {
  #database = createDatabase('');
  alarm: number | undefined;

  get sql(): SqlDatabase['sql'] {
    return this.#database.sql;
  }

  transactionSync<Result>(work: () => Result): Result {
    return this.#database.transactionSync(work);
  }

  async setAlarm(at: number): Promise<void> {
    this.alarm = at;
  }

  async deleteAlarm(): Promise<void> {
    this.alarm = undefined;
  }

  async deleteAll(): Promise<void> {
    this.#database = createDatabase('');
  }

  async sync(): Promise<void> {}
}

const namesIn = ({ sql }: SqlDatabase) =>
  [...sql.exec<{ name: string }>('SELECT name FROM person')].map(({ name }) => name);
const open = (storage: Storage) =>
  openState(
    storage,
    [FIRST],
    () => 1,
    (own) => ({ own }),
  );

it('refuses what a newer version wrote, touches nothing, and says what to do at every use', async () => {
  const storage = new Storage();
  migrate(storage, [FIRST, SECOND], 1);
  storage.sql.exec("INSERT INTO person VALUES ('Ada', 36)");
  let made = false;
  const state = openState(
    storage,
    [FIRST],
    () => 2,
    () => {
      made = true;
    },
  );
  for (const use of [1, 2]) expect(state, `use ${use}`).toThrow(NewerState);
  expect(state).toThrow(ToolFailure);
  expect(state).toThrow(
    /newer version of Lemma: its tables are at step 2 \(ages\), and this version knows steps up to 1/,
  );
  await expect(state.erase()).rejects.toThrow(NewerState);
  expect(made).toBe(false);
  expect(namesIn(storage)).toEqual(['Ada']);
});

it('is opened anew after it was erased, and what ran before uses it no more', async () => {
  const storage = new Storage();
  const state = open(storage);
  const { own: old } = state();
  const { sql } = old;
  const exec = sql.exec;
  sql.exec("INSERT INTO person VALUES ('Ada')");
  await old.setAlarm(5);
  const erased = state.erase();
  expect(() => sql.exec('SELECT 1'), 'at once').toThrow(DeletedMeanwhile);
  await erased;
  expect(storage.alarm).toBeUndefined();
  expect(namesIn(state().own)).toEqual([]);
  for (const use of [
    () => sql.exec("INSERT INTO person VALUES ('Ada')"),
    () => exec("INSERT INTO person VALUES ('Ada')"),
    () => sql.databaseSize,
    () => old.sql,
    () => old.transactionSync(() => 1),
    () => old.setAlarm(5),
  ]) {
    expect(use).toThrow(DeletedMeanwhile);
  }
  state().own.sql.exec("INSERT INTO person VALUES ('Grace')");
  expect(namesIn(state().own)).toEqual(['Grace']);
  expect(storage.alarm).toBeUndefined();
});

it('is not opened between its alarm and its tables', async () => {
  const storage = new Storage();
  const deleting = Promise.withResolvers<void>();
  const deleteAll = storage.deleteAll.bind(storage);
  storage.deleteAll = () => deleting.promise.then(deleteAll);
  const state = open(storage);
  const erased = state.erase();
  expect(state).toThrow(DeletedMeanwhile);
  deleting.resolve();
  await erased;
  expect(namesIn(state().own)).toEqual([]);
});

it('is as it was when it could not be erased', async () => {
  const storage = new Storage();
  const state = open(storage);
  state().own.sql.exec("INSERT INTO person VALUES ('Ada')");
  storage.deleteAll = () => Promise.reject(new Error('disk'));
  await expect(state.erase()).rejects.toThrow('disk');
  expect(namesIn(state().own)).toEqual(['Ada']);
});

it('a turn in the background that goes on ends quietly and is owed nothing', async () => {
  const storage = new Storage();
  const going = Promise.withResolvers<void>();
  const state = openState(
    storage,
    [FIRST],
    () => 1,
    (own) => {
      const turn = async () => {
        await going.promise;
        own.sql.exec("INSERT INTO person VALUES ('Ada')");
        return 'done' as const;
      };
      return { own, background: new Background(own, [{ name: 'work', turn }], () => 10) };
    },
  );
  await state().background.wake('work');
  const alarm = state().background.alarm();
  await state.erase();
  const { own } = state();
  going.resolve();
  await alarm;
  expect(namesIn(own)).toEqual([]);
  expect(own.sql.exec('SELECT * FROM background').toArray()).toEqual([]);
  expect(storage.alarm).toBeUndefined();
});
