/** The whole server on this machine: a watched process group, with a workerd for each Worker. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setDamagedAside } from './damaged-databases.ts';
import { keepRunning } from './keep-running.ts';
import { lockState } from './state-lock.ts';
import { OFFLINE, ROOT } from './wrangler.ts';

const HOST = '127.0.0.1';
const PROGRAM = fileURLToPath(new URL('serve-workers.ts', import.meta.url));
const BEFORE_WRANGLER = new URL('error-fields.ts', import.meta.url).href;
/** Milliseconds that engines have to start: `/health` says of one that starts that it does not answer. */
const PATIENCE_MS = 30_000;

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
  /** Resolves when all engines answer, or some do not after 30 s; to `ended` when the server ends before. */
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
 * stores, `prepare` what comes first. Throws `StateFault` when another server has that folder, and {@link PortFault} when the port cannot be
 * used, both at once.
 */
export async function startDevServer(
  port: number,
  state = join(ROOT, '.wrangler/state'),
  prepare: () => Promise<void> = async () => undefined,
): Promise<DevServer> {
  const url = `http://${HOST}:${port}`;
  const lock = await lockState(state, url);
  try {
    await requireFreePort(port);
    await prepare();
  } catch (fault) {
    lock.release();
    throw fault;
  }
  for (const path of setDamagedAside(state)) {
    console.error(`A database could not be opened and was moved to ${path}; its owner is told, and can begin anew.`);
  }
  const stopping = new AbortController();
  const served = Promise.withResolvers<'served'>();
  const start = (): ChildProcess => {
    const workers = spawnWorkers(port, state);
    if (workers.pid !== undefined) lock.record(workers.pid);
    workers.once('message', () => served.resolve('served'));
    return workers;
  };
  const ended = keepRunning({ start, served: served.promise, stopping: stopping.signal }).finally(() => lock.release());
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

/** What the server says of its engines, once they have started, if they do before it has ended. */
async function health(url: string, ended: Promise<void>): Promise<'healthy' | 'degraded' | 'ended'> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  let answered: number | undefined;
  while (!over) {
    try {
      const { ok } = await fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (ok) return 'healthy';
      answered ??= performance.now();
      if (performance.now() - answered > PATIENCE_MS) return 'degraded';
    } catch {
      // a process of it has ended, and starts again
    }
    await delay(50);
  }
  return 'ended';
}
