/** Lets the calls of one user in: with the scope that they need, and no more than the user's limits. */
import { ToolFailure } from '../lib/errors.ts';
import { describeCredential, type Principal } from './principal.ts';
import type { Scope } from './scope.ts';

/** Why a call was not let in. */
export interface Denial {
  readonly reason: 'insufficient_scope' | 'too_many_calls';
  readonly message: string;
  readonly advice: string;
  /** Whole seconds after which it may be let in, when waiting helps. */
  readonly retryAfterSeconds?: number;
  /** The scope that is missing, when one is. */
  readonly scope?: Scope;
}

/** The failure of a call that was not let in; the headers of its HTTP answer are those of RFC 6585 and RFC 6750. */
export function denied({ reason, message, advice, scope, retryAfterSeconds }: Denial): ToolFailure {
  return new ToolFailure({
    errorType: reason,
    message,
    advice,
    ...(scope === undefined
      ? { details: { retry_after: retryAfterSeconds }, headers: { 'retry-after': `${retryAfterSeconds ?? 1}` } }
      : {
          details: { scope },
          headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
        }),
  });
}

/** A call that was let in, until `leave` is called, or why it was not. */
export type Entry = { readonly leave: () => void } | { readonly denial: Denial };

/** Where the state of a {@link CallGate} outlives the object. */
export interface GateStore {
  /** Milliseconds since 1970; 0 before the first call. */
  read(): number;
  write(fullAt: number): void;
}

const MINUTE_MS = 60_000;

/** Why `principal` may not do what needs `scope`; `undefined` when it may. */
export function missingScope({ credential, scopes }: Principal, scope: Scope): Denial | undefined {
  if (scopes.includes(scope)) return undefined;
  const has = scopes.map((each) => `'${each}'`).join(', ');
  return {
    reason: 'insufficient_scope',
    message: `This needs the scope '${scope}'. ${describeCredential(credential)} has ${has}.`,
    advice: `Use a key that has '${scope}', or ask whoever runs this server to give it to this one.`,
    scope,
  };
}

/**
 * The gate of one user. Calls take from a bucket that holds those of a minute and refills evenly: that many may come at once, and
 * then one whenever its share of the minute is over.
 */
export class CallGate {
  readonly #store: GateStore;
  /** When the bucket will be full again. */
  #fullAt: number;
  #running = 0;

  constructor(store: GateStore) {
    this.#store = store;
    this.#fullAt = store.read();
  }

  /** Counts a call that needs `scope`, at `now` in milliseconds since 1970. What is refused is not counted. */
  enter(principal: Principal, scope: Scope, now: number): Entry {
    const denial = missingScope(principal, scope) ?? this.#excess(principal, now);
    if (denial !== undefined) return { denial };
    this.#running++;
    let entered = true;
    return {
      leave: () => {
        if (entered) this.#running--;
        entered = false;
      },
    };
  }

  #excess({ limits }: Principal, now: number): Denial | undefined {
    const { callsAtOnce, callsPerMinute } = limits;
    if (this.#running >= callsAtOnce) {
      const message = `${this.#running} calls of yours are running, which is the most a user may have at once.`;
      return tooMany(message, 1);
    }
    // A clock that was set back keeps nobody out for longer.
    this.#fullAt = Math.min(this.#fullAt, now + MINUTE_MS);
    const fullAt = Math.max(this.#fullAt, now) + MINUTE_MS / callsPerMinute;
    if (fullAt > now + MINUTE_MS) {
      const message = `Your calls are more than ${callsPerMinute} a minute, the most a user may make.`;
      return tooMany(message, Math.ceil((fullAt - now - MINUTE_MS) / 1000));
    }
    this.#fullAt = fullAt;
    this.#store.write(fullAt);
    return undefined;
  }
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
