/** A deletion goes on until nothing is left, whatever fails on the way. */
import { expect, it } from 'vitest';
import { migrate } from '../../src/lib/migrations.ts';
import { userId } from '../../src/lib/object-name.ts';
import { createDatabase } from '../../test/sqlite.ts';
import { Deletion, QUIET_MS } from './deletion.ts';
import { USER_SPACE_MIGRATIONS } from './migrations.ts';

const ADA = userId('ada');

/** A deletion whose clock stands until the test moves it, and what it did. */
function setUp(objects: readonly string[] = []) {
  const database = createDatabase('');
  migrate(database, USER_SPACE_MIGRATIONS, 0);
  const { sql } = database;
  for (const name of objects) sql.exec("INSERT INTO owned_object VALUES ('plan', ?, 0, 0, '{}', 0)", name);
  const clock = { now: 1000 };
  const done: string[] = [];
  const failing = new Set<string>();
  const start = () =>
    new Deletion(
      sql,
      {
        eraseObject: async (user, kind, name) => {
          if (failing.has(name)) throw new Error('The engine does not answer.');
          done.push(`${user}/${kind}/${name}`);
        },
        endAccess: async (user) => void done.push(`access of ${user}`),
        eraseSpace: async () => void done.push('space'),
      },
      () => clock.now,
    );
  return { clock, done, failing, start, deletion: start() };
}

it('does nothing for a user who is not to be deleted', async () => {
  const { deletion, done } = setUp(['a']);
  expect(deletion.isMarked).toBe(false);
  expect(() => deletion.expectNone()).not.toThrow();
  expect(await deletion.turn()).toBe('done');
  expect(done).toEqual([]);
});

it('erases everything, again after the quiet time, and then the space', async () => {
  const { clock, deletion, done, start } = setUp(['a']);
  expect(deletion.mark(ADA)).toBe(true);
  expect(deletion.mark(ADA)).toBe(false);
  expect(() => deletion.expectNone()).toThrow('is being deleted');
  const once = ['access of ada', 'ada/plan/a', 'ada/workspace/default', 'ada/python/default', 'ada/replay/default'];
  expect(await deletion.turn()).toEqual({ after: QUIET_MS });
  expect(done).toEqual(once);
  // Another instance goes on where this one ended.
  clock.now += QUIET_MS;
  expect(await start().turn()).toBe('done');
  expect(done).toEqual([...once, ...once, 'space']);
});

it('does a bounded part in a turn', async () => {
  const { deletion, done } = setUp(Array.from({ length: 60 }, (_, index) => `p${index}`));
  deletion.mark(ADA);
  expect(await deletion.turn()).toEqual({ after: 0 });
  expect(done).toHaveLength(26);
  expect(await deletion.turn()).toEqual({ after: 0 });
  expect(await deletion.turn()).toEqual({ after: QUIET_MS });
  expect(new Set(done).size).toBe(64);
});

it('tries again what failed, and does not end before', async () => {
  const { clock, deletion, done, failing } = setUp(['a', 'b']);
  deletion.mark(ADA);
  failing.add('a');
  expect(await deletion.turn()).toBe('failed');
  expect(done).toContain('ada/plan/b');
  clock.now += QUIET_MS;
  expect(await deletion.turn()).toBe('failed');
  expect(done).not.toContain('space');
  failing.clear();
  expect(await deletion.turn()).toBe('done');
  expect(done.slice(-2)).toEqual(['ada/plan/a', 'space']);
});

it('takes no longer when the clock is set back', async () => {
  const { clock, deletion, done } = setUp(['a']);
  deletion.mark(ADA);
  await deletion.turn();
  clock.now -= 86_400_000;
  expect(await deletion.turn()).toEqual({ after: QUIET_MS });
  clock.now += QUIET_MS;
  expect(await deletion.turn()).toBe('done');
  expect(done.at(-1)).toBe('space');
});
