/**
 * The process that {@link file://./dev-server.ts} starts and watches: it bundles every Worker and runs each in a workerd of its own, so that
 * a busy one delays no other. `serve-workers.ts <port> <state>` sends `ready` to its parent once all run, and ends when the parent has gone.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unstable_startWorker as startWorker } from 'wrangler';
import { configToStart } from './bundles.ts';
import { makeStubsFresh } from './fresh-stubs.ts';
import { untilHung } from './heartbeat.ts';
import { FRONT_FIRST, type Worker } from './workers.ts';
import { ROOT } from './wrangler.ts';

type Running = Awaited<ReturnType<typeof startWorker>>;
/** Where a Worker's own workerd listens, behind the one that serves its port. */
type Address = Parameters<Running['raw']['proxy']['onReloadComplete']>[0];

const HOST = '127.0.0.1';
/** Milliseconds between two looks at whether every workerd runs. */
const CHECK_MS = 1000;

const [port, state = ''] = process.argv.slice(2);
/** What lasts as long as this process: addresses of its Workers, and databases that workerd makes for what no Worker uses. */
const run = join(state, 'run');
/** Where the databases of all objects are. */
const objects = join(state, 'v3/do');

process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
// Addresses of Workers that were killed would count as theirs for 90 s.
rmSync(run, { recursive: true, force: true });
mkdirSync(objects, { recursive: true });

makeStubsFresh();
const [front, ...engines] = FRONT_FIRST;
const running: Running[] = [];
const addresses = new Map<Running, Address>();
/** The name of the Worker that is being started, wherever that leads. */
const starting = new AsyncLocalStorage<string>();
/** The workerd of each Worker, by the Worker's name: wrangler does not tell. */
const processes = new Map<string, ChildProcess>();
subscribe('child_process', (message) => noteProcess(message, starting.getStore()));
process.once('SIGTERM', async () => {
  await Promise.all(running.map((worker) => worker.dispose()));
  process.exit();
});
await Promise.all(engines.map((engine) => starting.run(engine.name, () => start(engine, configToStart(engine)))));
// The front comes last: whoever reaches it finds the engines.
if (front !== undefined) {
  const bindings = { ENVIRONMENT: { type: 'plain_text', value: 'development' } } as const;
  await starting.run(front.name, () => start(front, front.config, Number(port), bindings));
}
process.send?.('ready');
for (;;) {
  await delay(CHECK_MS);
  // wrangler starts a workerd again that has ended; when that fails, a new process has to.
  await Promise.all(running.map(served)).catch(giveUp);
  // The workerd that serves a port knows the address by this message only; one that was started again waits for it.
  for (const [{ raw }, address] of addresses) raw.proxy.onReloadComplete(address);
}

/**
 * Starts a Worker, by its configuration, in a workerd of its own; resolves once it runs. `bindings` are added to those of the configuration.
 */
async function start(
  { name }: Worker,
  config: string,
  at = 0,
  bindings: Parameters<typeof startWorker>[0]['bindings'] = {},
): Promise<void> {
  const worker = await startWorker({
    config: resolve(ROOT, config),
    bindings,
    dev: {
      server: { hostname: HOST, port: at },
      inspector: false,
      watch: false,
      persist: storageOf(name),
      registry: join(run, 'registry'),
      logLevel: 'warn',
      structuredLogsHandler: report,
    },
  });
  running.push(worker);
  worker.raw.on('error', giveUp);
  worker.raw.on('buildFailed', () => process.exit(1)); // wrangler has said why
  worker.raw.on('reloadComplete', (event) => addresses.set(worker, event));
  await served(worker).catch(giveUp);
  void endWhenHung(name, worker);
}

/** Remembers a process that was made for `worker`, when it is the workerd that runs it: only these can be reached by other Workers. */
function noteProcess(message: unknown, worker: string | undefined): void {
  if (worker === undefined || typeof message !== 'object' || message === null || !('process' in message)) return;
  const { process: child } = message;
  if (!(child instanceof ChildProcess)) return;
  child.once('spawn', () => {
    if (child.spawnargs.some((each) => each.startsWith('--debug-port='))) processes.set(worker, child);
  });
}

/** Ends the Worker's workerd each time that it hangs, as Cloudflare ends what takes too much CPU; it is started again then. */
async function endWhenHung(name: string, worker: Running): Promise<never> {
  for (;;) {
    await untilHung({
      beat: async (signal) => {
        const { hostname = HOST, port: at } = addresses.get(worker)?.proxyData.userWorkerUrl ?? {};
        await fetch(`http://${hostname}:${at}/`, { method: 'HEAD', redirect: 'manual', signal });
      },
    });
    console.error(`The process of ${name} hangs: it has not come back for 30 s. It is being started again.`);
    processes.get(name)?.kill('SIGKILL');
  }
}

/** Resolves when the Worker's workerd runs. Throws when it could not be started. */
async function served({ raw }: Running): Promise<void> {
  for (;;) {
    const miniflare = raw.runtimes.map(({ mf }) => mf).find((mf) => mf !== undefined);
    if (miniflare !== undefined) return void (await miniflare.ready);
    await delay(10);
  }
}

/**
 * A folder in which a Worker finds its objects and shares nothing else: several processes that open one database at the same time may
 * find it locked, and some are opened by every workerd.
 */
function storageOf(worker: string): string {
  const folder = join(run, worker);
  mkdirSync(join(folder, 'v3'), { recursive: true });
  symlinkSync(objects, join(folder, 'v3/do'), 'dir');
  return folder;
}

/** Prints a line that a Worker or its workerd logs, without the stack that may follow. */
function report({ level, message }: { readonly level: string; readonly message: string }): void {
  if (level === 'warn' || level === 'error') console.error(message.trimStart().split('\n', 1)[0]);
}

function giveUp(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
