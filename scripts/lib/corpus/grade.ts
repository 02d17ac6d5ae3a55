/** What an answer is worth, given the known verdict. */
import type { Analysis } from './branches.ts';
import type { Case, Decider } from './cases.ts';

/** All grades, best first; `not offered`: the server has no such tool. */
export const GRADES = ['agrees', 'wrong proof', 'false alarm', 'unknown', 'timeout', 'error', 'not offered'] as const;

/** One of {@link GRADES}. */
export type Grade = (typeof GRADES)[number];

/** What the server said to one case. */
export interface Answer {
  /** The tool's status, or `error` when it gave none. */
  readonly status: string;
  readonly message: string;
  /** The calls that are claimed to fail. */
  readonly inputs: readonly string[];
  /** What stood in the way, first reason first. */
  readonly reasons: readonly { readonly line?: number; readonly construct: string; readonly message: string }[];
  /** What analyze_branches says. */
  readonly analysis?: Analysis;
  /** Seconds from request to answer. */
  readonly seconds: number;
}

/** A case with its answer and grade; without an answer it was not asked. */
export interface Result {
  readonly example: Case;
  readonly grade: Grade;
  readonly answer?: Answer;
}

/** Grades one status. Throws when the case expects a verdict that its tool does not have. */
export function gradeOf(decider: Decider, expected: unknown, status: string): Grade {
  const { proof, refutation } = decider;
  if (expected !== proof && expected !== refutation) {
    throw new Error(`A case expects ${JSON.stringify(expected)}; known are ${proof} and ${refutation}.`);
  }
  if (status === expected) return 'agrees';
  if (status === proof) return 'wrong proof';
  if (status === refutation) return 'false alarm';
  return status === 'unknown' || status === 'timeout' ? status : 'error';
}
