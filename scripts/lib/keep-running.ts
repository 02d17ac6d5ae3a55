/** Watches the process of a server: it is started again when it ends, or when it never says that it runs. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds for the Workers to end by themselves; they need about one second. */
const GRACE_MS = 5000;
/** Milliseconds until an ended server is started again: at first, and at most after it ended time and again. */
const PAUSE_MS = { first: 100, longest: 10_000 };
/** Milliseconds after which a server counts as having run well. */
const STEADY_MS = 60_000;
/** Milliseconds for the Workers to start, twice as long at each further attempt: now and then a workerd never does, nor says so. */
const START_MS = 60_000;
/** Attempts at the first start. */
const ATTEMPTS = 3;

/** A server to be kept running. */
export interface Watched {
  /** Starts its process, which leads a group and sends a message once it runs. */
  start(): ChildProcess;
  /** Resolves when it runs for the first time. */
  readonly served: Promise<unknown>;
  /** Ends the server. */
  readonly stopping: AbortSignal;
  /** Aborts when a start has taken too long; `late` starts before it have. */
  patience?(late: number): AbortSignal;
}

function startInTime(late: number): AbortSignal {
  return AbortSignal.timeout(START_MS * 2 ** Math.min(late, ATTEMPTS - 1));
}

/** Starts a server again whatever ends it. Resolves when it was stopped, or its first start failed: the lines above then say why. */
export async function keepRunning({ start, served, stopping, patience = startInTime }: Watched): Promise<void> {
  let hasServed = false;
  void served.then(() => {
    hasServed = true;
  });
  let pause = PAUSE_MS.first;
  let late = 0;
  for (;;) {
    const workers = start();
    const stop = () => void end(workers);
    stopping.addEventListener('abort', stop, { once: true });
    const started = Date.now();
    const why = await endOf(workers, patience(late));
    stopping.removeEventListener('abort', stop);
    // What it ran would go on without it, and hold databases and the port.
    signalGroup(workers, 'SIGKILL');
    late = why === 'never started' ? late + 1 : 0;
    if (stopping.aborted || (!hasServed && late === 0)) return;
    if (!hasServed && late === ATTEMPTS) return console.error(`The server ${why}, in ${ATTEMPTS} attempts.`);
    console.error(`The server ${why} and is being started again.`);
    if (Date.now() - started > STEADY_MS) pause = PAUSE_MS.first;
    await delay(pause, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return;
    pause = Math.min(2 * pause, PAUSE_MS.longest);
  }
}

/** Resolves when the process has ended, which it is made to unless it says before `over` that all Workers run. */
async function endOf(workers: ChildProcess, over: AbortSignal): Promise<'ended unexpectedly' | 'never started'> {
  let isLate = false;
  const giveUp = () => {
    isLate = true;
    signalGroup(workers, 'SIGKILL');
  };
  over.addEventListener('abort', giveUp, { once: true });
  const keep = () => over.removeEventListener('abort', giveUp);
  workers.once('message', keep);
  await once(workers, 'exit');
  keep();
  return isLate ? 'never started' : 'ended unexpectedly';
}

async function end(workers: ChildProcess): Promise<void> {
  workers.kill('SIGTERM');
  await Promise.race([once(workers, 'exit'), delay(GRACE_MS, undefined, { ref: false })]);
  signalGroup(workers, 'SIGKILL');
}

function signalGroup({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch (error) {
    // The group is gone: what was wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
