/** `npm start`: builds what is missing, serves everything on this machine, and tells how to connect. */
import { resolve } from 'node:path';
import { PortFault, parsePort, startDevServer } from './lib/dev-server.ts';
import { connectionHelp } from './lib/snippets.ts';
import { StateFault } from './lib/state-lock.ts';
import { buildAll } from './lib/workers.ts';

/** Milliseconds between two looks at whether the parent lives. */
const PARENT_CHECK_MS = 500;

try {
  await serve(parsePort(process.env.PORT), process.env.LEMMA_STATE);
} catch (error) {
  console.error(error instanceof PortFault || error instanceof StateFault ? error.message : error);
  process.exitCode = 1;
}

async function serve(port: number, folder: string | undefined): Promise<void> {
  const build = () => buildAll((line) => console.log(line));
  const server = await startDevServer(port, folder === undefined ? undefined : resolve(folder), build);
  let stopping = false;
  onStopRequest(() => {
    stopping = true;
    void server.stop();
  });
  const state = await server.ready();
  if (state !== 'ended') console.log(connectionHelp(server.url));
  if (state === 'degraded') console.error(`\nNot every engine is well: ${server.url}/health tells which.`);
  await server.ended;
  if (stopping) return;
  console.error('The server ended by itself; the lines above say why.');
  process.exitCode = 1;
}

/** Calls `stop` once: on Ctrl-C, on another signal to end, or when npm is gone. */
function onStopRequest(stop: () => void): void {
  const parent = process.ppid;
  // npm passes a signal on to its shell only, which dies without telling us.
  const timer = setInterval(() => {
    if (process.ppid !== parent) request();
  }, PARENT_CHECK_MS);
  timer.unref();
  let requested = false;
  const request = () => {
    clearInterval(timer);
    if (!requested) stop();
    requested = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
}
