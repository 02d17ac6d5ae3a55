/** `run_python_code` in a session that is already running. */
import { type Benchmark, medianTime } from './benchmark.ts';
import { callTool, trivialTool } from './calls.ts';

const TIMES = 9;

const CELLS = {
  'an expression': '6 * 7',
  'a loop of 100,000 steps': 'total = 0\nfor i in range(100_000):\n    total += i\ntotal',
  'a file of 100 KB': "open('/workspace/bench.txt', 'w').write('x' * 100_000)",
} as const;

export default {
  title: 'Warm run_python_code',
  unit: 'ms',
  async run(front) {
    const baseline = { name: 'a tool without an engine', value: await medianTime(TIMES, () => trivialTool(front)) };
    const cells = [];
    for (const [name, code] of Object.entries(CELLS)) {
      const value = await medianTime(TIMES, async () => {
        const { status } = await callTool(front, 'run_python_code', { code });
        if (status !== 'ok') throw new Error(`${name}: ${status}`);
      });
      cells.push({ name, value });
    }
    return [baseline, ...cells];
  },
} satisfies Benchmark;
