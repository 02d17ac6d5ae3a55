/** Every hostile program, one after another, on one server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Arena } from './arena.ts';
import { brokenPython } from './broken-python.ts';
import { escapes } from './escapes.ts';
import { exhaustion } from './exhaustion.ts';
import { files } from './files.ts';
import { javascript } from './javascript.ts';

const arena = new Arena();
beforeAll(() => arena.open());
afterAll(() => arena.close());

describe.each([
  ['escapes', escapes],
  ['broken Python', brokenPython],
  ['exhaustion', exhaustion],
  ['files', files],
  ['JavaScript and memory', javascript],
])('%s', (_group, programs) => {
  test.each(programs)('$name', (program) => arena.attack(program));
});

test('two hostile cells at once in each of two sessions run one after another', async () => {
  const forever = 'while True:\n    try:\n        while True: pass\n    except BaseException: pass';
  const dies = 'import os\nlog = globals().get("log", []) + ["x"]\nos.abort()';
  const run = (session: string, code: string) => arena.run('crowd', session, code, 1);
  const cells = await Promise.all(['a', 'b'].flatMap((session) => [run(session, forever), run(session, dies)]));
  expect(cells.map(({ status }) => status)).toEqual(['timeout', 'died', 'timeout', 'died']);
  for (const session of ['a', 'b']) {
    expect(await run(session, '6 * 7, "log" in globals()')).toMatchObject({ results: '(42, False)' });
  }
  await arena.expectUndisturbed();
});
