/** Runs a file of tests in a room of its own, where a commit of a workspace is mounted. */
import type { Mount, PythonSessionApi } from '../../src/python/protocol.ts';
import { runTests } from '../../src/python/tests/run.ts';
import type { Changed, TestedRun } from '../../src/reasoning/hypotheses/context.ts';

/** Failures that are described. */
const MOST_FAILURES = 10;

/** Runs the tests of `file` with what changed; the room is erased behind it. */
export async function runInRoom(
  room: PythonSessionApi,
  mount: Mount,
  changed: Changed,
  file: string,
  seconds: number,
): Promise<TestedRun> {
  try {
    const { path: root } = await room.mount(mount);
    const { run } = await runTests(
      room,
      {
        root,
        directory: '',
        paths: [file],
        runner: 'pytest',
        keyword: '',
        marker: '',
        max_failures: 0,
        timeout: seconds,
        coverage: false,
        offset: 0,
        limit: MOST_FAILURES,
        detail: false,
      },
      { signal: new AbortController().signal, onProgress: async () => true },
      changed,
    );
    const over = run.stopped === undefined ? undefined : `The time of ${seconds} s was over.`;
    const stopped = run.broken ?? over ?? (run.done === undefined ? 'The interpreter was lost.' : undefined);
    return {
      outcomes: run.outcomes,
      failures: run.failures.map(({ id, type, message, where }) => ({ id, type, message, ...(where && { where }) })),
      missing: (run.done?.missing ?? []).map(([module]) => module),
      ...(stopped !== undefined && { stopped }),
    };
  } finally {
    await room.erase().catch(() => undefined);
  }
}
