/** What came of a check. */
import type { CheckResult } from '../checks.ts';

export type CheckFinding = Pick<CheckResult, 'outcome' | 'basis' | 'evidence'>;

/** Names that evidence lists. */
const MOST_NAMED = 5;

/** Nothing is decided, since something stood in the way. */
export function undecided(evidence: string): CheckFinding {
  return { outcome: 'undecided', evidence };
}

/** Paths and the like in a line, sentences with a space between them: the first ones, and how many more there are. */
export function named(names: readonly string[], between = ', '): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${names.slice(0, MOST_NAMED).join(between)}${more}`;
}
