/** What a run of tests decides: what failed in the code, and what could not run. */
import type { TestFailure, TestRun } from './events.ts';
import { forgedBy, lackOf, type Obstacle } from './obstacles.ts';
import { Recording } from './recording.ts';

/**
 * How one test ended; `could not run`: by an obstacle, which says nothing of the code; `ended the interpreter`: with it, which decides nothing
 * either.
 */
export type TestEnd =
  | 'passed'
  | 'failed'
  | 'error'
  | 'skipped'
  | 'xfailed'
  | 'xpassed'
  | 'could not run'
  | 'ended the interpreter';

/** A failure of the code, or of the test itself. */
export type CodeFailure = Pick<TestFailure, 'id' | 'stage' | 'type' | 'message' | 'where'>;

/** What a run reached. */
export interface Reach {
  /** Files outside of tests of which lines ran, with the lines that did not; undefined where these are too many. */
  readonly files: ReadonlyMap<string, readonly (readonly [number, number])[] | undefined>;
  /** Where tests compare with clocks, or with draws that have no seed: it may come out differently by chance. */
  readonly chance: readonly string[];
}

/**
 * What came of a run.
 * - `decided`: every test that was selected ran to its end, and none failed; there may be none
 * - `failed in the code`: a test failed, and no obstacle explains it
 * - `could not run`: obstacles kept tests from being decided, and no other one failed; or the code changed what runs its tests, or ended its
 *   interpreter
 */
export interface TestsOutcome {
  readonly kind: 'decided' | 'failed in the code' | 'could not run';
  /** Each test that ended, by `file::test`. */
  readonly ends: ReadonlyMap<string, TestEnd>;
  /** How many tests ended in which way; more than `ends` has where there are very many. */
  readonly counts: Readonly<Record<TestEnd, number>>;
  /** Tests that were selected. */
  readonly selected: number;
  /** Tests that were found and not selected. */
  readonly deselected: number;
  /** The first failures that no obstacle explains. */
  readonly failures: readonly CodeFailure[];
  readonly obstacles: readonly Obstacle[];
  /** Files outside of tests of which lines ran, with the lines that did not; empty where nobody asked. */
  readonly executed: ReadonlyMap<string, { readonly missed: readonly (readonly [number, number])[] }>;
  /** What else is known of the lines that ran; absent where nobody asked, or not all of them were told. */
  readonly reach?: Reach;
  /** Of the functions whose calls were recorded. */
  readonly recording: Recording;
  /** What a piece of code printed, its last 2,000 characters. */
  readonly printed: string;
}

/** What `run` decides; `seconds`: the time that it had. */
export function outcomeOf(run: TestRun, seconds: number): TestsOutcome {
  const { counts: all, blocked, collected, ended, cutShort } = run;
  const failed = all.failed - blocked.failed;
  const errors = all.error - blocked.error;
  const forged = forgedBy(run.forged);
  const obstacles = [...forged, ...lacksOf(run), ...endsOf(run, seconds)];
  const isWhole = obstacles.length === 0 && run.notRun === 0;
  const undecided = { 'could not run': blocked.failed + blocked.error, 'ended the interpreter': cutShort };
  const reach = reachOf(run);
  const counts = { ...all, failed, error: errors, ...undecided };
  return {
    kind: forged.length === 0 && failed + errors > 0 ? 'failed in the code' : isWhole ? 'decided' : 'could not run',
    ends: run.ends,
    counts,
    selected: Math.max(collected, ended),
    deselected: run.deselected,
    failures: run.failures
      .filter(({ obstacle }) => obstacle === undefined)
      .map(({ id, stage, type, message, where }) => ({ id, stage, type, message, ...(where && { where }) })),
    obstacles,
    executed: executedOf(run),
    ...(reach !== undefined && { reach }),
    recording: run.recording,
    printed: run.printed,
  };
}

/** The outcome where the sandbox itself was lost. */
export function lostOutcome(text: string): TestsOutcome {
  const decided = { passed: 0, failed: 0, error: 0, skipped: 0, xfailed: 0, xpassed: 0 };
  const counts = { ...decided, 'could not run': 0, 'ended the interpreter': 0 };
  const obstacles: readonly Obstacle[] = [{ kind: 'interpreter', text }];
  return {
    kind: 'could not run',
    ends: new Map(),
    counts,
    selected: 0,
    deselected: 0,
    failures: [],
    obstacles,
    executed: new Map(),
    recording: new Recording(),
    printed: '',
  };
}

/** Files of which not all lines are told are left out. */
function executedOf({ coverage }: TestRun): TestsOutcome['executed'] {
  const whole = (coverage?.files ?? []).filter(([, , , , more]) => more === 0);
  return new Map(whole.map(([path, , , missed]) => [path, { missed }]));
}

function reachOf({ coverage }: TestRun): Reach | undefined {
  if (coverage === undefined || coverage.more_files > 0) return undefined;
  const files = coverage.files.map(([path, , , missed, more]) => [path, more === 0 ? missed : undefined] as const);
  return { files: new Map(files), chance: coverage.chance };
}

function lacksOf({ obstacles }: TestRun): readonly Obstacle[] {
  return obstacles.map(([kind, what]) => lackOf(kind, what));
}

function endsOf(run: TestRun, seconds: number): readonly Obstacle[] {
  const { broken, stopped, done, place, killers } = run;
  const during = place === undefined ? '' : ` during ${place}`;
  const lost = killers.map(
    ({ test }): Obstacle => ({ kind: 'interpreter', text: `The interpreter was lost during ${test}.` }),
  );
  if (broken !== undefined) {
    const last = broken.trimEnd().split('\n').at(-1)?.trim() ?? '';
    return [...lost, { kind: 'runner', text: `The runner ended before its tests: ${last}` }];
  }
  if (stopped?.raised === false)
    return [...lost, { kind: 'time', text: `The time of ${seconds} s was over${during}.` }];
  if ((done !== undefined && !run.isLost) || killers.some(({ test }) => test === place)) return lost;
  return [...lost, { kind: 'interpreter', text: `The interpreter was lost${during}, or ${seconds} s were over.` }];
}
