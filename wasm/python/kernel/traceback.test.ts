/** Tracebacks of errors that hold many others: rendered with bounds, however many there are. */
import { expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { Kernel } from './kernel.ts';

const kernel = await Kernel.boot(await loadArtifacts());

async function run(code: string) {
  return (await kernel.run({ code, timeoutSeconds: 10 })).outcome;
}

test('a long chain of causes shows its last errors, and stays as it was', async () => {
  const { status, traceback = '' } = await run(
    'first = None\nfor i in range(20_000):\n    error = ValueError(i)\n    error.__cause__ = first\n    first = error\nraise error',
  );
  expect(status).toBe('error');
  expect(traceback.match(/^ValueError: \d+$/gm)).toEqual(
    Array.from({ length: 100 }, (_, at) => `ValueError: ${19_900 + at}`),
  );
  expect(traceback).toMatch(/^\[the last 100 errors of a longer chain\]\n/);
  const length = 'length = 0\nwhile error is not None: length, error = length + 1, error.__cause__\nlength';
  expect(await run(length)).toMatchObject({ status: 'ok', result: '20000' });
});

test('a circle of causes shows each once', async () => {
  const { traceback = '' } = await run(
    'a, b = ValueError("a"), ValueError("b")\na.__cause__, b.__cause__ = b, a\nraise a',
  );
  expect(traceback.match(/^ValueError: .$/gm)).toEqual(['ValueError: b', 'ValueError: a']);
});

test('a large group shows some members, counts the others, and keeps its notes and cause', async () => {
  const {
    status,
    message,
    traceback = '',
  } = await run(
    'class Many(ExceptionGroup): pass\ngroup = Many("all", [ValueError(i) for i in range(20_000)])\ngroup.add_note("noted")\nraise group from KeyError("why")',
  );
  expect({ status, message }).toEqual({ status: 'error', message: 'Many: all (20000 sub-exceptions)' });
  expect(traceback.match(/ValueError: \d+$/gm)).toEqual(Array.from({ length: 15 }, (_, at) => `ValueError: ${at}`));
  expect(traceback).toContain('and 19985 more exceptions');
  expect(traceback).toMatch(/KeyError: 'why'[\s\S]*direct cause[\s\S]*Many: all \(20000 sub-exceptions\)\n +\| noted/);
});
