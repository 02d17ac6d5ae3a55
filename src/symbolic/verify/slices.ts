/** Feasibility questions in slices of work, between which others have their turn. */
import type { Pace } from '../../lib/pace.ts';
import type { Feasibility } from '../machine/machine.ts';
import type { Turn } from '../smt/backend.ts';
import type { OpenQuestion, Solver, Verdict } from '../smt/solver.ts';
import type { BoolTerm } from '../terms/term.ts';
import type { WorkRate } from './budget.ts';

/** Fuel one feasibility question may take: undecided counts as feasible, so little is lost. */
const QUESTION_FUEL = 20_000_000;

/** Seconds' worth of new work in a slice, and of a question that is answered in it. */
const SLICE_SECONDS = 0.05;

/** The exploration that asks. */
interface Explorer {
  /** What it has done so far, in executor steps. */
  readonly work: number;
}

/** A slice, and what was done in it up to its first new question: that repeats what other slices have done. */
interface Slice {
  readonly turn: Turn;
  readonly explorer: Explorer;
  readonly isFirst: boolean;
  repeated: { readonly work: number; readonly fuel: number } | undefined;
}

/** Thrown when a slice of work is spent: exploration starts anew and finds every answer so far remembered. */
export class SliceSpent extends Error {
  override readonly name = 'SliceSpent';
}

/**
 * Answers feasibility from the solver and remembers the answers. The executor is synchronous; it is interrupted by
 * {@link SliceSpent} and run again. What is repeated is charged. A slice goes on until it has done as much that is
 * new as it repeats, so that repeating takes no more than the work itself.
 */
export class SlicedFeasibility implements Feasibility {
  readonly #solver: Solver;
  readonly #sliceFuel: number;
  readonly #fuelPerStep: number;
  readonly #answers = new Map<string, boolean>();
  #slice: Slice | undefined;
  #open: { readonly key: string; readonly question: OpenQuestion } | undefined;

  constructor(solver: Solver, { fuelPerSecond, stepsPerSecond }: WorkRate) {
    this.#solver = solver;
    this.#sliceFuel = fuelPerSecond * SLICE_SECONDS;
    this.#fuelPerStep = fuelPerSecond / stepsPerSecond;
  }

  /** Begins a slice, with the solver that is held for it. */
  startSlice(turn: Turn, explorer: Explorer): void {
    this.#slice = { turn, explorer, isFirst: this.#slice === undefined, repeated: undefined };
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
    const most = this.#atOnce(this.#slice);
    const verdict = this.#solver.checkAtOnce(conjunction, this.#slice.turn, most, { fuel: QUESTION_FUEL });
    if (verdict.status === 'open') {
      this.#open = { key, question: verdict };
      throw new SliceSpent('a question takes longer');
    }
    const answer = isPossible(verdict);
    this.#answers.set(key, answer);
    return answer;
  }

  /** The fuel that a new question may take within the slice. */
  #atOnce(slice: Slice): number {
    const work = slice.explorer.work * this.#fuelPerStep;
    if (slice.repeated === undefined) {
      if (!slice.isFirst) this.#solver.spend(work);
      slice.repeated = { work, fuel: this.#solver.budget.fuel };
    }
    const { repeated } = slice;
    const added = work - repeated.work + repeated.fuel - this.#solver.budget.fuel;
    if (added >= Math.max(this.#sliceFuel, repeated.work)) throw new SliceSpent('a slice of work is spent');
    return Math.max(this.#sliceFuel, work);
  }
}

function isPossible({ status }: Verdict): boolean {
  return status !== 'unsat';
}
