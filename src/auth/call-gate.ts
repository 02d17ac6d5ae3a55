/** Lets the calls of one user in: with the scope that they need, and no more than the user's limits. */
import { ToolFailure } from '../lib/errors.ts';
import { DayBudget, type DayStore } from './day-budget.ts';
import type { Limits } from './limits.ts';
import { ROLE_SCOPES } from './organisation.ts';
import { describeCredential, type Principal } from './principal.ts';
import { SCOPES, type Scope } from './scope.ts';

/** Why a call was not let in. */
export interface Denial {
  readonly reason: 'insufficient_scope' | 'forbidden' | 'too_many_calls' | 'day_spent';
  readonly message: string;
  readonly advice: string;
  /** Whole seconds after which it may be let in, when waiting helps. */
  readonly retryAfterSeconds?: number;
  /** What is used and allowed, for programs. */
  readonly facts?: Readonly<Record<string, string | number>>;
  /** All scopes that it needs, with spaces between them, when one of them is missing. */
  readonly scope?: string;
}

/** The failure of a call that was not let in; the headers of its HTTP answer are those of RFC 6585 and RFC 6750. */
export function denied({ reason, message, advice, scope, retryAfterSeconds, facts }: Denial): ToolFailure {
  if (reason === 'forbidden') return new ToolFailure({ errorType: reason, message, advice });
  return new ToolFailure({
    errorType: reason,
    message,
    advice,
    ...(scope === undefined
      ? {
          details: { retry_after: retryAfterSeconds, ...facts },
          headers: { 'retry-after': `${retryAfterSeconds ?? 1}` },
        }
      : {
          details: { scope },
          headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
        }),
  });
}

/** A call that was let in, until `leave` is called, or why it was not. */
export type Entry = { readonly leave: () => void } | { readonly denial: Denial };

/** A bucket that calls take from: every one from `calls`, those of tools that reason from `reasoning`, too. */
export type Rate = 'calls' | 'reasoning';

/** What a call counts for: its bucket, and the day; `upkeep` is a call that the day does not count, so that it never refuses it. */
export type Charge = Rate | 'upkeep';

/** Where the state of a {@link CallGate} outlives the object. */
export interface GateStore extends DayStore {
  /** Milliseconds since 1970; 0 before the first call. */
  read(rate: Rate): number;
  write(rate: Rate, fullAt: number): void;
}

/** How far a user's calls of one rate have come, as the headers of a call have it. */
export interface RateStanding {
  /** Calls a minute, or a day where fewer are left of that. */
  readonly limit: number;
  /** Calls that may still come at once. */
  readonly remaining: number;
  /** Milliseconds since 1970: when `remaining` is `limit` again. */
  readonly fullAt: number;
}

const MINUTE_MS = 60_000;

/** Why `principal` may not do what needs all of `needed`; `undefined` when it may. */
export function missingScope(principal: Principal, needed: readonly Scope[]): Denial | undefined {
  const { credential, organisation, scopes } = principal;
  if (needed.every((scope) => scopes.includes(scope))) return undefined;
  if (organisation !== undefined) {
    const { name, role } = organisation;
    const beyond = needed.filter((scope) => !ROLE_SCOPES[role].includes(scope));
    // Not a matter of scopes: a client that signed in again for more would be refused again.
    if (beyond.length > 0) {
      return {
        reason: 'forbidden',
        message: `This needs ${beyond.map((each) => `'${each}'`).join(' and ')}, which the role '${role}' in the organisation '${name}' does not allow.`,
        advice: 'Ask an owner of the organisation for another role.',
      };
    }
  }
  const has = scopes.map((each) => `'${each}'`).join(', ');
  const needs = needed.map((each) => `'${each}'`).join(' and ');
  return {
    reason: 'insufficient_scope',
    message: `This needs the scope${needed.length === 1 ? '' : 's'} ${needs}. ${describeCredential(credential)} has ${has}.`,
    advice:
      credential.kind === 'token'
        ? `Sign in again and allow ${needs}.`
        : `Use a key that has ${needs}, or ask whoever runs this server to give ${needed.length === 1 ? 'it' : 'them'} to this one.`,
    // A client that signs in again asks for these only, and is to keep what it has.
    scope: SCOPES.filter(
      (scope) => needed.includes(scope) || (credential.kind === 'token' && credential.scopes.includes(scope)),
    ).join(' '),
  };
}

