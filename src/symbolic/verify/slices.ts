/** Feasibility questions in slices of work, between which others have their turn. */
import type { Pace } from '../../lib/pace.ts';
import type { Feasibility } from '../machine/machine.ts';
import type { Turn } from '../smt/backend.ts';
import type { OpenQuestion, Solver, Verdict } from '../smt/solver.ts';
import type { BoolTerm } from '../terms/term.ts';

/** Fuel one feasibility question may take: undecided counts as feasible, so little is lost. */
const QUESTION_FUEL = 20_000_000;

/** Milliseconds of a slice, where the clock moves while work is done. */
const SLICE_MS = 50;

/** Thrown when a slice of work is spent: exploration starts anew and finds every answer so far remembered. */
export class SliceSpent extends Error {
  override readonly name = 'SliceSpent';
}

/**
 * Answers feasibility from the solver and remembers the answers. The executor is synchronous; it is interrupted by
 * {@link SliceSpent} and run again, which is cheap because only new questions cost solver work.
 */
export class SlicedFeasibility implements Feasibility {
  readonly #solver: Solver;
  readonly #sliceFuel: number;
  readonly #answers = new Map<string, boolean>();
  #slice: { readonly turn: Turn; readonly fuel: number; readonly begun: number } | undefined;
  /** When the slice came to its first new question. */
  #cameToNew: number | undefined;
  #open: { readonly key: string; readonly question: OpenQuestion } | undefined;

  /** @param sliceFuel solver fuel after which the next new question ends the slice */
  constructor(solver: Solver, sliceFuel: number) {
    this.#solver = solver;
    this.#sliceFuel = sliceFuel;
  }

  /** Begins a slice, with the solver that is held for it. */
  startSlice(turn: Turn): void {
    this.#slice = { turn, fuel: this.#solver.budget.fuel, begun: performance.now() };
    this.#cameToNew = undefined;
  }

  /** Finds out what the slice has left open, if it ended in a question that takes longer. */
  async settle(pace: Pace): Promise<void> {
    if (this.#open === undefined) return;
    const { key, question } = this.#open;
    this.#open = undefined;
    this.#answers.set(key, isPossible(await question.settle(pace)));
  }

  isFeasible(conjunction: readonly BoolTerm[]): boolean {
    const key = conjunction.map((member) => member.id).join();
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    if (this.#slice === undefined) throw new Error('A question came up outside of a slice.');
    if (this.#isSpent(this.#slice)) throw new SliceSpent('a slice of work is spent');
    const verdict = this.#solver.checkAtOnce(conjunction, this.#slice.turn, { fuel: QUESTION_FUEL });
    if (verdict.status === 'open') {
      this.#open = { key, question: verdict };
      throw new SliceSpent('a question takes longer');
    }
    const answer = isPossible(verdict);
    this.#answers.set(key, answer);
    return answer;
  }

  /** Repeating what is known may take long itself: then a slice goes on for as long again. */
  #isSpent({ fuel, begun }: { readonly fuel: number; readonly begun: number }): boolean {
    const now = performance.now();
    this.#cameToNew ??= now;
    const repeating = this.#cameToNew - begun;
    return fuel - this.#solver.budget.fuel >= this.#sliceFuel || now - this.#cameToNew >= Math.max(SLICE_MS, repeating);
  }
}

function isPossible({ status }: Verdict): boolean {
  return status !== 'unsat';
}
