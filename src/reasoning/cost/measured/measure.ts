/** Runs a function at growing sizes in a sandbox, and says how its steps grow. */
import type { CellRequest, CellResult } from '../../../python/api.ts';
import { CLASSES, type Growth, growthOf } from '../growth.ts';
import type { HotLine, Measured, Measurement, Series } from '../service.ts';
import { type CountedRun, type MeasuredEvents, readEvents } from './events.ts';
import { measureProgram } from './request.ts';

/** What is to be measured. */
export interface Measurable {
  readonly root: string;
  readonly path: string;
  readonly function: string;
  readonly inputs: string;
  readonly memory: boolean;
}

/** Steps of one run, and of all. */
const [MOST_STEPS, MOST_STEPS_IN_ALL] = [300_000, 3_000_000];
/** Only what counts no steps, such as one long operation in C, meets it. */
const SECONDS = 60;
/** Lines that are reported, and the share of the steps that each has at least. */
const [MOST_LINES, LEAST_SHARE] = [5, 0.01];

/** Measures; `sandbox` has run nothing yet, and reads the repository below `root`. */
export async function measure(
  sandbox: { run(request: CellRequest): Promise<CellResult> },
  what: Measurable,
): Promise<Measured> {
  const request = { ...what, most_steps: MOST_STEPS, most_steps_in_all: MOST_STEPS_IN_ALL };
  const result = await sandbox.run({ code: measureProgram(request), timeoutSeconds: SECONDS });
  const told = readEvents(result.stdout);
  return measuredOf(told, result);
}

function measuredOf(told: MeasuredEvents, { status }: CellResult): Measured {
  if (told.unusable !== undefined) return { kind: 'not run', why: told.unusable };
  const series = [...new Set(told.runs.map(({ shape }) => shape))].map((shape) => seriesOf(shape, told));
  const [worst] = series.toSorted((one, other) => weight(other) - weight(one));
  if (worst === undefined) {
    const why =
      status === 'ok'
        ? 'It did not end within its steps even with the smallest input'
        : `The interpreter ended (${status})`;
    return { kind: 'not run', why };
  }
  const lost =
    told.done === undefined ? [`The runs were ended by the interpreter (${status}); later ones are missing.`] : [];
  return {
    kind: 'measured',
    series,
    worst: worst.shape,
    hotLines: hotLines(
      told.runs.filter(({ shape }) => shape === worst.shape),
      told,
    ),
    uncounted: told.done?.uncounted ?? [],
    assumed: told.done?.assumed ?? [],
    asked: told.done?.asked ?? [],
    unreached: (told.done?.unreached ?? []).map(([path, line]) => ({ path, line })),
    beyond: beyondOf(told, worst.points.at(-1)?.n ?? 0).map(([path, line, value]) => ({ path, line, value })),
    notes: [...lost, ...(told.done?.notes ?? [])],
  } satisfies Measurement;
}

function seriesOf(shape: string, told: MeasuredEvents): Series {
  const runs = told.runs.filter((run) => run.shape === shape).toSorted((a, b) => a.size - b.size);
  const end = told.ends.find((each) => each.shape === shape && each.size > (runs.at(-1)?.size ?? 0));
  const points = runs.map(({ size, steps }) => ({ n: size, steps }));
  const growth = lessSure(growthOf(points), told);
  const peaks = runs.flatMap(({ size, peak }) => (peak === undefined ? [] : [{ n: size, bytes: peak }]));
  return {
    shape,
    points,
    ...(growth !== undefined && { growth }),
    ...(peaks.length > 0 && { peaks }),
    ...(end !== undefined && { end: { n: end.size, why: endText(end.why, end.detail) } }),
  };
}

/** Numbers in tests and bounds that are larger than the sizes: nobody knows what is done there. */
function beyondOf({ done }: MeasuredEvents, largest: number): NonNullable<MeasuredEvents['done']>['limits'] {
  return (done?.limits ?? []).filter(([, , value]) => value > largest);
}

/** Work that is not counted may grow faster than all that is; what is taken to go once over its arguments may do more. */
function lessSure(growth: Growth | undefined, told: MeasuredEvents): Growth | undefined {
  const { done, runs } = told;
  if (growth === undefined || growth.certainty === 'unclear') return growth;
  const lack =
    done === undefined
      ? 'the interpreter ended before it told what was not counted'
      : `not counted: ${done.uncounted.join(', ')}`;
  if (done === undefined || done.uncounted.length > 0) {
    return { ...growth, certainty: 'unclear', why: `${lack}; what was counted: ${growth.why}` };
  }
  if (done.asked.length > 0) {
    const why = `it asks the machine (${done.asked.join(', ')}); what was counted: ${growth.why}`;
    return { ...growth, certainty: 'unclear', why };
  }
  const largest = Math.max(...runs.map(({ size }) => size));
  const isPart = done.unreached.length + beyondOf(told, largest).length > 0;
  return done.assumed.length > 0 || isPart ? { ...growth, certainty: 'likely' } : growth;
}

function endText(why: string, detail: string): string {
  if (why === 'limit') return `more than ${MOST_STEPS} steps${detail === '' ? '' : ` ${detail}`}`;
  return why === 'recursion' ? 'deeper recursion than CPython allows' : detail;
}

/** Worse ones are larger: by class, then by the steps at the largest size. */
function weight({ growth, points }: Series): number {
  const rank = growth === undefined ? -1 : CLASSES.indexOf(growth.class);
  return rank * 1e9 + (points.at(-1)?.steps ?? 0);
}

/** Lines with the most steps of the largest run, each with how its steps grow. */
function hotLines(runs: readonly CountedRun[], told: MeasuredEvents): readonly HotLine[] {
  const sorted = runs.toSorted((a, b) => a.size - b.size);
  const last = sorted.at(-1);
  if (last === undefined || last.steps === 0) return [];
  return last.lines
    .filter(([, , steps]) => steps >= LEAST_SHARE * last.steps)
    .slice(0, MOST_LINES)
    .map(([path, line, steps]) => {
      const points = sorted.flatMap(({ size, lines }) => {
        const found = lines.find(([otherPath, otherLine]) => otherPath === path && otherLine === line);
        return found === undefined ? [] : [{ n: size, steps: found[2] }];
      });
      const growth = lessSure(growthOf(points), told);
      return { path, line, steps, share: steps / last.steps, n: last.size, ...(growth !== undefined && { growth }) };
    });
}
