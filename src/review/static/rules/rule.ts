/** Rules as their files say them. */
import type { PatternRule } from '../../../syntax/api.ts';
import type { Severity } from '../../finding.ts';

/** A rule that can be run. */
export interface Rule extends PatternRule {
  readonly severity: Severity;
  /** With metavariables to be filled in. */
  readonly message: string;
  /** What is to stand in place of a match, with metavariables. */
  readonly fix?: string;
  /** Globs of paths; of no `include`, every path. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** From `metadata`, where it says one. */
  readonly category?: string;
  /** From 0 to 1: as `metadata` says it, HIGH 0.9, MEDIUM 0.7, LOW 0.5; 0.8 where it does not. */
  readonly confidence: number;
  /** What to do, where it stands apart from the message. */
  readonly recommendation?: string;
  readonly source: RuleSource;
}

/** Where a rule stands. */
export interface RuleSource {
  /** Path of its file. */
  readonly file: string;
  readonly line: number;
}

/** A rule, or a part of a file of rules, that is not run. */
export interface RuleProblem {
  /** Absent when it has no id, or the file cannot be read. */
  readonly rule?: string;
  readonly file: string;
  readonly line: number;
  readonly why: string;
}

/** Rules, and what of their files is not run. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  readonly problems: readonly RuleProblem[];
}
