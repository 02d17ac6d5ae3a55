/** What ends code that would not end, and that the session lives on. */
import { beforeEach, describe, expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { Kernel } from './kernel.ts';
import type { KernelCellResult } from './types.ts';

const artifacts = await loadArtifacts();
let kernel: Kernel;
beforeEach(async () => {
  if (kernel === undefined || !kernel.alive) kernel = await Kernel.boot(artifacts);
  await run('survivor = 42', 20);
});

async function run(code: string, timeoutSeconds = 0.3): Promise<KernelCellResult> {
  return kernel.run({ code, timeoutSeconds });
}

async function survives(): Promise<void> {
  expect((await run('survivor', 20)).outcome.result).toBe('42');
}

describe('the time limit ends', () => {
  test.each([
    ['a busy loop', 'while True: pass'],
    ['a loop that prints', 'while True: print("x" * 1000)'],
    ['a sleep', 'import time\ntime.sleep(1000)'],
    ['a sleep in asyncio', 'import asyncio\nasyncio.run(asyncio.sleep(1000))'],
    ['a catastrophic regular expression', 'import re\nre.match("(a+)+$", "a" * 40 + "b")'],
    ['big integers', '7 ** (10 ** 8) and None'],
  ])('%s', async (_name, code) => {
    const { outcome, alive } = await run(code);
    expect({ status: outcome.status, alive }).toEqual({ status: 'timeout', alive: true });
    await survives();
  });

  test.each([
    [
      'code that swallows one interrupt',
      'try:\n    while True: pass\nexcept KeyboardInterrupt:\n    print("swallowed")',
    ],
    [
      'a handler that ignores the signal',
      'import signal\nsignal.signal(2, lambda *a: None)\nfor _ in range(10**7): pass',
    ],
  ])('%s, and says so', async (_name, code) => {
    const { outcome } = await run(code);
    expect(outcome.status).toBe('timeout');
    await kernel.run({ code: '1', timeoutSeconds: 20 });
  });

  test.each([
    [
      'code that swallows every interrupt',
      'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    ],
    [
      'sleep that swallows every interrupt',
      'import time\nwhile True:\n    try: time.sleep(100)\n    except BaseException: pass',
    ],
    ['a quadratic search', "('a' * 30_000_000).rfind('a' * 3000 + 'b' + 'a' * 3000)"],
  ])('%s, by giving up the interpreter', async (_name, code) => {
    const { outcome, alive } = await run(code);
    expect({ status: outcome.status, alive }).toEqual({ status: 'timeout', alive: false });
  });
});

/** Runs a cell that is interrupted from outside once it has printed a line. */
function interrupted(code: string): Promise<KernelCellResult> {
  return kernel.run({ code, timeoutSeconds: 100 }, ({ text }) => {
    if (text.endsWith('\n')) setTimeout(() => kernel.interrupt(), 50);
  });
}

test('an interrupt from outside ends a cell', async () => {
  const running = interrupted('print("begun")\nwhile True: pass');
  expect((await running).outcome).toMatchObject({ status: 'interrupted', message: 'The cell was interrupted.' });
  await survives();
});

describe('a loop in C', () => {
  test('raises KeyboardInterrupt on an interrupt from outside', async () => {
    const { outcome } = await interrupted('\nprint("begun"); sum(range(10 ** 12))');
    expect(outcome).toMatchObject({ status: 'interrupted', stdout: 'begun\n' });
    expect(outcome.traceback).toMatch(/line 2, in <module>\n(.*\n)*KeyboardInterrupt$/m);
    await survives();
  });

  test('raises it again when that was caught', async () => {
    const loop = 'for _ in range(2):\n    try: sum(range(10 ** 12))\n    except KeyboardInterrupt: print("caught")';
    const { outcome } = await run(loop);
    expect(outcome).toMatchObject({ status: 'timeout', stdout: 'caught\ncaught\n' });
    await survives();
  });

  test('that calls nothing which may raise is refused memory', async () => {
    const code = 'from decimal import *\ngetcontext().prec = 10 ** 6\nwhile True: Decimal(3).sqrt()';
    expect((await run(code)).outcome.status).toBe('timeout');
    await survives();
  });

  test('is stopped within SQLite, whose connection works on', async () => {
    const endless = 'WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT count(*) FROM t';
    await run('import sqlite3\ndb = sqlite3.connect(":memory:")', 20);
    const { outcome } = await run(`db.execute("${endless}").fetchall()`);
    expect(outcome.traceback).toMatch(/OperationalError: interrupted$/m);
    expect((await run('db.execute("SELECT 6 * 7").fetchall()')).outcome.result).toBe('[(42,)]');
    await survives();
  });

  test('leaves everything as it was for the next cell', async () => {
    await run('sum(range(10 ** 12))');
    const { outcome } = await run('sum(range(1000)), max([3, 1, 2]), hash((1, 2)) == hash((1, 2)), [1.5] == [1.5]', 20);
    expect(outcome.result).toBe('(499500, 3, True, True)');
  });

  test('lets other events have their turn, and then ends as if nothing had been', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const { outcome } = await run('sum(range(40_000_000)), len(sorted(range(300_000), key=lambda x: -x))', 60);
    clearInterval(timer);
    expect(outcome).toMatchObject({ status: 'ok', result: '(799999980000000, 300000)' });
    expect(turns).toBeGreaterThan(3);
    await survives();
  });

  test('is not disturbed by callbacks that are due in the middle of it', async () => {
    const code = `
import asyncio
seen = []
async def main():
    loop = asyncio.get_running_loop()
    for number in range(50): loop.call_later(number / 200, seen.append, number)
    total = sum(range(30_000_000)) + sum(x in () for x in range(1000))
    before = len(seen)
    await asyncio.sleep(0.5)
    return total, before, sorted(seen) == list(range(50))
asyncio.run(main())
`;
    expect((await run(code, 60)).outcome.result).toBe('(449999985000000, 0, True)');
    await survives();
  });
});

describe('memory', () => {
  test.each(['"x" * 10**9', '[0] * 10**9', 'bytearray(10**9)', 'x = []\nwhile True: x.append("y" * 100_000)'])(
    '%s raises MemoryError',
    async (code) => {
      const { outcome, alive } = await run(code, 20);
      expect({ alive, errorType: outcome.errorType }).toEqual({ alive: true, errorType: 'MemoryError' });
      expect(kernel.info().heapBytes).toBeLessThanOrEqual(68 << 20);
      await run('x = None', 20);
      await survives();
    },
  );

  test('files have a limit of their own', async () => {
    const { outcome } = await run('with open("/tmp/big", "wb") as f:\n    while True: f.write(bytes(1 << 20))', 20);
    expect(outcome.message).toMatch(/^OSError: .*No space left/);
    expect(
      (await run('import os\nos.remove("/tmp/big")\nopen("/tmp/small", "wb").write(bytes(1 << 20))', 20)).outcome
        .result,
    ).toBe('1048576');
    await survives();
  });
});

describe('depth', () => {
  test.each([
    ['recursion', 'def f(): return f()\nf()'],
    ['recursion with the limit raised', 'import sys\nsys.setrecursionlimit(10**9)\ndef f(): return f()\nf()'],
    ['recursion through C', 'import functools\n@functools.cache\ndef f(n): return f(n + 1)\nf(0)'],
    ['recursion in __repr__', 'class A:\n    def __repr__(self): return repr(self)\nrepr(A())'],
    ['the repr of nested lists', 'x = 0\nfor _ in range(100_000): x = [x]\nrepr(x)'],
    ['the repr of nested dicts', 'x = 0\nfor _ in range(100_000): x = {1: x}\nrepr(x)'],
    ['the comparison of nested lists', 'x = y = 0\nfor _ in range(100_000): x = [x]; y = [y]\nx == y'],
  ])('%s ends in RecursionError', async (_name, code) => {
    const { outcome, alive } = await run(code, 20);
    expect({ alive, errorType: outcome.errorType }).toEqual({ alive: true, errorType: 'RecursionError' });
    await survives();
  });

  test.each([
    ['lists', 'x = [x]'],
    ['dicts', 'x = {1: x}'],
    ['objects', 'a = A(); a.x = x; x = a; a = None'],
    ['objects with destructors', 'b = B(); b.x = x; x = b; b = None'],
    ['errors', 'e = ValueError(); e.__context__ = x; x = e; e = None'],
    ['closures', 'x = closure(x)'],
    ['generators that wait', 'g = wait(x); next(g); x = g; g = None'],
  ])('a chain of 50,000 %s is freed', async (_name, link) => {
    const definitions = [
      'class A: pass',
      'class B:\n    def __del__(self): pass',
      'def closure(x): return lambda: x',
      'def wait(x):\n    yield 1\n    yield x',
    ];
    const code = `${definitions.join('\n')}\nx = None\nfor _ in range(50_000):\n    ${link}\ndel x`;
    const { outcome, alive } = await run(code, 60);
    expect({ alive, status: outcome.status }).toEqual({ alive: true, status: 'ok' });
  });

  test('lists nested 1,000 deep have a repr', async () => {
    expect((await run('x = 0\nfor _ in range(1_000): x = [x]\nlen(repr(x))', 20)).outcome.result).toBe('2001');
  });

  test.each([
    ['parentheses', "'(' * 10000 + ')' * 10000"],
    ['signs', "'-' * 10000 + '1'"],
  ])('10,000 nested %s are an error', async (_name, source) => {
    const { outcome, alive } = await run(`eval(${source})`, 20);
    expect({ alive, status: outcome.status }).toEqual({ alive: true, status: 'error' });
    await survives();
  });

  test('nesting that overflows the engine’s stack loses the interpreter and says why', async () => {
    const { outcome, alive } = await run('import json\njson.loads("[" * 100_000)', 20);
    expect({ alive, status: outcome.status }).toEqual({ alive: false, status: 'died' });
    expect(outcome.message).toContain('too deep');
  });
});

test('each stream keeps its first megabyte and says what was cut', async () => {
  const { outcome } = await run('import sys\nfor _ in range(30): print("é" * 50_000)\nprint("e", file=sys.stderr)', 20);
  expect(new TextEncoder().encode(outcome.stdout).length).toBeLessThanOrEqual(1 << 20);
  expect(outcome.stderr).toBe('e\n');
  expect(outcome.notices).toEqual(['stdout was cut: the first 1048576 of 3000030 bytes are shown.']);
});

test('a huge value and a huge message are cut', async () => {
  expect((await run('"x" * 5_000_000', 20)).outcome.result).toContain(
    '[cut: the first 1048576 of 5000002 characters are shown]',
  );
  expect((await run('raise ValueError("x" * 5_000_000)', 20)).outcome.message?.length).toBeLessThan(70_000);
});
