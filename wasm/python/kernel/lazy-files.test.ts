/** Files whose contents are loaded when they are opened. */
import { beforeEach, describe, expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { KeptFiles } from '../../../test/python/kept-files.ts';
import { Kernel } from './kernel.ts';
import { CACHE_LIMIT, HELD_LIMIT } from './storage.ts';
import type { CellOutcome } from './types.ts';

const artifacts = await loadArtifacts();
const MB = 1 << 20;

let files: KeptFiles;
let kernel: Kernel;
beforeEach(() => {
  files = new KeptFiles();
});

async function boot(): Promise<void> {
  kernel = await Kernel.boot(artifacts, files.start());
}

async function run(code: string): Promise<CellOutcome> {
  return (await files.run(kernel, code)).outcome;
}

test('names and sizes are known before anything is loaded', async () => {
  files.write('a/b.txt', 'hello');
  files.write('__proto__', 'x');
  await boot();
  const code =
    'import os, glob\n[(r, f) for r, d, f in os.walk(".")], os.path.getsize("a/b.txt"), glob.glob("**/*.txt")';
  expect((await run(code)).result).toBe("([('.', ['__proto__']), ('./a', ['b.txt'])], 5, ['a/b.txt'])");
  expect(files.loads).toEqual([]);
  expect((await run('open("a/b.txt").read() + open("__proto__").read()')).result).toBe("'hellox'");
  expect(files.loads).toHaveLength(2);
});

describe('ways to read and change a file that is not loaded', () => {
  test.each([
    ['a mode that reads', 'f = open("f"); f.read()', "'0123456789'"],
    ['os.open', 'import os; os.read(os.open("f", os.O_RDONLY), 3)', "b'012'"],
    ['mode r+', 'f = open("f", "r+"); f.write("ab"); f.close(); open("f").read()', "'ab23456789'"],
    ['mode a', 'f = open("f", "a"); f.write("ab"); f.close(); open("f").read()', "'0123456789ab'"],
    ['mode w', 'f = open("f", "w"); f.write("ab"); f.close(); open("f").read()', "'ab'"],
    ['mode w+', 'f = open("f", "w+"); f.read()', "''"],
    ['mode x', 'try: open("f", "x")\nexcept FileExistsError: result = 1\nresult', '1'],
    ['truncating it', 'import os; os.truncate("f", 4); open("f").read()', "'0123'"],
    [
      'lengthening it',
      'import os; os.truncate("f", 3); os.truncate("f", 5); open("f", "rb").read()',
      "b'012\\x00\\x00'",
    ],
    ['copying it', 'import shutil; shutil.copy("f", "g"); open("g").read()', "'0123456789'"],
    ['renaming it', 'import os; os.rename("f", "g"); open("g").read()', "'0123456789'"],
    ['a symlink to it', 'import os; os.symlink("f", "l"); open("l").read()', "'0123456789'"],
    ['pathlib', 'import pathlib; pathlib.Path("f").read_bytes()', "b'0123456789'"],
    ['mmap', 'import mmap; f = open("f", "r+b"); m = mmap.mmap(f.fileno(), 0); bytes(m[2:4])', "b'23'"],
    ['asyncio', 'import asyncio\nasync def f(): return open("f").read()\nasyncio.run(f())', "'0123456789'"],
    [
      'a thread-like executor',
      'import contextlib\nwith contextlib.closing(open("f")) as f: r = f.read()\nr',
      "'0123456789'",
    ],
    ['a generator', 'next(open(n).read() for n in ["f"])', "'0123456789'"],
    ['a sort key', 'sorted(["f"], key=lambda n: open(n).read())', "['f']"],
  ])('%s', async (_name, code, result) => {
    files.write('f', '0123456789');
    await boot();
    expect(await run(code)).toMatchObject({ status: 'ok', result });
  });

  test('many tasks at once', async () => {
    for (let index = 0; index < 20; index++) files.write(`f${index}`, `${index}`);
    await boot();
    const code = `import asyncio
async def read(n):
    await asyncio.sleep(0)
    return int(open(f"f{n}").read())
async def main(): return await asyncio.gather(*(read(n) for n in range(20)))
asyncio.run(main()) == list(range(20))`;
    expect((await run(code)).result).toBe('True');
    expect((await run('x = 1\nx + 1')).result).toBe('2');
  });
});

test('modules, archives and databases are found in /workspace', async () => {
  files.write('pkg/__init__.py', 'from .inner import x');
  files.write('pkg/inner.py', 'x = 42');
  files.write('data.json', '{"a": 1}');
  await boot();
  const code = `import sys, importlib, json, zipfile
sys.dont_write_bytecode = True
import pkg
with zipfile.ZipFile("a.zip", "w") as z: z.write("pkg/inner.py")
pkg.x, json.load(open("data.json")), importlib.import_module("pkg.inner").x`;
  expect((await run(code)).result).toBe("(42, {'a': 1}, 42)");
  await boot();
  expect((await run('import zipfile\nzipfile.ZipFile("a.zip").read("pkg/inner.py")')).result).toBe("b'x = 42'");
});

test('below a function of JavaScript a file cannot be loaded, and the reader is told', async () => {
  files.write('f', 'x');
  await boot();
  const code = `from pyodide.ffi import create_proxy, to_js
def read(*args): return open("f").read()
to_js([1]).map(create_proxy(read))[0]`;
  const first = await run(code);
  expect(first.status).toBe('error');
  expect(first.traceback).toContain('OSError');
  expect(first.notices).toEqual([expect.stringContaining("'f' could not be opened below a function of JavaScript")]);
  expect((await run('open("f").read()')).result).toBe("'x'");
});

test('moved files are reported without their contents', async () => {
  files.write('d/a', 'x'.repeat(100));
  await boot();
  const { outcome, changes } = await files.run(kernel, 'import os\nos.rename("d", "e")');
  expect(outcome).toMatchObject({ newFiles: ['e/a'], deletedFiles: ['d/a'] });
  expect(changes.put).toEqual([
    { kind: 'directory', path: 'e' },
    { kind: 'file', path: 'e/a', size: 100, changedAt: expect.any(Number), content: 0 },
  ]);
  expect(files.loads).toEqual([]);
  expect((await run('open("e/a").read() == "x" * 100')).result).toBe('True');
});

test('cells that change nothing look at nothing', async () => {
  for (let index = 0; index < 300; index++) files.write(`f${index}`, 'x');
  await boot();
  expect(await files.run(kernel, 'open("f7").read()')).toMatchObject({ changes: { put: [], removed: [] } });
  expect(files.loads).toHaveLength(1);
});

test('what changed in the session is seen by the next cell, and not by the files that are open', async () => {
  files.write('a', 'old');
  files.write('gone', 'x');
  files.write('dir/x', 'x');
  await boot();
  await run('f = open("a")\nf.read(1)');
  files.write('a', 'new');
  files.write('b', 'created');
  files.delete('gone');
  files.delete('dir/x');
  files.delete('dir');
  files.write('dir', 'now a file');
  const code = 'import os\nf.read(), open("a").read(), open("b").read(), sorted(os.listdir()), open("dir").read()';
  expect(await run(code)).toMatchObject({
    result: "('ld', 'new', 'created', ['a', 'b', 'dir'], 'now a file')",
    newFiles: [],
    modifiedFiles: [],
    deletedFiles: [],
  });
});

describe('memory', () => {
  const held = (): number => kernel.info().fileBytes;

  test('100 MB are read one file after the other', async () => {
    for (let index = 0; index < 5; index++) files.write(`f${index}`, new Uint8Array(20 * MB).fill(index + 1));
    await boot();
    expect(held()).toBe(0);
    const code = (index: number) => `f = open("f${index}", "rb")\nf.seek(-1, 2)\nlast = f.read()\nf.close()\nlast[0]`;
    for (let index = 0; index < 5; index++) {
      expect((await run(code(index))).result).toBe(String(index + 1));
      expect(held()).toBeLessThanOrEqual(CACHE_LIMIT);
    }
    const all = 'total = 0\nfor n in range(5):\n    with open(f"f{n}", "rb") as f: total += f.read(1)[0]\ntotal';
    expect((await run(all)).result).toBe('15');
    expect(held()).toBeLessThanOrEqual(CACHE_LIMIT);
  });

  test('more than fits at a time is refused, and what is open stays readable', async () => {
    for (let index = 0; index < 3; index++) files.write(`f${index}`, new Uint8Array(20 * MB).fill(index + 1));
    await boot();
    const code = `opened = [open(f"f{n}", "rb") for n in range(2)]
try: open("f2", "rb")
except OSError as e: print(e.strerror)
[f.read(1)[0] for f in opened]`;
    expect(await run(code)).toMatchObject({
      result: '[1, 2]',
      stdout: 'Out of memory\n',
      notices: [expect.stringContaining('44 MB at a time')],
    });
    expect(held()).toBeLessThanOrEqual(HELD_LIMIT);
    expect((await run('for f in opened: f.close()\nopen("f2", "rb").read(1)')).result).toBe("b'\\x03'");
  });

  test('a file of 20 MB can be copied, and travels in parts', async () => {
    files.write('big', new Uint8Array(20 * MB).fill(7));
    await boot();
    const { outcome, changes } = await files.run(kernel, 'import shutil\nshutil.copy("big", "copy") and None');
    expect(outcome).toMatchObject({ status: 'ok', newFiles: ['copy'], notices: [] });
    expect(changes.put).toEqual([{ kind: 'file', path: 'copy', size: 20 * MB, changedAt: expect.any(Number) }]);
    expect(files.read('copy')).toEqual(files.read('big'));
    expect(held()).toBeLessThanOrEqual(HELD_LIMIT);
  });

  test('a larger file, and more unsaved bytes than fit, are refused with the limit named', async () => {
    await boot();
    expect(await run('open("big", "wb").write(bytes(21 << 20))')).toMatchObject({
      message: 'OSError: [Errno 22] File too large',
      notices: [expect.stringContaining('at most 20 MB')],
    });
    const code = 'for n in range(3): open(f"f{n}", "wb").write(bytes(15 << 20))';
    expect(await run(code)).toMatchObject({
      errorType: 'OSError',
      notices: [expect.stringContaining('32 MB that are not stored yet')],
    });
    const stored = await run('import os\nfor n in range(3): open(f"f{n}", "wb").write(bytes(9 << 20))');
    expect(stored).toMatchObject({ status: 'ok', notices: [] });
    expect(await run('for n in range(3): open(f"g{n}", "wb").write(bytes(9 << 20))')).toMatchObject({ status: 'ok' });
  });

  test('temporary files that are deleted again are not held', async () => {
    await boot();
    const code = 'import os\nfor n in range(10):\n    open("t", "wb").write(bytes(18 << 20))\n    os.remove("t")';
    expect(await run(code)).toMatchObject({ status: 'ok', newFiles: [], notices: [] });
    expect(held()).toBe(0);
  });
});
