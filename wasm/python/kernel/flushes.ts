/**
 * Decides when code that has written output waits until the output has left its isolate.
 *
 * A message is sent when the isolate lets other events run: one written right before a loop in C, or before anything else that
 * gets the isolate killed, would die with it. (Starting the message at the write does not help: it lies in the isolate's queue
 * until then, and the call that writes cannot wait.) CPython checks for signals after each call of a function, though, and there
 * the stack can be suspended until the message was heard: what `print` wrote is out before the next call begins. Measured in
 * workerd, a line before `sum(range(10**8))` reaches the caller after 3 ms instead of after the sum. A flush takes 0.1 to 0.3 ms,
 * so code that writes all the time waits every few milliseconds only; regular turns bring out the rest.
 */

/** Flushes without a pause between them. */
const BURST = 50;
/** Milliseconds after which one more is allowed. */
const PAUSE_MS = 5;

/** The flushes of one run. */
export class Flushes {
  readonly #clock: () => number;
  readonly #flush: () => void;
  #left = BURST;
  #last: number;

  /** `flush` makes the code wait. */
  constructor(clock: () => number, flush: () => void) {
    this.#clock = clock;
    this.#flush = flush;
    this.#last = clock();
  }

  /** Output was written. */
  written(): void {
    if (this.#left < 1) {
      const more = Math.floor((this.#clock() - this.#last) / PAUSE_MS);
      if (more < 1) return;
      this.#left = Math.min(BURST, more);
    }
    this.#flush();
    this.#left--;
    this.#last = this.#clock();
  }
}
