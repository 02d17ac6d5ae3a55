/** Who has left an organisation is refused, and what comes late is erased once more. */
import { expect, it } from 'vitest';
import { migrate } from '../../src/lib/migrations.ts';
import { userId } from '../../src/lib/object-name.ts';
import { createDatabase } from '../../test/sqlite.ts';
import { Departures, KNOWN_MS, QUIET_MS } from './departures.ts';
import { USER_SPACE_MIGRATIONS } from './migrations.ts';

const MAX = userId('max');

/** Departures whose clock stands until the test moves it, and whose sessions they erased. */
function setUp() {
  const database = createDatabase('');
  migrate(database, USER_SPACE_MIGRATIONS, 0);
  const clock = { now: 5000 };
  const erased: string[] = [];
  const failing = new Set<string>();
  const erase = async (member: string) => {
    if (failing.has(member)) throw new Error('The engine does not answer.');
    erased.push(member);
  };
  const start = () => new Departures(database.sql, erase, () => clock.now);
  return { clock, departures: start(), erased, failing, start };
}

const asking = (member: string, joinedAt: number) =>
  ({ organisation: { name: 'acme', role: 'member', member: userId(member), joinedAt } }) as const;

it('refuses the membership that has ended, and no other', () => {
  const { departures } = setUp();
  departures.expectPresent(asking('max', 100));
  departures.note(MAX, 100);
  expect(() => departures.expectPresent(asking('max', 100))).toThrow("not in the organisation 'acme' any more");
  expect(() => departures.expectPresent(asking('max', 101))).not.toThrow();
  expect(() => departures.expectPresent(asking('olga', 100))).not.toThrow();
  expect(() => departures.expectPresent({})).not.toThrow();
});

it('erases once more after the quiet time, and forgets the departure after a day', async () => {
  const { clock, departures, erased, start } = setUp();
  departures.note(MAX, 100);
  expect(await departures.turn()).toEqual({ after: QUIET_MS });
  expect(erased).toEqual([]);
  clock.now += QUIET_MS;
  // Another instance goes on where this one ended.
  expect(await start().turn()).toEqual({ after: KNOWN_MS - QUIET_MS });
  expect(erased).toEqual(['max']);
  clock.now += KNOWN_MS - QUIET_MS;
  expect(await departures.turn()).toBe('done');
  expect(erased).toEqual(['max']);
  expect(() => departures.expectPresent(asking('max', 100))).not.toThrow();
});

it('tries again what failed, and settles the second of two departures, too', async () => {
  const { clock, departures, erased, failing } = setUp();
  departures.note(MAX, 100);
  clock.now += 1000;
  departures.note(userId('rita'), 100);
  clock.now += QUIET_MS - 1000;
  failing.add('max');
  await expect(departures.turn()).rejects.toThrow();
  failing.clear();
  expect(await departures.turn()).toEqual({ after: 1000 });
  expect(erased).toEqual(['max']);
  clock.now += 1000;
  await departures.turn();
  expect(erased).toEqual(['max', 'rita']);
});

it('refuses each membership that ended, and by a clock that was set back not the one after them', () => {
  const { departures } = setUp();
  departures.note(MAX, 100);
  departures.note(MAX, 200);
  for (const joined of [100, 200]) expect(() => departures.expectPresent(asking('max', joined))).toThrow();
  for (const joined of [150, 50]) expect(() => departures.expectPresent(asking('max', joined))).not.toThrow();
});

it('waits no longer because the clock was set back', async () => {
  const { clock, departures, erased } = setUp();
  clock.now = 10 * KNOWN_MS;
  departures.note(MAX, 100);
  clock.now = 5000;
  expect(await departures.turn()).toEqual({ after: QUIET_MS });
  clock.now += QUIET_MS;
  expect(await departures.turn()).toEqual({ after: KNOWN_MS - QUIET_MS });
  expect(erased).toEqual(['max']);
  // Back again, behind the second erasure.
  clock.now = 1000;
  expect(await departures.turn()).toEqual({ after: KNOWN_MS });
  clock.now += KNOWN_MS;
  expect(await departures.turn()).toBe('done');
  expect(erased).toEqual(['max']);
});

it('goes on refusing whom the table before it refused', () => {
  const database = createDatabase('');
  const { sql } = database;
  migrate(database, USER_SPACE_MIGRATIONS.slice(0, 13), 0);
  sql.exec('INSERT INTO departure VALUES (?, 100, 4000, 1)', MAX);
  migrate(database, USER_SPACE_MIGRATIONS, 0);
  const departures = new Departures(sql, async () => {});
  expect(() => departures.expectPresent(asking('max', 100))).toThrow('any more');
});
