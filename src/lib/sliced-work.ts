/** Long work that other calls come in between of: it counts what it does, may be paused between steps, and ends with its budget. */

/** Work that is done in steps; it may be paused wherever it yields. */
export type Steps<Result> = Generator<void, Result, void>;

/** How much work was done, and how much may be. A unit is about a microsecond of work. */
export class WorkBudget {
  readonly #most: number;
  #spent = 0;

  /** At most `most` units; what is begun is finished, so that a little more may be spent. */
  constructor(most: number) {
    this.#most = most;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Whether everything was spent: then work is to end with what it has. */
  get isSpent(): boolean {
    return this.#spent >= this.#most;
  }

  spend(units: number): void {
    this.#spent += units;
  }
}

/** Units between two pauses: some 20 ms. */
const SLICE = 20_000;

/** The turns of work that is done piece by piece: after each slice of it, others are let in. */
export class Turns {
  readonly #work: WorkBudget;
  readonly #giveWay: () => Promise<unknown>;
  #mark: number;

  /** `giveWay` lets others in; it may throw to end the work. */
  constructor(work: WorkBudget, giveWay: () => Promise<unknown>) {
    this.#work = work;
    this.#giveWay = giveWay;
    this.#mark = work.spent;
  }

  /** Whether a slice was done since the last turn. */
  get isDue(): boolean {
    return this.#work.spent - this.#mark >= SLICE;
  }

  /** Lets others in. */
  async take(): Promise<void> {
    await this.#giveWay();
    this.#mark = this.#work.spent;
  }
}

/** Does all steps at once, for callers that nobody waits beside. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does all steps; after each slice of work it waits for `giveWay`, which lets other calls in. */
export async function inSlices<Result>(
  steps: Steps<Result>,
  budget: WorkBudget,
  giveWay: () => Promise<unknown>,
): Promise<Result> {
  const turns = new Turns(budget, giveWay);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (turns.isDue) await turns.take();
  }
}
