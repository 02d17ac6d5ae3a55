/** What reading a function says of its cost. */
import type { Place } from '../../service.ts';
import type { CostClass } from '../growth.ts';

/** Kinds of what costs more than it seems. */
export const ISSUE_KINDS = [
  'query in a loop',
  'I/O in a loop',
  'exponential recursion',
  'regular expression that backtracks',
  'loop in a loop',
  'search in a loop',
  'growing copy in a loop',
  'shift in a loop',
  'sort in a loop',
  'copy in a loop',
  'repeated call',
  'allocation',
] as const;
export type IssueKind = (typeof ISSUE_KINDS)[number];

/** Something that costs more than it seems. */
export interface CostIssue extends Place {
  readonly kind: IssueKind;
  /** Of which it is a part, with its scope. */
  readonly function: string;
  /** The code, on one line. */
  readonly code: string;
  readonly why: string;
  readonly advice: string;
}

/** What reading says. */
export interface CostReading {
  /** An upper bound by the rules of the derivation; absent where a loop or call has no bound that is known. */
  readonly class?: CostClass;
  /** How the class comes about, the outermost step first. */
  readonly derivation: readonly string[];
  /** The worst first. */
  readonly issues: readonly CostIssue[];
  /** Functions that were read. */
  readonly functions: readonly string[];
}
