/** What the largest checks leave in the server's memory. */
import type { Benchmark, Measurement } from '../benchmark.ts';
import { callTool } from '../calls.ts';
import { largeGraph } from './large-graph.ts';

/** Calls; the memory after half of them shows whether it still grows. */
const CALLS = 60;

export default {
  title: "The server's memory after checks of 100,000 edges",
  unit: 'MB',
  async run(front, { residentMegabytes }) {
    const { instance, answer } = largeGraph(20_000, 100_000);
    const check = () => callTool(front, 'check_answer', { ...instance, answer });
    await callTool(front, 'check_answer', { test_case_id: 'dijkstra_simple_01', answer: 'none' });
    const figures: [Measurement, ...Measurement[]] = [{ name: 'before', value: residentMegabytes() ?? Number.NaN }];
    for (let call = 1; call <= CALLS; call++) {
      await check();
      if (call === 1 || call === CALLS / 2 || call === CALLS)
        figures.push({ name: `after ${call} calls`, value: residentMegabytes() ?? Number.NaN });
    }
    return figures;
  },
} satisfies Benchmark;
