/** From nothing to an engine's first answer: a new process each time, of which the baseline does nothing. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Benchmark, medianTime } from './benchmark.ts';

const TIMES = 3;

export default {
  title: 'Cold start of each engine, in a new process',
  unit: 'ms',
  async run() {
    return [
      { name: 'Node alone', value: await processTime('nothing') },
      { name: 'tree-sitter: parse a line', value: await processTime('parser') },
      { name: 'Z3: load and initialise', value: await processTime('z3') },
      { name: 'CPython: boot and run a cell', value: await processTime('cpython') },
    ];
  },
} satisfies Benchmark;

function processTime(engine: string): Promise<number> {
  const program = fileURLToPath(new URL(`engines/${engine}.ts`, import.meta.url));
  return medianTime(TIMES, () => promisify(execFile)(process.execPath, ['--no-warnings', program]));
}
