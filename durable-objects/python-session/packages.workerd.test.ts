/** Packages of sessions in real workerd: installed from wheels that the test uploads, and there after every restart. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InstallReport } from '../../src/python/protocol.ts';
import { createPythonWorker } from '../../test/python/python-worker.ts';
import { buildWheel, type WheelSource } from '../../test/python/wheels.ts';

const worker = createPythonWorker();
beforeAll(() => worker.listen());
afterAll(() => worker.close());

const { run } = worker;

function install(session: string, ...packages: string[]): Promise<InstallReport> {
  return worker.session(session).install(packages);
}

/** Puts a wheel among the session's files; returns its path. */
async function upload(session: string, source: WheelSource, folder = ''): Promise<string> {
  const { file, bytes } = await buildWheel(source);
  const path = `${folder}${file}`;
  const code = `import base64, os\nos.makedirs(os.path.dirname("/workspace/${path}"), exist_ok=True)\nopen("/workspace/${path}", "wb").write(base64.b64decode("${Buffer.from(bytes).toString('base64')}"))`;
  expect(await run(session, code)).toMatchObject({ status: 'ok', newFiles: [path] });
  return path;
}

const BASE: WheelSource = {
  name: 'base_things',
  version: '1.5',
  files: { 'base_things.py': 'number = 40\n' },
};
const APP: WheelSource = {
  name: 'shop_app',
  version: '2.0',
  files: {
    'shop/__init__.py':
      'from base_things import number\nfrom importlib.resources import files\nanswer = number + int(files(__name__).joinpath("data/two.txt").read_text())\n',
    'shop/data/two.txt': '2',
  },
  metadata: [
    'Requires-Dist: base-things>=1',
    'Requires-Dist: colour; extra == "colour"',
    'Requires-Dist: pywin32; sys_platform == "win32"',
  ],
};

test('a wheel with its dependency and its data', async () => {
  const name = 'installs';
  expect(await run(name, 'import shop')).toMatchObject({
    errorType: 'ModuleNotFoundError',
    message: expect.stringMatching(
      /^ModuleNotFoundError: No module named 'shop'\nThere is no network and no pip here\..*wheel/,
    ),
  });
  await upload(name, BASE, 'wheels/');
  const path = await upload(name, APP);
  expect(await install(name, path)).toMatchObject({
    installed: [
      { name: 'base-things', version: '1.5', source: '/workspace/wheels/base_things-1.5-py3-none-any.whl' },
      { name: 'shop-app', version: '2.0', source: `/workspace/${path}` },
    ],
    alreadyInstalled: [],
    failed: [],
    notices: [],
  });
  const code = 'import shop, importlib.metadata as m\nshop.answer, m.version("shop-app"), m.version("base_things")';
  expect(await run(name, code)).toMatchObject({ result: "(42, '2.0', '1.5')", newFiles: [], notices: [] });
  expect(await install(name, 'shop_app>=2', `/workspace/${path}`)).toMatchObject({
    installed: [],
    alreadyInstalled: [{ name: 'shop-app', version: '2.0' }],
    failed: [],
  });
});

test('what is installed survives the interpreter, the wheel file and the server', async () => {
  const name = 'survives';
  const path = await upload(name, BASE);
  await install(name, 'base-things');
  await run(name, `import os\nos.remove("${path}")`);
  expect((await run(name, 'y = 0\nfor _ in range(10**5): y = (y,)\nhash(y)')).status).toBe('died');
  expect((await run(name, 'import base_things\nbase_things.number')).result).toBe('40');
  await worker.restart();
  expect((await run(name, 'import base_things\nbase_things.number')).result).toBe('40');
});

test('a session does not have the packages of another', async () => {
  expect((await run('other', 'import base_things')).errorType).toBe('ModuleNotFoundError');
});

