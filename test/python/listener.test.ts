/** Output on its way through three isolates: the interpreter's, its session's and the caller's. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configOf } from '../../scripts/lib/workers.ts';
import { createHarness } from '../harness.ts';
import { workspacesStandIn } from '../workspaces-stand-in.ts';
import type { Line } from './caller.ts';

const server = createHarness({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  workers: [
    {
      config: {
        name: 'caller',
        main: 'test/python/caller.ts',
        compatibility_date: '2026-11-01',
        durable_objects: {
          bindings: [{ name: 'PYTHON_SESSION', class_name: 'PythonSession', script_name: 'lemma-python' }],
        },
      },
    },
    { configPath: configOf('lemma-python') },
    workspacesStandIn,
  ],
});
let url: URL;

beforeAll(async () => {
  url = (await server.listen()).url;
});
afterAll(() => server.close());

/** What a caller heard, and what the cell came to. */
async function call(code: string, query = '') {
  const response = await fetch(new URL(query, url), { method: 'POST', body: code });
  const lines = (await response.text()).trim().split('\n');
  const heard = lines.map((line): Line => JSON.parse(line));
  const results = heard.flatMap((line) => ('result' in line ? [line.result] : []));
  return { chunks: heard.flatMap((line) => ('chunk' in line ? [line.chunk] : [])), result: results[0] };
}

test('output is heard in order, before the result, and is in the result too', async () => {
  const { chunks, result } = await call(
    'import sys, time\nprint("a")\ntime.sleep(0.05)\nprint("b", file=sys.stderr)\nprint("c")\n6 * 7',
  );
  expect(chunks).toEqual([
    { stream: 'stdout', text: 'a\n' },
    { stream: 'stderr', text: 'b\n' },
    { stream: 'stdout', text: 'c\n' },
  ]);
  expect(result).toMatchObject({ status: 'ok', stdout: 'a\nc\n', stderr: 'b\n', result: '42' });
});

test('a caller that hangs up interrupts the cell', async () => {
  const { chunks, result } = await call(
    'import time\nx = 1\nwhile True:\n    print("tick")\n    time.sleep(0.01)',
    '?patience=2',
  );
  expect({ heard: chunks.length, status: result?.status }).toEqual({ heard: 2, status: 'interrupted' });
  expect((await call('x')).result).toMatchObject({ status: 'ok', result: '1', notices: [] });
});
