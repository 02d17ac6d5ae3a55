/** The answer of `run_tests`: facts of a run, held to a size, and their text. */
import { z } from 'zod';
import { onOneLine } from '../../lib/visible-text.ts';
import type { CellResult } from '../../python/protocol.ts';
import type { CoverageFacts, TestFailure, TestRun } from '../../python/tests/events.ts';
import { fitting, fittingFailures } from '../../python/tests/fit.ts';
import { forgedBy, lackOf } from '../../python/tests/obstacles.ts';

/** Tokens of what is told beside failures. */
const COVERAGE_TOKENS = 350;
const SLOWEST_TOKENS = 120;
const MISSING_TOKENS = 200;
const NOTES_TOKENS = 120;
const LACKS_TOKENS = 200;
const KILLERS_TOKENS = 250;
const SLOWEST = 5;

/** What to do about missing modules. */
const MISSING =
  'Install what is missing into a session (install_dependencies: bundled packages by name, or a pure-Python wheel among its session ' +
  'files) and name it in supply.packages_of; a module that the build of the project makes is committed, or given in supply.files.';

/** What holds for a run that lost an interpreter and went on. */
const WENT_ON = 'A fresh interpreter ran the tests behind the one that ended it; there is no coverage then.';

/** Obstacles that are modules. */
const MODULES: ReadonlySet<string> = new Set(['package', 'generated module']);

/** Ways for a run to end. */
const STATUSES = ['passed', 'failed', 'no_tests', 'none_passed', 'timeout', 'interrupted', 'died', 'forged'] as const;

const failure = z.object({
  test: z.string(),
  stage: z.string(),
  file: z.string(),
  line: z.int().optional(),
  error_type: z.string(),
  message: z.string(),
  where: z.string().optional(),
  source: z.string().optional(),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  log: z.string().optional(),
  frames: z.array(z.string()).optional(),
});

const coverage = z.object({
  covered: z.int(),
  lines: z.int(),
  percent: z.number(),
  files: z.array(z.object({ file: z.string(), covered: z.int(), lines: z.int(), missed: z.string() })),
  more_files: z.int(),
  never_imported: z.array(z.string()),
  more_never_imported: z.int(),
});

const atLeastOne = z.int().optional().describe('Absent: none.');

export const runOutput = z.object({
  status: z.enum(STATUSES),
  workspace: z.string(),
  ref: z.string().optional(),
  commit: z.string(),
  failures: z.array(failure),
  more_failures: z.int(),
  passed: z.int(),
  failed: z.int(),
  errors: z.int(),
  skipped: atLeastOne,
  xfailed: atLeastOne,
  xpassed: atLeastOne,
  deselected: atLeastOne,
  not_run: atLeastOne,
  could_not_run: atLeastOne.describe(
    'Of failed and errors, those that the sandbox kept from being decided. Absent: none.',
  ),
  ended_interpreter: z
    .array(z.string())
    .optional()
    .describe('Tests during or right after which the interpreter ended. Absent: none.'),
  execution_time: z.number().describe('Seconds.'),
  stopped_at: z.string().optional(),
  slowest: z.array(z.object({ test: z.string(), seconds: z.number() })).optional(),
  missing_modules: z.array(z.object({ module: z.string(), file: z.string() })).optional(),
  coverage: coverage.optional(),
  notes: z.array(z.string()).optional(),
});

type RunFacts = z.output<typeof runOutput>;

/** What a run was, and what became of it. */
export interface FinishedRun {
  readonly args: { readonly ref?: string | undefined; readonly offset: number };
  readonly workspace: string;
  readonly commit: string;
  readonly run: TestRun;
  readonly result: CellResult;
}

