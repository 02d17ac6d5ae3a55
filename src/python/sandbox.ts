/** Runs code of a commit in a sandbox of its own: empty at first, without network, and erased when the run is over. */
import { kindOf } from '../lib/error-types.ts';
import { asToolFailure } from '../lib/errors.ts';
import type { Supply } from '../lib/supply.ts';
import { Cancelled, type OnProgress } from '../lib/work.ts';
import type { Mount, PythonSessionApi } from './protocol.ts';
import { lostOutcome, outcomeOf, type TestsOutcome } from './tests/outcome.ts';
import type { RecordRequest, TestRequest } from './tests/request.ts';
import { type ChangedFiles, runTests } from './tests/run.ts';

/** Failures that are described. */
const MOST_FAILURES = 50;

/** Where code runs: a session that has run nothing yet, the commit that it reads, and what is there besides. */
export interface Sandbox {
  readonly session: PythonSessionApi;
  readonly mount: Mount;
  readonly supply?: Supply | undefined;
}

/** What to run. */
export interface SandboxRun {
  /** Files, folders and ids of pytest tests, none for all, of those whose names the keyword matches; or code that is a test itself. */
  readonly tests: { readonly paths: readonly string[]; readonly keyword?: string } | { readonly code: string };
  /** Files that are other than in the commit. */
  readonly changed?: ChangedFiles;
  /** Whether it tells which lines ran. */
  readonly coverage?: boolean;
  /** Functions whose calls by tests are recorded. */
  readonly record?: RecordRequest;
  /** Of the numbers that are drawn without a seed of their own. */
  readonly seed?: number;
  /** Whether a sandbox that is lost is thrown as what it was lost to, for a caller who runs it again; else it is an outcome. */
  readonly throwsLost?: boolean;
  /** Seconds as the sandbox counts them, after which no further test begins. */
  readonly seconds: number;
}

/**
 * Mounts the commit and installs the packages that are supplied; returns where the commit is. Files and variables are for the program that
 * runs: see `TestRequest`. Throws `ToolFailure` for a session that has no packages.
 */
async function furnish({ session, mount, supply }: Sandbox): Promise<string> {
  const { path } = await session.mount(mount);
  if (supply?.packages_of !== undefined) await session.borrowPackages(supply.packages_of);
  return path;
}

/**
 * Does something in a sandbox, below whose `root` the commit is, once there is a place for another one; the sandbox ends behind it. Throws
 * `Cancelled` when `onProgress` says meanwhile that the caller has gone.
 */
export async function inSandbox<Result>(
  sandbox: Sandbox,
  work: (session: PythonSessionApi, root: string) => Promise<Result>,
  onProgress: OnProgress,
): Promise<Result> {
  const { session } = sandbox;
  const done = Promise.withResolvers<Result>();
  // It is thrown below, also when the sandbox is lost first.
  done.promise.catch(() => undefined);
  let isDone = false;
  const occupied = session.occupy(async () => {
    try {
      done.resolve(await work(session, await furnish(sandbox)));
    } catch (error) {
      done.reject(error);
    }
    isDone = true;
  }, onProgress);
  await occupied.catch((error: unknown) => {
    // What the end of a sandbox fails over is ended by its own alarm.
    if (!isDone) throw error;
  });
  return done.promise;
}

/**
 * What the tests decide. A sandbox that is lost is an outcome, too. Throws `Cancelled` once `onProgress` says that the caller has gone, and
 * `ToolFailure` for a commit that is not there, or a session without packages.
 */
export async function runTestsIn(
  sandbox: Sandbox,
  { tests, changed = new Map(), coverage = false, record, seed, throwsLost = false, seconds }: SandboxRun,
  onProgress: OnProgress,
): Promise<TestsOutcome> {
  const { supply } = sandbox;
  const gone = new AbortController();
  const caller = {
    signal: gone.signal,
    async onProgress(step: Parameters<OnProgress>[0]) {
      const isWanted = await onProgress(step).catch(() => false);
      if (!isWanted) gone.abort();
      return isWanted;
    },
  };
  try {
    return await inSandbox(
      sandbox,
      async (session, root) => {
        const limits = { timeout: seconds, coverage, offset: 0, limit: MOST_FAILURES, detail: false } as const;
        const drawn = seed === undefined ? {} : { seed };
        const request: TestRequest = {
          ...{ root, directory: '', ...limits, ...drawn, ...(supply !== undefined && { supply }) },
          ...('code' in tests
            ? { runner: 'code', code: tests.code }
            : {
                ...{ runner: 'pytest', paths: tests.paths, keyword: tests.keyword ?? '', marker: '', max_failures: 0 },
                ...(record !== undefined && { record }),
              }),
        };
        const { run } = await runTests(session, request, caller, changed);
        if (gone.signal.aborted) throw new Cancelled();
        return outcomeOf(run, seconds);
      },
      caller.onProgress,
    );
  } catch (error) {
    if (gone.signal.aborted) throw new Cancelled();
    const failure = asToolFailure(error)?.failure;
    if (throwsLost || failure === undefined || !kindOf(failure.errorType).retryable) throw error;
    return lostOutcome(failure.message);
  }
}
