/** The pace of long work: it gives way to others, tells its caller how far it is, and ends when the caller has gone. */
import { hasPassed } from './passed.ts';
import { within } from './within.ts';
import { Cancelled, type OnProgress, type Progress } from './work.ts';

/** Milliseconds between two reports of work that goes on; a caller that has gone is noticed as soon. */
const REPORT_MS = 500;
/** Milliseconds between two reports of work that has come to something else. */
const STEP_MS = 200;
/** Short steps follow each other without a rest: each would wait for all others that have something to do. */
const REST_MS = 10;

/** The pace of one request. Its methods throw {@link Cancelled} once the caller has gone. */
export class Pace {
  readonly #onProgress: OnProgress;
  readonly #gone = new AbortController();
  #figures = (): string => '';
  #message = '';
  #done = -1;
  #reportedAt = -Infinity;
  #restedAt = -Infinity;
  #reporting: Promise<void> | undefined;

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

  /** Says what is done from here on. */
  async begin(message: string): Promise<void> {
    this.#message = message;
    this.#done++;
    if (hasPassed(REST_MS, this.#restedAt)) await this.#rest();
    this.#reportAfter(STEP_MS);
    this.#goOn();
  }

  /** Lets other events run; to be awaited by anything that has worked for some 50 ms. */
  async pause(): Promise<void> {
    this.#done++;
    await this.#rest();
    this.#reportAfter(REPORT_MS);
    this.#goOn();
  }

  /** Resolves when the last report has arrived: nothing follows it. */
  async end(): Promise<void> {
    await this.#reporting;
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
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#restedAt = Date.now();
  }

  #goOn(): void {
    if (this.#gone.signal.aborted) throw new Cancelled();
  }

  /** Nothing waits for the report's arrival; one is on its way at a time. */
  #reportAfter(milliseconds: number): void {
    if (!hasPassed(milliseconds, this.#reportedAt) || this.#reporting !== undefined) return;
    void this.#report(this.#message);
  }

  #report(message: string): Promise<void> {
    this.#reportedAt = Date.now();
    const figures = this.#figures();
    const progress = { done: this.#done, message: figures === '' ? message : `${message} (${figures})` };
    this.#reporting ??= this.#tell(progress).finally(() => {
      this.#reporting = undefined;
    });
    return this.#reporting;
  }

  async #tell(progress: Progress): Promise<void> {
    try {
      if (!(await this.#onProgress(progress))) this.#gone.abort();
    } catch {
      this.#gone.abort(); // who cannot be told has gone, too
    }
  }
}