export function toRunFacts({ args, workspace, commit, run, result }: FinishedRun): RunFacts {
  const { counts } = run;
  const bad = counts.failed + counts.error;
  const shown = fittingFailures(run.failures).map(toFailure);
  const slowest = (run.done?.slowest ?? []).slice(0, SLOWEST).map(([test, seconds]) => ({ test, seconds }));
  const { obstacles } = run;
  const killers = run.killers.map(({ test }) => test);
  const missing = obstacles.flatMap(([kind, module, file]) => (MODULES.has(kind) ? [{ module, file }] : []));
  const lacks = obstacles.flatMap(([kind, what]) => (MODULES.has(kind) ? [] : [lackOf(kind, what).text]));
  const stopped = stoppedAt(run);
  return {
    status: statusOf(run, result),
    workspace,
    ...(args.ref !== undefined && { ref: args.ref }),
    commit,
    failures: shown,
    more_failures: Math.max(0, bad - Math.min(bad, args.offset) - shown.length),
    passed: counts.passed,
    failed: counts.failed,
    errors: counts.error,
    skipped: counts.skipped || undefined,
    xfailed: counts.xfailed || undefined,
    xpassed: counts.xpassed || undefined,
    deselected: run.deselected || undefined,
    not_run: run.notRun || undefined,
    could_not_run: run.blocked.failed + run.blocked.error || undefined,
    ended_interpreter: listUnlessEmpty(fitting(killers, KILLERS_TOKENS)),
    execution_time: result.executionTime,
    ...(stopped !== undefined && { stopped_at: stopped }),
    slowest: listUnlessEmpty(fitting(slowest, SLOWEST_TOKENS)),
    missing_modules: listUnlessEmpty(fitting(missing, MISSING_TOKENS)),
    ...(run.coverage !== undefined && { coverage: toCoverage(run.coverage) }),
    notes: listUnlessEmpty([
      ...(missing.length > 0 ? [MISSING] : []),
      ...fitting(lacks, LACKS_TOKENS),
      ...fitting([...endNotes(run, result), ...(run.done?.notes ?? [])], NOTES_TOKENS),
    ]),
  };
}

function listUnlessEmpty<Item>(items: readonly Item[]): Item[] | undefined {
  return items.length > 0 ? [...items] : undefined;
}

function statusOf(run: TestRun, { status }: CellResult): RunFacts['status'] {
  if (status === 'interrupted') return 'interrupted';
  if (status === 'timeout' || run.stopped?.raised === false) return 'timeout';
  const isWhole = status === 'ok' && run.done !== undefined && run.broken === undefined;
  if (!isWhole) return 'died';
  if (run.forged.length > 0) return 'forged';
  if (run.killers.length > 0) return 'died';
  if (run.counts.failed + run.counts.error > 0) return 'failed';
  if (run.counts.passed + run.counts.xpassed > 0) return 'passed';
  return run.ended === 0 ? 'no_tests' : 'none_passed';
}

/** The test that ran when the run was cut short, and where its code was. */
function stoppedAt({ place, stopped }: TestRun): string | undefined {
  if (place === undefined) return undefined;
  const at = stopped?.place;
  return `${place}${at ? ` (${at[0]}:${at[1]})` : ''}`;
}

function endNotes(run: TestRun, { status, message = '' }: CellResult): readonly string[] {
  const forged = forgedBy(run.forged).map(({ text }) => text);
  const broken = run.broken === undefined ? [] : [`The runner itself failed: ${run.broken.slice(-300)}`];
  const went = run.wentOn ? [WENT_ON] : [];
  const ends = new Set(run.killers.map((killer) => killer.message));
  if (status === 'died' || status === 'error') ends.add(message);
  return [...forged, ...broken, ...[...ends].map((each) => each.slice(0, 200)), ...went];
}

function toFailure({ id, type, line, where, frames, ...rest }: TestFailure): RunFacts['failures'][number] {
  return {
    test: id,
    error_type: type,
    ...rest,
    line: line ?? undefined,
    where: where && `${where[0]}:${where[1]}`,
    frames: frames?.map(([file, at, source]) => `${file}:${at}: ${source}`),
  };
}

function toCoverage(facts: CoverageFacts): NonNullable<RunFacts['coverage']> {
  const { covered, lines, more_files, never_imported } = facts;
  const rows = facts.files.map(([file, hit, all, missed, more]) => {
    const ranges = missed.slice(0, 12).map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
    const left = Math.max(0, missed.length - 12) + more;
    return { file, covered: hit, lines: all, missed: [...ranges, ...(left > 0 ? [`${left} more`] : [])].join(', ') };
  });
  const files = fitting(rows, COVERAGE_TOKENS);
  const never = fitting(never_imported, 80);
  return {
    covered,
    lines,
    percent: lines === 0 ? 100 : Math.floor((1000 * covered) / lines) / 10,
    files: [...files],
    more_files: more_files + rows.length - files.length,
    never_imported: [...never],
    more_never_imported: never_imported.length - never.length,
  };
}

