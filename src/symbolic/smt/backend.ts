/** The SMT solver as the engine needs it; whoever starts the engine provides one. */
import type { Pace } from '../../lib/pace.ts';

/** What the solver says to a script. */
export interface BackendAnswer {
  readonly status: 'sat' | 'unsat' | 'unknown';
  /** The answer to `get-value`, an s-expression; '' unless `sat` and values were asked for. */
  readonly values: string;
  /** Why it is unknown; '' otherwise. */
  readonly reason: string;
  /** Units of work spent, never more than were given. */
  readonly fuel: number;
}

export interface SmtBackend {
  /**
   * Decides one self-contained SMT-LIB 2.6 script of declarations and assertions, without `check-sat`, and reads `values`
   * when it is satisfiable. The answer depends on nothing but these and `fuel`.
   * @param pace is kept to while others have their turn and while it works. Throws Cancelled
   */
  check(script: string, values: readonly string[], fuel: number, pace: Pace): Promise<BackendAnswer>;
  /** Waits until a solver is free for questions that are answered at once. */
  turn(pace: Pace): Promise<Turn>;
}

/** A solver that is held, to be given back without a wait. */
export interface Turn {
  /** As {@link SmtBackend.check}; undefined where that takes more fuel than `most`, which is then for it to do. */
  checkAtOnce(script: string, values: readonly string[], fuel: number, most: number): BackendAnswer | undefined;
  end(): void;
}
