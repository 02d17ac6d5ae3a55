/** The whole server in one `wrangler dev`, as a process group that can be ended as one. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { FRONT_FIRST } from './workers.ts';
import { ROOT, spawnWrangler } from './wrangler.ts';

const HOST = '127.0.0.1';
/** Milliseconds for wrangler to end by itself; it needs about one second. */
const GRACE_MS = 5000;
/** Milliseconds that one request for `/health` may take; the first one starts the engines. */
const PATIENCE_MS = 30_000;

/** A port that cannot be used, and what to do about it. */
export class PortFault extends Error {
  override readonly name = 'PortFault';
}

/** A server that is starting or running. */
export interface DevServer {
  /** Without a slash at its end. */
  readonly url: string;
  /** Resolves when the server has ended, whoever ended it. */
  readonly ended: Promise<unknown>;
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
export async function requireFreePort(port: number): Promise<void> {
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

/** Starts the server on 127.0.0.1; warnings and errors go to this process's output. `state` is where it keeps what it stores. */
export function startDevServer(port: number, state = join(ROOT, '.wrangler/state')): DevServer {
  const configurations = FRONT_FIRST.flatMap(({ config }) => ['-c', config]);
  const listen = ['--ip', HOST, '--port', String(port)];
  const development = ['--var', 'ENVIRONMENT:development'];
  const persistence = ['--persist-to', state];
  const quiet = ['--log-level', 'warn', '--show-interactive-dev-session=false'];
  // A group of its own: a signal to it reaches wrangler and workerd alike.
  const wrangler = spawnWrangler(['dev', ...configurations, ...listen, ...development, ...persistence, ...quiet], {
    detached: true,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  passOn(wrangler);
  const ended = once(wrangler, 'exit');
  const url = `http://${HOST}:${port}`;
  return { url, ended, ready: () => waitForHealth(url, wrangler), stop: () => stop(wrangler, ended) };
}

/** What workerd says of its own inner life: an alarm that came due while the server was down, a host name that was not found. */
const NOISE = /NOSENTRY|^stack: /;

/** Passes on what the server reports, line by line. */
function passOn({ stderr }: ChildProcess): void {
  if (stderr === null) return;
  createInterface({ input: stderr }).on('line', (line) => {
    if (line.trim() !== '' && !NOISE.test(line)) console.error(line);
  });
}

async function waitForHealth(url: string, wrangler: ChildProcess): Promise<'healthy' | 'degraded' | 'ended'> {
  while (wrangler.exitCode === null && wrangler.signalCode === null) {
    try {
      const { ok } = await fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      return ok ? 'healthy' : 'degraded';
    } catch {
      await delay(50); // not listening yet, or the sources do not build: wrangler has said why
    }
  }
  return 'ended';
}

async function stop(wrangler: ChildProcess, ended: Promise<unknown>): Promise<void> {
  signal(wrangler, 'SIGTERM');
  await Promise.race([ended, delay(GRACE_MS, undefined, { ref: false })]);
  signal(wrangler, 'SIGKILL');
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch (error) {
    // The group is gone: what was wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
