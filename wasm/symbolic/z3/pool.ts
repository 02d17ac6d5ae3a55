/** The solvers of an isolate, each of which works on one script at a time: one for short checks, one for those that take long. */
import type { Pace } from '../../../src/lib/pace.ts';
import type { BackendAnswer, SmtBackend, Turn } from '../../../src/symbolic/smt/backend.ts';
import { FUEL_PER_SECOND } from './fuel.ts';
import type { Z3Modules } from './loader.ts';
import { NeedsRoom } from './marshal.ts';
import { Z3 } from './z3.ts';

/** The most fuel of a short check: nobody waits for longer than that of each who is before them. */
const SHORT_FUEL = FUEL_PER_SECOND;
/** 64 KiB pages of the solver of short checks, 40 MB: a check that needs more has the other one. */
const SHORT_PAGES = 640;
/** A solver that has grown beyond this is not kept, since memory never shrinks. */
const LARGEST_KEPT_BYTES = 40 << 20;

/** The solvers that all requests of an isolate share. Who asks first has the first turn; the answers depend on no other request. */
export class SolverPool implements SmtBackend {
  readonly #short: Lane;
  readonly #long: Lane;

  constructor(modules: Z3Modules) {
    this.#short = new Lane(() => new Z3(modules, SHORT_PAGES));
    this.#long = new Lane(() => new Z3(modules));
  }

  async check(script: string, values: readonly string[], fuel: number, pace: Pace): Promise<BackendAnswer> {
    const pause = () => pace.pause();
    if (fuel <= SHORT_FUEL) {
      try {
        return await this.#short.use(pace, (z3) => z3.check(script, values, fuel, pause));
      } catch (error) {
        if (!(error instanceof NeedsRoom)) throw error;
      }
    }
    return this.#long.use(pace, (z3) => z3.check(script, values, fuel, pause));
  }

  async turn(pace: Pace): Promise<Turn> {
    await this.#short.enter(pace);
    return {
      checkAtOnce: (script, values, fuel, most) => {
        try {
          return this.#short.z3.checkAtOnce(script, values, fuel, most);
        } catch (error) {
          if (error instanceof NeedsRoom) return undefined;
          throw error;
        }
      },
      end: () => this.#short.leave(),
    };
  }

  /** Z3's full version. */
  version(): string {
    return this.#short.z3.version();
  }

  /** Bytes of memory that the solvers hold. */
  heapBytes(): number {
    return this.#short.heapBytes + this.#long.heapBytes;
  }
}

/** One solver, and those who wait for it. */
class Lane {
  readonly #start: () => Z3;
  #z3: Z3 | undefined;
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  /** @param start makes the solver when it is first used, and again when it has grown too large */
  constructor(start: () => Z3) {
    this.#start = start;
  }

  get z3(): Z3 {
    this.#z3 ??= this.#start();
    return this.#z3;
  }

  get heapBytes(): number {
    return this.#z3?.heapBytes() ?? 0;
  }

  async use<T>(pace: Pace, work: (z3: Z3) => Promise<T>): Promise<T> {
    await this.enter(pace);
    try {
      return await work(this.z3);
    } finally {
      this.leave();
    }
  }

  /** Waits for its turn, behind those who came before. */
  async enter(pace: Pace): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    try {
      await pace.during(promise, 'Waiting for the solver, which works for others');
    } catch (error) {
      const index = this.#waiting.indexOf(resolve);
      if (index < 0) this.leave();
      else this.#waiting.splice(index, 1);
      throw error;
    }
  }

  leave(): void {
    if (this.heapBytes > LARGEST_KEPT_BYTES) this.#z3 = undefined;
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }
}
