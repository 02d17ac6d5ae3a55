/** What MCP adds to a request: a tool without work against a plain route of the same server. */
import { type Benchmark, medianTime } from './benchmark.ts';
import { plainRoute, trivialTool } from './calls.ts';

const TIMES = 200;

export default {
  title: 'MCP overhead, one request at a time',
  unit: 'ms',
  async run(front) {
    return [
      { name: 'plain Hono route', value: await medianTime(TIMES, () => plainRoute(front)) },
      { name: 'tools/call of find_tools', value: await medianTime(TIMES, () => trivialTool(front)) },
    ];
  },
} satisfies Benchmark;
