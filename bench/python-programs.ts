/** Pure Python in a session against CPython on the same machine. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Benchmark, Measurement } from './benchmark.ts';

const PROGRAMS = new URL('python-programs.py', import.meta.url);
const timesSchema = z.record(z.string(), z.number());

export default {
  title: 'Pure Python',
  unit: 'ms',
  async run(_front, inside) {
    const code = await readFile(PROGRAMS, 'utf8');
    const native = await runNatively(code);
    const stdout = await inside.stopwatch('programs').stdout('programs', code);
    const measured = Object.entries(timesSchema.parse(JSON.parse(stdout)));
    const rows = measured.flatMap(([name, value]): Measurement[] => {
      if (native === undefined) return [{ name: `${name}, in a session (no python3 to compare with)`, value }];
      const baseline = native.times[name] ?? Number.NaN;
      return [
        { name: `${name}, ${native.version}`, value: baseline, baseline },
        { name: `${name}, in a session`, value, baseline },
      ];
    });
    const [first, ...others] = rows;
    if (first === undefined) throw new Error('No program was measured.');
    return [first, ...others];
  },
} satisfies Benchmark;

/** Undefined when the machine has no `python3`. */
async function runNatively(code: string): Promise<{ version: string; times: Record<string, number> } | undefined> {
  const python = promisify(execFile);
  try {
    const { stdout: version } = await python('python3', ['--version']);
    const { stdout } = await python('python3', ['-c', code]);
    return { version: version.trim(), times: timesSchema.parse(JSON.parse(stdout)) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
