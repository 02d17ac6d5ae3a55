/** What is known of the sides of a function's decisions, as it is found out. */
import type { Branch, BranchSide } from '../service.ts';
import type { ClosedSides } from './closed-sides.ts';
import type { Decision } from './decisions.ts';

/** The example of a reachable side. */
export type Example = Extract<BranchSide, { kind: 'reachable' }>['example'];

/** A side of which nothing is known yet. */
export interface OpenSide {
  readonly decision: Decision;
  /** Index of the decision. */
  readonly index: number;
  readonly side: boolean;
}

/** Examples by side, and the sides that are closed. */
export class Sides {
  readonly #decisions: readonly Decision[];
  readonly #closed: ClosedSides;
  readonly #examples = { true: new Map<number, Example>(), false: new Map<number, Example>() };

  /** @param closed is added to by whoever proves that a side is never taken */
  constructor(decisions: readonly Decision[], closed: ClosedSides) {
    this.#decisions = decisions;
    this.#closed = closed;
  }

  /** Keeps the first example of a side. */
  see(index: number, side: boolean, example: Example): void {
    const examples = this.#examples[`${side}`];
    if (!examples.has(index)) examples.set(index, example);
  }

  /** The sides that are neither seen nor closed, in the order of the source. */
  get open(): readonly OpenSide[] {
    return this.#decisions.flatMap((decision, index) =>
      [true, false]
        .filter((side) => this.#sideOf(index, side).kind === 'undecided')
        .map((side) => ({ decision, index, side })),
    );
  }

  /** Whether there is an example of the side. */
  isSeen(index: number, side: boolean): boolean {
    return this.#examples[`${side}`].has(index);
  }

  /** All decisions with what is known of them. */
  get branches(): readonly Branch[] {
    return this.#decisions.map(({ kind, line, condition }, index) => ({
      line,
      kind,
      condition,
      whenTrue: this.#sideOf(index, true),
      whenFalse: this.#sideOf(index, false),
    }));
  }

  #sideOf(index: number, side: boolean): BranchSide {
    const example = this.#examples[`${side}`].get(index);
    if (example !== undefined) return { kind: 'reachable', example };
    const decision = this.#decisions[index];
    const isClosed = decision !== undefined && this.#closed.has(decision.node, side);
    return { kind: isClosed ? 'unreachable' : 'undecided' };
  }
}
