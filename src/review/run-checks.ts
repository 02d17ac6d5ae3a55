/** Runs checks one after another; one that is lost or fails by itself is told of, and ends no other. */

import { kindOf } from '../lib/error-types.ts';
import { asToolFailure, internalError } from '../lib/errors.ts';
import { Cancelled, type OnProgress, proceed } from '../lib/work.ts';
import type { CheckReport, ReviewCheck } from './check.ts';
import type { CheckName } from './finding.ts';
import { maskFindings } from './mask-findings.ts';
import type { Subject } from './source.ts';

/** What a check reports, with what it wants to be known beside its findings. */
export interface ToldReport extends CheckReport {
  /** What changed without being wrong, a line each. */
  readonly changes?: readonly string[];
  /** Functions that were shown to behave differently, with their places. */
  readonly different?: readonly string[];
}

/** A check that ran. */
export interface Stage {
  readonly check: CheckName;
  /** Rules, functions or files; see {@link CheckReport}. */
  readonly executed: number;
  /** Milliseconds; 0 where no clock runs while work is done. */
  readonly ms: number;
}

/** What all of them report. */
export interface ChecksReport extends ToldReport {
  readonly changes: readonly string[];
  readonly different: readonly string[];
  readonly stages: readonly Stage[];
  /** Checks that were lost or failed by themselves: what they would have found is missing. */
  readonly lost: readonly CheckName[];
}

/** When a check is tried again: an engine was lost over it, or it failed by itself. */
export interface TriesAgain {
  readonly lost: boolean;
  readonly failed: boolean;
}

/** Milliseconds since some moment. */
export type Clock = () => number;

/**
 * Runs all checks; secrets in what they quote are masked. Throws `ToolFailure` for the caller's faults, and `Cancelled`; also what a check was lost to, or failed by,
 * where `triesAgain` says that the caller makes the call again.
 */
export async function runChecks(
  checks: readonly ReviewCheck<ToldReport>[],
  subject: Subject,
  onProgress: OnProgress,
  now: Clock,
  triesAgain: TriesAgain = { lost: false, failed: false },
): Promise<ChecksReport> {
  const reports: ToldReport[] = [];
  const stages: Stage[] = [];
  const lost: CheckName[] = [];
  for (const [done, check] of checks.entries()) {
    const { name } = check;
    const total = checks.length;
    await proceed(onProgress, { done, total, message: name });
    const started = now();
    const { report, isLost } = await guarded(check, subject, triesAgain, (step) => {
      const share = step.total === undefined ? 0 : Math.min(step.done / step.total, 1);
      return onProgress({ done: done + 0.99 * share, total, message: `${name}: ${step.message}` });
    });
    reports.push(report);
    if (isLost) lost.push(name);
    stages.push({ check: name, executed: report.executed, ms: now() - started });
  }
  return {
    findings: maskFindings(reports.flatMap(({ findings }) => findings)),
    executed: reports.reduce((sum, { executed }) => sum + executed, 0),
    omitted: reports.flatMap(({ omitted }) => omitted),
    warnings: [...new Set(reports.flatMap(({ warnings }) => warnings))],
    changes: reports.flatMap(({ changes = [] }) => changes),
    different: reports.flatMap(({ different = [] }) => different),
    stages,
    lost,
  };
}

async function guarded(
  check: ReviewCheck<ToldReport>,
  subject: Subject,
  triesAgain: TriesAgain,
  onProgress: OnProgress,
): Promise<{ readonly report: ToldReport; readonly isLost: boolean }> {
  try {
    return { report: await check.run(subject, onProgress), isLost: false };
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    const failure = asToolFailure(error)?.failure;
    if (failure === undefined ? triesAgain.failed : triesAgain.lost) throw error;
    if (failure !== undefined && !kindOf(failure.errorType).retryable) throw error;
    const why =
      failure === undefined ? internalError(error, `review, ${check.name}`).message : `${failure.message} Ask again.`;
    const omitted = [{ what: check.name, why, check: check.name }];
    return { report: { findings: [], executed: 0, omitted, warnings: [] }, isLost: true };
  }
}
