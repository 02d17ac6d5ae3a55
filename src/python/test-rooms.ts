/** Sessions for runs of tests: empty, on no list that a user sees, and erased when the run is over. */
import { z } from 'zod';
import { OwnedObjects } from '../lib/owned-objects.ts';
import type { Sql } from '../lib/sql.ts';
import type { PythonSessionApi } from './protocol.ts';

/** Runs of a user at the same time. */
const MOST_ROOMS = 4;
/** Milliseconds after which a room was left by a run that ended without erasing it. */
const STALE_MS = 15 * 60_000;

/** The rooms of one user. */
export interface TestRooms {
  /**
   * Works in a session that is empty at first, and whose changes of a mounted workspace end with it. Throws `ToolFailure` when there are
   * too many.
   */
  use<Result>(work: (room: PythonSessionApi) => Promise<Result>): Promise<Result>;
}

/** Rooms by names that are in the database of the user's space while they are used. */
export class StoredTestRooms implements TestRooms {
  readonly #objects: OwnedObjects<object, PythonSessionApi>;

  /** `connect` reaches a room by its name. */
  constructor(sql: Sql, connect: (name: string) => PythonSessionApi) {
    const wait = 'Wait until one of them has ended, or cancel it.';
    const rules = {
      kind: 'tests',
      noun: 'test run',
      facts: z.object({}),
      most: MOST_ROOMS,
      errorTypes: { notFound: 'SessionError', refused: 'SessionError' },
      listedBy: 'run_tests',
      advice: { notFound: wait, exists: wait, tooMany: wait },
    } as const;
    this.#objects = new OwnedObjects<object, PythonSessionApi>(sql, rules, connect);
  }

  async use<Result>(work: (room: PythonSessionApi) => Promise<Result>): Promise<Result> {
    for (const { name, createdAt } of this.#objects.list()) {
      if (Date.now() - Date.parse(createdAt) > STALE_MS) await this.#erase(name);
    }
    const name = crypto.randomUUID();
    const room = this.#objects.create(name);
    try {
      return await work(room);
    } finally {
      // What is not erased now stays on the list, and is by a later run.
      await this.#erase(name).catch(() => undefined);
    }
  }

  async #erase(name: string): Promise<void> {
    await this.#objects.erase(name, (room) => room.erase());
  }
}
