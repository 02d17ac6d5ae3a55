/** Workers in workerd, as wrangler starts them for tests. */
import { setTimeout as delay } from 'node:timers/promises';
import { createTestHarness } from 'wrangler';

/** Milliseconds for which the end of Workers is waited for. */
const CLOSE_MS = 10_000;

/** Wrangler's harness. Its `close` never comes back now and then: it is waited for a while, and what is left ends with the process. */
export function createHarness(options: Parameters<typeof createTestHarness>[0]): ReturnType<typeof createTestHarness> {
  const harness = createTestHarness(options);
  const close = async () => {
    await Promise.race([harness.close(), delay(CLOSE_MS, undefined, { ref: false })]);
  };
  return { ...harness, close };
}
