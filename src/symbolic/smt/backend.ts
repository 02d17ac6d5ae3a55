/** The SMT solver as the engine needs it; whoever starts the engine provides one. */

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
   * when it is satisfiable. The answer depends on nothing but the arguments.
   */
  check(script: string, values: readonly string[], fuel: number): BackendAnswer;
}
