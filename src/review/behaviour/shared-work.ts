/** Work that the functions of one request share. */
import type { Work } from '../../symbolic/api.ts';

/** Seconds that the last of them are given at least, whatever is left. */
const LEAST_SECONDS = 1;
/** Seconds that a request counts for whatever it does: its modules are read, and loaded. */
const SECONDS_OF_ONE = 0.5;
/** Runs on CPython that count for a second; fuel has none of those that end well. */
const RUNS_PER_SECOND = 500;

/** Counted work, in the seconds by which requests to the symbolic engine scale theirs. */
export class SharedWork {
  readonly #ofOne: number;
  #left: number;

  /** `ofOne`: seconds that one request takes at most. */
  constructor(seconds: number, ofOne: number) {
    this.#left = seconds;
    this.#ofOne = ofOne;
  }

  /** Whether nothing is left. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Asks with so many seconds as one request takes, or are left; takes what was used. */
  async spend<Answer extends { readonly work?: Work }>(ask: (seconds: number) => Promise<Answer>): Promise<Answer> {
    const seconds = Math.max(LEAST_SECONDS, Math.min(this.#ofOne, Math.ceil(this.#left)));
    const answer = await ask(seconds);
    const { fuelUsed, fuelBudget, replays } = answer.work ?? { fuelUsed: 0, fuelBudget: 1, replays: 0 };
    this.#left -= SECONDS_OF_ONE + replays / RUNS_PER_SECOND + (seconds * fuelUsed) / fuelBudget;
    return answer;
  }
}
