/** What bounds an exploration. */

export interface Limits {
  /** Statements and expressions evaluated in all. */
  readonly steps: number;
  /** Iterations of one loop whose condition depends on the inputs. */
  readonly unrolling: number;
  /** Whether loops that run longer are described by invariants, all iterations together, instead of given up. */
  readonly isInductive: boolean;
  /** Whether the loops are those of two functions side by side, whose variables may relate to each other. */
  readonly isJoint?: boolean;
  /** Where the count of made-up values begins, whose names have to differ from those of another exploration that is compared. */
  readonly madeUpFrom?: number;
  /** Calls in progress of one function whose recursion depends on the inputs. */
  readonly recursion: number;
  /** Calls in progress in all. */
  readonly callDepth: number;
}

/** Names the work budget among the things that left something undecided. */
export const WORK_BUDGET = 'work budget';

/** Nested loops multiply the work of induction. */
export const MOST_INDUCTIONS = 40;
