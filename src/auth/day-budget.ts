/** What a user has used of what they may use in a day, which begins at midnight UTC. */
import type { Denial } from './call-gate.ts';
import type { DayLimits } from './limits.ts';

/** What is counted: calls, bytes of bodies and messages both ways, and seconds of counted work that engines report. */
export const MEASURES = ['calls', 'bytes', 'engineSeconds'] as const;
/** One of {@link MEASURES}. */
export type Measure = (typeof MEASURES)[number];

/** What was used of a measure on a day, as YYYY-MM-DD. */
export interface DayUse {
  readonly day: string;
  readonly amount: number;
}

/** Where counts outlive the object. */
export interface DayStore {
  readDay(measure: Measure): DayUse | undefined;
  writeDay(measure: Measure, use: DayUse): void;
}

/** What a user has used today, and when the budget is whole again in milliseconds since 1970. */
export type UsedToday = Readonly<Record<Measure | 'renewsAt', number>>;

const DAY_MS = 86_400_000;

const LIMITS = {
  calls: 'callsPerDay',
  bytes: 'bytesPerDay',
  engineSeconds: 'engineSecondsPerDay',
} as const satisfies Record<Measure, keyof DayLimits>;
const WORDS = {
  calls: 'calls',
  bytes: 'bytes sent and received',
  engineSeconds: 'seconds of counted work of engines',
} as const satisfies Record<Measure, string>;

/** The day of `now` in UTC, as YYYY-MM-DD. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** When the day of `now` ends, in milliseconds since 1970. */
export function endOfDay(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** The budget of one user. Times are milliseconds since 1970. */
export class DayBudget {
  readonly #store: DayStore;

  constructor(store: DayStore) {
    this.#store = store;
  }

  used(now: number): UsedToday {
    return {
      calls: this.#today('calls', now).amount,
      bytes: this.#today('bytes', now).amount,
      engineSeconds: this.#today('engineSeconds', now).amount,
      renewsAt: endOfDay(Math.max(...MEASURES.map((measure) => Date.parse(this.#today(measure, now).day)))),
    };
  }

  /** Counts what was used; what is known only afterwards may exceed the limit once. */
  add(measure: Measure, amount: number, now: number): void {
    const { day, amount: before } = this.#today(measure, now);
    this.#store.writeDay(measure, { day, amount: before + amount });
  }

  /** Why nothing more may be used at `now`; undefined when it may. */
  excess(limits: DayLimits, now: number): Denial | undefined {
    for (const measure of MEASURES) {
      const { day, amount: used } = this.#today(measure, now);
      const allowed = limits[LIMITS[measure]];
      if (used < allowed) continue;
      const end = endOfDay(Date.parse(day));
      const renewsAt = new Date(end).toISOString();
      return {
        reason: 'day_spent',
        message: `You have used ${Math.floor(used)} of ${allowed} ${WORDS[measure]} that a user may use in a day (UTC).`,
        advice: `Wait until ${renewsAt}. Until then you can list what you have, look at /health/detailed and /metrics, and delete.`,
        retryAfterSeconds: Math.ceil((end - now) / 1000),
        facts: { measure: FIELDS[measure], used: Math.floor(used), allowed, renews_at: renewsAt },
      };
    }
    return undefined;
  }

  /**
   * What is used of the budget that counts at `now`. A clock that is set back over midnight gives no second one: tomorrow's goes on,
   * which has begun. One that was further ahead was wrong: what was used by it counts for today.
   */
  #today(measure: Measure, now: number): DayUse {
    const today = dayOf(now);
    const use = this.#store.readDay(measure);
    if (use === undefined || use.day < today) return { day: today, amount: 0 };
    if (use.day === today || use.day === dayOf(endOfDay(now))) return use;
    const moved = { day: today, amount: use.amount };
    this.#store.writeDay(measure, moved);
    return moved;
  }
}

/** Measures as answers name them. */
const FIELDS = {
  calls: 'calls',
  bytes: 'bytes',
  engineSeconds: 'engine_seconds',
} as const satisfies Record<Measure, string>;