export function renderRun(facts: RunFacts): string {
  const {
    failures,
    more_failures: more,
    missing_modules: missing = [],
    notes = [],
    slowest = [],
    ended_interpreter: killers = [],
  } = facts;
  const at = `workspace '${facts.workspace}', ${facts.ref === undefined ? '' : `${facts.ref} → `}commit ${facts.commit.slice(0, 12)}`;
  return [
    ...failures.flatMap(renderFailure),
    ...(more > 0 ? [`… and ${more} more: offset, paths or keyword show others.`] : []),
    ...(failures.length > 0 ? [''] : []),
    `${HEADLINES[facts.status]} ${countsOf(facts)} in ${facts.execution_time} s [${at}]`,
    ...(facts.stopped_at === undefined ? [] : [`It was running ${onOneLine(facts.stopped_at)}.`]),
    ...killers.map((test) => `The interpreter ended during this test or right after it: ${onOneLine(test)}`),
    ...missing.map(({ module, file }) => `Missing module ${onOneLine(module)}, imported by ${onOneLine(file)}.`),
    ...notes.map((note) => `Note: ${note}`),
    ...(slowest.length > 0
      ? [`Slowest: ${slowest.map(({ test, seconds }) => `${onOneLine(test)} ${seconds} s`).join('; ')}`]
      : []),
    ...(facts.coverage === undefined ? [] : renderCoverage(facts.coverage)),
  ].join('\n');
}

const HEADLINES: Readonly<Record<RunFacts['status'], string>> = {
  passed: 'All passed:',
  failed: 'Failed:',
  no_tests: 'No tests were found or selected:',
  none_passed: 'No test passed:',
  timeout: 'The time was over before all tests had run:',
  interrupted: 'Interrupted:',
  died: 'The interpreter or the runner ended before its time:',
  forged: 'Not to be trusted, the code under test changes what runs its tests:',
};

function countsOf(facts: RunFacts): string {
  const named = [
    [facts.failed, 'failed'],
    [facts.errors, 'errors'],
    [facts.passed, 'passed'],
    [facts.skipped, 'skipped'],
    [facts.xfailed, 'xfailed'],
    [facts.xpassed, 'xpassed'],
    [facts.deselected, 'deselected'],
    [facts.not_run, 'not run'],
    [facts.could_not_run, 'of the failed could not run here, which says nothing of the code'],
  ] as const;
  const counts = named.filter(([count = 0]) => count > 0).map(([count, name]) => `${count} ${name}`);
  return counts.length === 0 ? '0 tests' : counts.join(', ');
}

function renderFailure(each: RunFacts['failures'][number]): readonly string[] {
  const at = onOneLine(each.line === undefined ? each.file : `${each.file}:${each.line}`);
  const stage = each.stage === 'call' ? 'FAILED' : `ERROR in ${each.stage}`;
  return [
    `${stage} ${onOneLine(each.test)}${at === '' ? '' : ` (${at})`}`,
    `  ${each.error_type === '' ? '' : `${each.error_type}: `}${each.message.replaceAll('\n', '\n  ')}`,
    ...(each.frames ?? (each.where === undefined ? [] : [`${each.where}: ${each.source ?? ''}`])).map(
      (line) => `  at ${onOneLine(line)}`,
    ),
    ...(['stdout', 'stderr', 'log'] as const).flatMap((name) =>
      each[name] === undefined ? [] : [`  ${name}: ${each[name].replaceAll('\n', '\n  ')}`],
    ),
  ];
}

function renderCoverage(facts: NonNullable<RunFacts['coverage']>): readonly string[] {
  const { more_files, never_imported: never, more_never_imported: moreNever } = facts;
  return [
    `Coverage: ${facts.covered} of ${facts.lines} lines (${facts.percent} %) of imported files, tests left out.`,
    ...facts.files.map(
      ({ file, covered, lines, missed }) =>
        `  ${onOneLine(file)}: ${covered} of ${lines}${missed === '' ? '' : `; missed ${missed}`}`,
    ),
    ...(more_files > 0 ? [`  … and ${more_files} more files.`] : []),
    ...(never.length > 0
      ? [`  Never imported: ${never.map(onOneLine).join(', ')}${moreNever > 0 ? ` and ${moreNever} more` : ''}`]
      : []),
  ];
}
