/** Forking a session, and the copy's first cell, which starts an interpreter and restores the state. */
import { type Benchmark, median } from './benchmark.ts';
import { callTool } from './calls.ts';

const TIMES = 5;
const SETUP = 'import random, sqlite3, unittest\ndata = [random.randbytes(1000) for _ in range(1000)]';

export default {
  title: 'Fork of a session with 1 MB of data',
  unit: 'ms',
  async run(front) {
    const time = async (tool: string, args: Record<string, unknown>) => {
      const started = performance.now();
      await callTool(front, tool, args);
      return performance.now() - started;
    };
    const first: number[] = [];
    const fork: number[] = [];
    const cell: number[] = [];
    for (let turn = 0; turn <= TIMES; turn++) {
      const [source, copy] = [`fork-source-${turn}`, `fork-copy-${turn}`];
      const samples = [
        await time('run_python_code', { code: SETUP, session_id: source }),
        await time('fork_session', { session_id: source, new_session_id: copy }),
        await time('run_python_code', { code: 'assert len(data) == 1000', session_id: copy }),
      ];
      for (const session_id of [source, copy]) await callTool(front, 'delete_session', { session_id });
      if (turn === 0) continue;
      [first, fork, cell].forEach((list, index) => {
        list.push(samples[index] ?? Number.NaN);
      });
    }
    return [
      { name: 'first cell of the source', value: median(first) },
      { name: 'fork_session', value: median(fork) },
      { name: "the copy's first cell", value: median(cell) },
    ];
  },
} satisfies Benchmark;
