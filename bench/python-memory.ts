/** What Python sessions occupy; first of the benchmarks, since what others leave behind would be reused. */
import type { Benchmark } from './benchmark.ts';

const SESSIONS = 8;
const MEGABYTE = 1 << 20;

export default {
  title: 'Memory of a Python session',
  unit: 'MB',
  async run(_front, inside) {
    const stopwatch = inside.stopwatch('memory');
    const names = Array.from({ length: SESSIONS }, (_, index) => `memory-${index}`);
    const start = async (name: string) => void (await stopwatch.ask(name, { kind: 'run', code: '1' }));
    await start('memory-first');
    const before = inside.residentMegabytes();
    for (const name of names) await start(name);
    const during = inside.residentMegabytes();
    const heap = await stopwatch.heap('memory-first');
    for (const name of ['memory-first', ...names]) await stopwatch.erase(name);
    for (const name of names) await start(name);
    const again = inside.residentMegabytes();
    for (const name of names) await stopwatch.erase(name);
    const resident =
      before === undefined || during === undefined || again === undefined
        ? []
        : [
            { name: `resident, of each of ${SESSIONS} new sessions`, value: (during - before) / SESSIONS },
            { name: 'the same, when as many were erased before', value: (again - during) / SESSIONS },
          ];
    return [{ name: "the interpreter's heap", value: heap / MEGABYTE }, ...resident];
  },
} satisfies Benchmark;
