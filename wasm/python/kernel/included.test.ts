/** What can be imported without being installed, and a tree that tests may change. */
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { KeptFiles } from '../../../test/python/kept-files.ts';
import { type Included, includedFiles, readIncludedFile } from '../packages/included.ts';
import { Kernel } from './kernel.ts';

const artifacts = await loadArtifacts();
const build = new URL('../build/', import.meta.url);
const { default: included }: { default: Included } = await import(new URL('included.mjs', build).href);
const asset = new Uint8Array(await readFile(new URL('assets/included.bin', build))).buffer;

let files: KeptFiles;
let kernel: Kernel;

beforeEach(async () => {
  files = new KeptFiles();
  kernel = await Kernel.boot(artifacts, files.start());
  for (const { blob } of includedFiles(included.index)) {
    files.onDemand.set(blob, async () => (await readIncludedFile(blob, async () => asset)) ?? new Uint8Array());
  }
});

const run = async (code: string) => (await files.run(kernel, code)).outcome;

describe('included packages', () => {
  beforeEach(() => kernel.attach({ included: included.index }));

  test('are read when they are imported, as bytecode, and not before', async () => {
    expect((await run('import sys\n"pytest" in sys.modules, sys.path[-1]')).result).toBe(
      "(False, '/lib/python3.14/included')",
    );
    expect(files.loads).toEqual([]);
    expect((await run('import pytest\npytest.__version__')).result).toBe("'9.1.1'");
    const sources = await run(
      'import _pytest.main, inspect\ninspect.getsource(_pytest.main.Session).startswith("@final")',
    );
    expect(sources.result).toBe('True');
    expect((await run('import importlib.metadata as m\nm.version("pluggy")')).result).toBe("'1.6.0'");
  });

  test('are no part of the state', async () => {
    await run('import pytest');
    expect(await kernel.takeState({ id: 1, mostPages: Number.MAX_SAFE_INTEGER })).toMatchObject({ kind: 'taken' });
  });
});

describe('the heap for runs of tests', () => {
  const snapshot = readFile(new URL('assets/tests-snapshot.bin', build));

  beforeEach(async () => {
    kernel = await Kernel.boot({ ...artifacts, snapshot: new Uint8Array(await snapshot) }, files.start());
    kernel.attach({ included: included.index });
  });

  test('shows nothing of what is set aside', async () => {
    const code = `import sys, importlib
[name for name in ("pytest", "_pytest", "pluggy", "argparse", "importlib.metadata") if name in sys.modules], hasattr(importlib, "metadata")`;
    expect((await run(code)).result).toBe('([], False)');
    expect((await run('import pytest\nprint(pytest.__file__)')).stdout).toBe(
      '/lib/python3.14/included/pytest/__init__.py\n',
    );
  });

  const take = 'from lemma_testing import warm\nwarm.take()\n';

  test('gives it to a run, without reading a file', async () => {
    const code = `${take}import importlib, sys
from lemma_testing.with_pytest import run_pytest
sys.modules["_pytest.config"].default_plugins[0], importlib.metadata.version("pytest")`;
    expect((await run(code)).result).toBe("('mark', '9.1.1')");
    expect(files.loads.filter((blob) => !String(blob).includes('METADATA')).length).toBeLessThanOrEqual(1);
  });

  test.each([
    ['an included package', 'iniconfig'],
    ['a module of the standard library', 'argparse'],
  ])('gives nothing where the search path has another module in place of %s', async (_, name) => {
    await run(`open("${name}.py", "w").write("own = True")\nimport sys\nsys.path.insert(0, "/workspace")`);
    expect((await run(`${take}import ${name}, sys\n${name}.own, "pytest" in sys.modules`)).result).toBe(
      '(True, False)',
    );
  });

  test('gives nothing where a module of it is loaded already', async () => {
    const code = `import pluggy\n${take}import pytest\nsys.modules["_pytest.config"].PluginManager is pluggy.PluginManager`;
    expect((await run(`import sys\n${code}`)).result).toBe('True');
  });
});

describe('a tree that may be changed', () => {
  beforeEach(() => {
    const text = new TextEncoder().encode('one\n');
    files.blobs.set('one', text);
    const tree = ['a/one.txt', 'a/b/two.txt', 'c/three.txt'].map((path) => ({ path, size: text.length, blob: 'one' }));
    kernel.attach({ tree: { path: '/mnt/shop', writable: true, files: tree } });
  });

  test('takes writes, moves and deletions, which are no files of the session', async () => {
    const { outcome, changes } = await files.run(
      kernel,
      `import os, shutil
os.chdir("/mnt/shop")
open("a/one.txt", "a").write("more")
open("new.txt", "w").write("new")
os.rename("a/b/two.txt", "a/moved.txt")
os.makedirs("d/e")
try: os.rmdir("c")
except OSError as error: print(error.strerror)
shutil.rmtree("c")
sorted((r, sorted(d), sorted(f)) for r, d, f in os.walk(".")), open("a/one.txt").read(), open("a/moved.txt").read()`,
    );
    expect(outcome.stdout).toMatch(/not empty/i);
    expect(outcome.result).toBe(
      "([('.', ['a', 'd'], ['new.txt']), ('./a', ['b'], ['moved.txt', 'one.txt']), ('./a/b', [], []), " +
        "('./d', ['e'], []), ('./d/e', [], [])], 'one\\nmore', 'one\\n')",
    );
    expect(changes).toEqual({ put: [], removed: [] });
  });

  test('does not grow without end', async () => {
    const outcome = await run('for i in range(100): open(f"/mnt/shop/{i}", "wb").write(bytes(1 << 20))');
    expect(outcome).toMatchObject({ errorType: 'OSError', message: expect.stringContaining('No space left') });
  });
});
