/** Lets other events have their turn in the middle of long work: all interpreters of a local process share its one thread. */

/** Milliseconds of work between two turns; and steps, where the clock stands still while code runs. */
const SLICE_MS = 20;
const MOST_STEPS = 1000;

/** The slices of one piece of work. */
export class Slices {
  #began = Date.now();
  #steps = 0;

  /** Between two steps of the work: waits for other events when their turn has come. */
  async pause(): Promise<void> {
    if (++this.#steps < MOST_STEPS && Date.now() - this.#began < SLICE_MS) return;
    await new Promise((resolve) => globalThis.setTimeout(resolve, 0));
    this.#began = Date.now();
    this.#steps = 0;
  }
}
