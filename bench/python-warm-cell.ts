/** Cells in an interpreter that runs: what a session adds, and what keeping the state costs. */
import { type Benchmark, median, medianTime } from './benchmark.ts';
import { callTool } from './calls.ts';

const REPETITION = { rounds: 7, each: 10 };
const TIMES = 31;
const CODE = 'x = 1';
const LINES = 'for i in range(10_000): print(i)';

export default {
  title: 'Warm cell',
  unit: 'ms',
  async run(front, inside) {
    const stopwatch = inside.stopwatch('warm-cell');
    const run = async (code: string) => median(await stopwatch.ask('warm-cell', { kind: 'run', code }, REPETITION));
    const through = (code: string) => medianTime(TIMES, () => callTool(front, 'run_python_code', { code }));
    await stopwatch.ask('warm-cell', { kind: 'run', code: CODE }, REPETITION);
    return [
      {
        name: 'without a session and its checkpoints',
        value: median(await stopwatch.bareCells(CODE, false, REPETITION)),
      },
      { name: 'without a session, its state taken', value: median(await stopwatch.bareCells(CODE, true, REPETITION)) },
      {
        name: 'a call of a session that runs nothing',
        value: median(await stopwatch.ask('warm-cell', { kind: 'describe' }, REPETITION)),
      },
      { name: 'in a session', value: await run(CODE) },
      { name: 'through the front', value: await through(CODE) },
      { name: 'printing 10,000 lines, in a session', value: await run(LINES) },
      { name: 'printing 10,000 lines, through the front', value: await through(LINES) },
    ];
  },
} satisfies Benchmark;
