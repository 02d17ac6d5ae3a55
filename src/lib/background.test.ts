import { expect, it, vi } from 'vitest';
import { createDatabase } from '../../test/sqlite.ts';
import { until } from '../../test/until.ts';
import { BACKGROUND_SCHEMA, Background, type Turn } from './background.ts';
import type { SqlDatabase } from './sql.ts';

/** The longest that owners ask to wait. */
const LONGEST_MS = 3_600_000;

/** A clock, and an alarm that waits for {@link ring}. */
class ObjectInTest {
  now = 1_000_000;
  alarm: number | undefined;
  readonly turns: string[] = [];
  readonly database: SqlDatabase = createDatabase(BACKGROUND_SCHEMA);
  background: Background;
  readonly #work: Readonly<Record<string, () => Promise<Turn>>>;

  constructor(work: Readonly<Record<string, () => Promise<Turn>>>) {
    this.#work = work;
    this.background = this.#make();
  }

  /** As after an eviction: nothing but the database is left. */
  async restart(): Promise<void> {
    this.alarm = undefined;
    this.background = this.#make();
    await this.background.start();
  }

  /** Goes on to the alarm's time and lets it ring; returns who had a turn. */
  async ring(): Promise<readonly string[]> {
    if (this.alarm === undefined) throw new Error('No alarm is set.');
    this.now = Math.max(this.now, this.alarm);
    this.alarm = undefined;
    await this.background.alarm();
    return this.turns.splice(0);
  }

  #make(): Background {
    const owners = Object.entries(this.#work).map(([name, turn]) => ({
      name,
      longestMs: LONGEST_MS,
      turn: () => {
        this.turns.push(name);
        return turn();
      },
    }));
    const storage = {
      sql: this.database.sql,
      sync: async () => undefined,
      setAlarm: async (at: number) => {
        if (at < this.now) throw new Error('setAlarm() cannot be called with a time that is gone.');
        this.alarm = at;
      },
      deleteAlarm: async () => {
        this.alarm = undefined;
      },
    };
    return new Background(storage, owners, () => this.now);
  }
}

it('gives every owner a turn at each alarm, however long one of them goes on', async () => {
  let left = 2;
  const object = new ObjectInTest({
    endless: async () => ({ after: 0 }),
    short: async () => (--left > 0 ? { after: 0 } : 'done'),
  });
  await object.background.wake('endless');
  await object.background.wake('short');
  expect(await object.ring()).toEqual(['endless', 'short']);
  expect(await object.ring()).toEqual(['endless', 'short']);
  expect(await object.ring()).toEqual(['endless']);
});

it('lets an owner that throws wait longer each time, and the others go on', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const object = new ObjectInTest({
    broken: async () => {
      throw new Error('broken');
    },
    steady: async () => ({ after: 500 }),
  });
  await object.background.wake('broken');
  await object.background.wake('steady');
  const times: number[] = [];
  let steady = 0;
  for (let alarms = 0; alarms < 40; alarms++) {
    const turns = await object.ring();
    if (turns.includes('broken')) times.push(object.now);
    if (turns.includes('steady')) steady++;
  }
  expect(steady).toBeGreaterThan(30);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(pauses.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
  expect(log).toHaveBeenCalledWith(expect.stringContaining("The background work 'broken' failed: Error: broken"));
  log.mockRestore();
});

it('goes on after an eviction, at the time that was due', async () => {
  const object = new ObjectInTest({ late: async () => 'done', soon: async () => ({ after: 2000 }) });
  await object.background.wake('late', 5000);
  await object.background.wake('soon');
  await object.ring();
  await object.restart();
  expect(object.alarm).toBe(object.now + 2000);
  expect(await object.ring()).toEqual(['soon']);
  expect(await object.ring()).toEqual(['soon']);
  await object.restart();
  expect(await object.ring()).toEqual(['late']);
});

it('gives the others their turn when a turn ends the whole object', async () => {
  const object = new ObjectInTest({ killer: () => new Promise(() => {}), other: async () => 'done' });
  await object.background.wake('killer');
  await object.background.wake('other');
  void object.background.alarm();
  await until(() => expect(object.turns.splice(0)).toEqual(['killer']));
  await object.restart();
  expect(await object.ring()).toEqual(['other']);
});

it('keeps the time of who waits, unless it is to hurry', async () => {
  const object = new ObjectInTest({ one: async () => 'failed' });
  await object.background.wake('one');
  await object.ring();
  await object.background.wake('one');
  expect(object.alarm).toBe(object.now + 1000);
  await object.background.hurry('one');
  expect(object.alarm).toBe(object.now);
  await object.ring();
  expect(object.alarm).toBe(object.now + 1000);
});

it('misses no call that comes during a turn', async () => {
  let calls = 0;
  const object: ObjectInTest = new ObjectInTest({
    one: async () => {
      if (++calls === 1) await object.background.wake('one');
      return 'done';
    },
  });
  await object.background.wake('one');
  await object.ring();
  expect(await object.ring()).toEqual(['one']);
  expect(object.alarm).toBeUndefined();
});

it('forgets an owner that there is no more', async () => {
  const object = new ObjectInTest({});
  await object.background.wake('gone');
  await object.ring();
  expect(object.alarm).toBeUndefined();
});

it('rings at once for what is overdue', async () => {
  const object = new ObjectInTest({ one: async () => 'done' });
  object.database.sql.exec("INSERT INTO background VALUES ('one', 0, 0)");
  await object.restart();
  expect(object.alarm).toBe(object.now);
  expect(await object.ring()).toEqual(['one']);
});

it.each([3_600_000, 86_400_000, 400 * 86_400_000])('waits for no clock that was set back by %d ms', async (back) => {
  const object = new ObjectInTest({ one: async () => ({ after: LONGEST_MS }), other: async () => 'done' });
  await object.background.wake('one');
  await object.ring();
  await object.background.wake('other', 1000);
  object.now -= back;
  await object.background.wake('one');
  expect(object.alarm).toBeLessThanOrEqual(object.now + LONGEST_MS);
  object.now -= back;
  await object.restart();
  expect(object.alarm).toBeLessThanOrEqual(object.now + LONGEST_MS);
  expect(await object.ring()).toContain('one');
});

it('leaves alone what is as far ahead as its owner asks for', async () => {
  const object = new ObjectInTest({ one: async () => ({ after: LONGEST_MS }) });
  await object.background.wake('one');
  await object.ring();
  const { alarm } = object;
  await object.background.wake('one');
  await object.restart();
  expect(object.alarm).toBe(alarm);
});

it('takes no wait that is longer than its owner says', async () => {
  const object = new ObjectInTest({ one: async () => 'done' });
  await expect(object.background.wake('one', LONGEST_MS + 1)).rejects.toThrow('longer than it says');
});
