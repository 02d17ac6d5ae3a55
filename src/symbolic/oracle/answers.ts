/** The oracle of one request: it remembers what CPython has answered, and collects what it is yet to be asked. */
import type { Answer, Oracle } from '../machine/oracle.ts';

/** Questions that one request may ask. */
const MOST_QUESTIONS = 1_500;

const REFUSED: Answer = { kind: 'refused' };

/** Remembers answers, and collects the questions that have none. */
export class Answers implements Oracle {
  readonly #known = new Map<string, Answer>();
  readonly #pending = new Set<string>();
  #isClosed = false;

  answer(question: string): Answer | undefined {
    const known = this.#known.get(question);
    if (known !== undefined) return known;
    if (this.#isClosed || this.#known.size + this.#pending.size >= MOST_QUESTIONS) return REFUSED;
    this.#pending.add(question);
    return undefined;
  }

  get isWaiting(): boolean {
    return this.#pending.size > 0;
  }

  /** The questions that wait for an answer, in the order they came up. */
  get pending(): readonly string[] {
    return [...this.#pending];
  }

  remember(question: string, answer: Answer): void {
    this.#pending.delete(question);
    this.#known.set(question, answer);
  }

  /** Another one that knows the same, and asks for itself. */
  copy(): Answers {
    const copy = new Answers();
    for (const [question, answer] of this.#known) copy.#known.set(question, answer);
    copy.#isClosed = this.#isClosed;
    return copy;
  }

  /** From now on only remembered answers are given. */
  close(): void {
    this.#isClosed = true;
    this.#pending.clear();
  }
}
