/** The whole way of bundled packages: `npm run wheels` in a copy of the repository, the interpreter in Node, the Worker in workerd. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeWheel } from '../../scripts/lib/wheels/prepare.ts';
import { configOf } from '../../scripts/lib/workers.ts';
import type { PythonSessionApi } from '../../src/python/protocol.ts';
import { createHarness } from '../harness.ts';
import { workspacesStandIn } from '../workspaces-stand-in.ts';
import { assembleSideModule } from './side-module.ts';
import { buildWheel } from './wheels.ts';

interface Bindings {
  readonly PYTHON_SESSION: { getByName(name: string): PythonSessionApi };
}

interface Outcome {
  readonly code: number;
  readonly output: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = ['package.json', 'scripts', 'src', 'durable-objects', 'wasm/python', 'wasm/binary', 'wasm/symbolic/z3'];
let copy: string;
let mirror: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'wheels-'));
  for (const path of COPIED) {
    const prepared = join(ROOT, 'wasm/python/wheels');
    await cp(join(ROOT, path), join(copy, path), { recursive: true, filter: (source) => source !== prepared });
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  mirror = join(copy, 'mirror');
  await mkdir(mirror);
  const native = await buildWheel({
    name: 'Native_Thing',
    version: '1.0',
    tag: 'cp314-cp314-pyemscripten_2026_0_wasm32',
    files: {
      'native/__init__.py': 'from .tiny import twice\nfrom helper import number\n',
      'native/tiny.cpython-314-wasm32-emscripten.so': assembleSideModule('tiny'),
    },
  });
  const helper = await buildWheel({ name: 'helper', version: '2.0', files: { 'helper.py': 'number = 21\n' } });
  await lock({
    'native-thing': { ...native, imports: ['native'], depends: ['helper'] },
    helper: { ...helper, imports: ['helper'] },
  });
});
afterAll(() => rm(copy, { recursive: true, force: true }));

interface Locked {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly imports: readonly string[];
  readonly depends?: readonly string[];
}

async function lock(packages: Readonly<Record<string, Locked>>): Promise<void> {
  const entries = Object.entries(packages).map(async ([name, { file, bytes, imports, depends = [] }]) => {
    await writeFile(join(mirror, file), bytes);
    const [, version] = file.split('-');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return [name, { name, version, file_name: file, sha256, depends, imports, package_type: 'package' }];
  });
  await writeFile(
    join(mirror, 'lock.json'),
    JSON.stringify({ packages: Object.fromEntries(await Promise.all(entries)) }),
  );
}

function wheels(...args: string[]): Promise<Outcome> {
  const script = join(copy, 'scripts/wheels.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [script, '--lock', join(mirror, 'lock.json'), ...args], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
}

const left = async (): Promise<readonly string[]> =>
  (await readdir(join(copy, 'wasm/python'))).filter((name) => name.startsWith('wheels'));

test('without a network it says so, and leaves nothing behind', async () => {
  const { code, output } = await wheels('native-thing', '--from', 'http://127.0.0.1:9/full');
  expect(code).toBe(1);
  expect(output).toContain('http://127.0.0.1:9/full/helper-2.0-py3-none-any.whl could not be reached');
  expect(output).toContain(
    'name their folder or mirror with --from:\n  helper-2.0-py3-none-any.whl\n  Native_Thing-1.0-',
  );
  expect(await left()).toEqual([]);
});

test('an unknown name, and a file with another hash', async () => {
  expect(await wheels('helpr', '--from', mirror)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Did you mean helper?'),
  });
  const path = join(mirror, 'helper-2.0-py3-none-any.whl');
  const good = await readFile(path);
  await writeFile(path, 'something else');
  expect(await wheels('helper', '--from', mirror)).toMatchObject({
    code: 1,
    output: expect.stringContaining('it is another file'),
  });
  await writeFile(path, good);
  expect(await left()).toEqual([]);
});

test('a native package is prepared, built in, and works in sessions', async () => {
  const { code, output } = await wheels('native-thing', '--from', mirror);
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('native-thing 1.0') });
  expect(output).not.toContain('fails');
  const server = createHarness({
    root: copy,
    workers: [{ configPath: configOf('lemma-python') }, workspacesStandIn],
  });
  await server.listen();
  try {
    const session = (await server.getWorker<Bindings>().getEnv()).PYTHON_SESSION.getByName('native');
    const run = (source: string) => session.run({ code: source, timeoutSeconds: 30 });
    expect((await run('import native')).message).toContain(
      'calling install_dependencies with packages ["native-thing"]',
    );
    expect(await session.install(['native_thing==1.0'])).toMatchObject({
      installed: [
        { name: 'helper', version: '2.0', source: 'bundled' },
        { name: 'native-thing', version: '1.0', source: 'bundled' },
      ],
      failed: [],
      bundled: expect.arrayContaining(['helper 2.0', 'native-thing 1.0', 'pytest 9.1.1']),
    });
    expect((await run('import native\nnative.twice(native.number)')).result).toBe('42');
    expect((await run('y = 0\nfor _ in range(10**5): y = (y,)\nhash(y)')).status).toBe('died');
    expect((await run('import native\nnative.twice("ab")')).result).toBe("'abab'");
  } finally {
    await server.close();
  }
});

test('what is prepared is listed and removed', async () => {
  const { output } = await wheels('--list');
  expect(output).toBe(
    'helper 2.0  helper-2.0-py3-none-any.whl\nnative-thing 1.0  Native_Thing-1.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl  1 side modules\n',
  );
  expect((await wheels('--remove', 'helper')).output).toContain('helper is needed by native-thing');
  const folder = join(copy, 'wasm/python/wheels');
  await removeWheel(folder, 'native_thing');
  expect((await readdir(folder)).sort()).toEqual(['helper-2.0-py3-none-any.whl', 'manifest.json', 'side']);
  expect(await readdir(join(folder, 'side'))).toEqual([]);
});
