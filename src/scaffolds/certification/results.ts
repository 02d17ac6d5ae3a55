/** What tests of a model found, and what follows from it. */
import { z } from 'zod';
import type { Usage } from '../../models/api.ts';
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
  /** Why the steps that were given have no verdict. */
  readonly steps_unchecked?: string;
  /** As the provider reports them. */
  readonly tokens?: { readonly input: number; readonly output: number };
}

const count = z.number().min(0);

/** The schema of {@link TestResult}, for results that were stored. */
export const testResultSchema = z.object({
  id: z.string(),
  scaffold: z.string(),
  tier: z.enum(['simple', 'standard', 'edge']),
  passed: z.boolean(),
  message: z.string(),
  response: z.unknown(),
  error: z.string().exactOptional(),
  trace: z
    .object({
      score: count,
      right_steps: count,
      needed_steps: count,
      first_wrong: count.exactOptional(),
      message: z.string(),
    })
    .exactOptional(),
  steps_unchecked: z.string().exactOptional(),
  tokens: z.object({ input: count, output: count }).exactOptional(),
}) satisfies z.ZodType<TestResult>;

/** An answer to a test case, made anywhere. */
export interface GivenAnswer {
  /** A value of JSON, or a text with the answer in it. */
  readonly answer: unknown;
  /** The steps, if there are any. */
  readonly trace?: unknown;
}

/** A test that has no answer. */
export function failedResult(
  { id, scaffold, tier }: Pick<TestCase, 'id' | 'scaffold' | 'tier'>,
  error: string,
): TestResult {
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
  /** The pass rate of the tests with a trace, less the mean of their scores. */
  readonly answerGap?: number;
}

/** The results by scaffold, in the order in which these come first. */
export function sumUp(results: readonly TestResult[]): readonly ScaffoldResults[] {
  return [...Map.groupBy(results, ({ scaffold }) => scaffold)].map(([scaffold, own]) => {
    const share = shareOfResults(own);
    const traced = own.filter(({ trace }) => trace !== undefined);
    const traceScore = traced.reduce((sum, { trace }) => sum + (trace?.score ?? 0), 0) / traced.length;
    const ofTier = (tier: Tier) => shareOfResults(own.filter((each) => each.tier === tier));
    return {
      scaffold,
      results: own,
      status: statusOf(share.rate),
      share,
      byTier: { simple: ofTier('simple'), standard: ofTier('standard'), edge: ofTier('edge') },
      ...(traced.length > 0 && { traceScore, answerGap: shareOfResults(traced).rate - traceScore }),
    };
  });
}

/** Of tests that passed. */
export function shareOfResults(results: readonly TestResult[]): Share {
  return shareOf(results.filter(({ passed }) => passed).length, results.length);
}

/** Tokens of all tests of which they are known. */
export function usageOf(results: readonly TestResult[]): (Usage & { readonly tests: number }) | undefined {
  const counted = results.flatMap(({ tokens }) => tokens ?? []);
  if (counted.length === 0) return undefined;
  return {
    input: counted.reduce((sum, each) => sum + each.input, 0),
    output: counted.reduce((sum, each) => sum + each.output, 0),
    tests: counted.length,
  };
}
