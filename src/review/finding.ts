/** What a review says is wrong, and what it rests on. Field names follow `review_diff` of the context-engine document. */

/** From the worst on. */
export const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What findings are about; a team's own rules may name others. */
export const CATEGORIES = [
  'correctness',
  'security',
  'performance',
  'maintainability',
  'reliability',
  'compatibility',
  'testing',
  'style',
] as const;

/** Which kind of work found it. */
export const CHECKS = [
  'preflight',
  'invariants',
  'secrets',
  'surface',
  'behaviour',
  'tests',
  'static',
  'model',
] as const;
export type CheckName = (typeof CHECKS)[number];

/** What a finding rests on: something that anybody can look at again. */
export interface Evidence {
  readonly kind: 'line' | 'run' | 'proof' | 'reference' | 'rule' | 'quote';
  readonly text: string;
  /** Where it stands; on the side `before` for what the change took away. */
  readonly file?: string;
  readonly line?: number;
  readonly side?: 'before' | 'after';
}

/** A finding as a check reports it. */
export interface Finding {
  readonly check: CheckName;
  /** Of the rule, stable between versions, such as `secret/github_token`, `ruff/F821` or `invariant/SEC001`. */
  readonly rule: string;
  readonly severity: Severity;
  readonly category: string;
  /** From 0 to 1, by the kind of evidence: see docs/review.md. */
  readonly confidence: number;
  readonly title: string;
  readonly description: string;
  /** Path after the change; before it, of what was deleted. */
  readonly file: string;
  /** 1-based, in the file after the change; of what was deleted, the line before it, with `side`. */
  readonly line: number;
  readonly side?: 'before';
  /** Last line, of a finding about several. */
  readonly lineEnd?: number;
  readonly snippet?: string;
  readonly impact: string;
  readonly recommendation: string;
  /** A unified diff against the version after the change, which `git apply` takes. */
  readonly suggestedPatch?: string;
  readonly evidence: readonly Evidence[];
  /** Why it is about no changed line, where it is not. */
  readonly offDiff?: string;
  /** A pytest module that passes before the change and fails after it. */
  readonly test?: string;
  /**
   * What tells it from others of its rule in its file, wherever its lines move: normally the text of the line. Findings of equal rule, file and
   * identity are numbered in the order of their lines.
   */
  readonly identity: string;
}

/** Something that was not looked at, or not to its end. */
export interface Omission {
  /** Such as a path, a function or an analyzer. */
  readonly what: string;
  readonly why: string;
  readonly check?: CheckName;
}
