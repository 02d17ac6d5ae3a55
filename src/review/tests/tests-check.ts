/** Which tests reach what changed, what they say before and after, and whether they notice mutants. */
import { type OnProgress, proceed } from '../../lib/work.ts';
import type { SyntaxApi } from '../../syntax/api.ts';
import type { ReviewCheck } from '../check.ts';
import type { Omission } from '../finding.ts';
import { named } from '../report/named.ts';
import type { Subject } from '../source.ts';
import { changedFunctions, isTestFile } from './changed-functions.ts';
import { type Equivalence, tryMutants } from './mutants.ts';
import { type BothRuns, runBoth } from './run-both.ts';
import type { ChangedFunction, FunctionReach, MutantFacts, Reach, TestRunner, TestsReport } from './service.ts';

/** Functions whose tests are looked for. */
const MOST_FUNCTIONS = 60;
const SOURCE = /\.(?:pyi?|[cm]?[jt]sx?|go|rs|java|c|cc|cpp|cxx|hh|hpp|cs|rb|php|kts?|scala)$/i;

/** Who the check asks. */
export interface TestServices {
  readonly syntax: Pick<SyntaxApi, 'publicSurface' | 'mutants'>;
  /** Absent without a workspace. */
  readonly reach?: Reach;
  /** Absent: nothing is run. */
  readonly runner?: TestRunner;
  /** Absent: no mutant is proved equivalent. */
  readonly equivalence?: Equivalence;
}

/** The check `tests`; `mutants`: whether mutants of changed Python lines are tried. A finding is a test that passed before and fails after. */
export function testsCheck(
  { syntax, reach, runner, equivalence }: TestServices,
  { mutants }: { readonly mutants: boolean },
): ReviewCheck<TestsReport> {
  return {
    name: 'tests',
    async run(subject, onProgress) {
      const omitted: Omission[] = [];
      const omit = (what: string, why: string) => omitted.push({ what, why, check: 'tests' });
      const changed = await functionsOf(subject, syntax);
      for (const { name } of changed.slice(MOST_FUNCTIONS))
        omit(name, `The tests of ${MOST_FUNCTIONS} functions are looked for.`);
      const functions =
        reach === undefined ? [] : await reached(changed.slice(0, MOST_FUNCTIONS), reach, omit, onProgress);
      if (reach === undefined && changed.length > 0) omit('tests', 'Without a workspace its tests are not known.');
      const facts = untested(functions.filter(({ tests }) => tests.length === 0));
      const report: TestsReport = {
        findings: [],
        executed: functions.length,
        omitted,
        warnings: [],
        functions,
        changes: facts,
      };
      const python = functions.filter(({ file, tests }) => file.endsWith('.py') && tests.length > 0);
      if (runner === undefined) return report;
      const why = whyNothingRuns(changed, python, subject);
      if (why !== undefined) {
        omit('running tests', why);
        return report;
      }
      const both = await runBoth(subject, python, runner, omit, onProgress);
      const tried =
        mutants && both !== undefined
          ? await tryMutants(
              { subject, functions: python, passing: both.passing, runner, syntax, equivalence },
              omit,
              onProgress,
            )
          : undefined;
      return {
        ...report,
        ...(both !== undefined && { findings: both.findings, run: both.run }),
        ...(tried !== undefined && { mutants: tried }),
        changes: [
          ...facts,
          ...(both === undefined ? [] : toldOfRun(both, runner.supplied)),
          ...(tried === undefined ? [] : [toldOfMutants(tried)]),
          ...(tried?.survivors ?? []).map(
            ({ file, line, before, after }) =>
              `no test notices ${file}:${line} as \`${after}\` in the place of \`${before}\``,
          ),
        ],
      };
    },
  };
}

