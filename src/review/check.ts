/** What every check of a review is: findings out of both sides of a change, in counted work. */
import type { OnProgress } from '../lib/work.ts';
import type { CheckName, Finding, Omission } from './finding.ts';
import type { Subject } from './source.ts';

/** What a check found, and what it did not look at. */
export interface CheckReport {
  readonly findings: readonly Finding[];
  /** Rules, functions or files that were checked. */
  readonly executed: number;
  readonly omitted: readonly Omission[];
  readonly warnings: readonly string[];
}

/** A check. Throws `ToolFailure` for input of the caller's that is at fault, and `Cancelled`. */
export interface ReviewCheck<Report extends CheckReport = CheckReport> {
  readonly name: CheckName;
  run(subject: Subject, onProgress: OnProgress): Promise<Report>;
}
