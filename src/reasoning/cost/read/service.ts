/** What reading a function says of its cost. */
import type { Place, Unseen } from '../../service.ts';

/** Kinds of what costs more than it seems, the worst first. */
export const ISSUE_KINDS = [
  'exponential recursion',
  'regular expression that backtracks',
  'query in a loop',
  'I/O in a loop',
  'search in a loop',
  'growing copy in a loop',
  'shift in a loop',
  'copy in a loop',
  'sort in a loop',
  'repeated call',
  'loop in a loop',
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
  /** `name`: a call on the way there, or the kind of what it is about, is believed by its name alone. */
  readonly certainty: 'exact' | 'name';
}

/** What reading says. */
export interface CostReading {
  /** An upper bound by the rules of the derivation, such as `n` or `n² log n`; absent where a loop or call has none that is known. */
  readonly class?: string;
  /** Whether the bound rests on calls that are believed by their names alone. */
  readonly isByName: boolean;
  /** How the class comes about, the outermost step first. */
  readonly derivation: readonly string[];
  /** The worst first. */
  readonly issues: readonly CostIssue[];
  /** Functions that were read. */
  readonly functions: readonly string[];
  readonly unseen: readonly Unseen[];
}
