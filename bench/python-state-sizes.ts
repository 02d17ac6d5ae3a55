/** Compressed states of interpreters. */
import type { Benchmark } from './benchmark.ts';
import { measureStates } from './python-states.ts';

export default {
  title: 'Sizes of checkpoints',
  unit: 'KB',
  async run(_front, inside) {
    const states = Object.entries(await measureStates(inside.stopwatch('state-sizes')));
    const rows = states.map(([name, { bytes }]) => ({ name, value: bytes / 1024 }));
    const [first, ...others] = rows;
    if (first === undefined) throw new Error('No state was measured.');
    return [first, ...others];
  },
} satisfies Benchmark;
