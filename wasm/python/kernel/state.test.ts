/** States that move from one interpreter to another. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import type { Artifacts } from './boot.ts';
import { Kernel } from './kernel.ts';
import type { StateBatch, StateChunk, StateHeader } from './types.ts';

const EVERYTHING = Number.POSITIVE_INFINITY;

let artifacts: Artifacts;
beforeAll(async () => {
  artifacts = await loadArtifacts();
});

interface Taken {
  readonly header: StateHeader;
  readonly chunks: readonly StateChunk[];
}

async function run(kernel: Kernel, code: string) {
  return (await kernel.run({ code, timeoutSeconds: 20 })).outcome;
}

async function take(kernel: Kernel, id: number, since?: number): Promise<Taken> {
  const state = await kernel.state.take({ id, mostPages: EVERYTHING, ...(since !== undefined && { since }) });
  if (state.kind !== 'taken') throw new Error(JSON.stringify(state));
  let batch: StateBatch = state;
  const chunks = [...batch.chunks];
  while (batch.header === undefined) {
    batch = await kernel.state.takeMore();
    chunks.push(...batch.chunks);
  }
  return { header: batch.header, chunks };
}

/** A new interpreter in the last of `states`, each of which was taken since the one before it. */
async function restored(...states: readonly Taken[]): Promise<Kernel> {
  const kernel = await Kernel.boot(artifacts);
  const last = states.at(-1);
  if (last === undefined) throw new Error('no state');
  kernel.state.beginRestore(last.header);
  for (const { chunks } of states) await kernel.state.writeChunks(chunks);
  kernel.state.endRestore(states.length);
  return kernel;
}

test('closures, generators, classes, modules and a large heap go on in another interpreter', async () => {
  const kernel = await Kernel.boot(artifacts);
  await run(
    kernel,
    `
import json, random, decimal
from collections import Counter
class A:
    def __init__(self): self.me = self
    def hello(self): return "hello from A"
def counter(n):
    def inc():
        nonlocal n
        n += 1
        return n
    return inc
inc = counter(10); inc()
def numbers():
    for i in range(100): yield i * i
half = numbers(); next(half); next(half)
a = A()
big = list(range(500_000))
random.seed(7); random.random()
`,
  );
  const state = await take(kernel, 1);
  const other = await restored(state);
  const look = '[inc(), next(half), a.me.hello(), sum(big), Counter("aab"), random.random(), json.dumps([1])]';
  expect((await run(other, look)).result).toBe((await run(kernel, look)).result);
  expect(
    (await run(other, 'try:\n    1/0\nexcept ZeroDivisionError as e: print(type(e), a is a.me)')).stdout,
  ).toContain('True');
});

test('a state builds on the one before it', async () => {
  const kernel = await Kernel.boot(artifacts);
  await run(kernel, 'x = [1]');
  const first = await take(kernel, 1);
  await run(kernel, 'x.append(2); y = "é😀" * 1000');
  const second = await take(kernel, 2, 1);
  const pages = (state: Taken) => state.chunks.reduce((sum, chunk) => sum + chunk.pages.length, 0);
  expect(pages(second)).toBeLessThan(2000);
  const other = await restored(first, second);
  expect((await run(other, 'x, len(y)')).result).toBe('([1, 2], 2000)');
  await run(other, 'x.append(3)');
  const third = await take(other, 3, 2);
  expect((await run(await restored(first, second, third), 'x')).result).toBe('[1, 2, 3]');
  expect((await run(await restored(first), 'x')).result).toBe('[1]');
});

test('the directory and temporary files belong to the state', async () => {
  const kernel = await Kernel.boot(artifacts);
  await run(kernel, 'import os, tempfile\nd = tempfile.mkdtemp()\nopen(d + "/f", "w").write("x")\nos.chdir(d)');
  const other = await restored(await take(kernel, 1));
  expect((await run(other, 'os.getcwd() == d, open("f").read()')).result).toBe("(True, 'x')");
});

test('files anywhere outside of /workspace belong to the state, whoever may read them', async () => {
  const kernel = await Kernel.boot(artifacts);
  const write = `
import os
os.makedirs("/data/closed")
open("/data/closed/f", "w").write("x")
os.chmod("/data/closed/f", 0)
os.chmod("/data/closed", 0)
os.chdir("/data")
os.rmdir("/home/web_user")
open("/home/web_user", "w").write("a file now")`;
  expect(await run(kernel, write)).toMatchObject({ status: 'ok' });
  const other = await restored(await take(kernel, 1));
  const look = 'os.getcwd(), open("closed/f").read(), open("/home/web_user").read()';
  expect((await run(other, look)).result).toBe("('/data', 'x', 'a file now')");
});

test('a file that was moved out of /workspace before it was read stands in the way', async () => {
  const stored = { kind: 'file', path: 'f', size: 3, hash: '', content: 1 } as const;
  const kernel = await Kernel.boot(artifacts, [stored]);
  await run(kernel, 'import os\nos.rename("f", "/tmp/f")');
  expect(await kernel.takeState({ id: 1, mostPages: EVERYTHING })).toEqual({
    kind: 'refused',
    obstacles: ['files moved out of /workspace that were not opened yet (/tmp/f)'],
  });
});

