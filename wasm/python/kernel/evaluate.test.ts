/** Evaluations: counted, silent, and without a trace. */
import { beforeEach, expect, test } from 'vitest';
import { bootNodeKernel, loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { Kernel } from './kernel.ts';
import type { EvaluationResult } from './types.ts';

const artifacts = await loadArtifacts();
let kernel: Kernel;
beforeEach(async () => {
  if (kernel === undefined || !kernel.alive) kernel = await Kernel.boot(artifacts);
});

function evaluate(program: string, stepLimit = 100_000): Promise<EvaluationResult> {
  return kernel.evaluate({ program, stepLimit });
}

test('the last expression is the answer', async () => {
  expect(await evaluate('x = 6\nstr(x * 7)')).toEqual({ status: 'ok', value: '42' });
});

test('an answer that is no str is a failure that says so', async () => {
  expect(await evaluate('42')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('not a str but int'),
  });
  expect(await evaluate('x = 1')).toMatchObject({ status: 'failed', message: expect.stringContaining('NoneType') });
});

test('an interpreter that took much memory is not used again', async () => {
  expect(await evaluate('str(len(bytes(4 << 20)))')).toEqual({ status: 'ok', value: String(4 << 20) });
  expect(kernel.reusable).toBe(true);
  await evaluate('str(len([bytes(1 << 20) for _ in range(20)]))');
  expect(kernel).toMatchObject({ alive: true, reusable: false });
  kernel = await Kernel.boot(artifacts);
});

test('an uncaught exception is a failure', async () => {
  expect(await evaluate('1 / 0')).toEqual({ status: 'failed', message: 'ZeroDivisionError: division by zero' });
});

test('the same program spends the same steps, wherever it runs', async () => {
  const program = 'n = 0\nfor i in range(5000): n += 1\nstr(n)';
  const other = await Kernel.boot(artifacts);
  const leastSteps = async (on: Kernel): Promise<number> => {
    let [low, high] = [0, 20_000];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      const { status } = await on.evaluate({ program, stepLimit: middle });
      [low, high] = status === 'ok' ? [low, middle] : [middle, high];
    }
    return high;
  };
  await other.run({ code: 'x = [str(i) for i in range(1000)]', timeoutSeconds: 20 });
  expect(await leastSteps(kernel)).toBe(await leastSteps(other));
});

test.each([
  ['a loop', 'while True: pass'],
  [
    'a loop that swallows interrupts',
    'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
  ],
  ['a regular expression', 'import re\nre.match("(a+)+$", "a" * 40 + "b")'],
  ['a loop in C', 'sum(range(10 ** 12))'],
])('the step limit ends %s', async (_name, program) => {
  expect(await evaluate(program)).toMatchObject({ status: 'limit' });
});

test('a limit that the program swallows is a limit', async () => {
  expect(await evaluate('try:\n    while True: pass\nexcept BaseException: pass\n"done"')).toMatchObject({
    status: 'limit',
  });
});

test('nothing is left in the namespace of cells, nor taken from it', async () => {
  await kernel.run({ code: 'mine = 1', timeoutSeconds: 20 });
  expect(await evaluate('theirs = 2\nstr("mine" in globals())')).toEqual({ status: 'ok', value: 'False' });
  const { outcome } = await kernel.run({ code: '"theirs" in globals(), mine, __name__', timeoutSeconds: 20 });
  expect(outcome.result).toBe("(False, 1, '__main__')");
});

test('output goes nowhere', async () => {
  expect(await evaluate('print("x" * 100)\n"done"')).toEqual({ status: 'ok', value: 'done' });
  expect((await kernel.run({ code: '1', timeoutSeconds: 20 })).outcome.stdout).toBe('');
});

test.each([
  [
    'modules',
    'import sys, types\nm = types.ModuleType("leak")\nm.__file__ = "leak.py"\nsys.modules["leak"] = m\n""',
    'import sys\nstr("leak" in sys.modules)',
  ],
  [
    'builtins',
    'import builtins\nbuiltins.len = None\nbuiltins.leak = 1\n""',
    'import builtins\nstr(len("") != 0 or hasattr(builtins, "leak"))',
  ],
  [
    'the recursion limit',
    'import sys\nsys.setrecursionlimit(3000)\n""',
    'import sys\nstr(sys.getrecursionlimit() == 3000)',
  ],
  ['the directory', 'import os\nos.chdir("/tmp")\n""', 'import os\nstr(os.getcwd() == "/tmp")'],
  [
    'randomness',
    'import random\nrandom.seed(5)\n""',
    'import random\nrandom.random()\nstr(random.getstate()[1][0] == 5)',
  ],
])('%s do not leak from one evaluation into the next', async (_name, first, second) => {
  expect(await evaluate(first)).toEqual({ status: 'ok', value: '' });
  expect(await evaluate(second)).toEqual({ status: 'ok', value: 'False' });
});

test('random numbers are the same in every evaluation', async () => {
  const program = 'import random\nstr(random.random())';
  expect(await evaluate(program)).toEqual(await evaluate(program));
});

test('what cells left waiting and their random numbers are left alone', async () => {
  const before = `import asyncio, random
async def late():
    await asyncio.sleep(0.01)
    return 'done'
task = asyncio.ensure_future(late())
await asyncio.sleep(0)
state = random.getstate()`;
  await kernel.run({ code: before, timeoutSeconds: 5 });
  await evaluate('import asyncio, random\nasyncio.ensure_future(asyncio.sleep(100))\nstr(random.random())');
  const { outcome } = await kernel.run({ code: 'random.getstate() == state, await task', timeoutSeconds: 5 });
  expect(outcome).toMatchObject({ result: "(True, 'done')" });
});

test('in plain Node a lost interpreter is replaced', async () => {
  const node = await bootNodeKernel();
  const deep = { program: 'x = 0\nfor _ in range(100_000): x = (x,)\nhash(x)', stepLimit: 10_000_000 };
  expect(await node.evaluate(deep)).toMatchObject({ status: 'failed' });
  expect(await node.evaluate({ program: 'str(1)', stepLimit: 1000 })).toEqual({ status: 'ok', value: '1' });
});

test('clocks and random bytes are the same for each program', async () => {
  const program = `import os, time
first = time.monotonic()
str([time.time(), time.monotonic() > first, time.perf_counter_ns(), os.urandom(8).hex()])`;
  const one = await evaluate(program);
  expect(one).toMatchObject({ status: 'ok', value: expect.stringContaining('[1767225600.0, True, ') });
  expect(await evaluate(program)).toEqual(one);
});
