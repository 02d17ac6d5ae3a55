/** Workers in workerd, as wrangler starts them for tests. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestHarness } from 'wrangler';
import { WORKERS } from '../scripts/lib/workers.ts';

/** Milliseconds for which the end of Workers is waited for. */
const CLOSE_MS = 10_000;

type Options = Parameters<typeof createTestHarness>[0];
type WorkerInput = NonNullable<Options>['workers'][number];

/**
 * The folder of `npm run deploy:check -- --keep <folder>`, when tests are to start what lies there: to bundle the Workers takes longer than
 * to start them, and a run of all tests starts them dozens of times.
 */
const { LEMMA_BUNDLES: BUNDLES } = process.env;

/**
 * A Worker of a deployment as it was bundled before, where it was. Not the front: what wrangler bundles for development reads the rest of a
 * request that is answered before its end, without which workerd closes the connection.
 */
function prebuilt(worker: WorkerInput): WorkerInput {
  if (BUNDLES === undefined || !('configPath' in worker)) return worker;
  const name = WORKERS.find(({ config }) => config === worker.configPath)?.name;
  return name === undefined || name === 'lemma' ? worker : { ...worker, prebuiltWorkerDir: join(BUNDLES, name) };
}

function withBundles(options: NonNullable<Options>): NonNullable<Options> {
  return { ...options, workers: options.workers.map(prebuilt) };
}

/** Wrangler's harness. Its `close` never comes back now and then: it is waited for a while, and what is left ends with the process. */
export function createHarness(options: NonNullable<Options>): ReturnType<typeof createTestHarness> {
  const harness = createTestHarness(withBundles(options));
  const close = async () => {
    await Promise.race([harness.close(), delay(CLOSE_MS, undefined, { ref: false })]);
  };
  const update = (changed: Parameters<typeof harness.update>[0]) =>
    harness.update(typeof changed === 'function' ? changed : withBundles(changed));
  return { ...harness, close, update };
}
