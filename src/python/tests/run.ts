/** Runs tests in a room. */
import type { OnProgress } from '../../lib/work.ts';
import type { CellResult, OutputListener, PythonSessionApi } from '../protocol.ts';
import { TestRun } from './events.ts';
import { type TestRequest, testProgram } from './request.ts';

/** Seconds that a test which has begun may take beyond the time limit. */
const GRACE = 3;
/** Milliseconds between two looks at what is to be told of progress. */
const TICK_MS = 1000;
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
 * Runs the tests in a room that has run nothing yet, with progress while they run; what they told is there even when the interpreter is lost.
 * `changed` files replace those of the mount before.
 */
export async function runTests(
  room: PythonSessionApi,
  request: TestRequest,
  { signal, onProgress }: TestCaller,
  changed: ChangedFiles = new Map(),
): Promise<{ readonly run: TestRun; readonly result: CellResult }> {
  const run = new TestRun();
  const code = testProgram(request, changed);
  const id = crypto.randomUUID();
  signal.addEventListener('abort', () => void room.interrupt(id).catch(() => undefined), { once: true });
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
    const result = await room.run({ code, timeoutSeconds: request.timeout + GRACE }, listener, id);
    run.isLost = result.status !== 'ok';
    return { run, result };
  } finally {
    clearInterval(timer);
  }
}

function progressOf({ counts, collected, ended, file, running }: TestRun): string {
  if (ended === 0 && running === undefined) return 'collecting tests';
  const bad = counts.failed + counts.error;
  const place = running === undefined ? file : `${file}::${running}`;
  return `${ended} of ${collected} tests, ${bad} failed; ${place}`;
}