function whyNothingRuns(
  changed: readonly ChangedFunction[],
  python: readonly FunctionReach[],
  { before, after }: Subject,
): string | undefined {
  if (!changed.some(({ file }) => file.endsWith('.py'))) return 'The change touches no Python function.';
  if (python.length === 0) return 'No test is known to reach a Python function that the change touches.';
  if (before.commit === undefined || after.commit === undefined) {
    return 'Tests are run at commits of the workspace, and one side of this change is none.';
  }
  return undefined;
}

function toldOfRun(
  { run: { tests, failBoth, flaky }, findings }: BothRuns,
  supplied: readonly string[] = [],
): readonly string[] {
  const beside = supplied.map((text) => `. ${text}`).join('');
  return [
    `${tests} tests that reach the change were run: ${findings.length} fail by it${beside}`,
    ...(failBoth.length > 0 ? [`failing before and after the change: ${named(failBoth)}`] : []),
    ...(flaky.length > 0 ? [`not the same when run again: ${named(flaky)}`] : []),
  ];
}

function toldOfMutants({ made, killed, equivalent, undecided, survivors }: MutantFacts): string {
  if (made === 0) return 'mutants: none, since no changed line that passing tests reach has something to change';
  const parts = [
    `${killed} killed by a test`,
    `${survivors.length} noticed by none`,
    `${equivalent} proved to do the same`,
    `${undecided} undecided, since their tests did not all end`,
  ];
  return `mutants: ${made} tried, ${parts.filter((part) => !part.startsWith('0 ')).join(', ')}`;
}

/** Functions that no test reaches, in a line; those of which calls are known by name only, in another; and one for each that tests name. */
function untested(functions: readonly FunctionReach[]): readonly string[] {
  const maybe = functions.filter(({ namedIn }) => namedIn.length > 0);
  const lines = [false, true].flatMap((byName) => {
    const places = functions
      .filter(({ approximate, namedIn }) => approximate === byName && namedIn.length === 0)
      .map(({ name, file, line }) => `${name} (${file}:${line})`);
    if (places.length === 0) return [];
    return [`no test reaches ${named(places)}${byName ? ', as far as calls are known by name' : ''}`];
  });
  return [
    ...lines,
    ...maybe.map(
      ({ name, file, line, namedIn }) =>
        `no call from a test to ${name} (${file}:${line}) is known, but ${named(namedIn)} ${namedIn.length === 1 ? 'names' : 'name'} it`,
    ),
  ];
}

async function functionsOf(
  { byRisk, after }: Subject,
  syntax: TestServices['syntax'],
): Promise<readonly ChangedFunction[]> {
  const found: ChangedFunction[] = [];
  for (const file of byRisk) {
    const { path, status } = file;
    if (!SOURCE.test(path) || isTestFile(path) || status === 'deleted' || found.length > 10 * MOST_FUNCTIONS) continue;
    const text = await after.read(path);
    const [surface] = text === undefined ? [] : await syntax.publicSurface([{ path, text }]);
    if (surface !== undefined) found.push(...changedFunctions(file, surface));
  }
  return found;
}

async function reached(
  changed: readonly ChangedFunction[],
  reach: Reach,
  omit: (what: string, why: string) => void,
  onProgress: OnProgress,
): Promise<readonly FunctionReach[]> {
  const found: FunctionReach[] = [];
  for (const [done, each] of changed.entries()) {
    await proceed(onProgress, { done, total: changed.length, message: `tests of ${each.name}` });
    const answer = await reach.testsOf(each.name, each.file);
    if (answer === undefined) omit(each.name, 'The index does not know it: it is new, or of another commit.');
    // What was not followed may lead to a test.
    else if (answer.tests.length > 0 || answer.complete) {
      const word = each.name.slice(each.name.lastIndexOf('.') + 1);
      const namedIn = answer.tests.length > 0 ? [] : await reach.filesNaming(word);
      found.push({ ...each, tests: answer.tests.map(({ id }) => id), approximate: answer.approximate, namedIn });
    } else omit(each.name, 'Too many functions call it to tell which tests reach it.');
  }
  return found;
}
