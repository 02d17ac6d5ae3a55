/** What the engine of scaffolds is asked, and what it answers. Methods throw `ToolFailure` for what the caller can act on. */
import type { AnyAnswer } from './answers/shape.ts';
import type { Dataset } from './certification/formats.ts';
import type { Estimate, SuiteRequest } from './certification/service.ts';
import type { Attempt, Episode, EpisodeWish, Grade } from './environment/service.ts';
import type { Category, Tier } from './scaffold.ts';
import type { TraceVerdict } from './trace.ts';

/** A scaffold in a list. */
export interface ScaffoldOverview {
  readonly name: string;
  readonly title: string;
  readonly category: Category;
  readonly aliases: readonly string[];
  readonly purpose: string;
}

/** A field of an answer. */
export interface AnswerField {
  readonly name: string;
  /** In words, such as `a list of names`. */
  readonly type: string;
  readonly says: string;
  readonly required: boolean;
}

/** A whole scaffold. */
export interface ScaffoldDocument extends ScaffoldOverview {
  readonly checks: string;
  /** JSON schema of its input. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly answer: readonly AnswerField[];
  /** How its steps are written. */
  readonly trace: {
    readonly says: string;
    readonly fields: readonly AnswerField[];
    /** A right trace of the example. */
    readonly example: readonly AnyAnswer[];
  };
  /** Its first simple test case, and a right answer. */
  readonly example: TestCase;
  /** All of it as a text to work by, in Markdown. */
  readonly text: string;
}

/** A test case, as the contract has it (scaffold-verification.md, "TestCase"). */
export interface TestCase {
  readonly id: string;
  readonly scaffold: string;
  readonly tier: Tier;
  readonly task: string;
  readonly input: object;
  /** One right answer; for most inputs there are others. */
  readonly expected: AnyAnswer;
}

export interface CasesRequest {
  readonly scaffold: string;
  /** All of them when absent. */
  readonly tier?: Tier;
  /** Of each tier; as many as the contract has when absent. */
  readonly count?: number;
  readonly seed: number;
  readonly level: number;
}

/** The instance that an answer is about: a test case by its id, or an input. */
export type InstanceRequest =
  | { readonly kind: 'case'; readonly id: string }
  | { readonly kind: 'input'; readonly scaffold: string; readonly input: unknown };

/** How an answer was read. */
export type ReadAs = 'read' | 'empty' | 'refusal' | 'malformed' | 'too_long';

/** The verdict on an answer. */
export interface CheckedAnswer {
  readonly scaffold: string;
  readonly correct: boolean;
  /** 1 for a right answer, else 0. */
  readonly score: number;
  readonly message: string;
  /** The place of the first fault, such as a vertex. */
  readonly at?: string;
  readonly readAs: ReadAs;
  /** What was read of the answer. */
  readonly read?: AnyAnswer;
  /** A right answer, where it was asked for. */
  readonly expected?: AnyAnswer;
  /** Counted work of the check. */
  readonly steps: number;
}

/** The verdict on a trace. */
export interface CheckedTrace extends TraceVerdict {
  readonly scaffold: string;
  readonly readAs: 'read' | 'empty' | 'malformed' | 'too_long';
  /** Counted work of the check. */
  readonly steps: number;
}

/** What the reference found. */
export interface Solution {
  readonly scaffold: string;
  readonly task: string;
  readonly answer: AnyAnswer;
  readonly steps: number;
}

/** A solution, and the input as it was read. */
export interface SolvedInstance extends Solution {
  readonly input: object;
}

export interface ScaffoldsApi {
  list(category?: Category): Promise<readonly ScaffoldOverview[]>;
  describe(name: string): Promise<ScaffoldDocument>;
  generate(request: CasesRequest): Promise<readonly TestCase[]>;
  /** Test cases as lines of JSON in UTF-8, which are made as they are read. */
  dataset(request: CasesRequest, dataset: Dataset): Promise<ReadableStream<Uint8Array>>;
  /** `answer` is a text, or a value of JSON; `withExpected` also has the reference solve the instance. */
  check(instance: InstanceRequest, answer: unknown, withExpected: boolean): Promise<CheckedAnswer>;
  solve(instance: InstanceRequest): Promise<Solution>;
  /** `trace` is a text, or a value of JSON. */
  checkTrace(instance: InstanceRequest, trace: unknown): Promise<CheckedTrace>;
  /** A test case for training or evaluation. */
  episode(wish: EpisodeWish): Promise<Episode>;
  /** What an attempt at a test case is worth. */
  grade(id: string, attempt: Attempt): Promise<Grade>;
  /** What a certification of these tests takes. */
  estimate(suite: SuiteRequest): Promise<Estimate>;
}
