/** Checks that run Python in an empty room, where the commit is mounted. */

import { type Found, named, undecided } from '../../../src/planning/checking/found.ts';
import { ranSnippet, snippetAt } from '../../../src/planning/checking/snippet.ts';
import { ranTests } from '../../../src/planning/checking/test-run.ts';
import type { CheckOf } from '../../../src/planning/checks.ts';
import type { PythonSessionApi } from '../../../src/python/protocol.ts';
import { runTests } from '../../../src/python/tests/run.ts';
import { isPathIn } from './files.ts';
import type { CheckContext } from './run-checks.ts';

/** Failures that are described; of more, whether they are all of modules that the room lacks is not known. */
const MOST_FAILURES = 50;

/** Runs a snippet in the root of the commit: it holds when nothing escapes. */
export function runPython({ code }: CheckOf<'python'>, context: CheckContext): Promise<Found> {
  return inRoom(context, async (room, root) =>
    ranSnippet(await room.run({ code: snippetAt(root, code), timeoutSeconds: context.seconds })),
  );
}

/** Runs tests of the commit: it holds when one passed at least, and none failed. */
export async function runTestFiles({ paths, keyword }: CheckOf<'tests'>, context: CheckContext): Promise<Found> {
  const missing = paths.filter((path) => !isPathIn(path, context.files));
  if (missing.length > 0) return undecided(`The commit has no ${named(missing)}.`);
  const { seconds, signal, onProgress } = context;
  return inRoom(context, async (room, root) => {
    const { run } = await runTests(
      room,
      {
        root,
        directory: '',
        paths,
        runner: 'pytest',
        keyword,
        marker: '',
        max_failures: 0,
        timeout: seconds,
        coverage: false,
        offset: 0,
        limit: MOST_FAILURES,
        detail: false,
      },
      { signal, onProgress },
    );
    return ranTests(run, seconds);
  });
}

/** Does something in a room of its own, which is erased behind it. */
async function inRoom(
  { services, workspace, commit }: CheckContext,
  work: (room: PythonSessionApi, root: string) => Promise<Found>,
): Promise<Found> {
  const room = services.room(crypto.randomUUID());
  try {
    const { path } = await room.mount({ workspace, commit });
    return await work(room, path);
  } finally {
    await room.erase().catch(() => undefined);
  }
}
