/** What cells answer, on the real interpreter. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { Kernel } from './kernel.ts';
import type { CellOutcome, OutputChunk } from './types.ts';

let kernel: Kernel;
beforeAll(async () => {
  kernel = await Kernel.boot(await loadArtifacts());
});

async function run(code: string): Promise<CellOutcome> {
  return (await kernel.run({ code, timeoutSeconds: 20 })).outcome;
}

test('variables outlive their cell', async () => {
  await run('x = 41');
  expect(await run('x + 1')).toMatchObject({ status: 'ok', result: '42', stdout: '', notices: [] });
});

test('the value of a last expression is shown unless it is None', async () => {
  expect((await run("'a' * 3")).result).toBe("'aaa'");
  expect(await run('None')).not.toHaveProperty('result');
  expect(await run('y = 3')).not.toHaveProperty('result');
});

test('output arrives in order while it is written', async () => {
  const chunks: OutputChunk[] = [];
  const code = "import sys\nprint('a', end='')\nprint('b', file=sys.stderr)\nprint('c')";
  const { outcome } = await kernel.run({ code, timeoutSeconds: 20 }, (chunk) => chunks.push(chunk));
  expect(outcome).toMatchObject({ stdout: 'ac\n', stderr: 'b\n' });
  expect(chunks.map(({ stream, text }) => [stream, text]).filter(([, text]) => text !== '\n')).toEqual([
    ['stdout', 'a'],
    ['stderr', 'b'],
    ['stdout', 'c'],
  ]);
});

test('a traceback shows the frames and source lines of the user only', async () => {
  const { traceback, errorType, message } = await run('def f(n):\n    return 1 // n\n\nf(0)');
  expect(traceback).toMatch(
    /^Traceback \(most recent call last\):\n {2}File "<cell \d+>", line 4, in <module>\n {4}f\(0\)\n.*\n {2}File "<cell \d+>", line 2, in f\n {4}return 1 \/\/ n\n.*\nZeroDivisionError: [^\n]*\n$/,
  );
  expect(traceback).not.toContain('<kernel>');
  expect({ errorType, message }).toEqual({
    errorType: 'ZeroDivisionError',
    message: 'ZeroDivisionError: division by zero',
  });
});

test('frames of the standard library and of chained exceptions are trimmed too', async () => {
  const { traceback } = await run(
    "import json\ntry:\n    json.loads('[x]')\nexcept ValueError as e:\n    raise KeyError('k') from e",
  );
  expect(traceback).not.toContain('python314.zip');
  expect(traceback).toContain("json.loads('[x]')");
  expect(traceback).toContain('The above exception was the direct cause of the following exception');
});

test('a syntax error names its line', async () => {
  const { errorType, traceback } = await run('x = 1\ny = = 2');
  expect(errorType).toBe('SyntaxError');
  expect(traceback).toContain('line 2');
});

describe('ways to end', () => {
  test.each([
    ['raise SystemExit(3)', 'exit', 'SystemExit: 3'],
    ['exit()', 'exit', 'SystemExit: None'],
    ['raise KeyboardInterrupt', 'error', 'KeyboardInterrupt'],
    ['raise GeneratorExit("g")', 'error', 'GeneratorExit: g'],
    [
      "input('? ')",
      'error',
      'EOFError: input() has nothing to read: there is no stdin here, put the value into the code',
    ],
  ])('%s', async (code, status, message) => {
    expect(await run(code)).toMatchObject({ status, message });
  });

  test('an exception whose __str__ raises is still reported', async () => {
    const { errorType, message } = await run('class E(Exception):\n    def __str__(self): raise RuntimeError\nraise E');
    expect({ errorType, message }).toEqual({ errorType: 'E', message: 'E: <its message raised RuntimeError>' });
  });

  test('a value whose __repr__ raises is an error of the cell', async () => {
    const outcome = await run('class R:\n    def __repr__(self): raise ValueError("no")\nR()');
    expect(outcome).toMatchObject({ status: 'error', message: 'ValueError: no' });
  });
});

describe('text that is hard to carry', () => {
  test('null bytes in code are an error', async () => {
    expect(await run('x = "\0"')).toMatchObject({ status: 'error', errorType: 'SyntaxError' });
    expect((await run('"a\\0b"')).result).toBe("'a\\x00b'");
  });

  test('characters beyond the basic plane and lone surrogates', async () => {
    expect(await run("print('😀', '\\ud800')\n'\\ud800😀'")).toMatchObject({
      stdout: '😀 \\ud800\n',
      result: "'\\ud800😀'",
    });
    expect(await run("raise ValueError('\\udfff')")).toMatchObject({ message: 'ValueError: \\udfff' });
    expect(await run('x = "\ud800"')).toMatchObject({ status: 'error' });
  });

  test('bytes that are no UTF-8', async () => {
    expect((await run("import os\nos.write(1, b'a\\xffb')\n0")).stdout).toBe('a\ufffdb');
  });
});

test('asyncio runs, and a sleep lets it wait', async () => {
  const code = 'import asyncio\nasync def f():\n    await asyncio.sleep(0.01)\n    return 7\nasyncio.run(f())';
  expect((await run(code)).result).toBe('7');
});

test('a task left behind does not go on after its cell', async () => {
  const code = `import asyncio
log = []
async def forever():
    while True:
        log.append(1)
        await asyncio.sleep(0)
loop = asyncio.get_event_loop()
task = loop.create_task(forever())
loop.run_until_complete(asyncio.sleep(0.01))
len(log) > 0`;
  expect((await run(code)).result).toBe('True');
  const before = (await run('len(log)')).result;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect((await run('len(log)')).result).toBe(before);
});

test('two kernels of one process wait side by side', async () => {
  const other = await Kernel.boot(await loadArtifacts());
  const wait = (seconds: number) => ({ code: `import time\ntime.sleep(${seconds})\n'woken'`, timeoutSeconds: 10 });
  const [long, short] = await Promise.all([kernel.run(wait(0.2)), other.run(wait(0.05))]);
  expect([long.outcome.result, short.outcome.result]).toEqual(["'woken'", "'woken'"]);
});

test('the version and the heap are reported', () => {
  const { pythonVersion, heapBytes } = kernel.info();
  expect(pythonVersion).toBe('3.14.2');
  expect(heapBytes).toBeLessThanOrEqual(68 << 20);
});
