/** What checks are run with. */
import type { UserId } from '../../lib/object-name.ts';
import type { OnProgress } from '../../lib/work.ts';
import type { SymbolicApi } from '../../symbolic/service.ts';
import type { SyntaxApi } from '../../syntax/service.ts';

/** Files that are other than in the commit, by path. */
export type Changed = ReadonlyMap<string, string>;

/** A test that did not pass. */
export interface FailedTest {
  /** `file::test`. */
  readonly id: string;
  /** Class of the exception. */
  readonly type: string;
  readonly message: string;
  /** File and line of the innermost frame of the repository. */
  readonly where?: readonly [string, number | null];
}

/** What a run of tests came to. */
export interface TestedRun {
  /** By `file::test`. */
  readonly outcomes: ReadonlyMap<string, string>;
  readonly failures: readonly FailedTest[];
  /** Modules that are not installed. */
  readonly missing: readonly string[];
  /** Why not every test ran to its end. */
  readonly stopped?: string;
}

/** The commit, the engines and the limits of one run. */
export interface CheckContext {
  readonly owner: UserId;
  readonly symbolic: Pick<SymbolicApi, 'checkClaim'>;
  readonly syntax: Pick<SyntaxApi, 'matchPattern'>;
  /** Text of a file at the commit; undefined for none, and for what is no text. */
  read(path: string): Promise<string | undefined>;
  /** Files of the scope. */
  readonly files: readonly string[];
  /** Runs a file of tests in an empty room, where the commit is with what changed. */
  runTests(changed: Changed, file: string, seconds: number): Promise<TestedRun>;
  /** Scales the counted work of one check. */
  readonly timeoutSeconds: number;
  /** Seconds after which a run of tests is given up, which decides nothing. */
  readonly guardSeconds: number;
  readonly onProgress: OnProgress;
}
