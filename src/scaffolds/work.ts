/** Counted work of references and checkers: the same input takes the same, on every machine. */

/** Steps that one call may take; a step takes up to 200 ns. */
export const MOST_STEPS = 10_000_000;

/** The steps were spent. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
  constructor(most: number, says = `It takes more than ${most.toLocaleString('en-US')} steps.`) {
    super(says);
  }
}

/** A meter of steps. */
export class Work {
  readonly #most: number;
  #spent = 0;

  constructor(most = MOST_STEPS) {
    this.#most = most;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Counts steps. Throws {@link TooMuchWork}. */
  spend(steps = 1): void {
    this.#spent += steps;
    if (this.#spent > this.#most) throw new TooMuchWork(this.#most);
  }
}
