/** Sessions of a member who leaves while a call of theirs goes on. */
import { expect, it } from 'vitest';
import { USER_SPACE_MIGRATIONS } from '../../durable-objects/user-space/migrations.ts';
import { createDatabase } from '../../test/sqlite.ts';
import { ToolFailure } from '../lib/errors.ts';
import { migrate } from '../lib/migrations.ts';
import { objectLists } from '../lib/owned-objects.ts';
import type { PythonSessionApi } from './protocol.ts';
import { StoredSessions } from './stored-sessions.ts';

/** The sessions of `max`, and what their objects were asked; `left` says whether they have left. */
function setUp() {
  const database = createDatabase('');
  migrate(database, USER_SPACE_MIGRATIONS, 0);
  const lists = objectLists(database.sql);
  const asked: string[] = [];
  const state = { left: false, onFork: () => {} };
  const connect = (id: string) => {
    const session: Partial<PythonSessionApi> = {
      fork: async (to) => {
        asked.push(`fork ${id} ${to}`);
        state.onFork();
      },
      erase: async () => void asked.push(`erase ${id}`),
      listFiles: async () => {
        asked.push(`list ${id}`);
        return [];
      },
    };
    return session as PythonSessionApi;
  };
  const expectPresent = () => {
    if (state.left) throw new ToolFailure({ errorType: 'forbidden', message: 'You have left.', advice: 'Go.' });
  };
  const sessions = new StoredSessions(lists, connect, 10, { prefix: 'max/', expectPresent });
  const names = () =>
    database.sql
      .exec<{ name: string }>('SELECT name FROM owned_object')
      .toArray()
      .map(({ name }) => name);
  return { asked, names, sessions, state };
}

it('neither lists nor opens nor makes one after they have left', async () => {
  const { asked, names, sessions, state } = setUp();
  const { session } = sessions.create('mine');
  await session.listFiles('');
  state.left = true;
  for (const work of [
    () => sessions.list(),
    () => sessions.open('mine'),
    () => sessions.openOrCreate('other'),
    () => sessions.create('new'),
    () => session.listFiles(''),
  ]) {
    expect(work).toThrow('You have left.');
  }
  expect(names().sort()).toEqual(['max/default', 'max/mine']);
  expect(asked).toEqual(['list max/mine']);
});

it('erases the copy that a fork made meanwhile', async () => {
  const { asked, names, sessions, state } = setUp();
  sessions.create('mine');
  state.onFork = () => {
    state.left = true;
  };
  await expect(sessions.fork('mine', 'copy')).rejects.toThrow('You have left.');
  expect(asked).toEqual(['fork max/mine max/copy', 'erase max/copy']);
  expect(names().sort()).toEqual(['max/default', 'max/mine']);
});
