/** Taking the state of an interpreter and putting it into a fresh one. */
import type { Benchmark } from './benchmark.ts';
import { measureStates } from './python-states.ts';

export default {
  title: 'Checkpoints',
  unit: 'ms',
  async run(_front, inside) {
    const states = Object.entries(await measureStates(inside.stopwatch('checkpoints')));
    const rows = states.flatMap(([name, { takeMs, restoreMs }]) => [
      { name: `take, ${name}`, value: takeMs },
      { name: `restore, ${name}`, value: restoreMs },
    ]);
    const [first, ...others] = rows;
    if (first === undefined) throw new Error('No state was measured.');
    return [first, ...others];
  },
} satisfies Benchmark;
