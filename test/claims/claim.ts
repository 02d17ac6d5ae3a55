/** Cases with a known truth for tools that claim something, and how their answers are scored. */
import type { Planner } from '../planning/planned.ts';

/** What a tool claims of a statement; `open`: nothing. */
export type Claim = 'yes' | 'no' | 'open';

/** One statement, and whether it is true; `unknowable`: nothing that can be run or read here decides it. */
export interface ClaimCase {
  readonly name: string;
  readonly truth: 'yes' | 'no' | 'unknowable';
  /** Whether it is built to deceive: it looks otherwise than it is. */
  readonly deceives: boolean;
  /** Asks the tool; `user` is nobody else's. */
  ask(user: Planner): Promise<Claim>;
}

/** A tool with its cases, which were written before its answers to them were seen. */
export interface AuditedTool {
  readonly tool: string;
  /** What the cases say, in general. */
  readonly statement: string;
  readonly cases: readonly ClaimCase[];
}

/** How an answer counts: a `false` claim is one that is not true, or that nobody can know. */
export type Mark = 'right' | 'false' | 'missed' | 'open';

/** The mark of a claim; `open` where nothing could be known, and nothing was claimed. */
export function markOf(truth: ClaimCase['truth'], claim: Claim): Mark {
  if (claim === 'open') return truth === 'unknowable' ? 'open' : 'missed';
  return claim === truth ? 'right' : 'false';
}
