/** Runs the harness's own tests, which are Python, on the kernel: each in a program of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadHarnessWithTests } from '../../../../scripts/lib/node-harness.ts';
import { bootNodeKernel } from '../../../../scripts/lib/node-kernel.ts';
import { callProgram } from './program.ts';

/** Where the Worker gets the files from. */
const BUNDLED = join(import.meta.dirname, '../../../../wasm/symbolic/harness.ts');
/** Steps that a test may take, its imports included. */
const STEPS = 100_000_000;

const [kernel, sources] = await Promise.all([bootNodeKernel(), loadHarnessWithTests()]);

async function call(called: string, argument: string): Promise<string> {
  const program = callProgram(sources, 'run_test', called, argument);
  const result = await kernel.evaluate({ program, stepLimit: STEPS });
  return result.status === 'ok' ? result.value : `The interpreter did not answer: ${JSON.stringify(result)}`;
}

const names: readonly string[] = JSON.parse(await call('names', ''));
const modules = Map.groupBy(names, (name) => name.slice(0, name.indexOf('.')));

describe.each([...modules])('%s', (module, tests) => {
  it.each(tests.map((name) => [name.slice(module.length + 1), name]))('%s', async (_, name) => {
    expect(await call('run', name)).toBe('');
  });
});

it('finds tests of every module', () => {
  const tested = Object.keys(sources).filter((name) => `${name}_test` in sources);
  const untested = Object.keys(kernel.harness).filter((name) => !tested.includes(name));
  expect(untested).toEqual(['__init__']);
});

it('is in the Worker with every module', () => {
  const bundled = Array.from(readFileSync(BUNDLED, 'utf8').matchAll(/harness\/(\w+)\.py'/g), ([, name]) => name);
  expect(bundled.sort()).toEqual(Object.keys(kernel.harness).sort());
});
