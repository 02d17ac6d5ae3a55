/** `symbolic_check` on functions that need the solver, on a warm server. */
import { type Benchmark, medianTime } from './benchmark.ts';
import { callTool, trivialTool } from './calls.ts';

const TIMES = 9;

const FUNCTIONS = {
  'branch on two integers, refuted': {
    function_name: 'tricky',
    code: `def tricky(x: int, y: int) -> int:
    if x == 12345 and y == 7 * x + 3:
        raise ValueError(x)
    return x + y
`,
    status: 'counterexample',
  },
  'clamp, verified': {
    function_name: 'clamp',
    code: `def clamp(x: int, low: int, high: int) -> int:
    """
    pre: low <= high
    post: low <= __return__ <= high
    """
    if x < low:
        return low
    if x > high:
        return high
    return x
`,
    status: 'verified',
  },
  'floor division, verified': {
    function_name: 'halves',
    code: `def halves(n: int) -> int:
    """
    post: 0 <= n - 2 * __return__ <= 1
    """
    return n // 2
`,
    status: 'verified',
  },
} as const;

export default {
  title: 'Warm symbolic_check',
  unit: 'ms',
  async run(front) {
    const baseline = { name: 'a tool without an engine', value: await medianTime(TIMES, () => trivialTool(front)) };
    const checks = [];
    for (const [name, { status, ...args }] of Object.entries(FUNCTIONS)) {
      const value = await medianTime(TIMES, async () => {
        const answer = await callTool(front, 'symbolic_check', args);
        if (answer.status !== status) throw new Error(`${name}: expected ${status}, not ${answer.status}`);
      });
      checks.push({ name, value });
    }
    return [baseline, ...checks];
  },
} satisfies Benchmark;
