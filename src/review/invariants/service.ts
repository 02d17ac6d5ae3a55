/** What `check_invariants` asks the Worker of reviews, and gets. */
import type { Finding, Omission } from '../finding.ts';
import type { ChangeRequest, ReviewScope } from '../service.ts';
import type { RulesSource } from './load.ts';

/** Asks whether a change breaks a team's rules. */
export interface InvariantsRequest extends ReviewScope {
  readonly change: ChangeRequest;
  /** Patterns as in `.gitignore`: only these files are checked; empty: all. */
  readonly paths: readonly string[];
  readonly rules: RulesSource;
}

/** What came of it. */
export interface InvariantsReport {
  readonly findings: readonly Finding[];
  /** Rules. */
  readonly executed: number;
  readonly omitted: readonly Omission[];
  readonly warnings: readonly string[];
}
