/** Workers in workerd, as wrangler starts them for tests. */
import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestHarness, type TestHarness, type TestHarnessOptions } from 'wrangler';
import { configToStart } from '../scripts/lib/bundles.ts';
import { WORKERS } from '../scripts/lib/workers.ts';
import { ROOT } from '../scripts/lib/wrangler.ts';
import { startAgain } from './attempts.ts';

/** Milliseconds for which the end of Workers is waited for. */
const CLOSE_MS = 10_000;

type WorkerInput = TestHarnessOptions['workers'][number];

/** A Worker of a deployment as it was bundled before, where it was. */
function prebuilt(worker: WorkerInput): WorkerInput {
  if (!('configPath' in worker)) return worker;
  const found = WORKERS.find(({ config }) => config === worker.configPath);
  return found === undefined ? worker : { ...worker, configPath: configToStart(found) };
}

/** A copy of the repository has Workers of its own. */
function withBundles(options: TestHarnessOptions): TestHarnessOptions {
  if (relative(ROOT, String(options.root ?? ROOT)) !== '') return options;
  return { ...options, workers: options.workers.map(prebuilt) };
}

/**
 * Wrangler's harness. Its `listen` never comes back now and then: another one begins then. Nor does its `close`: it is waited for a while, and
 * what is left ends with the process.
 */
export function createHarness(options: TestHarnessOptions): TestHarness {
  let harness = createTestHarness(withBundles(options));
  return {
    listen: async () => {
      let next = harness;
      const { served, address } = await startAgain(() => {
        const one = next;
        next = createTestHarness(withBundles(options));
        const started = one.listen().then((url) => ({ served: one, address: url }));
        return { started, end: () => void one.close().catch(() => undefined) };
      });
      harness = served;
      return address;
    },
    close: async () => {
      await Promise.race([harness.close(), delay(CLOSE_MS, undefined, { ref: false })]);
    },
    fetch: (input, init) => harness.fetch(input, init),
    getWorker: (name) => harness.getWorker(name),
    getLogs: () => harness.getLogs(),
    clearLogs: () => harness.clearLogs(),
    debug: () => harness.debug(),
    update: (changed) => harness.update(typeof changed === 'function' ? changed : withBundles(changed)),
    reset: () => harness.reset(),
  };
}
