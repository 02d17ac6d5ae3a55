/** The whole server on this machine: a watched process group, with a workerd for each Worker. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lockState } from './state-lock.ts';
import { OFFLINE, ROOT } from './wrangler.ts';

const HOST = '127.0.0.1';
const PROGRAM = fileURLToPath(new URL('serve-workers.ts', import.meta.url));
const BEFORE_WRANGLER = new URL('error-fields.ts', import.meta.url).href;
/** Milliseconds for the Workers to end by themselves; they need about one second. */
const GRACE_MS = 5000;
/** Milliseconds that one request for `/health` may take; the first one starts the engines. */
const PATIENCE_MS = 30_000;
/** Milliseconds until an ended server is started again: at first, and at most after it ended time and again. */
const PAUSE_MS = { first: 100, longest: 10_000 };
/** Milliseconds after which a server counts as having run well. */
const STEADY_MS = 60_000;
/** Milliseconds for the Workers to start, twice as long at each further attempt: now and then a workerd never does, nor says so. */
const START_MS = 60_000;
/** Attempts at the first start. */
const ATTEMPTS = 3;

/** A port that cannot be used, and what to do about it. */
export class PortFault extends Error {
  override readonly name = 'PortFault';
}

/** A server that is starting or running. */
export interface DevServer {
  /** Without a slash at its end. */
  readonly url: string;
  /** Resolves when the server has ended: it was stopped, or its first start failed. Later it is started again whatever ends it. */
  readonly ended: Promise<void>;
  /** Resolves when `/health` answers, to what it says of the engines; to `ended` when the server ends before. */
  ready(): Promise<'healthy' | 'degraded' | 'ended'>;
  /** Ends the server and every process of it. */
  stop(): Promise<void>;
}

/** The port that `text` names, 8787 when it is absent. Throws {@link PortFault}. */
export function parsePort(text: string | undefined): number {
  const port = Number(text ?? 8787);
  if (text?.trim() !== '' && Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new PortFault(`PORT is ${JSON.stringify(text)}; it must be a number from 1 to 65535.`);
}

/** Throws {@link PortFault} unless `port` can be listened at. */
async function requireFreePort(port: number): Promise<void> {
  const server = createServer().listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    const fault = reason === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${reason})`;
    throw new PortFault(`Port ${port} ${fault}. Choose another one: PORT=${port + 1} npm start`);
  }
  server.close();
  await once(server, 'close');
}

/**
 * Starts the server on 127.0.0.1; warnings and errors go to this process's output, a line each. `state` is the folder where it keeps what it
 * stores. Throws `StateFault` when another server has that folder, and {@link PortFault} when the port cannot be used.
 */
export async function startDevServer(port: number, state = join(ROOT, '.wrangler/state')): Promise<DevServer> {
  const url = `http://${HOST}:${port}`;
  const lock = await lockState(state, url);
  await requireFreePort(port).catch((fault: unknown) => {
    lock.release();
    throw fault;
  });
  const stopping = new AbortController();
  const served = Promise.withResolvers<'served'>();
  const start = (): ChildProcess => {
    const workers = spawnWorkers(port, state);
    if (workers.pid !== undefined) lock.record(workers.pid);
    workers.once('message', () => served.resolve('served'));
    return workers;
  };
  const ended = keepRunning(start, served.promise, stopping.signal).finally(() => lock.release());
  return {
    url,
    ended,
    async ready() {
      const first = await Promise.race([served.promise, ended.then(() => 'ended' as const)]);
      return first === 'ended' ? first : await health(url, ended);
    },
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** Resolves when the server was stopped, or its first start failed: the lines above then say why. */
async function keepRunning(start: () => ChildProcess, served: Promise<unknown>, stopping: AbortSignal): Promise<void> {
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
    const why = await endOf(workers, START_MS * 2 ** Math.min(late, ATTEMPTS - 1));
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

/** Resolves when the process has ended, which it is made to unless it says within `patience` milliseconds that all Workers run. */
async function endOf(workers: ChildProcess, patience: number): Promise<'ended unexpectedly' | 'never started'> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    signalGroup(workers, 'SIGKILL');
  }, patience);
  workers.once('message', () => clearTimeout(timer));
  await once(workers, 'exit');
  clearTimeout(timer);
  return isLate ? 'never started' : 'ended unexpectedly';
}

function spawnWorkers(port: number, state: string): ChildProcess {
  // A group of its own: Ctrl-C does not reach it, and a signal to it reaches every workerd.
  const workers = spawn(
    process.execPath,
    ['--no-warnings', '--import', BEFORE_WRANGLER, PROGRAM, String(port), state],
    {
      cwd: ROOT,
      env: { ...process.env, ...OFFLINE },
      detached: true,
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    },
  );
  passOn(workers);
  return workers;
}

/**
 * What says nothing to a user: of workerd's own inner life, such as an alarm that came due while the server was down or a host name that was
 * not found, and stacks.
 */
const NOISE = /NOSENTRY|^stack: |^\s+at /;

/** Passes on what the server reports, line by line. */
function passOn({ stderr }: ChildProcess): void {
  if (stderr === null) return;
  createInterface({ input: stderr }).on('line', (line) => {
    if (line.trim() !== '' && !NOISE.test(line)) console.error(line);
  });
}

/** What the server says of its engines, once it says anything before it has ended. */
async function health(url: string, ended: Promise<void>): Promise<'healthy' | 'degraded' | 'ended'> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!over) {
    try {
      const { ok } = await fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      return ok ? 'healthy' : 'degraded';
    } catch {
      await delay(50); // a process of it has ended, and starts again
    }
  }
  return 'ended';
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
