/** Runs tests in a sandbox. */
import type { OnProgress } from '../../lib/work.ts';
import type { CellResult, OutputListener, PythonSessionApi } from '../protocol.ts';
import { TestRun } from './events.ts';
import { type TestRequest, testProgram } from './request.ts';

/** Seconds that a test which has begun may take beyond the time limit. */
const GRACE = 3;
/** Milliseconds between two looks at what is to be reported about progress. */
const TICK_MS = 1000;
/** Interpreters that a run starts after the first one, when tests end them. */
const MOST_RESTARTS = 5;
/** Ticks after which a client hears that the run goes on, though nothing happened. */
const SILENT_TICKS = 4;

/** Who waits for the run. */
export interface TestCaller {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** Files that are other than in the mounted commit, by path; null for one that is not there. */
export type ChangedFiles = ReadonlyMap<string, string | null>;

/**
 * Runs the tests in a sandbox that has run nothing yet, with progress while they run; what they reported is there even when the interpreter is lost.
 * A fresh one goes on behind the test that ended it, at most {@link MOST_RESTARTS} times and within the time limit of all. `changed` files replace those of the mount before.
 */
export async function runTests(
  sandbox: PythonSessionApi,
  request: TestRequest,
  { signal, onProgress }: TestCaller,
  changed: ChangedFiles = new Map(),
): Promise<{ readonly run: TestRun; readonly result: CellResult }> {
  const run = new TestRun();
  const id = crypto.randomUUID();
  signal.addEventListener('abort', () => void sandbox.interrupt(id).catch(() => undefined), { once: true });
  const listener: OutputListener = async ({ stream, text }) => {
    if (stream === 'stdout') run.hear(text);
    return !signal.aborted;
  };
  let [ticks, told, silent] = [0, '', 0];
  const timer = setInterval(() => {
    const message = progressOf(run);
    silent = message === told ? silent + 1 : 0;
    if (silent > 0 && silent % SILENT_TICKS !== 0) return;
    told = message;
    // Progress has to grow, also while one test takes long.
    const done = run.ended + ++ticks / 1_000_000;
    void onProgress({ done, ...(run.collected > 0 && { total: Math.max(run.collected, done) }), message });
  }, TICK_MS);
  try {
    let [left, spent] = [request, 0];
    for (let restarts = 0; ; restarts++) {
      const code = testProgram(left, changed);
      const result = await sandbox.run({ code, timeoutSeconds: left.timeout + GRACE }, listener, id);
      spent += result.executionTime;
      run.isLost = result.status !== 'ok';
      if (result.status === 'died' && !signal.aborted) run.lose(result.message ?? '');
      const next = restarts < MOST_RESTARTS && run.isLost && !signal.aborted ? leftOf(run, request, spent) : undefined;
      if (next === undefined || result.status !== 'died') return { run, result: { ...result, executionTime: spent } };
      run.goOn();
      left = next;
    }
  } finally {
    clearInterval(timer);
  }
}

/** What is left to ask for when the interpreter was lost; undefined when it is nothing. */
function leftOf(run: TestRun, request: TestRequest, spent: number): TestRequest | undefined {
  const { rest, failed } = run;
  const timeout = Math.floor(request.timeout - spent);
  if (rest === undefined || request.runner === 'code' || timeout < 1) return undefined;
  const most = request.max_failures === 0 ? 0 : request.max_failures - failed.ofTests;
  if (most < 0 || (most === 0 && request.max_failures > 0)) return undefined;
  const offset = Math.max(0, request.offset - failed.all);
  return {
    ...request,
    runner: rest.runner,
    resume: rest,
    timeout,
    max_failures: most,
    offset,
    limit: Math.max(0, request.offset + request.limit - failed.all) - offset,
    // Lines that ran in the interpreter that was lost would count as missed.
    coverage: false,
  };
}

function progressOf({ failed, collected, ended, file, place }: TestRun): string {
  if (ended === 0 && place === undefined) return 'collecting tests';
  return `${ended} of ${collected} tests, ${failed.all} failed; ${place ?? file}`;
}
