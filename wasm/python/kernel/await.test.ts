/** Cells that await, tasks that outlive their cell, and what ends them. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { Kernel } from './kernel.ts';
import type { CellOutcome } from './types.ts';

const PREPARATION = `
import asyncio, contextvars, decimal
async def give(value):
    await asyncio.sleep(0.001)
    return value
async def count():
    for i in range(3):
        yield i
        await asyncio.sleep(0)
class Manager:
    async def __aenter__(self): return "inside"
    async def __aexit__(self, *error): print("left")
async def busy():
    try:
        while True: pass
    finally:
        print("cleaned")
`;

let kernel: Kernel;
beforeAll(async () => {
  kernel = await Kernel.boot(await loadArtifacts());
  await run(PREPARATION);
});

async function run(code: string, timeoutSeconds = 20): Promise<CellOutcome> {
  const { outcome, alive } = await kernel.run({ code, timeoutSeconds });
  expect(alive).toBe(true);
  return outcome;
}

describe('a cell awaits', () => {
  test.each([
    ['await give(3)', '3'],
    ['x = await give(4)\nx + 1', '5'],
    ['seen = []\nasync for i in count(): seen.append(i)\nseen', '[0, 1, 2]'],
    ['async with Manager() as m: pass\nm', "'inside'"],
    ['[x async for x in count()]', '[0, 1, 2]'],
    ['await asyncio.gather(give(1), give(2))', '[1, 2]'],
    ['async with asyncio.TaskGroup() as group: t = group.create_task(give(6))\nt.result()', '6'],
    ['asyncio.run(give(7))', '7'],
    ['if True:\n    y = await give(8)\n_, y', '(7, 8)'],
  ])('%s', async (code, result) => {
    expect(await run(code)).toMatchObject({ status: 'ok', result });
  });

  test('and an error shows the lines of the user only', async () => {
    const { traceback } = await run('async def fail():\n    await give(1)\n    return 1 / 0\nawait fail()');
    expect(traceback).toMatch(
      /^Traceback \(most recent call last\):\n {2}File "<cell \d+>", line 4, in <module>\n {4}await fail\(\)\n {2}File "<cell \d+>", line 3, in fail\n {4}return 1 \/ 0\n.*\nZeroDivisionError: [^\n]*\n$/,
    );
  });

  test('and asyncio.run shows no line of JavaScript either', async () => {
    const { traceback = '' } = await run('async def fail(): raise ValueError\nasyncio.run(fail())');
    expect(traceback.match(/File "[^"]*/g)).toEqual([
      expect.stringContaining('<cell'),
      expect.stringContaining('<cell'),
    ]);
  });

  test.each([
    ['await 3', 'error', "TypeError: 'int' object can't be awaited"],
    ['async with asyncio.timeout(0.01): await asyncio.sleep(9)', 'error', 'TimeoutError'],
    ['async def leave(): raise SystemExit(3)\nawait leave()', 'exit', 'SystemExit: 3'],
  ])('%s', async (code, status, message) => {
    expect(await run(code)).toMatchObject({ status, message });
  });

  test.each(['def f(): await give(1)', 'yield 1', 'return 1'])('but %s is a syntax error', async (code) => {
    expect(await run(code)).toMatchObject({ status: 'error', errorType: 'SyntaxError' });
  });
});

describe('the time limit ends', () => {
  test.each([
    ['a wait', 'try:\n    await asyncio.sleep(1000)\nfinally:\n    print("cleaned")', 'await asyncio.sleep(1000)'],
    ['a busy coroutine', 'await busy()', 'while True: pass'],
    [
      'a wait beside a busy task',
      'task = asyncio.create_task(busy())\nawait asyncio.sleep(1000)',
      'asyncio.sleep(1000)',
    ],
  ])('%s, which cleans up, and nothing after it runs', async (_name, code, line) => {
    const outcome = await run(`${code}\nprint("after")`, 0.3);
    expect(outcome).toMatchObject({ status: 'timeout', stdout: 'cleaned\n' });
    expect(outcome.traceback).toContain(line);
    expect(outcome.traceback?.match(/KeyboardInterrupt/g)).toHaveLength(1);
  });

  test('code that swallows its cancellation', async () => {
    const code = 'while True:\n    try: await asyncio.sleep(100)\n    except BaseException: pass';
    expect(await run(code, 0.3)).toMatchObject({ status: 'timeout' });
    expect(await run('await give(1)')).toMatchObject({ status: 'ok', result: '1' });
  });
});

test('an interrupt from outside reaches the coroutine that runs, and then what waits for it', async () => {
  const code = `
async def begin():
    try:
        print("begun")
        await busy()
    finally:
        print("left")
asyncio.run(begin())
print("after")`;
  const { outcome } = await kernel.run({ code, timeoutSeconds: 100 }, ({ text }) => {
    if (text.startsWith('begun')) setTimeout(() => kernel.interrupt(), 50);
  });
  expect(outcome.status).toBe('interrupted');
  expect(outcome.stdout).toMatch(/^begun\n(cleaned\n)?left\n$/);
  expect(await run('await give(1)')).toMatchObject({ status: 'ok', result: '1' });
});

describe('a task that a cell leaves behind', () => {
  test('goes on when a later cell awaits it', async () => {
    await run('task = asyncio.create_task(give("late"))\nslow = asyncio.create_task(asyncio.sleep(0.05, "slow"))');
    expect(await run('task.done()')).toMatchObject({ result: 'False' });
    expect(await run('await task, await slow')).toMatchObject({ result: "('late', 'slow')" });
  });

  test('does not run in the middle of code that awaits nothing', async () => {
    const code = 'for i in range(300_000): steps.append(0)\nsteps.count(1)';
    await run('steps = []\nasync def step(): steps.append(1)\ntask = asyncio.create_task(step())');
    expect(await run(`asyncio.create_task(step())\n${code}`)).toMatchObject({ result: '0' });
    expect(await run('await asyncio.sleep(0.01)\nsteps.count(1)')).toMatchObject({ result: '2' });
  });
});

test('context variables and the precision of decimals outlive their cell', async () => {
  await run('v = contextvars.ContextVar("v")\ntoken = v.set(1)\ndecimal.getcontext().prec = 5');
  expect(await run('decimal.Decimal(1) / 3, v.get()')).toMatchObject({ result: "(Decimal('0.33333'), 1)" });
  await run('await give(1)\nv.set(2)');
  expect(await run('v.reset(token)\ndecimal.Decimal(1) / await give(3), v.get(None)')).toMatchObject({
    result: "(Decimal('0.33333'), None)",
  });
});
