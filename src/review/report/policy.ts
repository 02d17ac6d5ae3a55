/** What is reported of all that was found, and whether the change should be stopped for it. */
import { SEVERITIES, type Severity } from '../finding.ts';
import type { ReportedFinding } from './merge.ts';
import { named as namedTexts } from './named.ts';

/** What the caller wants to see, and to be stopped for: options of `review_diff` in the context-engine document. */
export interface Policy {
  readonly confidenceThreshold: number;
  readonly maxFindings: number;
  /** All when absent. */
  readonly categories?: readonly string[];
  readonly failOnSeverity?: Severity;
  /** Ids of invariants. */
  readonly failOnInvariantIds: readonly string[];
  /** Whether a function that behaves differently stops the change, whatever it is for. */
  readonly failOnBehaviour?: boolean;
  /** Ids of findings that were looked at and dismissed; rules work, too. */
  readonly allowlist: readonly string[];
}

/** A finding that is held back, without what it says. */
export type HeldFinding = Pick<ReportedFinding, 'rule' | 'file' | 'line' | 'confidence'>;

/** What is reported. */
export interface PolicyVerdict {
  /** The first {@link Policy.maxFindings} of all that passed. */
  readonly findings: readonly ReportedFinding[];
  /** Of all that passed. */
  readonly total: number;
  readonly bySeverity: Readonly<Record<Severity, number>>;
  readonly byCategory: Readonly<Record<string, number>>;
  readonly shouldFail: boolean;
  readonly failReasons: readonly string[];
  /** What did not pass, and why. */
  readonly held: {
    readonly dismissed: number;
    readonly unsure: number;
    /** The first {@link MOST_UNSURE} of those, by what and where they are. */
    readonly unsureFindings: readonly HeldFinding[];
    readonly otherCategory: number;
    readonly overLimit: number;
  };
}

/** Fail reasons that name findings name so many. */
const NAMED = 5;
/** Findings that are held back and named. */
const MOST_UNSURE = 10;

/** Judges findings, which are in the order in which they are shown. What is dismissed, unsure or of another category never fails. */
export function judge(
  findings: readonly ReportedFinding[],
  policy: Policy,
  different: readonly string[],
): PolicyVerdict {
  const { confidenceThreshold, maxFindings, categories, allowlist } = policy;
  const dismissed = new Set(allowlist);
  const open = findings.filter(({ id, rule }) => !dismissed.has(id) && !dismissed.has(rule));
  const sure = open.filter(({ confidence }) => confidence >= confidenceThreshold);
  const passed = sure.filter(({ category }) => categories === undefined || categories.includes(category));
  const failReasons = [...reasonsToFail(passed, policy)];
  if (policy.failOnBehaviour === true && different.length > 0) failReasons.push(describeDifferent(different));
  return {
    findings: passed.slice(0, maxFindings),
    total: passed.length,
    bySeverity: countBySeverity(passed),
    byCategory: countByCategory(passed),
    shouldFail: failReasons.length > 0,
    failReasons,
    held: {
      dismissed: findings.length - open.length,
      unsure: open.length - sure.length,
      unsureFindings: open
        .filter((finding) => finding.confidence < confidenceThreshold)
        .slice(0, MOST_UNSURE)
        .map(({ rule, file, line, confidence }) => ({ rule, file, line, confidence })),
      otherCategory: sure.length - passed.length,
      overLimit: Math.max(0, passed.length - maxFindings),
    },
  };
}

/** How many functions behave differently, and which. */
export function describeDifferent(different: readonly string[]): string {
  const [verb, noun] = different.length === 1 ? ['behaves', 'function'] : ['behave', 'functions'];
  return `${different.length} ${noun} ${verb} differently: ${namedTexts(different)}`;
}

function reasonsToFail(
  findings: readonly ReportedFinding[],
  { failOnSeverity, failOnInvariantIds }: Policy,
): readonly string[] {
  const reasons: string[] = [];
  if (failOnSeverity !== undefined) {
    const worst = SEVERITIES.slice(0, SEVERITIES.indexOf(failOnSeverity) + 1);
    const bad = findings.filter(({ severity }) => worst.includes(severity));
    if (bad.length > 0) reasons.push(`${bad.length} of severity ${failOnSeverity} or worse: ${named(bad)}`);
  }
  for (const invariant of new Set(failOnInvariantIds)) {
    const rule = `invariant/${invariant}`;
    const bad = findings.filter((finding) => [finding, ...finding.also].some((each) => each.rule === rule));
    if (bad.length > 0) reasons.push(`Invariant ${invariant} is broken: ${named(bad)}`);
  }
  return reasons;
}

function named(findings: readonly ReportedFinding[]): string {
  const places = findings.slice(0, NAMED).map(({ file, line, title }) => `${file}:${line} ${title}`);
  if (findings.length > NAMED) places.push(`and ${findings.length - NAMED} more`);
  return places.join('; ');
}

function countBySeverity(findings: readonly ReportedFinding[]): Record<Severity, number> {
  const counts = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

function countByCategory(findings: readonly ReportedFinding[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { category } of findings) counts.set(category, (counts.get(category) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted());
}
