/** Counts in memory that are reported together, some seconds after the first one. */

/** How often each key came. */
export type Counts = Readonly<Record<string, number>>;

/** Counts what comes often, so that few messages report it. What is not reported when its isolate ends is lost. */
export class Tally {
  readonly #pauseMs: number;
  #counts = new Map<string, number>();

  /** Counts are reported `pauseMs` milliseconds after the first of them. */
  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /**
   * Counts `key`. Whoever comes first gets a promise, which resolves when `tell` has told all that came meanwhile; the others get nothing to
   * wait for, since a promise of another request is not theirs.
   */
  add(key: string, tell: (counts: Counts) => Promise<void>): Promise<void> | undefined {
    const isFirst = this.#counts.size === 0;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return isFirst ? this.#tellLater(tell) : undefined;
  }

  async #tellLater(tell: (counts: Counts) => Promise<void>): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.#pauseMs));
    const counts = Object.fromEntries(this.#counts);
    this.#counts = new Map();
    await tell(counts);
  }
}
