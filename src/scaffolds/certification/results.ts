/** What tests of a model found, and what follows from it. */
import { checkAnswer, checkTrace } from '../engine.ts';
import type { Tier } from '../scaffold.ts';
import type { TestCase } from '../service.ts';
import { type Share, shareOf } from './statistics.ts';

/** Statuses of the contract (scaffold-verification.md, "ScaffoldResults"), by the least pass rate. */
export const STATUSES = [
  ['CERTIFIED', 0.9],
  ['PARTIAL', 0.5],
  ['FAILED', 0],
] as const;
export type Status = (typeof STATUSES)[number][0];

/** The status of a pass rate from 0 to 1. */
export function statusOf(passRate: number): Status {
  const [status] = STATUSES.find(([, least]) => passRate >= least) ?? STATUSES[2];
  return status;
}

/** What came of one test case, as a line of a file of results has it. */
export interface TestResult {
  readonly id: string;
  readonly scaffold: string;
  readonly tier: Tier;
  readonly passed: boolean;
  /** What the checker says, or why there is no answer. */
  readonly message: string;
  /** What the model said, or the answer that was given. */
  readonly response: unknown;
  /** Why there is no answer: the test counts as wrong. */
  readonly error?: string;
  readonly trace?: {
    /** From 0 to 1. */
    readonly score: number;
    readonly right_steps: number;
    readonly needed_steps: number;
    readonly first_wrong?: number;
    readonly message: string;
  };
  /** As the provider reports them. */
  readonly tokens?: { readonly input: number; readonly output: number };
}

/** An answer to a test case, made anywhere. */
export interface GivenAnswer {
  /** A value of JSON, or a text with the answer in it. */
  readonly answer: unknown;
  /** The steps, if there are any. */
  readonly trace?: unknown;
}

/** Checks an answer. Throws `ToolFailure` for an id that is none. */
export function judgeAnswer({ id, scaffold, tier }: TestCase, { answer, trace }: GivenAnswer): TestResult {
  const { correct, message } = checkAnswer({ kind: 'case', id }, answer);
  const result = { id, scaffold, tier, passed: correct, message, response: answer };
  if (trace === undefined) return result;
  const { score, rightSteps, neededSteps, firstWrong, message: says } = checkTrace({ kind: 'case', id }, trace);
  const wrong = firstWrong === undefined ? {} : { first_wrong: firstWrong.number };
  return { ...result, trace: { score, right_steps: rightSteps, needed_steps: neededSteps, ...wrong, message: says } };
}

/** A test that has no answer. */
export function failedResult({ id, scaffold, tier }: TestCase, error: string): TestResult {
  return { id, scaffold, tier, passed: false, message: 'There is no answer.', response: null, error };
}

/** All results of a scaffold. */
export interface ScaffoldResults {
  readonly scaffold: string;
  readonly results: readonly TestResult[];
  readonly status: Status;
  readonly share: Share;
  readonly byTier: Readonly<Record<Tier, Share>>;
  /** The mean of the scores of traces; absent when there is none. */
  readonly traceScore?: number;
}

/** The results by scaffold, in the order in which these come first. */
export function sumUp(results: readonly TestResult[]): readonly ScaffoldResults[] {
  return [...Map.groupBy(results, ({ scaffold }) => scaffold)].map(([scaffold, own]) => {
    const share = shareOfResults(own);
    const scores = own.flatMap(({ trace }) => (trace === undefined ? [] : [trace.score]));
    const ofTier = (tier: Tier) => shareOfResults(own.filter((each) => each.tier === tier));
    return {
      scaffold,
      results: own,
      status: statusOf(share.rate),
      share,
      byTier: { simple: ofTier('simple'), standard: ofTier('standard'), edge: ofTier('edge') },
      ...(scores.length > 0 && { traceScore: scores.reduce((sum, each) => sum + each, 0) / scores.length }),
    };
  });
}

/** Of tests that passed. */
export function shareOfResults(results: readonly TestResult[]): Share {
  return shareOf(results.filter(({ passed }) => passed).length, results.length);
}
