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

/** What a user has used today. */
export type UsedToday = Readonly<Record<Measure, number>>;

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
      calls: this.#amount('calls', now),
      bytes: this.#amount('bytes', now),
      engineSeconds: this.#amount('engineSeconds', now),
    };
  }

  /** Counts what was used; what is known only afterwards may exceed the limit once. */
  add(measure: Measure, amount: number, now: number): void {
    this.#store.writeDay(measure, { day: dayOf(now), amount: this.#amount(measure, now) + amount });
  }

  /** Why nothing more may be used at `now`; undefined when it may. */
  excess(limits: DayLimits, now: number): Denial | undefined {
    for (const measure of MEASURES) {
      const used = this.#amount(measure, now);
      const allowed = limits[LIMITS[measure]];
      if (used < allowed) continue;
      const end = endOfDay(now);
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

  #amount(measure: Measure, now: number): number {
    const use = this.#store.readDay(measure);
    return use?.day === dayOf(now) ? use.amount : 0;
  }
}

/** Measures as answers name them. */
const FIELDS = {
  calls: 'calls',
  bytes: 'bytes',
  engineSeconds: 'engine_seconds',
} as const satisfies Record<Measure, string>;
