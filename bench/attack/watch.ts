/** How long somebody waits at most, while something else goes on. */
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two questions: a user may ask ten times a second. */
const PAUSE_MS = 110;

/** Asks the same thing again and again, and knows its longest wait. */
export class Watch {
  readonly #ask: () => Promise<void>;
  #longest = 0;
  #since: number | undefined;
  #ends = false;
  readonly #running: Promise<void>;

  constructor(ask: () => Promise<void>) {
    this.#ask = ask;
    this.#running = this.#run();
    // Whoever ends it hears of a failure.
    this.#running.catch(() => undefined);
  }

  /** Milliseconds; a question that is open counts. */
  get longest(): number {
    return Math.max(this.#longest, this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  /** Whether it ended within so many milliseconds. */
  async end(milliseconds: number): Promise<boolean> {
    this.#ends = true;
    return Promise.race([this.#running.then(() => true), delay(milliseconds, false)]);
  }

  async #run(): Promise<void> {
    while (!this.#ends) {
      this.#since = performance.now();
      await this.#ask();
      this.#longest = Math.max(this.#longest, performance.now() - this.#since);
      this.#since = undefined;
      await delay(PAUSE_MS);
    }
  }
}
