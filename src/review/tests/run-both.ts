/** The tests that reach what changed, run before and after. */
import { type OnProgress, type Progress, proceed } from '../../lib/work.ts';
import type { TestEnd, TestsOutcome } from '../../python/api.ts';
import type { Finding } from '../finding.ts';
import { named } from '../report/named.ts';
import type { SourceTree, Subject } from '../source.ts';
import type { FunctionReach, TestRunner, TestsReport } from './service.ts';

/** Tests that are run, and seconds of one run as the sandbox counts them. */
export const MOST_TESTS = 100;
const SECONDS = 60;
const NO_TEST = 'pytest finds no such test.';
/** Ends that say nothing of the code. */
const UNDECIDED: ReadonlySet<string> = new Set<TestEnd>(['could not run', 'ended the interpreter']);
/** On both sides, and again on both. */
const MOST_RUNS = 4;

/** What two runs said. */
export interface BothRuns {
  readonly findings: readonly Finding[];
  readonly run: NonNullable<TestsReport['run']>;
  /** Tests that pass after the change, as {@link FunctionReach} names them. */
  readonly passing: ReadonlySet<string>;
}

/** Runs them; those that differ are run again, so that none that is flaky is told. Undefined when no test could be run. */
export async function runBoth(
  subject: Subject,
  functions: readonly FunctionReach[],
  runner: TestRunner,
  omit: (what: string, why: string) => void,
  onProgress: OnProgress,
): Promise<BothRuns | undefined> {
  const wanted = [...new Set(functions.flatMap(({ tests }) => tests))].sort();
  for (const id of wanted.slice(MOST_TESTS)) omit(id, `${MOST_TESTS} tests are run.`);
  const tests = wanted.slice(0, MOST_TESTS);
  let runs = 0;
  const run = async (side: 'before' | 'after', ids: readonly string[]) => {
    const done = runs++;
    const where = `${side} the change`;
    await proceed(onProgress, { done, total: MOST_RUNS, message: `running ${ids.length} tests ${where}` });
    const there = await thatExist(ids, subject[side]);
    const commit = subject[side].commit;
    if (there.length === 0 || commit === undefined) return undefined;
    const request = { commit, changed: await changedFiles(subject, side), tests: there, seconds: SECONDS };
    const answer = await runner.run(request, (step) =>
      onProgress({ done: done + shareOf(step), total: MOST_RUNS, message: `${where}: ${step.message}` }),
    );
    return { ...answer, ends: withUnread(answer, there) };
  };
  const [before, after] = [await run('before', tests), await run('after', tests)];
  tellNotRun(tests, { before, after }, omit);
  if (after === undefined) return undefined;
  const passing = new Set(
    tests.filter(
      (id) => outcomesOf(after, id).every((outcome) => outcome === 'passed') && outcomesOf(after, id).length > 0,
    ),
  );
  const known = before?.ends ?? new Map();
  const suspects = [...after.ends]
    .filter(([id, outcome]) => isBad(outcome) && known.get(id) === 'passed')
    .map(([id]) => id);
  const failBoth = [...after.ends].filter(([id, outcome]) => isBad(outcome) && isBad(known.get(id))).map(([id]) => id);
  const again =
    suspects.length === 0 ? [] : [await run('before', plain(suspects)), await run('after', plain(suspects))];
  const [beforeAgain, afterAgain] = again;
  const sure = suspects.filter((id) => beforeAgain?.ends.get(id) === 'passed' && isBad(afterAgain?.ends.get(id)));
  return {
    findings: sure.map((id) => findingOf(id, functions, after)),
    run: { tests: ranIn(after, before), failBoth, flaky: suspects.filter((id) => !sure.includes(id)) },
    passing,
  };
}

/** How many tests ran: those that nothing kept from it on either side. A test that the change brings has no side before it. */
function ranIn(after: TestsOutcome, before: TestsOutcome | undefined): number {
  const ran = (end: TestEnd | undefined) => end !== 'skipped' && !(end !== undefined && UNDECIDED.has(end));
  return [...after.ends].filter(([id, end]) => ran(end) && ran(before?.ends.get(id))).length;
}

/** How tests ended, with an error for each whose file cannot be read any more by a fault of the code. */
function withUnread(outcome: TestsOutcome, ids: readonly string[]): TestsOutcome['ends'] {
  const broken = ids.filter((id) => {
    const why = unreadBy(outcome, id);
    return why !== undefined && why.type !== 'UsageError';
  });
  return new Map([...broken.map((id) => [id, 'error'] as const), ...outcome.ends]);
}

