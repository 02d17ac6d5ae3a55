/** A tree of files below /mnt. */
import { beforeEach, describe, expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { KeptFiles } from '../../../test/python/kept-files.ts';
import { Kernel } from './kernel.ts';
import type { MountedFile } from './types.ts';

const artifacts = await loadArtifacts();

const TEXTS: Readonly<Record<string, string>> = {
  'README.md': 'read me\n',
  'pkg/__init__.py': 'from .deep.calc import double\n',
  'pkg/deep/__init__.py': '',
  'pkg/deep/calc.py': 'def double(x):\n    return 2 * x\n',
  ['__proto__']: 'odd',
};

let files: KeptFiles;
let kernel: Kernel;

beforeEach(async () => {
  files = new KeptFiles();
  files.write('own.txt', 'own');
  kernel = await Kernel.boot(artifacts, files.start());
  const mounted = Object.entries(TEXTS).map(([path, text]): MountedFile => {
    const data = new TextEncoder().encode(text);
    files.blobs.set(`blob of ${path}`, data);
    return { path, size: data.length, blob: `blob of ${path}` };
  });
  const links = [
    { path: 'link.py', size: 16, blob: 'link', target: 'pkg/deep/calc.py' },
    { path: 'gone', size: 4, blob: 'link', target: 'none' },
  ];
  kernel.attach({ tree: { path: '/mnt/shop', writable: false, files: [...mounted, ...links] } });
});

const run = async (code: string) => (await files.run(kernel, code)).outcome;

test('is seen with names and sizes, and read when it is opened', async () => {
  const look =
    'import os\n[(r, sorted(d), sorted(f)) for r, d, f in os.walk("/mnt/shop")], os.path.getsize("/mnt/shop/README.md")';
  expect((await run(look)).result).toBe(
    "([('/mnt/shop', ['pkg'], ['README.md', '__proto__', 'gone', 'link.py']), ('/mnt/shop/pkg', ['deep'], ['__init__.py']), " +
      "('/mnt/shop/pkg/deep', [], ['__init__.py', 'calc.py'])], 8)",
  );
  expect(files.loads).toEqual([]);
  expect((await run('open("/mnt/shop/README.md").read(), open("/mnt/shop/link.py").readline()')).result).toBe(
    "('read me\\n', 'def double(x):\\n')",
  );
  expect(files.loads).toEqual(['blob of README.md', 'blob of pkg/deep/calc.py']);
});

test('is imported from', async () => {
  expect((await run('import sys\nsys.path.append("/mnt/shop")\nimport pkg\npkg.double(4)')).result).toBe('8');
});

test('has copies that can be changed', async () => {
  const copy =
    'import shutil\nshutil.copytree("/mnt/shop/pkg", "/workspace/copy")\nopen("copy/deep/calc.py", "a").write("# mine")';
  expect((await run(copy)).result).toBe('6');
});

describe('cannot be changed', () => {
  test.each([
    'open("/mnt/shop/README.md", "w")',
    'open("/mnt/shop/README.md", "a")',
    'open("/mnt/shop/README.md", "r+")',
    'open("/mnt/shop/new", "w")',
    'os.mkdir("/mnt/shop/folder")',
    'os.symlink("a", "/mnt/shop/other")',
    'os.remove("/mnt/shop/README.md")',
    'os.rename("/mnt/shop/README.md", "/mnt/shop/pkg/README.md")',
    'os.truncate("/mnt/shop/README.md", 1)',
    'os.chmod("/mnt/shop/README.md", 0o777)',
    'os.utime("/mnt/shop/README.md", (1, 1))',
    'shutil.rmtree("/mnt/shop/pkg")',
    'shutil.copy("own.txt", "/mnt/shop/own.txt")',
  ])('%s', async (code) => {
    expect(await run(`import os, shutil\n${code}`)).toMatchObject({
      status: 'error',
      errorType: expect.stringMatching(/^(?:OSError|PermissionError)$/),
      message: expect.stringMatching(/Read-only file system|Permission denied/),
    });
    expect((await run('open("/mnt/shop/README.md").read()')).result).toBe("'read me\\n'");
  });

  test('nor moved out or in, nor unmounted', async () => {
    for (const [from, to] of [
      ['/mnt/shop/README.md', 'own.md'],
      ['own.txt', '/mnt/shop/own.txt'],
    ]) {
      expect((await run(`import os\nos.rename("${from}", "${to}")`)).message).toMatch(/Cross-device link|denied/);
    }
    expect((await run('os.rmdir("/mnt/shop")')).errorType).toBe('OSError');
    expect(await run('import shutil\nshutil.copy("/mnt/shop/README.md", "copy.md")')).toMatchObject({
      newFiles: ['copy.md'],
    });
  });
});

test('is no part of the state, and no file of the session', async () => {
  const { changes } = await files.run(kernel, 'open("/mnt/shop/README.md").read()');
  expect(changes).toEqual({ put: [], removed: [] });
  const state = await kernel.takeState({ id: 1, mostPages: Number.MAX_SAFE_INTEGER });
  expect(state).toMatchObject({ kind: 'taken' });
});

test('a content that is gone is an OSError that says so', async () => {
  files.blobs.clear();
  expect(await run('open("/mnt/shop/README.md")')).toMatchObject({
    errorType: 'OSError',
    message: expect.stringContaining('Stale file handle'),
    notices: [expect.stringContaining('its workspace does not have it any more')],
  });
  expect((await run('"still here"')).result).toBe("'still here'");
});

test('20,000 files take neither time nor memory before they are looked at', async () => {
  const many = Array.from({ length: 20_000 }, (_, index) => ({
    path: `src/group${index % 200}/module${index}.py`,
    size: 100,
    blob: `${index}`,
  }));
  const other = await Kernel.boot(artifacts, files.start());
  const before = other.info().fileBytes;
  other.attach({ tree: { path: '/mnt/large', writable: false, files: many } });
  expect(other.info().fileBytes).toBe(before);
  const { outcome } = await files.run(other, 'import os\nsum(len(f) for _, _, f in os.walk("/mnt/large"))');
  expect(outcome.result).toBe('20000');
  // They do not count towards the files that a cell may make.
  const made = await files.run(other, 'for i in range(9000): open(f"/tmp/{i}", "w").close()\nlen(os.listdir("/tmp"))');
  expect(made.outcome.result).toBe('9000');
});