test('another build of a package takes its place', async () => {
  const name = 'replaces';
  const first = await upload(name, BASE);
  await install(name, first);
  expect((await run(name, 'import base_things\nbase_things.number')).result).toBe('40');
  await upload(name, { ...BASE, version: '1.6', files: { 'base_things.py': 'number = 50\n', 'more.py': '' } });
  expect(await install(name, 'base-things')).toMatchObject({ alreadyInstalled: [{ version: '1.5' }] });
  const { installed, notices } = await install(name, 'base-things>1.5');
  expect(installed).toMatchObject([{ version: '1.6' }]);
  expect(notices).toEqual([expect.stringContaining('stays until restart_kernel')]);
  const code =
    'import importlib, importlib.metadata, more\nimportlib.reload(base_things).number, importlib.metadata.version("base-things")';
  expect((await run(name, code)).result).toBe("(50, '1.6')");
});

describe('nothing is installed', () => {
  test('of a wheel whose dependency is missing', async () => {
    const name = 'incomplete';
    const path = await upload(name, APP);
    const { installed, failed } = await install(name, path);
    expect(installed).toEqual([]);
    expect(failed).toEqual([
      {
        requirement: path,
        reason: expect.stringMatching(/^shop-app needs what is missing: base-things >=1 is not here\..*no network/),
      },
    ]);
    expect((await run(name, 'import shop')).errorType).toBe('ModuleNotFoundError');
  });

  test('of what cannot be, while the rest is', async () => {
    const name = 'mixed';
    await upload(name, BASE);
    const { installed, failed } = await install(
      name,
      'numpy',
      'nowhere',
      'base-things==9',
      'base-things[',
      '../secret-1-py3-none-any.whl',
      'base-things',
    );
    expect(installed.map((each) => each.name)).toEqual(['base-things']);
    expect(Object.fromEntries(failed.map(({ requirement, reason }) => [requirement, reason]))).toEqual({
      numpy: expect.stringContaining('npm run wheels -- numpy'),
      nowhere: expect.not.stringContaining('npm run wheels'),
      'base-things==9': expect.stringContaining('There is only base-things 1.5'),
      'base-things[': expect.stringContaining('It is no requirement'),
      '../secret-1-py3-none-any.whl': expect.stringContaining('There is no file'),
    });
  });

  test('of a file that is no wheel', async () => {
    await run('broken', 'open("bad-1.0-py3-none-any.whl", "w").write("no zip")');
    expect(await install('broken', 'bad-1.0-py3-none-any.whl', 'bad')).toMatchObject({
      installed: [],
      failed: [
        { reason: expect.stringContaining('no zip archive') },
        { reason: expect.stringContaining('no zip archive') },
      ],
    });
  });

  test('beyond the room that a session has for packages', async () => {
    const name = 'full';
    const heavy = (which: string): WheelSource => ({
      name: which,
      version: '1',
      files: { [`${which}.bin`]: new Uint8Array(15 << 20) },
    });
    for (const which of ['heavy', 'heavier']) await upload(name, heavy(which));
    const { installed, failed } = await install(name, 'heavy', 'heavier');
    expect(installed).toMatchObject([{ name: 'heavy' }]);
    expect(failed).toMatchObject([{ requirement: 'heavier', reason: expect.stringContaining('30.0 MB') }]);
    // What packages take does not count as the user's files.
    expect(await run(name, 'open("mine.bin", "wb").write(bytes(19 << 20))')).toMatchObject({ status: 'ok' });
  });
});

test('hostile finders do not hold up an installation', async () => {
  const name = 'hostile';
  await upload(name, BASE);
  await run(
    name,
    'import sys\nclass Finder:\n    def find_spec(*a): return None\n    def invalidate_caches(self):\n        while True:\n            try:\n                while True: pass\n            except BaseException: pass\nsys.meta_path.insert(0, Finder())',
  );
  expect((await install(name, 'base-things')).installed).toHaveLength(1);
  expect((await run(name, 'import base_things\nbase_things.number')).result).toBe('40');
});
