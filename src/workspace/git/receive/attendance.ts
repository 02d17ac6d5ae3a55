/** Long work of a push: others come in between, and the client hears that it goes on, so that it is noticed when it has gone. */
import { hasPassed } from '../../../lib/passed.ts';
import { type Steps, Turns, WorkBudget } from '../../../lib/sliced-work.ts';
import { Cancelled } from '../../../lib/work.ts';

/** Milliseconds of silence after which the client gets a sign of life. */
const SILENCE_MS = 500;

/** The turns of one push. */
export class Attendance {
  /** What was done so far; a push ends with its limits, not with a budget. */
  readonly work = new WorkBudget(Number.POSITIVE_INFINITY);
  readonly #turns: Turns;
  #heardAt = Date.now();

  /** `gone` is aborted once the client has gone. */
  constructor(gone: AbortSignal | undefined) {
    this.#turns = new Turns(this.work, async () => {
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (gone?.aborted) throw new Cancelled();
    });
  }

  /** Whether a slice of work was done since the last turn. */
  get isDue(): boolean {
    return this.#turns.isDue;
  }

  /** Lets others in; yields an empty text when the client is to hear something. Throws `Cancelled` when it has gone. */
  async *take(): AsyncGenerator<string, void> {
    await this.#turns.take();
    if (!hasPassed(SILENCE_MS, this.#heardAt)) return;
    this.#heardAt = Date.now();
    yield '';
  }

  /** Does all steps in turns. */
  async *all<Result>(steps: Steps<Result>): AsyncGenerator<string, Result> {
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      if (this.isDue) yield* this.take();
    }
  }
}
