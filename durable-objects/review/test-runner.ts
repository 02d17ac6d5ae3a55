/** Runs tests of a workspace for a review, each run in a room of its own. */
import { kindOf } from '../../src/lib/error-types.ts';
import { asToolFailure } from '../../src/lib/errors.ts';
import { Cancelled } from '../../src/lib/work.ts';
import type { PythonSessionApi } from '../../src/python/protocol.ts';
import type { TestRun } from '../../src/python/tests/events.ts';
import { runTests } from '../../src/python/tests/run.ts';
import type { TestOutcomes, TestRunner } from '../../src/review/tests/service.ts';

/** Failures that are described. */
const MOST_FAILURES = 30;

/** A runner for the workspace of that name; `testRoom` reaches a room by a name that nobody else uses. */
export function roomRunner(testRoom: (name: string) => PythonSessionApi, workspace: string): TestRunner {
  return {
    async run({ commit, changed, tests, seconds }, onProgress) {
      const room = testRoom(crypto.randomUUID());
      const gone = new AbortController();
      const caller = {
        signal: gone.signal,
        async onProgress(step: Parameters<typeof onProgress>[0]) {
          const isWanted = await onProgress(step).catch(() => false);
          if (!isWanted) gone.abort();
          return isWanted;
        },
      };
      try {
        const { path: root } = await room.mount({ workspace, commit });
        const request = {
          root,
          directory: '',
          paths: tests,
          runner: 'pytest',
          keyword: '',
          marker: '',
          max_failures: 0,
        } as const;
        const details = { timeout: seconds, coverage: false, offset: 0, limit: MOST_FAILURES, detail: false };
        const { run } = await runTests(room, { ...request, ...details }, caller, changed);
        if (gone.signal.aborted) throw new Cancelled();
        return outcomesOf(run, seconds);
      } catch (error) {
        if (gone.signal.aborted) throw new Cancelled();
        const failure = asToolFailure(error)?.failure;
        if (failure === undefined || !kindOf(failure.errorType).retryable) throw error;
        return { outcomes: new Map(), failures: [], missing: [], unread: new Map(), stopped: failure.message };
      } finally {
        await room.erase().catch(() => undefined);
      }
    },
  };
}

function outcomesOf(run: TestRun, seconds: number): TestOutcomes {
  const why = whyStopped(run, seconds);
  const unread = run.failures.filter(({ stage }) => stage === 'collection');
  return {
    outcomes: run.outcomes,
    failures: run.failures.map(({ id, type, message }) => ({ id, type, message })),
    missing: (run.done?.missing ?? []).map(([module]) => module),
    unread: new Map(unread.map(({ id, type, message }) => [id, { type, message }])),
    ...(why !== undefined && { stopped: why }),
  };
}

function whyStopped({ broken, stopped, done, running, file }: TestRun, seconds: number): string | undefined {
  if (broken !== undefined) return broken;
  const during = running === undefined ? '' : ` during ${file}::${running}`;
  if (stopped !== undefined) return `The time of ${seconds} s was over${during}.`;
  return done === undefined ? `The interpreter was lost${during}.` : undefined;
}
