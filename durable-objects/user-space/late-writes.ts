/**
 * What calls leave behind in their user's space besides their results: in memory while calls run, in the database soon after. A call that
 * only reads or deletes so needs no room. A crash of the server loses what was not saved.
 */
import type { GateStore, Rate } from '../../src/auth/call-gate.ts';
import type { DayUse, Measure } from '../../src/auth/day-budget.ts';
import { pauseAfter } from '../../src/lib/background.ts';
import { logLine } from '../../src/lib/log-line.ts';
import { type Opening, saveOpening } from '../../src/lib/owned-objects.ts';
import type { Sql } from '../../src/lib/sql.ts';
import type { CallStore } from '../../src/mcp/call-metrics.ts';
import { saveSessionOpening } from '../../src/mcp/session-store.ts';
import { StoredCalls } from '../../src/mcp/stored-calls.ts';

/** What is needed of the space's storage. */
export interface LateStorage {
  readonly sql: Sql;
  /** Resolves when all that was written is stored. */
  sync(): Promise<void>;
}

/** What is not saved yet. */
interface Unsaved {
  readonly rates: Map<Rate, number>;
  readonly days: Map<Measure, DayUse>;
  /** By the tool, as JSON. */
  readonly calls: Map<string, string>;
  /** When objects were opened, by the object. */
  readonly objects: Map<string, Opening>;
  /** When sessions of MCP were opened again, by their ids. */
  readonly sessions: Map<string, number>;
  /** Saves that were begun since one succeeded. */
  attempts: number;
  /** Of those, the ones that are known to have failed: 1 at least where an instance ended before it saved. */
  failures: number;
}

/** By user, until it is saved: a save that fails ends the instance of the object, and the next one goes on from here. */
const UNSAVED = new Map<string, Unsaved>();

/** Milliseconds to the next save at most. */
const LONGEST_PAUSE_MS = 60_000;

/** What the calls of one user leave behind. */
export class LateWrites {
  readonly #storage: LateStorage;
  readonly #user: string;
  readonly #isIdle: () => boolean;
  readonly #onUse: () => Promise<void>;
  readonly #unsaved: Unsaved;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `isIdle` says whether no call runs, which a save that fails would end; `onUse` is called when what is used of a day was written. */
  constructor(storage: LateStorage, user: string, isIdle: () => boolean, onUse: () => Promise<void>) {
    this.#onUse = onUse;
    this.#storage = storage;
    this.#user = user;
    this.#isIdle = isIdle;
    const left = UNSAVED.get(user);
    this.#unsaved = left ?? {
      rates: new Map(),
      days: new Map(),
      calls: new Map(),
      objects: new Map(),
      sessions: new Map(),
      attempts: 0,
      failures: 0,
    };
    if (left === undefined) return;
    // The instance before ended over a write.
    left.failures = Math.max(1, left.attempts);
    this.#saveLater();
  }

  /** To be asked before something is written that there may be no room for: whether there is, as far as is known. The next instance knows. */
  expectRoom(): boolean {
    UNSAVED.set(this.#user, this.#unsaved);
    this.#saveLater();
    return !this.isFull;
  }

  /** Whether the last write found no room. */
  get isFull(): boolean {
    return this.#unsaved.failures > 0;
  }

  /** The state of the user's call gate. */
  get rates(): GateStore {
    const { rates, days } = this.#unsaved;
    const { sql } = this.#storage;
    return {
      read: (rate) => rates.get(rate) ?? readRate(sql, rate),
      write: (rate, fullAt) => this.#note(rates, rate, fullAt),
      readDay: (measure) => days.get(measure) ?? readDay(sql, measure),
      writeDay: (measure, use) => this.#note(days, measure, use),
    };
  }

  /** The counts of the user's calls. */
  get calls(): CallStore {
    const { calls } = this.#unsaved;
    const stored = new StoredCalls(this.#storage.sql);
    return {
      read: () => [...stored.read(), ...[...calls].map(([tool, counts]) => ({ tool, calls: counts }))],
      write: (tool, counts) => this.#note(calls, tool, counts),
    };
  }

  /** When objects were opened; a call that opens one is counted as well, which has it saved. */
  get objects(): Map<string, Opening> {
    return this.#unsaved.objects;
  }

  /** An MCP session was opened again. */
  sessionOpened(id: string, at: number): void {
    this.#note(this.#unsaved.sessions, id, at);
  }

  /** Forgets all that is not saved: the user is deleted. */
  forget(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    UNSAVED.delete(this.#user);
  }

  #note<Key, Value>(values: Map<Key, Value>, key: Key, value: Value): void {
    values.set(key, value);
    this.expectRoom();
  }

  #saveLater(): void {
    const pause = Math.min(pauseAfter(this.#unsaved.failures + 1), LONGEST_PAUSE_MS);
    this.#timer ??= setTimeout(() => this.#save(), pause);
  }

  async #save(): Promise<void> {
    this.#timer = undefined;
    if (!this.#isIdle()) return this.#saveLater();
    const { rates, days, calls, objects, sessions } = this.#unsaved;
    // Where it fails, nothing below may be reached.
    this.#unsaved.attempts++;
    try {
      const { sql } = this.#storage;
      const written = [
        writeAll(rates, (rate, fullAt) => sql.exec('INSERT OR REPLACE INTO call_rate VALUES (?, ?)', rate, fullAt)),
        writeAll(days, (measure, use) => writeDay(sql, measure, use)),
        writeAll(calls, (tool, counts) => new StoredCalls(sql).write(tool, counts)),
        writeAll(objects, (_, opening) => saveOpening(sql, opening)),
        writeAll(sessions, (id, at) => saveSessionOpening(sql, id, at)),
      ];
      if (days.size > 0) await this.#onUse();
      await this.#storage.sync();
      for (const forget of written) forget();
    } catch (error) {
      console.error(`What calls left behind could not be saved: ${logLine(error)}`);
      this.#unsaved.failures = this.#unsaved.attempts;
      return this.#saveLater();
    }
    this.#unsaved.attempts = 0;
    this.#unsaved.failures = 0;
    if ([rates, days, calls, objects, sessions].every(({ size }) => size === 0)) UNSAVED.delete(this.#user);
  }
}

function readRate(sql: Sql, rate: Rate): number {
  const [row] = sql.exec<{ full_at: number }>('SELECT full_at FROM call_rate WHERE rate = ?', rate).toArray();
  return row?.full_at ?? 0;
}

function readDay(sql: Sql, measure: Measure): DayUse | undefined {
  const select = 'SELECT day, amount FROM day_use WHERE measure = ? ORDER BY day DESC LIMIT 1';
  return sql.exec<{ day: string; amount: number }>(select, measure).toArray()[0];
}

/** The newest day, whichever was the newest before; the one before it stays, since it may not be reported yet. */
function writeDay(sql: Sql, measure: Measure, { day, amount }: DayUse): void {
  sql.exec('INSERT OR REPLACE INTO day_use VALUES (?, ?, ?)', measure, day, amount);
  sql.exec("DELETE FROM day_use WHERE measure = ?1 AND (day > ?2 OR day < date(?2, '-1 day'))", measure, day);
}

/** Writes all values; what it returns forgets those that did not change since. */
function writeAll<Key, Value>(values: Map<Key, Value>, write: (key: Key, value: Value) => void): () => void {
  const written = [...values];
  for (const [key, value] of written) write(key, value);
  return () => {
    for (const [key, value] of written) if (values.get(key) === value) values.delete(key);
  };
}
