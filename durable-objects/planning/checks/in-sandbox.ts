/** Checks that run Python in a sandbox of their own, where the commit is mounted. */

import { type Found, named, undecided } from '../../../src/planning/checking/found.ts';
import { ranCode, ranTests } from '../../../src/planning/checking/test-run.ts';
import type { CheckOf } from '../../../src/planning/checks.ts';
import { runTestsIn, type SandboxRun } from '../../../src/python/sandbox.ts';
import type { TestsOutcome } from '../../../src/python/tests/outcome.ts';
import { isPathIn } from './files.ts';
import type { CheckContext } from './run-checks.ts';

/** Runs code in the root of the commit: it holds when nothing escapes. */
export async function runPython({ code }: CheckOf<'python'>, context: CheckContext): Promise<Found> {
  return ranCode(await run({ code }, context));
}

/** Runs tests of the commit: it holds when one passed at least, and none failed. */
export async function runTestFiles({ paths, keyword }: CheckOf<'tests'>, context: CheckContext): Promise<Found> {
  const missing = paths.filter((path) => !isPathIn(path, context.files));
  if (missing.length > 0) return undecided(`The commit has no ${named(missing)}.`);
  return ranTests(await run({ paths, keyword }, context));
}

function run(
  tests: SandboxRun['tests'],
  { services, workspace, commit, seconds, onProgress }: CheckContext,
): Promise<TestsOutcome> {
  const session = services.room(crypto.randomUUID());
  return runTestsIn({ session, mount: { workspace, commit } }, { tests, seconds }, onProgress);
}
