/** From nothing to the first result: a session against the boot of the same snapshot in an isolate of its own. */
import { type Benchmark, median } from './benchmark.ts';
import { callTool } from './calls.ts';

const TIMES = 7;
const FIRST = { kind: 'run', code: '1' } as const;

export default {
  title: 'First cell of a Python session',
  unit: 'ms',
  async run(front, inside) {
    const stopwatch = inside.stopwatch('first-cell');
    const samples = { boot: [], cell: [], session: [], front: [], restored: [] } as Record<string, number[]>;
    // In turns, so that what disturbs one disturbs the others, too; the first turn is not measured.
    for (let turn = 0; turn <= TIMES; turn++) {
      const bare = await stopwatch.bareBoot();
      const name = `first-cell-${turn}`;
      const [session = Number.NaN] = await stopwatch.ask(name, FIRST);
      await stopwatch.kill(name);
      const [restored = Number.NaN] = await stopwatch.ask(name, FIRST);
      await stopwatch.erase(name);
      const started = performance.now();
      const { session_id } = await callTool(front, 'run_python_code', { code: '1', session_id: name });
      const through = performance.now() - started;
      await callTool(front, 'delete_session', { session_id });
      if (turn === 0) continue;
      const figures = { boot: bare.boot, cell: bare.boot + bare.cell, session, front: through, restored };
      for (const [kind, value] of Object.entries(figures)) samples[kind]?.push(value);
    }
    const row = (name: string, kind: string) => ({ name, value: median(samples[kind] ?? []) });
    return [
      row('bare boot of the snapshot in a new isolate', 'boot'),
      row('bare boot and a cell', 'cell'),
      row('new session, first cell', 'session'),
      row('the same through the front', 'front'),
      row('first cell after its interpreter was killed', 'restored'),
    ];
  },
} satisfies Benchmark;
