/**
 * What an object does in the background: owners of work share its one alarm. Each alarm gives every owner that is due one turn; one that
 * fails waits longer each time and holds up no other. What is due is stored, so that it goes on after an eviction.
 */
import { logLine } from './log-line.ts';
import { DeletedMeanwhile } from './object-state.ts';
import type { Sql } from './sql.ts';

/** What came of a turn: nothing waits, it failed, or the next turn is wanted after so many milliseconds. */
export type Turn = 'done' | 'failed' | { readonly after: number };

/** Somebody who has work to do in the background. */
export interface Owner {
  /** Stored: renaming it forgets what was due. */
  readonly name: string;
  /** Does one bounded slice. What it throws is logged and counts as `failed`. */
  readonly turn: () => Promise<Turn>;
  /** The longest that it asks to wait, in milliseconds, where that is more than {@link LONGEST_PAUSE}. */
  readonly longestMs?: number;
}

/** What is needed of a Durable Object's storage. */
export interface AlarmStorage {
  readonly sql: Sql;
  /** Milliseconds since 1970. */
  setAlarm(at: number): Promise<void>;
  /** Resolves when all that was written is stored. */
  sync(): Promise<void>;
}

/** The table of what is due, for the object's migrations. */
export const BACKGROUND_SCHEMA = `
  -- Work that waits for its turn in the background.
  CREATE TABLE background (
    owner TEXT PRIMARY KEY,
    -- Milliseconds since 1970.
    due INTEGER NOT NULL,
    -- Turns in a row that failed, or from which the object did not come back.
    failures INTEGER NOT NULL
  ) STRICT;
`;

/** Milliseconds before the turn after one that failed; every further one waits twice as long, up to the most. */
const FIRST_PAUSE = 1_000;
export const LONGEST_PAUSE = 15 * 60_000;

/** Milliseconds to wait after so many failures in a row. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1));
}

/** The background of one object: nobody else sets its alarm. */
export class Background {
  readonly #storage: AlarmStorage;
  readonly #owners: ReadonlyMap<string, Owner>;
  readonly #now: () => number;
  /** Who has its turn, and whether it was asked for another one meanwhile. */
  #running: { readonly name: string; again: boolean } | undefined;

  constructor(storage: AlarmStorage, owners: readonly Owner[], now: () => number = Date.now) {
    this.#storage = storage;
    this.#owners = new Map(owners.map((owner) => [owner.name, owner]));
    this.#now = now;
  }

  /** To be called when the object starts: sets the alarm when something is due, whatever became of the one before. */
  start(): Promise<void> {
    return this.#arm();
  }

  /** There is work for `name`, in `after` milliseconds. When it waits already, it keeps its time: it may be late on purpose. */
  async wake(name: string, after = 0): Promise<void> {
    if (this.#running?.name === name) this.#running.again = true;
    if (this.#storage.sql.exec('SELECT 1 FROM background WHERE owner = ?', name).toArray().length > 0) {
      if (this.#bringNear()) await this.#arm();
      return;
    }
    await this.#schedule(name, after);
  }

  /** As {@link wake}, but at once, and failures are forgotten: what it works on is new. */
  async hurry(name: string): Promise<void> {
    if (this.#running?.name === name) this.#running.again = true;
    await this.#schedule(name, 0);
  }

  /** To be called by the alarm. What was deleted meanwhile has nothing more to do. */
  async alarm(): Promise<void> {
    try {
      await this.#giveTurns();
    } catch (error) {
      if (!(error instanceof DeletedMeanwhile)) throw error;
    }
  }

  async #giveTurns(): Promise<void> {
    const due = this.#storage.sql
      .exec<{ owner: string; failures: number }>(
        'SELECT owner, failures FROM background WHERE due <= ? ORDER BY due, owner',
        this.#now(),
      )
      .toArray();
    for (const { owner: name, failures } of due) {
      const owner = this.#owners.get(name);
      if (owner === undefined) this.#forget(name);
      else await this.#give(owner, failures);
    }
    await this.#arm();
  }

  async #give(owner: Owner, failures: number): Promise<void> {
    const { name } = owner;
    // As if it had failed: when the turn ends the whole object, the others come first next time.
    this.#postpone(name, pauseAfter(failures + 1), failures + 1);
    const running = { name, again: false };
    this.#running = running;
    const turn = await attempt(owner);
    this.#running = undefined;
    if (turn === 'failed') return;
    if (running.again) this.#postpone(name, 0, 0);
    else if (turn === 'done') this.#forget(name);
    else this.#postpone(name, turn.after, 0);
  }

  async #schedule(name: string, after: number): Promise<void> {
    if (after > this.#longestOf(name)) throw new RangeError(`'${name}' asks to wait for longer than it says.`);
    this.#storage.sql.exec(
      'INSERT OR REPLACE INTO background (owner, due, failures) VALUES (?, ?, 0)',
      name,
      this.#now() + after,
    );
    await this.#arm();
  }

  /** Nothing is written for an owner that is not there: the object may have been erased meanwhile. */
  #postpone(name: string, after: number, failures: number): void {
    this.#storage.sql.exec(
      'UPDATE background SET due = ?, failures = ? WHERE owner = ?',
      this.#now() + Math.min(after, this.#longestOf(name)),
      failures,
      name,
    );
  }

  #forget(name: string): void {
    this.#storage.sql.exec('DELETE FROM background WHERE owner = ?', name);
  }

  /** Brings near what is due later than its owner ever asks for: the clock was set back after it was noted. Returns whether there was any. */
  #bringNear(): boolean {
    let any = false;
    for (const name of this.#owners.keys()) {
      const latest = this.#now() + this.#longestOf(name);
      const mend = 'UPDATE background SET due = ? WHERE owner = ? AND due > ? RETURNING owner';
      if (this.#storage.sql.exec(mend, latest, name, latest).toArray().length > 0) any = true;
    }
    return any;
  }

  #longestOf(name: string): number {
    return Math.max(this.#owners.get(name)?.longestMs ?? 0, LONGEST_PAUSE);
  }

  async #arm(): Promise<void> {
    this.#bringNear();
    const { due } = this.#storage.sql.exec<{ due: number | null }>('SELECT min(due) AS due FROM background').one();
    // What a migration has noted is due since ever, which is no time for an alarm.
    if (due === null) return;
    // What finds no room says so by itself; stored with an alarm, it is an error that tells nothing.
    await this.#storage.sync();
    await this.#storage.setAlarm(Math.max(due, this.#now()));
  }
}

async function attempt({ name, turn }: Owner): Promise<Turn> {
  try {
    return await turn();
  } catch (error) {
    if (error instanceof DeletedMeanwhile) throw error;
    console.error(`The background work '${name}' failed: ${logLine(error)}`);
    return 'failed';
  }
}