test('waits and JavaScript objects that are gone leave nothing behind', async () => {
  const kernel = await Kernel.boot(artifacts);
  await run(
    kernel,
    'import asyncio, time, js\ntime.sleep(0.01)\nasyncio.run(asyncio.sleep(0.01))\nproxies = [js.Object for _ in range(0)]\nimport pyodide_js as p\nx = p.FS\ndel x, p',
  );
  await run(kernel, 'import gc; gc.collect()');
  const other = await restored(await take(kernel, 1));
  expect((await run(other, 'time.sleep(0.01)\nasyncio.run(asyncio.sleep(0.01))\n1')).result).toBe('1');
});

test('an interrupted wait leaves nothing in the way', async () => {
  const kernel = await Kernel.boot(artifacts);
  const code = 'import time, asyncio\nprint("begun")\ntime.sleep(90)';
  const { outcome } = await kernel.run({ code, timeoutSeconds: 100 }, ({ text }) => {
    if (text.endsWith('\n')) setTimeout(() => kernel.interrupt(), 50);
  });
  expect(outcome).toMatchObject({ status: 'interrupted' });
  expect((await kernel.takeState({ id: 1, mostPages: EVERYTHING })).kind).toBe('taken');
  await run(kernel, 't = asyncio.ensure_future(asyncio.sleep(100))');
  expect((await kernel.takeState({ id: 2, mostPages: EVERYTHING })).kind).toBe('taken');
});

test('a task that waits goes on in another interpreter', async () => {
  const kernel = await Kernel.boot(artifacts);
  await run(
    kernel,
    'import asyncio\nasync def f():\n    await asyncio.sleep(0.05)\n    return "done"\nt = asyncio.create_task(f())\nawait asyncio.sleep(0.001)',
  );
  const other = await restored(await take(kernel, 1));
  expect((await run(other, 't.done()')).result).toBe('False');
  expect((await run(other, 'await t')).result).toBe("'done'");
});

test('an error that passes through JavaScript leaves nothing in the way', async () => {
  const kernel = await Kernel.boot(artifacts);
  const code = 'import asyncio\nasync def f(): raise ValueError("v")\nx = 42\nasyncio.run(f())';
  expect(await run(kernel, code)).toMatchObject({ status: 'error', message: 'ValueError: v' });
  expect((await kernel.takeState({ id: 1, mostPages: EVERYTHING })).kind).toBe('taken');
  expect(await run(await restored(await take(kernel, 2)), 'x')).toMatchObject({ result: '42' });
});

test('many JavaScript objects that are gone leave nothing in the way', async () => {
  const kernel = await Kernel.boot(artifacts);
  await run(kernel, 'from pyodide.ffi import to_js\nmany = [to_js([]) for _ in range(100_000)]\ndel many\nx = 42');
  expect(await run(await restored(await take(kernel, 1)), 'x')).toMatchObject({ result: '42' });
});

test('open files of the library stay open', async () => {
  const kernel = await Kernel.boot(artifacts);
  await run(kernel, 'import zipfile\nz = zipfile.ZipFile("/lib/python314.zip")');
  const other = await restored(await take(kernel, 1));
  expect((await run(other, 'len(z.read("this.pyc")) > 500')).result).toBe('True');
});

describe('what stands in the way is named', () => {
  test.each([
    ['open files', 'f = open("/workspace/log.txt", "w")', 'open files (/workspace/log.txt)', 'f.close()'],
    ['files of the library open to write', 'f = open("/lib/log.txt", "w")', 'open files (/lib/log.txt)', 'f.close()'],
    ['objects of JavaScript', 'import pyodide_js\nx = pyodide_js.FS', 'JavaScript objects', 'del x'],
    [
      'objects of JavaScript in place of others',
      'import gc, pyodide.webloop as w\ndel w.scheduleCallback\nfrom pyodide.ffi import to_js\nx = to_js([7])',
      '1 JavaScript objects',
      'del x',
    ],
    [
      'large temporary files',
      'open("/tmp/big", "wb").write(bytes(2_000_000))',
      'more than 1048576 bytes of files',
      'import os; os.remove("/tmp/big")',
    ],
  ])('%s', async (_what, code, obstacle, remedy) => {
    const kernel = await Kernel.boot(artifacts);
    expect(await run(kernel, code)).toMatchObject({ status: 'ok' });
    const state = await kernel.state.take({ id: 1, mostPages: EVERYTHING });
    expect(state).toMatchObject({ kind: 'refused', obstacles: [expect.stringContaining(obstacle)] });
    await run(kernel, remedy);
    expect((await kernel.state.take({ id: 1, mostPages: EVERYTHING })).kind).toBe('taken');
  });
});

describe('states that do not fit', () => {
  let header: StateHeader;
  let kernel: Kernel;
  beforeAll(async () => {
    kernel = await Kernel.boot(artifacts);
    await run(kernel, 'x = 1');
    ({ header } = await take(kernel, 1));
  });

  test('another build', async () => {
    const other = await Kernel.boot(artifacts);
    expect(() => other.state.beginRestore({ ...header, base: 'other' })).toThrow('another build');
  });

  test('missing pages', async () => {
    const other = await Kernel.boot(artifacts);
    other.state.beginRestore(header);
    expect(() => other.state.endRestore(1)).toThrow('does not fit');
  });

  test('too many pages, or none to compare with', async () => {
    expect(await kernel.state.take({ id: 2, mostPages: 1 })).toMatchObject({ kind: 'large' });
    expect(await kernel.state.take({ id: 3, since: 99, mostPages: 1 })).toEqual({ kind: 'unknown' });
  });
});
