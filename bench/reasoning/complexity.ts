/**
 * Classes of growth by measurement, against functions of known class.
 * The counting that rooms run runs here in a process of that Python, one a function.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CellResult } from '../../src/python/protocol.ts';
import { measure } from '../../src/reasoning/cost/measured/measure.ts';

const root = import.meta.dirname;
const counting = process.env.COUNTING ?? join(root, '../../wasm/python/testing');

/** A room that is a process of that Python. */
const roomOf = (python: string) => ({
  async run({ code }: { readonly code: string }): Promise<CellResult> {
    const env = { ...process.env, PYTHONPATH: counting };
    const { stdout, stderr, status } = spawnSync(python, ['-B', '-c', code], {
      encoding: 'utf8',
      env,
      timeout: 60_000,
    });
    const files = { newFiles: [], modifiedFiles: [], deletedFiles: [] };
    return { status: status === 0 ? 'ok' : 'died', stdout, stderr, executionTime: 0, notices: [], ...files };
  },
});

/** Prints how many classes are right, and those that are not. */
export async function runComplexity(args: readonly string[]): Promise<void> {
  const { values, positionals: halves } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { python: { type: 'string', default: 'python3' } },
  });
  const room = roomOf(values.python);
  for (const half of halves.length > 0 ? halves : ['seen', 'held']) {
    const path = `complexity_${half}.py`;
    const wrong: string[] = [];
    let total = 0;
    for (const [, known, name = ''] of readFileSync(join(root, path), 'utf8').matchAll(/^# (.+)\ndef (\w+)/gm)) {
      const measured = await measure(room, { root, path, function: name, inputs: '', memory: false });
      const worst =
        measured.kind === 'measured' ? measured.series.find(({ shape }) => shape === measured.worst) : undefined;
      const found = worst?.growth?.class ?? (measured.kind === 'not run' ? measured.why : 'none');
      total++;
      if (found !== known) wrong.push(`${name}: ${known}, measured: ${found}`);
    }
    console.log(`${half}: ${total - wrong.length} of ${total} right`);
    for (const each of wrong) console.log(`  ${each}`);
  }
}
