/** The pace of long work: it gives way to others, tells its caller how far it is, and ends when the caller has gone. */
import { within } from './within.ts';
import { Cancelled, type OnProgress } from './work.ts';

/** Milliseconds between two reports of work that goes on; a caller that has gone is noticed as soon. */
const REPORT_MS = 500;
/** Steps that follow each other more closely are not reported one by one. */
const CLOSE_MS = 50;

/** The pace of one request. Its methods throw {@link Cancelled} once the caller has gone. */
export class Pace {
  readonly #onProgress: OnProgress;
  readonly #gone = new AbortController();
  #figures = (): string => '';
  #message = '';
  #done = -1;
  #reportedAt = -Infinity;
  #isReporting = false;

  constructor(onProgress: OnProgress) {
    this.#onProgress = onProgress;
  }

  /** Aborted once the caller is known to have gone. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Has every report from here on say how much work is done. */
  show(figures: () => string): void {
    this.#figures = figures;
  }

  /** Says what is done from here on, and waits for the caller to take note unless it has just done so. */
  async begin(message: string): Promise<void> {
    this.#message = message;
    await this.#rest();
    if (Date.now() - this.#reportedAt >= CLOSE_MS) await this.#report(message);
    this.#goOn();
  }

  /** Lets other events run; to be awaited by anything that has worked for some 50 ms. */
  async pause(): Promise<void> {
    await this.#rest();
    if (Date.now() - this.#reportedAt >= REPORT_MS && !this.#isReporting) void this.#report(this.#message);
    this.#goOn();
  }

  /** What `work` gives. While it takes its time, the caller is told so. */
  async during<T>(work: Promise<T>, message = this.#message): Promise<T> {
    const given = work.then((value) => ({ value }));
    given.catch(() => undefined); // nobody may wait for it any more
    for (;;) {
      const answer = await within(REPORT_MS, given);
      if (answer !== undefined) return answer.value;
      this.#done++;
      await within(REPORT_MS, this.#report(message));
      this.#goOn();
    }
  }

  async #rest(): Promise<void> {
    this.#done++;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }

  #goOn(): void {
    if (this.#gone.signal.aborted) throw new Cancelled();
  }

  async #report(message: string): Promise<void> {
    this.#reportedAt = Date.now();
    this.#isReporting = true;
    const figures = this.#figures();
    const progress = { done: Math.max(0, this.#done), message: figures === '' ? message : `${message} (${figures})` };
    try {
      if (!(await this.#onProgress(progress))) this.#gone.abort();
    } catch {
      this.#gone.abort(); // who cannot be told has gone, too
    } finally {
      this.#isReporting = false;
    }
  }
}
