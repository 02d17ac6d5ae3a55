/** What runs on CPython may take, and have taken: counted, never timed. */

/** Steps that the kernel counts in about a second of regular expressions, or of other loops in C. */
const KERNEL_STEPS_PER_SECOND = 2_500_000;
/** Turns of Python's loops in about a second: the kernel tells in them what it has ended. */
const TURNS_PER_SECOND = 40_000_000;
/** Steps of metered code in about a second. */
const METERED_STEPS_PER_SECOND = 1_500_000;
/** The share of a request's time that runs may take. */
const SHARE = 0.8;

/** The seconds' worth of work of a request's runs. */
export class ReplayLedger {
  readonly #onLost: (seconds: number) => void;
  #left: number;

  /**
   * @param timeoutSeconds what the request may take
   * @param onLost is told what evaluations took that were ended, in seconds' worth of work
   */
  constructor(timeoutSeconds = Number.POSITIVE_INFINITY, onLost: (seconds: number) => void = () => undefined) {
    this.#left = SHARE * timeoutSeconds;
    this.#onLost = onLost;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Kernel steps of which one evaluation may take a half: so there is some work left to find out what took it. */
  get kernelSteps(): number {
    return Math.max(0, this.#left * KERNEL_STEPS_PER_SECOND);
  }

  /**
   * Metered steps that the inputs of one evaluation may take together, shrinking included: so few that it ends before the
   * kernel ends it, which loses what was found. Undefined where they are not limited.
   */
  get meteredSteps(): number | undefined {
    return Number.isFinite(this.#left) ? Math.floor((this.#left / 2) * METERED_STEPS_PER_SECOND) : undefined;
  }

  /** An evaluation has come to its end. */
  ran(meteredSteps: number): void {
    this.#left -= meteredSteps / METERED_STEPS_PER_SECOND;
  }

  /** The kernel has ended an evaluation, and what it has found out is lost. */
  lost(work: number): void {
    const seconds = work / TURNS_PER_SECOND;
    this.#left -= seconds;
    this.#onLost(seconds);
  }
}
