/** Decides, whenever CPython asks, whether the running code goes on: counted steps, a deadline, and turns for other events. */

import type { Failing } from './raise-points.ts';

/** What ends a run. */
export interface RunLimits {
  /** Milliseconds of running time. */
  readonly timeoutMs?: number;
  /** Interpreter checks: the same program spends the same number of them on every machine. */
  readonly stepLimit?: number;
}

/** Why a run was told to stop. */
export type StopReason = 'timeout' | 'interrupted' | 'limit';

/**
 * What CPython is told.
 * - `interrupt`: raise KeyboardInterrupt
 * - `suspend`: let other events run, then go on
 * - `kill`: the code ignores interrupts, so the interpreter is given up
 */
export type Decision = 'continue' | 'interrupt' | 'suspend' | 'kill';

/** Milliseconds between two interrupts, and until the code that ignores them is killed. */
export const INSIST_MS = 500;
const GRACE_MS = 1500;
/** Milliseconds after which loops in C that were to stop are made to raise, and those that do not raise are refused memory. */
const RAISE_MS = 100;
const REFUSE_MS = 300;
/** When steps are limited, this many count as a millisecond of {@link INSIST_MS} and {@link GRACE_MS}. */
const STEPS_PER_MS = 1000;
/** Steps between two checks when they are limited; time-limited runs adapt theirs between these bounds. */
const COUNTED_QUOTA = 1000;
const LEAST_QUOTA = 4;
const MOST_QUOTA = 5000;
/** C code (regular expressions, big integers) asks directly: looked at every so often, each worth this many steps. */
const DIRECT_STRIDE = 64;
const DIRECT_STEPS = 64;
/** Steps of C code that asks directly in the time of one turn of Python's loops, and such turns in that of {@link SPIN_CHUNK} turns in C. */
const DIRECT_PER_TURN = 8;
const TURNS_PER_SPIN = 400_000;
/** Milliseconds that code may run before other events get a turn. */
const SLICE_MS = 10;
/** Steps that destructors may take between runs. */
const IDLE_STEPS = 2_000_000;

/** Turns of loops in C between two reports; see {@link Budget.spun}. */
export const SPIN_CHUNK = 1 << 20;
/** What so many turns count for where steps are limited or the clock stands still. */
const SPIN_STEPS = 20_000;
const SPIN_MS = 4;

/** True when `clock` moves while code is busy, as it does locally; on Cloudflare it moves between events only. */
export function clockRunsWhileBusy(clock: () => number): boolean {
  const start = clock();
  for (let tries = 0; tries < 200_000; tries++) if (clock() !== start) return true;
  return false;
}

/** `clock`, except that it stands still where that is set back, and goes on from there. */
function steady(clock: () => number): () => number {
  let ahead = 0;
  let last = clock();
  return () => {
    const now = clock() + ahead;
    if (now < last) ahead += last - now;
    else last = now;
    return last;
  };
}

/** The budget of one run at a time. */
export class Budget {
  /** Steps until CPython asks again. */
  quota = LEAST_QUOTA;
  #clock: () => number;
  #clockRuns: boolean;
  #running = false;
  #steps = 0;
  #directCalls = 0;
  #spins = 0;
  #spinsAtTurn = 0;
  #work = 0;
  #stepLimit = Number.POSITIVE_INFINITY;
  #deadline = Number.POSITIVE_INFINITY;
  #stopReason: StopReason | undefined;
  /** When {@link stop} was called. */
  #askedAt = 0;
  #signalled = false;
  #stoppedAt = 0;
  #lastSignal = 0;
  #lastCheck = 0;
  #lastTurn = 0;

  constructor(clock: () => number) {
    this.#clock = steady(clock);
    this.#clockRuns = clockRunsWhileBusy(clock);
  }

  /** What the last run took, in turns of Python's loops: as many as are gone through in the time of it. */
  get work(): number {
    return this.#work;
  }

  /** Why the run was told to stop; undefined when it was not. */
  get stopReason(): StopReason | undefined {
    return this.#stopReason;
  }

  begin(limits: RunLimits): void {
    const now = this.#clock();
    this.#running = true;
    this.#steps = 0;
    this.#directCalls = 0;
    this.#spins = 0;
    this.#spinsAtTurn = 0;
    this.#stepLimit = limits.stepLimit ?? Number.POSITIVE_INFINITY;
    this.#deadline = now + (limits.timeoutMs ?? Number.POSITIVE_INFINITY);
    this.#stopReason = undefined;
    this.#signalled = false;
    this.#lastCheck = now;
    this.#lastTurn = now;
    this.quota = this.#counted ? Math.min(COUNTED_QUOTA, this.#stepLimit) : LEAST_QUOTA;
  }

