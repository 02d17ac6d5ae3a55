/** Sessions in real workerd, through the Durable Object's own methods. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPythonWorker } from '../../test/python/python-worker.ts';

const worker = createPythonWorker();
beforeAll(() => worker.listen());
afterAll(() => worker.close());

const { run } = worker;

test('variables and files outlive their cell', async () => {
  const first = await run('keeps', 'x = 41\nopen("f.txt", "w").write("content")');
  expect(first).toMatchObject({ status: 'ok', newFiles: ['f.txt'], notices: [] });
  expect(await run('keeps', 'x + 1, open("f.txt").read()')).toMatchObject({ result: "(42, 'content')", notices: [] });
});

test('clocks count from 1970 in every isolate, so that none goes back when a state is restored', async () => {
  const { result } = await run('clocks', 'import time\ntime.monotonic() > 1.7e9, time.perf_counter() > 1.7e9');
  expect(result).toBe('(True, True)');
});

test('a session sees neither variables nor files of another', async () => {
  await run('first', 'secret = 1\nopen("/workspace/f", "w").write("1")\nopen("/tmp/f", "w").write("1")');
  const { result } = await run(
    'second',
    'import os\n"secret" in globals(), os.listdir("/workspace"), os.listdir("/tmp")',
  );
  expect(result).toBe('(False, [], [])');
});

test('a lost interpreter goes on from its last checkpoint, and the reader is told', async () => {
  await run('loses', 'x = 1\nopen("big.bin", "wb").write(bytes(range(256)) * 10_000)\nimport os\nos.mkdir("empty")');
  const dying = await run(
    'loses',
    'x = 2\nopen("last", "w").write("1")\ny = 0\nfor _ in range(10**5): y = (y,)\nhash(y)',
  );
  expect(dying).toMatchObject({ status: 'died', newFiles: ['last'] });
  expect(dying.notices).toEqual([expect.stringContaining('what the last cell did to variables is undone')]);
  const next = await run(
    'loses',
    'x, sorted(os.listdir()), open("big.bin", "rb").read() == bytes(range(256)) * 10_000',
  );
  expect(next).toMatchObject({ result: "(1, ['big.bin', 'empty', 'last'], True)", newFiles: [], notices: [] });
});

test('output survives the loss of an interpreter', async () => {
  const broken = `import sys
from pyodide.ffi import to_js
print("kept")
print("also", file=sys.stderr)
open("f", "w").write("1")
to_js([]).constructor.prototype.sort = None`;
  const dying = await run('broken', broken);
  expect(dying).toMatchObject({ status: 'died', stdout: 'kept\n', stderr: 'also\n' });
  expect((await run('broken', '[2, 1].sort()\n6 * 7')).result).toBe('42');
  const stuck = await run('broken', 'print("kept")\n("a" * 30_000_000).rfind("a" * 3000 + "b" + "a" * 3000)', 1);
  expect(stuck).toMatchObject({ status: 'timeout', stdout: 'kept\n' });
});

describe('a restart of the server', () => {
  const OPEN = 'x = 2\nf = open("log.txt", "w")';
  let cut: Promise<unknown>;
  let afterLarge: readonly string[];
  let unkept: readonly string[];
  // A restart takes longer than all cells: one is enough for all sessions.
  beforeAll(async () => {
    await run(
      'restarted',
      'def count():\n    for i in range(9): yield i\nit = count(); next(it)\nopen("f", "w").write("1")',
    );
    await run('behind', 'x = 1');
    await run('behind', OPEN);
    await run('large', 'import random\nx = random.randbytes(2_000_000)\ny = hash(x)');
    afterLarge = (await run('large', '1')).notices;
    await run('unkept', 'x = 1');
    unkept = (await run('unkept', OPEN)).notices;
    await run('cut', 'x = 1\nopen("f", "w").write("1")');
    const running = await worker.begin(
      'cut',
      'import time\nx = 2\nopen("g", "w").write("2")\nprint("begun")\ntime.sleep(200)',
    );
    cut = running.result.catch(() => 'cut');
    await worker.restart();
  });

  test('is not noticed', async () => {
    expect(await run('restarted', 'import os\nnext(it), os.listdir()')).toMatchObject({
      result: "(1, ['f'])",
      notices: [],
    });
  });

  test('keeps a checkpoint from being taken of what the loss has left, before that is said', async () => {
    const session = worker.session('behind');
    await expect(session.checkpoint('mine')).rejects.toThrow();
    expect((await session.checkpoints()).some(({ label }) => label === 'mine')).toBe(false);
    expect(await session.checkpoint('mine')).toMatchObject({ label: 'mine' });
    expect((await run('behind', 'x')).result).toBe('1');
  });

  test('undoes the cell that it cuts off, and the next reader is told', async () => {
    expect(await cut).toBe('cut');
    const next = await run('cut', 'import os\nx, os.listdir()');
    expect(next).toMatchObject({
      result: "(1, ['f'])",
      notices: [expect.stringContaining('what the last cell did to variables is undone')],
    });
  });

  test('finds a large state kept, which follows its cell', async () => {
    expect(afterLarge).toEqual([]);
    expect(await run('large', 'len(x), hash(x) == y')).toMatchObject({ result: '(2000000, True)', notices: [] });
  });

  test('loses what is in no checkpoint, which is said before and after', async () => {
    expect(unkept).toEqual(["No checkpoint holds this cell's variables, because of open files (/workspace/log.txt)."]);
    expect(await run('unkept', 'x')).toMatchObject({
      result: '1',
      notices: [expect.stringContaining('what the last cell did to variables')],
    });
  });
});

describe('code without end', () => {
  test('is interrupted at its time limit, with its variables kept', async () => {
    await run('busy', 'x = 42');
    expect(await run('busy', 'while True: pass', 1)).toMatchObject({ status: 'timeout', notices: [] });
    expect((await run('busy', 'x')).result).toBe('42');
  });

  test('is interrupted when it runs in C, too', async () => {
    await run('endless', 'x = 1\nopen("f", "w").write("1")');
    const stopped = await run('endless', 'x = 2\nsum(range(10 ** 12))', 1);
    expect(stopped).toMatchObject({ status: 'timeout', notices: [] });
    expect((await run('endless', 'import os\nx, os.listdir()')).result).toBe("(2, ['f'])");
  });

  test('is killed when nothing that it calls may raise, and undone', async () => {
    await run('stuck', 'x = 1\nopen("f", "w").write("1")');
    const killed = await run('stuck', 'x = 2\n("a" * 30_000_000).rfind("a" * 3000 + "b" + "a" * 3000)', 1);
    expect(killed).toMatchObject({ status: 'timeout', notices: [expect.stringContaining('last checkpoint')] });
    expect((await run('stuck', 'import os\nx, os.listdir()')).result).toBe("(1, ['f'])");
  });

  test('is interrupted by its caller', async () => {
    const session = worker.session('caller');
    await run('caller', 'x = 42');
    const running = await worker.begin('caller', 'print("begun")\nwhile True: pass');
    await session.interrupt();
    expect((await running.result).status).toBe('interrupted');
    expect((await run('caller', 'x')).result).toBe('42');
  });

  test('does not hold up another session', async () => {
    const running = await worker.begin('slow', 'print("begun")\nwhile True: pass');
    expect((await run('quick', '1 + 1')).result).toBe('2');
    await worker.session('slow').interrupt();
    expect((await running.result).status).toBe('interrupted');
  });
});

test('cells of a session run one after another', async () => {
  const [first, second] = await Promise.all([
    run('queue', 'import time\ntime.sleep(0.2)\nlog = ["first"]'),
    run('queue', 'log.append("second")\nlog'),
  ]);
  expect([first.status, second.result]).toEqual(['ok', "['first', 'second']"]);
});

test('evaluations leave the session alone', async () => {
  const session = worker.session('replay');
  await run('replay', 'x = 1');
  const { status } = await session.evaluate({ program: 'x = 2\nstr(x)', stepLimit: 1000 });
  expect(status).toBe('ok');
  expect((await session.evaluate({ program: 'while True: pass', stepLimit: 1000 })).status).toBe('limit');
  expect((await run('replay', 'x')).result).toBe('1');
});

test('memory is capped', async () => {
  expect(await run('bomb', 'x = []\nwhile True: x.append("y" * 100_000)')).toMatchObject({ errorType: 'MemoryError' });
  expect((await run('bomb', 'x = None\n1')).result).toBe('1');
  expect((await worker.session('bomb').info()).heapBytes).toBeLessThanOrEqual(68 << 20);
});
