/** What the check of tests asks of others, and what it tells. */
import type { OnProgress } from '../../lib/work.ts';
import type { RecordRequest, TestsOutcome } from '../../python/api.ts';
import type { CheckReport } from '../check.ts';

/** A function that the change touches, as it is after it. */
export interface ChangedFunction {
  readonly file: string;
  /** With its scopes, dots between. */
  readonly name: string;
  readonly line: number;
  /** Changed lines in it, in order. */
  readonly lines: readonly number[];
}

/** A test that calls a function, directly or through others. */
export interface ReachingTest {
  /** As pytest names it: `tests/test_a.py::TestB::test_c`; the file alone, of a test without a name. */
  readonly id: string;
  readonly file: string;
  readonly name: string;
}

/** Answers who calls. */
export interface Reach {
  /**
   * Functions of files of tests that lead to one. `approximate`: calls on the way are known by name only, so that some may be others';
   * undefined when the index does not know the function.
   */
  testsOf(
    name: string,
    file: string,
  ): Promise<
    { readonly tests: readonly ReachingTest[]; readonly approximate: boolean; readonly complete: boolean } | undefined
  >;
  /** Files of tests that have a word, those that have it in most lines first; a test may reach a function that it only names. */
  filesNaming(word: string): Promise<readonly string[]>;
}

/** Asks for a run of tests. */
export interface TestsToRun {
  readonly commit: string;
  /** Files that are other than in the commit; null for one that is not there. */
  readonly changed: ReadonlyMap<string, string | null>;
  readonly tests: readonly string[];
  /** Functions whose calls are recorded. */
  readonly record?: RecordRequest;
  /** Seconds as the sandbox counts them, after which no further test begins. */
  readonly seconds: number;
}

/** Runs tests in an empty sandbox. */
export interface TestRunner {
  /** What it supplies to sandboxes, in sentences. */
  readonly supplied?: readonly string[];
  /** Throws `Cancelled` once `onProgress` says that the caller has gone. */
  run(request: TestsToRun, onProgress: OnProgress): Promise<TestsOutcome>;
}

/** What is known of one changed function. */
export interface FunctionReach extends ChangedFunction {
  /** Tests that reach it, by id. */
  readonly tests: readonly string[];
  readonly approximate: boolean;
  /** Files of tests that name it, where no test is known to reach it. */
  readonly namedIn: readonly string[];
}

/** A mutant that no test noticed. */
export interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly function: string;
  readonly before: string;
  readonly after: string;
}

/** What mutants came to. */
export interface MutantFacts {
  readonly made: number;
  /** A test failed by them. */
  readonly killed: number;
  /** Proved to do the same as the original. */
  readonly equivalent: number;
  /** Their tests did not all run to an end: nothing is known of them. */
  readonly undecided: number;
  readonly survivors: readonly Survivor[];
}

/** The report of the check. */
export interface TestsReport extends CheckReport {
  readonly functions: readonly FunctionReach[];
  /** Absent when nothing was run. */
  readonly run?: { readonly tests: number; readonly failBoth: readonly string[]; readonly flaky: readonly string[] };
  readonly mutants?: MutantFacts;
  /** A line each. */
  readonly changes: readonly string[];
}