  end(): void {
    const direct = DIRECT_STRIDE * DIRECT_STEPS * Math.floor(this.#directCalls / DIRECT_STRIDE);
    this.#work = this.#steps - direct + direct / DIRECT_PER_TURN + TURNS_PER_SPIN * this.#spins;
    this.#running = false;
    this.#steps = 0;
    this.#spins = 0;
    this.quota = COUNTED_QUOTA;
  }

  /** Makes the run stop at its next check. */
  stop(reason: StopReason): void {
    if (!this.#running || this.#stopReason !== undefined) return;
    this.#stopReason = reason;
    this.#askedAt = this.#clock();
  }

  /** The user's code has ended: what follows is the kernel's own reporting, which gets a fresh grace period. */
  settle(): void {
    if (this.#stopReason === undefined) return;
    this.#signalled = true;
    this.#stoppedAt = this.#elapsed(this.#clock());
    this.#lastSignal = this.#stoppedAt;
  }

  /** `periodic`: the quota was spent; otherwise C code asks. */
  decide(periodic: boolean, maySuspend: boolean): Decision {
    if (periodic) {
      this.#steps += this.quota;
    } else {
      if (++this.#directCalls % DIRECT_STRIDE !== 0) return 'continue';
      this.#steps += DIRECT_STRIDE * DIRECT_STEPS;
    }
    if (!this.#running) return this.#steps > IDLE_STEPS ? 'kill' : 'continue';
    const now = this.#clock();
    const stop = this.#stopping(now);
    if (this.#counted) this.quota = Math.max(1, Math.min(COUNTED_QUOTA, this.#stepLimit - this.#steps));
    else if (this.#clockRuns) this.#adapt(now - this.#lastCheck);
    this.#lastCheck = now;
    if (stop !== undefined) return stop;
    return maySuspend && (!this.#clockRuns || now - this.#lastTurn >= SLICE_MS) ? 'suspend' : 'continue';
  }

  /**
   * Loops in C went round {@link SPIN_CHUNK} times. They cannot be interrupted, so they are not killed before the time in which
   * interruptible code would have stopped.
   */
  spun(maySuspend: boolean): 'continue' | 'suspend' | 'kill' {
    const steps = ++this.#spins * SPIN_STEPS;
    if (!this.#running) return steps > IDLE_STEPS ? 'kill' : 'continue';
    if (steps > this.#stepLimit + GRACE_MS * STEPS_PER_MS) {
      this.#stopReason ??= 'limit';
      return 'kill';
    }
    const now = this.#spinTime();
    if (this.#overdue(now)) return 'kill';
    return maySuspend && now - this.#lastTurn >= SLICE_MS ? 'suspend' : 'continue';
  }

  /**
   * How loops in C that should have stopped are to be stopped: functions that they call raise KeyboardInterrupt, or those that do
   * not help are refused memory, too. Undefined as long as there is no reason.
   */
  insistence(): Failing | undefined {
    if (!this.#running) return undefined;
    const spent = this.#steps + this.#spins * SPIN_STEPS - this.#stepLimit;
    const limited = spent > 0 ? spent / STEPS_PER_MS : 0;
    const asked = this.#stopReason === 'interrupted' ? this.#askedAt : this.#deadline;
    const late = Math.max(limited, this.#spinTime() - asked);
    if (late <= RAISE_MS) return undefined;
    this.#stopReason ??= limited > 0 ? 'limit' : 'timeout';
    const patience = this.#signalled ? INSIST_MS : RAISE_MS;
    const since = this.#signalled ? this.#elapsed(this.#spinTime()) - this.#lastSignal : late;
    if (since <= patience) return undefined;
    return since > patience + REFUSE_MS ? 'refuse' : 'raise';
  }

  /** Now, and where the clock stands still while code is busy, what loops in C have taken since the last turn. */
  #spinTime(): number {
    return this.#clock() + (this.#clockRuns ? 0 : (this.#spins - this.#spinsAtTurn) * SPIN_MS);
  }

  #overdue(now: number): boolean {
    const asked = this.#stopReason === 'interrupted' ? this.#askedAt : this.#deadline;
    if (now <= asked + GRACE_MS) return false;
    this.#stopReason ??= 'timeout';
    return !this.#signalled || now > this.#stoppedAt + GRACE_MS;
  }

  /** Code goes on after a wait of its own. */
  wake(): void {
    this.#turn(this.#clock());
  }

  /** Other events had their turn; `early` when code did not run for its whole quota before. */
  resume(early = false): 'continue' | 'interrupt' | 'kill' {
    const now = this.#clock();
    if (!early && !this.#clockRuns && !this.#counted) this.#adapt(now - this.#lastTurn);
    this.#turn(now);
    return this.#stopping(now) ?? 'continue';
  }

  /** A wait was cut short by a stop: its code is interrupted, whatever else was before. */
  insist(): 'interrupt' | 'kill' {
    const elapsed = this.#elapsed(this.#clock());
    if (!this.#signalled) {
      this.#signalled = true;
      this.#stoppedAt = elapsed;
    }
    this.#lastSignal = elapsed;
    return elapsed - this.#stoppedAt > GRACE_MS ? 'kill' : 'interrupt';
  }

  #turn(now: number): void {
    this.#lastTurn = now;
    this.#lastCheck = now;
    this.#spinsAtTurn = this.#spins;
  }

  get #counted(): boolean {
    return this.#stepLimit !== Number.POSITIVE_INFINITY;
  }

  #elapsed(now: number): number {
    return this.#stopReason === 'limit' ? this.#steps / STEPS_PER_MS : now;
  }

  #stopping(now: number): 'interrupt' | 'kill' | undefined {
    if (this.#stopReason === undefined) {
      if (this.#steps >= this.#stepLimit) this.#stopReason = 'limit';
      else if (now > this.#deadline) this.#stopReason = 'timeout';
      else return undefined;
    }
    const elapsed = this.#elapsed(now);
    if (!this.#signalled) {
      this.#signalled = true;
      this.#stoppedAt = elapsed;
    } else {
      if (elapsed - this.#stoppedAt > GRACE_MS) return 'kill';
      if (elapsed - this.#lastSignal < INSIST_MS) return undefined;
    }
    this.#lastSignal = elapsed;
    return 'interrupt';
  }

  /** Keeps two checks about 1 to 4 ms apart. */
  #adapt(ms: number): void {
    if (ms <= 1) this.quota = Math.min(MOST_QUOTA, this.quota * 4);
    else if (ms > 4) this.quota = Math.max(LEAST_QUOTA, Math.floor((this.quota * 4) / ms));
  }
}
