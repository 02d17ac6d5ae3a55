/** Feasibility questions in slices of work, so that the caller can be asked between them whether to go on. */
import type { Feasibility } from '../machine/machine.ts';
import type { Solver } from '../smt/solver.ts';
import type { BoolTerm } from '../terms/term.ts';

/** Fuel one feasibility question may take: undecided counts as feasible, so little is lost. */
const QUESTION_FUEL = 20_000_000;

/** Thrown when a slice of solver work is spent: exploration starts anew and finds every answer so far remembered. */
export class SliceSpent extends Error {
  override readonly name = 'SliceSpent';
}

/**
 * Answers feasibility from the solver and remembers the answers. The executor is synchronous; it is interrupted by
 * {@link SliceSpent} and run again, which is cheap because only new questions cost solver work.
 */
export class SlicedFeasibility implements Feasibility {
  readonly #solver: Solver;
  #sliceFuel: number;
  readonly #answers = new Map<string, boolean>();
  #fuelAtStart: number;

  /** @param sliceFuel solver fuel after which the next new question ends the slice */
  constructor(solver: Solver, sliceFuel: number) {
    this.#solver = solver;
    this.#sliceFuel = sliceFuel;
    this.#fuelAtStart = solver.budget.fuel;
  }

  /** Begins a slice. */
  startSlice(): void {
    this.#fuelAtStart = this.#solver.budget.fuel;
  }

  /** From now on nothing is interrupted: for the short questions after an exploration. */
  endSlices(): void {
    this.#sliceFuel = Infinity;
  }

  isFeasible(conjunction: readonly BoolTerm[]): boolean {
    const key = conjunction.map((member) => member.id).join();
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    if (this.#fuelAtStart - this.#solver.budget.fuel >= this.#sliceFuel)
      throw new SliceSpent('a slice of work is spent');
    const answer = this.#solver.check(conjunction, { fuel: QUESTION_FUEL }).status !== 'unsat';
    this.#answers.set(key, answer);
    return answer;
  }
}
