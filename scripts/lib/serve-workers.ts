/**
 * The process that {@link file://./dev-server.ts} starts and watches: it bundles every Worker and runs each in a workerd of its own, so that
 * a busy one delays no other. `serve-workers.ts <port> <state>` sends `ready` to its parent once all run, and ends when the parent has gone.
 */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unstable_startWorker as startWorker } from 'wrangler';
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

const [front, ...engines] = FRONT_FIRST;
const running: Running[] = [];
const addresses = new Map<Running, Address>();
process.once('SIGTERM', async () => {
  await Promise.all(running.map((worker) => worker.dispose()));
  process.exit();
});
await Promise.all(engines.map((engine) => start(engine)));
// The front comes last: whoever reaches it finds the engines.
if (front !== undefined)
  await start(front, Number(port), { ENVIRONMENT: { type: 'plain_text', value: 'development' } });
process.send?.('ready');
for (;;) {
  await delay(CHECK_MS);
  // wrangler starts a workerd again that has ended; when that fails, a new process has to.
  await Promise.all(running.map(served)).catch(giveUp);
  // The workerd that serves a port knows the address by this message only; one that was started again waits for it.
  for (const [{ raw }, address] of addresses) raw.proxy.onReloadComplete(address);
}

/** Starts a Worker in a workerd of its own; resolves once it runs. `bindings` are added to those of its configuration. */
async function start(
  { name, config }: Worker,
  at = 0,
  bindings: Parameters<typeof startWorker>[0]['bindings'] = {},
): Promise<void> {
  const worker = await startWorker({
    config: join(ROOT, config),
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
