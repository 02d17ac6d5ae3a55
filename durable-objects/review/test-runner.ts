/** Runs tests of a workspace for a review, each run in a room of its own. */
import { Cancelled, type OnProgress } from '../../src/lib/work.ts';
import type { PythonSessionApi } from '../../src/python/protocol.ts';
import { runTests } from '../../src/python/tests/run.ts';
import type { TestRunner } from '../../src/review/tests/service.ts';

/** Failures that are described. */
const MOST_FAILURES = 30;

/** A runner for the workspace of that name; `testRoom` reaches a room by a name that nobody else uses. */
export function roomRunner(testRoom: (name: string) => PythonSessionApi, workspace: string): TestRunner {
  return {
    async run({ commit, changed, tests, seconds }, onProgress) {
      const room = testRoom(crypto.randomUUID());
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
        const left = new AbortController();
        const told: OnProgress = async (step) => {
          const isWanted = await onProgress(step);
          if (!isWanted) left.abort();
          return isWanted;
        };
        const caller = { signal: left.signal, onProgress: told };
        const { run } = await runTests(room, { ...request, ...details }, caller, changed);
        if (left.signal.aborted) throw new Cancelled();
        const why =
          run.broken ??
          (run.stopped !== undefined
            ? `The time of ${seconds} s was over.`
            : run.done === undefined
              ? 'The interpreter was lost.'
              : undefined);
        return {
          outcomes: run.outcomes,
          failures: run.failures.map(({ id, type, message }) => ({ id, type, message })),
          missing: (run.done?.missing ?? []).map(([module]) => module),
          ...(why !== undefined && { stopped: why }),
        };
      } finally {
        await room.erase().catch(() => undefined);
      }
    },
  };
}
