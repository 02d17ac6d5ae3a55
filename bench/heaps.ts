/** WebAssembly heaps of the engines after the benchmarks before this one, against the memory of an isolate. */
import { z } from 'zod';
import type { Benchmark } from './benchmark.ts';
import { callTool } from './calls.ts';

const healthSchema = z.object({
  details: z.object({
    metrics: z.object({ symbolic_heap_mb: z.number(), python_heap_mb: z.number(), isolate_limit_mb: z.number() }),
  }),
});

export default {
  title: 'Heaps of the engines',
  unit: 'MB',
  async run(front) {
    const { details } = healthSchema.parse(await callTool(front, 'health_check', { check_name: 'memory_usage' }));
    const { symbolic_heap_mb, python_heap_mb, isolate_limit_mb } = details.metrics;
    return [
      { name: 'an isolate may use', value: isolate_limit_mb },
      { name: 'Z3', value: symbolic_heap_mb },
      { name: 'CPython', value: python_heap_mb },
    ];
  },
} satisfies Benchmark;
