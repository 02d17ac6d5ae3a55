/** Requests per second with several clients at once, past wrangler's proxy. */
import type { Benchmark } from './benchmark.ts';
import { plainRoute, trivialTool } from './calls.ts';

const CLIENTS = 16;
const REQUESTS = 2000;

export default {
  title: `Throughput with ${CLIENTS} clients`,
  unit: 'requests/s',
  async run(front) {
    return [
      { name: 'plain Hono route', value: await perSecond(() => plainRoute(front)) },
      { name: 'tools/call of find_tools', value: await perSecond(() => trivialTool(front)) },
    ];
  },
} satisfies Benchmark;

async function perSecond(request: () => Promise<unknown>): Promise<number> {
  let left = REQUESTS;
  const client = async () => {
    while (left-- > 0) await request();
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return REQUESTS / ((performance.now() - started) / 1000);
}
