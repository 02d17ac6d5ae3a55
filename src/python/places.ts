/** Places for sandboxes in this process: so many are alive at once, others wait in a fair order. */
import { within } from '../lib/within.ts';
import { Cancelled, type OnProgress } from '../lib/work.ts';

/**
 * Sandboxes that are alive at once. Each takes 80 to 120 MB, so that they take 1 GB at most; two or three keep the thread busy that they share,
 * and the others wait for files of their workspace.
 */
const MOST_SANDBOXES = 8;
/** Milliseconds between two reports to who waits; one that has gone is noticed as soon. */
const REPORT_MS = 500;

/** Somebody who waits for a place or has one. */
interface Ticket {
  readonly user: string;
  readonly admit: () => void;
}

/** Places that are given to who has the fewest of them, and among these to who came first: nobody's many calls delay another's first. */
export class Places {
  readonly #most: number;
  readonly #waiting = new Set<Ticket>();
  readonly #taken = new Set<Ticket>();

  constructor(most = MOST_SANDBOXES) {
    this.#most = most;
  }

  /** Resolves with what gives the place back once `user` has one. Tells `onProgress` of the wait; throws `Cancelled` when nobody waits any more. */
  async take(user: string, onProgress: OnProgress, reportMs = REPORT_MS): Promise<() => void> {
    const { promise: admitted, resolve } = Promise.withResolvers<true>();
    const ticket: Ticket = { user, admit: () => resolve(true) };
    const leave = () => {
      this.#waiting.delete(ticket);
      this.#taken.delete(ticket);
      this.#fill();
    };
    this.#waiting.add(ticket);
    this.#fill();
    try {
      // Progress has to grow, and what the sandbox reports afterwards is more.
      for (let reports = 1; ; reports++) {
        if ((await within(reportMs, admitted)) === true) return leave;
        const message = `waiting for a sandbox, ${this.#order().indexOf(ticket)} before you`;
        if (!(await onProgress({ done: reports / 1e9, message }))) throw new Cancelled();
      }
    } catch (error) {
      leave();
      throw error;
    }
  }

  #fill(): void {
    for (const ticket of this.#order().slice(0, this.#most - this.#taken.size)) {
      this.#waiting.delete(ticket);
      this.#taken.add(ticket);
      ticket.admit();
    }
  }

  /** Those who wait in the order of their turns, as far as it is known before others come and go. */
  #order(): readonly Ticket[] {
    const held = new Map<string, number>();
    const countOf = (user: string) => held.get(user) ?? 0;
    const count = (user: string) => held.set(user, countOf(user) + 1).get(user) ?? 0;
    for (const { user } of this.#taken) count(user);
    const turns = [...this.#waiting].map((ticket) => ({ ticket, turn: count(ticket.user) }));
    return turns.sort((one, other) => one.turn - other.turn).map(({ ticket }) => ticket);
  }
}

/** Those of all sandboxes in this process. */
export const places = new Places();
