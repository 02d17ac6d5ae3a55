/** What checks are run with. */
import type { UserId } from '../../lib/object-name.ts';
import type { OnProgress } from '../../lib/work.ts';
import type { TestsOutcome } from '../../python/api.ts';
import type { SymbolicApi } from '../../symbolic/api.ts';
import type { SyntaxApi } from '../../syntax/api.ts';

/** Files that are other than in the commit, by path. */
export type Changed = ReadonlyMap<string, string>;

/** The commit, the engines and the limits of one run. */
export interface CheckContext {
  readonly owner: UserId;
  readonly symbolic: Pick<SymbolicApi, 'checkClaim'>;
  readonly syntax: Pick<SyntaxApi, 'matchPattern' | 'mutants'>;
  /** Text of a file at the commit; undefined for none, and for what is no text. */
  read(path: string): Promise<string | undefined>;
  /** Files of the scope. */
  readonly files: readonly string[];
  /** Lines of the functions that hypotheses are about, by file; whole files where none are named. */
  readonly regions: ReadonlyMap<string, readonly (readonly [number, number])[]>;
  /** Runs a file of tests in an empty sandbox, where the commit is with what changed; `attempt` tells runs of the same apart. */
  runTests(changed: Changed, file: string, seconds: number, attempt: number): Promise<TestsOutcome>;
  /** Imports the module of a file in an empty sandbox, and does nothing else: what keeps it from that is no finding of a check. */
  importModule(file: string, seconds: number): Promise<TestsOutcome>;
  /** What its sandboxes are supplied with, in sentences. */
  readonly supplied?: readonly string[];
  /** Scales the counted work of one check. */
  readonly timeoutSeconds: number;
  /** Seconds after which a run of tests is given up, which decides nothing. */
  readonly guardSeconds: number;
  readonly onProgress: OnProgress;
}
