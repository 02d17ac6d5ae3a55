/** Checks of answers and steps a second, one call at a time, beside a tool that does nothing. */
import { type Benchmark, medianTime } from '../benchmark.ts';
import { callTool, trivialTool } from '../calls.ts';
import { largeGraph } from './large-graph.ts';

const TIMES = 30;
const FEW = 5;

export default {
  title: 'Checks of scaffolds, calls a second',
  unit: 'requests/s',
  async run(front) {
    const rate = async (times: number, name: string, args: Record<string, unknown>) =>
      1000 / (await medianTime(times, () => callTool(front, name, args)));
    const { test_cases } = await callTool(front, 'generate_test_cases', { scaffold: 'dijkstra', tier: 'standard' });
    const [test] = Object(test_cases);
    const { trace } = await callTool(front, 'get_scaffold', { scaffold: 'dijkstra' });
    const small = { test_case_id: test.id };
    const first = { test_case_id: 'dijkstra_simple_01' };
    const { instance, answer } = largeGraph(20_000, 50_000);
    return [
      { name: 'a tool without an engine', value: 1000 / (await medianTime(TIMES, () => trivialTool(front))) },
      { name: 'an answer, 8 vertices', value: await rate(TIMES, 'check_answer', { ...small, answer: test.expected }) },
      {
        name: 'a trace, 4 vertices',
        value: await rate(TIMES, 'check_trace', { ...first, trace: Object(trace).example }),
      },
      { name: 'a reference, 8 vertices', value: await rate(TIMES, 'solve_with_reference', small) },
      { name: 'an answer, 20,000 vertices', value: await rate(FEW, 'check_answer', { ...instance, answer }) },
    ];
  },
} satisfies Benchmark;
