/** `npm run bench`: runs every benchmark against one server in workerd and prints each figure with its ratio to its baseline. */
import { OFFLINE } from '../scripts/lib/wrangler.ts';
import { createServer } from '../test/mcp/harness.ts';
import type { Benchmark, FrontFetch } from './benchmark.ts';
import coldStart from './cold-start.ts';
import heaps from './heaps.ts';
import mcpOverhead from './mcp-overhead.ts';
import runPythonCode from './run-python-code.ts';
import symbolicCheck from './symbolic-check.ts';
import throughput from './throughput.ts';

/** The heaps come last: they are what the others have grown. */
const BENCHMARKS: readonly Benchmark[] = [coldStart, symbolicCheck, runPythonCode, mcpOverhead, throughput, heaps];

Object.assign(process.env, OFFLINE);
const server = createServer();
try {
  const started = performance.now();
  await server.listen();
  const worker = server.getWorker('lemma');
  const front: FrontFetch = async (path, init) => {
    const response = await worker.fetch(path, init);
    return new Response(await response.arrayBuffer(), { status: response.status });
  };
  await front('/health');
  console.log(`Server: all engines answer ${(performance.now() - started).toFixed(0)} ms after its start.`);
  for (const benchmark of BENCHMARKS) await report(benchmark, front);
} finally {
  await server.close();
}

async function report({ title, unit, run }: Benchmark, front: FrontFetch): Promise<void> {
  console.log(`\n${title} (${unit})`);
  const measurements = await run(front);
  const [baseline] = measurements;
  for (const { name, value } of measurements) {
    const ratio = value / baseline.value;
    console.log(`  ${name.padEnd(34)}${value.toFixed(1).padStart(9)}${ratio.toFixed(2).padStart(9)} x`);
  }
}
