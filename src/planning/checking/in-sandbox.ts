/** Checks that run Python in a sandbox of their own, where the commit is mounted. */

import { describeSupply } from '../../lib/supply.ts';
import { isOfPytest } from '../../lib/test-files.ts';
import { type Reach, runTestsIn, type SandboxRun, type TestsOutcome } from '../../python/api.ts';
import type { CheckOf } from '../checks.ts';
import { type CheckRun, runTwice } from './chance.ts';
import { checkedFiles, folderOf, isPathIn, readText } from './files.ts';
import { type CheckFinding, named, undecided } from './found.ts';
import type { CheckContext } from './run-checks.ts';
import { describeTestChanges } from './test-changes.ts';
import { ranCode, ranTests } from './test-run.ts';

/** Test files that are compared with those before the work. */
const MOST_COMPARED = 100;

/** What came of a check that ran, and what it reached where that is known. */
export interface FoundByRun extends CheckFinding {
  readonly reach?: Reach;
}

/**
 * Runs code in the root of the commit: it holds when nothing escapes, both times. What runs no code of the commit, and holds without its files,
 * too, says nothing of it.
 */
export async function runPython({ code }: CheckOf<'python'>, context: CheckContext): Promise<FoundByRun> {
  const { found, outcome } = await twice({ code }, ranCode, context);
  if (found.outcome !== 'holds' || outcome.reach?.files.size !== 0) return withReach(found, outcome);
  const changed = new Map([...context.files.blobs.keys()].map((path) => [path, null] as const));
  const without = await run({ code }, context, { changed });
  if (ranCode(without).outcome !== 'holds') return withReach(found, outcome);
  return undecided('It holds without the files of the commit, too: it asks nothing of them.');
}

/** Runs tests of the commit: it holds when one passed at least, and none failed; the evidence says how they differ from those before the work. */
export async function runTestFiles({ paths, keyword }: CheckOf<'tests'>, context: CheckContext): Promise<FoundByRun> {
  const missing = paths.filter((path) => !isPathIn(path, context.files));
  if (missing.length > 0) return undecided(`The commit has no ${named(missing)}.`);
  const { found, outcome } = await twice({ paths, keyword }, ranTests, context);
  if (found.outcome !== 'holds') return found;
  return { ...withReach(found, outcome), evidence: `${found.evidence}${await testChanges(paths, context)}` };
}

/** What became of the tests below `paths`, and of what conftest files above them say; empty where the commit before the work is not known. */
async function testChanges(
  paths: readonly string[],
  { services, workspace, commit, base, files }: CheckContext,
): Promise<string> {
  if (base === undefined) return '';
  const { blobs: before } = await checkedFiles(workspace, base, services);
  const folders = paths.map(folderOf);
  const isAsked = (path: string) =>
    folders.length === 0 ||
    folders.some((folder) => folder === '' || path === folder || path.startsWith(`${folder}/`)) ||
    (path.endsWith('conftest.py') && folders.some((folder) => folder.startsWith(path.slice(0, -'conftest.py'.length))));
  const changed = [...new Set([...before.keys(), ...files.blobs.keys()])].filter(
    (path) => isOfPytest(path) && before.get(path) !== files.blobs.get(path) && isAsked(path),
  );
  const sides = await Promise.all(
    changed.slice(0, MOST_COMPARED).map(async (path) => {
      const [was, is] = await Promise.all([base, commit].map((ref) => readText(path, ref, workspace, services)));
      return { path, before: was && (was.text ?? was.blob), after: is && (is.text ?? is.blob) };
    }),
  );
  const others = changed.length <= MOST_COMPARED ? '' : ` ${changed.length - MOST_COMPARED} more test files differ.`;
  return ` ${describeTestChanges(sides, base)}${others}`;
}

function withReach(found: CheckFinding, { reach }: TestsOutcome): FoundByRun {
  return reach === undefined ? found : { ...found, reach };
}

/** The second run tells which lines ran, which takes time of its own. */
function twice(
  tests: SandboxRun['tests'],
  judge: (outcome: TestsOutcome) => CheckFinding,
  context: CheckContext,
): Promise<CheckRun> {
  return runTwice(async (seed, again) => {
    const seconds = again ? 2 * context.seconds : context.seconds;
    const outcome = await run(tests, { ...context, seconds }, { seed, coverage: again });
    const found = judge(outcome);
    return { found: { ...found, evidence: [found.evidence, ...describeSupply(context.supply)].join(' ') }, outcome };
  });
}

function run(
  tests: SandboxRun['tests'],
  { services, workspace, commit, supply, seconds, onProgress }: CheckContext,
  more: Pick<SandboxRun, 'changed' | 'coverage' | 'seed'>,
): Promise<TestsOutcome> {
  const session = services.sandbox(crypto.randomUUID());
  return runTestsIn({ session, mount: { workspace, commit }, supply }, { tests, seconds, ...more }, onProgress);
}
