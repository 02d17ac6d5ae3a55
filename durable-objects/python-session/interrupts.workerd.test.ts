/** What ends cells from outside, in real workerd: interrupts, and the deletion of their session. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CellResult } from '../../src/python/protocol.ts';
import { amount } from '../../test/generated.ts';
import { STUBBORN } from '../../test/python/held-cells.ts';
import { createPythonWorker } from '../../test/python/python-worker.ts';

const worker = createPythonWorker();
beforeAll(() => worker.listen());
afterAll(() => worker.close());

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function run(session: string, code: string, id?: string): Promise<CellResult> {
  return worker.session(session).run({ code, timeoutSeconds: 60 }, undefined, id);
}

const { begin, untilBusy } = worker;
const LOOP = 'print("begun")\nwhile True: pass';

const interrupt = (session: string, id?: string) => worker.session(session).interrupt(id);

describe('an interrupt of an evaluation', () => {
  const evaluate = (session: string, id: string) =>
    worker.session(session).evaluate({ program: 'while True: pass', stepLimit: 1_000_000_000 }, id);

  test('ends the one of that name, be it running or waiting', async () => {
    const [running, waiting] = [evaluate('replay', 'first'), evaluate('replay', 'second')];
    await untilBusy('replay', 1);
    expect(await interrupt('replay', 'second')).toMatchObject({ status: 'interrupted', waiting: 0 });
    expect(await interrupt('replay', 'other')).toMatchObject({ status: 'idle' });
    expect(await interrupt('replay', 'first')).toEqual({ status: 'interrupted', variablesKept: true, waiting: 0 });
    const interrupted = { status: 'failed', message: 'The evaluation was interrupted.' };
    expect(await Promise.all([running, waiting])).toEqual([interrupted, interrupted]);
    expect(await worker.session('replay').evaluate({ program: 'str(1 + 1)', stepLimit: 1000 })).toEqual({
      status: 'ok',
      value: '2',
    });
  });
});

describe('an interrupt', () => {
  test.each([
    ['a loop', LOOP],
    ['a sleep', 'import time\nprint("begun")\ntime.sleep(200)'],
    ['a regular expression', 'import re\nprint("begun")\nre.match("(a*)*b", "a" * 40)'],
    [
      'code that catches it once',
      'try:\n    print("begun")\n    while True: pass\nexcept KeyboardInterrupt: print("caught")',
    ],
  ])('ends %s, and keeps variables and output', async (name, code) => {
    await run(name, 'x = 42');
    const running = await begin(name, code);
    expect(await interrupt(name)).toEqual({ status: 'interrupted', variablesKept: true, waiting: 0 });
    expect(await running.result).toMatchObject({ status: 'interrupted', stdout: expect.stringContaining('begun\n') });
    expect(await run(name, 'x')).toMatchObject({ result: '42', notices: [] });
  });

  test('kills the interpreter of code that catches it for ever, and goes back to the checkpoint before it', async () => {
    const name = 'catches';
    await run(name, 'x = 42\nopen("f", "w").write("1")');
    const running = await begin(name, STUBBORN);
    expect(await interrupt(name)).toEqual({ status: 'interrupted', variablesKept: false, waiting: 0 });
    expect(await running.result).toMatchObject({
      status: 'interrupted',
      notices: [expect.stringContaining('last checkpoint')],
    });
    expect((await run(name, 'import os\nx, os.listdir()')).result).toBe("(42, ['f'])");
  });

  test('finds nothing to end in a session that rests', async () => {
    expect(await interrupt('new')).toEqual({ status: 'idle', waiting: 0 });
    await run('rests', '1');
    expect(await interrupt('rests')).toEqual({ status: 'idle', waiting: 0 });
    expect((await run('rests', '2')).status).toBe('ok');
  });

  test('ends only the running one of several cells', async () => {
    await run('queue', 'log = []');
    const first = await begin('queue', LOOP);
    const cells = [first.result, run('queue', 'log.append(1)'), run('queue', 'log.append(2)')];
    await untilBusy('queue', 2);
    expect(await interrupt('queue')).toEqual({ status: 'interrupted', variablesKept: true, waiting: 2 });
    const ends = await Promise.all(cells);
    expect(ends.map(({ status }) => status)).toEqual(['interrupted', 'ok', 'ok']);
    expect((await run('queue', 'sorted(log)')).result).toBe('[1, 2]');
  });

  test('of a cell that waits keeps it from beginning, and leaves the running one alone', async () => {
    await run('named', 'ran = False');
    const first = await begin('named', LOOP, 'first');
    const second = run('named', 'ran = True', 'second');
    await untilBusy('named', 1);
    expect(await interrupt('named', 'second')).toMatchObject({ status: 'interrupted', variablesKept: true });
    expect(await interrupt('named', 'unknown')).toMatchObject({ status: 'idle' });
    expect(await worker.session('named').describe()).toMatchObject({ kernel: 'busy' });
    expect(await interrupt('named', 'first')).toMatchObject({ status: 'interrupted', variablesKept: true });
    expect((await first.result).status).toBe('interrupted');
    expect(await second).toMatchObject({ status: 'interrupted', message: expect.stringContaining('before it began') });
    expect((await run('named', 'ran')).result).toBe('False');
  });

  test('reaches a cell whose interpreter is still starting', async () => {
    const running = run('starting', 'while True: pass');
    let ended = await interrupt('starting');
    while (ended.status === 'idle') ended = await interrupt('starting');
    expect(ended).toEqual({ status: 'interrupted', variablesKept: true, waiting: 0 });
    expect((await running).status).toBe('interrupted');
    expect((await run('starting', '1')).result).toBe('1');
  });

  test('does not reach the next cell, however close it comes to the end of one', async () => {
    await run('races', '0');
    // The interrupt comes a little later each time.
    for (let round = 0; round < 20; round += amount(1, 4)) {
      const first = run('races', 'for _ in range(20_000): pass');
      const second = run('races', '"whole"', 'second');
      await pause(round);
      await interrupt('races');
      expect(['ok', 'interrupted']).toContain((await first).status);
      const { status, message } = await second;
      // It runs unless the interrupt was sent in its own turn, whose first part is before Python begins.
      if (status !== 'ok') expect(message).toMatch(/^The cell was (interrupted|cancelled before it began)\.$/);
    }
    expect((await run('races', '1')).result).toBe('1');
  });

  test('may come twice', async () => {
    const running = await begin('twice', STUBBORN);
    const both = await Promise.all([interrupt('twice'), interrupt('twice')]);
    expect(both).toEqual(Array(2).fill({ status: 'interrupted', variablesKept: false, waiting: 0 }));
    expect((await running.result).status).toBe('interrupted');
  });
});

describe('erasing', () => {
  test('leaves nothing, and the name starts anew', async () => {
    const session = worker.session('erased');
    await run('erased', 'x = 1\nimport os\nos.mkdir("d")\nopen("d/f", "w").write("12345")\nopen("e", "w").close()');
    expect(await session.erase()).toEqual({ files: 2, directories: 1, bytes: 5 });
    expect(await run('erased', 'import os\n"x" in globals(), os.listdir()')).toMatchObject({
      result: '(False, [])',
      notices: [],
    });
    expect(await session.erase()).toEqual({ files: 0, directories: 0, bytes: 0 });
  });

  test('of a session that was never used is fine', async () => {
    expect(await worker.session('never').erase()).toEqual({ files: 0, directories: 0, bytes: 0 });
    expect((await run('never', '1')).result).toBe('1');
  });

  test('counts large files whole', async () => {
    await run('large', 'open("f", "wb").write(bytes(3_000_000))');
    expect(await worker.session('large').erase()).toEqual({ files: 1, directories: 0, bytes: 3_000_000 });
  });

  test.each([
    ['a loop', LOOP],
    ['a loop in C', 'print("begun")\nsum(range(10 ** 12))'],
    ['a sleep', 'import time\nprint("begun")\ntime.sleep(200)'],
  ])('ends %s and the cells that wait', async (name, code) => {
    await run(name, 'open("f", "w").write("1")');
    const running = await begin(name, code);
    const waiting = run(name, 'open("g", "w").write("1")');
    await untilBusy(name, 1);
    expect((await worker.session(name).erase()).files).toBe(1);
    expect(await running.result).toMatchObject({
      status: 'interrupted',
      message: expect.stringContaining('was deleted'),
    });
    expect(await waiting).toMatchObject({ status: 'interrupted', message: expect.stringContaining('before the cell') });
    expect(await run(name, 'import os\nos.listdir()')).toMatchObject({ status: 'ok', result: '[]', notices: [] });
  });

  test('reaches a cell whose interpreter is still starting', async () => {
    let ended = false;
    const running = run('boots', 'while True: pass').finally(() => {
      ended = true;
    });
    while (!ended) await worker.session('boots').erase();
    expect(await running).toMatchObject({ status: 'interrupted', message: expect.stringContaining('was deleted') });
    expect((await run('boots', '1')).result).toBe('1');
  });
});