/** What kept the file of a test from being read. */
function unreadBy({ failures }: TestsOutcome, id: string): TestsOutcome['failures'][number] | undefined {
  return failures.find((each) => each.stage === 'collection' && each.id === fileOf(id));
}

/** Says which tests did not run on some side, and why. */
function tellNotRun(
  ids: readonly string[],
  runs: Readonly<Record<'before' | 'after', TestsOutcome | undefined>>,
  omit: (what: string, why: string) => void,
): void {
  const told = new Map<string, string[]>();
  for (const side of ['before', 'after'] as const) {
    const run = runs[side];
    for (const id of ids) {
      if (run === undefined) continue;
      const ends = outcomesOf(run, id);
      if (ends.length > 0 && !ends.some((end) => UNDECIDED.has(end))) continue;
      const unread = unreadBy(run, id);
      const stood = run.obstacles.length === 0 ? undefined : run.obstacles.map(({ text }) => text).join(' ');
      const why = (unread === undefined ? stood : `${unread.type}: ${unread.message.slice(0, 200)}`) ?? NO_TEST;
      // A test that the change brings is none before it.
      if (side === 'before' && why === NO_TEST) continue;
      told.set(why, [...(told.get(why) ?? []), id]);
    }
  }
  for (const [why, those] of told) omit(named([...new Set(those)]), `Not run: ${why}`);
}

/** The files of a side that the diff names, as they are there. */
export async function changedFiles(
  { diff, ...sides }: Subject,
  side: 'before' | 'after',
): Promise<ReadonlyMap<string, string | null>> {
  const changed = new Map<string, string | null>();
  for (const { path, from } of diff.files) {
    for (const each of new Set([path, from ?? path])) {
      if (/\.pyi?$|\.(?:toml|cfg|ini|json|txt|ya?ml)$/.test(each))
        changed.set(each, (await sides[side].read(each)) ?? null);
    }
  }
  return changed;
}

/** Outcomes of a test with all of its parameters, or of all tests of a file. */
export function outcomesOf({ ends }: TestsOutcome, id: string): readonly string[] {
  return [...ends].filter(([each]) => isOf(each, id)).map(([, outcome]) => outcome);
}

/** Those whose file has a function of that name: one that is not there would end the whole run. */
async function thatExist(ids: readonly string[], tree: SourceTree): Promise<readonly string[]> {
  const found: string[] = [];
  for (const id of ids) {
    const [path = '', ...names] = id.split('::');
    const text = await tree.read(path);
    const isThere = names.every((name, index) =>
      text?.includes(`${index === names.length - 1 ? 'def' : 'class'} ${name}`),
    );
    if (text !== undefined && isThere) found.push(id);
  }
  return found;
}

function plain(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map((id) => id.replace(/\[.*$/s, '')))];
}

/** How much of a step is done, below 1. */
export function shareOf({ done, total }: Progress): number {
  return total === undefined || total === 0 ? 0 : Math.min(done / total, 0.99);
}

function isOf(outcome: string, id: string): boolean {
  return outcome === id || outcome.startsWith(`${id}[`) || outcome.startsWith(`${id}::`);
}

/** The file of a test by its id. */
export function fileOf(id: string): string {
  return id.split('::', 1)[0] ?? id;
}

/** Whether a test does not hold. */
export function isBad(outcome: string | undefined): boolean {
  return outcome === 'failed' || outcome === 'error';
}

function findingOf(id: string, functions: readonly FunctionReach[], after: TestsOutcome): Finding {
  const [test = id] = plain([id]);
  const reached = functions.find(({ tests }) => tests.some((each) => isOf(id, each))) ?? functions[0];
  const failure = after.failures.find((each) => each.id === id) ?? unreadBy(after, id);
  const said = failure === undefined ? 'It fails.' : `${failure.type}: ${failure.message.slice(0, 300)}`;
  return {
    check: 'tests',
    rule: 'tests/fails_after',
    severity: 'HIGH',
    category: 'correctness',
    confidence: 0.95,
    title: `\`${id}\` passes before the change and fails after it`,
    description: `The test reaches \`${reached?.name}\`, which the change touches. ${said}`,
    file: reached?.file ?? test.split('::', 1)[0] ?? test,
    line: reached?.lines[0] ?? 1,
    impact: 'A test of the repository breaks.',
    recommendation: 'Mend the function, or change the test where the new behaviour is meant.',
    evidence: [{ kind: 'run', text: said, file: test.split('::', 1)[0] ?? test, side: 'after' }],
    identity: id,
  };
}