/**
 * The gate of one user. Calls take from a bucket that holds those of a minute and refills evenly: that many may come at once, and
 * then one whenever its share of the minute is over.
 */
export class CallGate {
  /** What the user has used today. */
  readonly day: DayBudget;
  readonly #store: GateStore;
  readonly #onDenied: (denial: Denial) => void;
  #running = 0;

  /** `onDenied` hears of each call that is not let in. */
  constructor(store: GateStore, onDenied: (denial: Denial) => void = () => undefined) {
    this.#store = store;
    this.#onDenied = onDenied;
    this.day = new DayBudget(store);
  }

  /** Calls that were let in and have not left. */
  get running(): number {
    return this.#running;
  }

  /** Counts a call that needs all of `scopes`, at `now` in milliseconds since 1970. What is refused is not counted. */
  enter(principal: Principal, scopes: readonly Scope[], now: number, charge: Charge = 'calls'): Entry {
    const isUpkeep = charge === 'upkeep';
    const denial =
      missingScope(principal, scopes) ??
      (isUpkeep ? undefined : this.day.excess(principal.limits, now)) ??
      this.#excess(principal, now, isUpkeep ? 'calls' : charge);
    if (denial !== undefined) {
      this.#onDenied(denial);
      return { denial };
    }
    if (!isUpkeep) this.day.add('calls', 1, now);
    this.#running++;
    let entered = true;
    return {
      leave: () => {
        if (entered) this.#running--;
        entered = false;
      },
    };
  }

  /** What is left at `now`, in milliseconds since 1970: of the minute, or of the day where that has less. */
  standing({ limits }: Principal, now: number, charge: Charge): RateStanding {
    const minute = this.#minute(limits, now, charge === 'upkeep' ? 'calls' : charge);
    const limit = limits.callsPerDay;
    const { calls, renewsAt } = this.day.used(now);
    const remaining = this.day.excess(limits, now) === undefined ? Math.max(0, limit - calls) : 0;
    return charge === 'upkeep' || remaining >= minute.remaining ? minute : { limit, remaining, fullAt: renewsAt };
  }

  #minute(limits: Limits, now: number, rate: Rate): RateStanding {
    const limit = perMinute(limits, rate);
    const fullAt = this.#fullAt(rate, now);
    const share = MINUTE_MS / limit;
    return { limit, remaining: Math.floor((now + MINUTE_MS - fullAt) / share), fullAt };
  }

  #excess({ limits }: Principal, now: number, rate: Rate): Denial | undefined {
    if (this.#running >= limits.callsAtOnce) {
      const message = `${this.#running} calls of yours are running, which is the most a user may have at once.`;
      return tooMany(message, 1);
    }
    const rates: readonly Rate[] = rate === 'calls' ? ['calls'] : ['calls', rate];
    const taken = rates.map((each) => ({
      each,
      fullAt: this.#fullAt(each, now) + MINUTE_MS / perMinute(limits, each),
    }));
    for (const { each, fullAt } of taken) {
      if (fullAt <= now + MINUTE_MS) continue;
      const what = each === 'calls' ? 'calls' : 'calls of tools that reason';
      const message = `Your ${what} are more than ${perMinute(limits, each)} a minute, the most a user may make.`;
      return tooMany(message, Math.ceil((fullAt - now - MINUTE_MS) / 1000));
    }
    for (const { each, fullAt } of taken) this.#store.write(each, fullAt);
    return undefined;
  }

  /** When the bucket will be full again: a clock that was set back keeps nobody out for longer. */
  #fullAt(rate: Rate, now: number): number {
    const stored = this.#store.read(rate);
    if (stored > now + MINUTE_MS) this.#store.write(rate, now + MINUTE_MS);
    return Math.max(Math.min(stored, now + MINUTE_MS), now);
  }
}

function perMinute({ callsPerMinute, reasoningCallsPerMinute }: Limits, rate: Rate): number {
  return rate === 'calls' ? callsPerMinute : reasoningCallsPerMinute;
}

function tooMany(message: string, retryAfterSeconds: number): Denial {
  const unit = retryAfterSeconds === 1 ? 'second' : 'seconds';
  return {
    reason: 'too_many_calls',
    message,
    advice: `Wait ${retryAfterSeconds} ${unit}, then call again; make fewer calls at a time.`,
    retryAfterSeconds,
  };
}
