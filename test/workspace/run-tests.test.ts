/** `run_tests` through MCP and the real Workers: an interpreter of its own, and answers of a bounded size. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import { amount } from '../generated.ts';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const server = sharedServer();
let base: URL;

beforeAll(async () => {
  base = (await server.listen()).url;
});

const user = (token: string) => {
  const call = (name: string, args: Record<string, unknown> = {}): Promise<Facts> => callAs(base, token, name, args);
  return {
    call,
    put: async (files: Readonly<Record<string, string>>) => String((await call('put_files', texts(files))).commit),
    tests: (args: Record<string, unknown> = {}) => call('run_tests', args),
  };
};

/** Tests that fail at once: more than a page of failures. */
const MANY = amount(400, 120);

/** Seconds for a test that never ends: more where so many are over before it begins. */
const TIMEOUTS = [4, 15, 60] as const;

/** What `run` gives with the first of the limits that a test reaches. */
async function cutShort(run: (timeout: number) => Promise<Facts>): Promise<Facts> {
  let last: Facts = {};
  for (const timeout of TIMEOUTS) {
    last = await run(timeout);
    if (last.stopped_at !== undefined) break;
  }
  return last;
}

const SHOP = {
  'pyproject.toml':
    '[project]\nname = "shop"\nversion = "1.2"\n[tool.pytest.ini_options]\naddopts = "--cov=shop -n auto -ra"\n',
  'src/shop/__init__.py': 'def total(prices):\n    if prices:\n        return sum(prices)\n    return 0\n',
  'src/shop/empty/__init__.py': '',
  'src/shop/unused/__init__.py': '',
  'tests/conftest.py': 'import pytest, shop.empty\n@pytest.fixture\ndef prices():\n    return [1, 2]\n',
  'tests/test_shop.py':
    'import importlib.metadata\nimport shop\n\ndef test_total(prices):\n    assert shop.total(prices) == 3\n\n' +
    'def test_wrong(prices):\n    print("seen")\n    assert shop.total(prices) == 4\n\n' +
    'def test_version(tmp_path):\n    assert importlib.metadata.version("shop") == "1.2"\n' +
    '    open("beside.txt", "w").write("x")\n    assert open("beside.txt").read() == "x"\n',
};

describe('pytest', () => {
  it('is there without an installation', async () => {
    const { call } = user('pytest-import');
    const code = 'import pytest, importlib.metadata\npytest.__version__, importlib.metadata.version("pluggy")';
    expect(await call('run_python_code', { code })).toMatchObject({ results: "('9.1.1', '1.6.0')" });
    expect(await call('install_dependencies', { packages: ['pytest>=8', 'pygments'] })).toMatchObject({
      installed: [],
      failed: [],
      already_installed: [{ name: 'pytest', version: '9.1.1' }, { name: 'pygments' }],
    });
  });
});

describe('run_tests', () => {
  it('answers with failures first, at the commit that was asked for', async () => {
    const { call, put, tests } = user('tests-shop');
    const first = await put(SHOP);
    await put({ 'src/shop/__init__.py': 'def total(prices):\n    return 4\n' });
    const old = await tests({ ref: first, coverage: true });
    expect(old).toMatchObject({
      status: 'failed',
      workspace: 'default',
      commit: first,
      passed: 2,
      failed: 1,
      errors: 0,
      failures: [
        {
          test: 'tests/test_shop.py::test_wrong',
          file: 'tests/test_shop.py',
          line: 7,
          error_type: 'AssertionError',
          message: expect.stringContaining('assert 3 == 4'),
          where: 'tests/test_shop.py:9',
          stdout: 'seen',
        },
      ],
      coverage: {
        covered: 3,
        lines: 4,
        files: [{ file: 'src/shop/__init__.py', missed: '4' }],
        never_imported: ['src/shop/unused/__init__.py'],
      },
      notes: [expect.stringContaining('--cov=shop')],
    });
    expect(await tests({ keyword: 'wrong' })).toMatchObject({ status: 'passed', passed: 1, deselected: 2 });
    expect(await tests({ paths: ['tests/test_shop.py::test_total'] })).toMatchObject({ status: 'failed', failed: 1 });
    // The room was nobody's session, and what tests wrote is gone.
    expect(await call('list_sessions')).toMatchObject({ total_sessions: 1 });
  });

  it('says which modules are missing, and takes them from a session', async () => {
    const { call, put, tests } = user('tests-missing');
    await put({ 'test_a.py': 'import helper\ndef test_it():\n    assert helper.ONE == 1\n' });
    expect(await tests()).toMatchObject({
      status: 'failed',
      errors: 1,
      missing_modules: [{ module: 'helper', file: 'test_a.py' }],
      failures: [{ stage: 'collection', file: 'test_a.py', line: 1, error_type: 'ModuleNotFoundError' }],
    });
    const wheel = `import zipfile, hashlib, base64
files = {"helper.py": b"ONE = 1\\n", "helper-1.0.dist-info/METADATA": b"Metadata-Version: 2.1\\nName: helper\\nVersion: 1.0\\n",
  "helper-1.0.dist-info/WHEEL": b"Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"}
record = "".join(f"{n},sha256={base64.urlsafe_b64encode(hashlib.sha256(d).digest()).rstrip(b'=').decode()},{len(d)}\\n" for n, d in files.items())
with zipfile.ZipFile("helper-1.0-py3-none-any.whl", "w") as z:
    for n, d in files.items(): z.writestr(n, d)
    z.writestr("helper-1.0.dist-info/RECORD", record)`;
    await call('run_python_code', { code: wheel });
    await call('install_dependencies', { packages: ['helper-1.0-py3-none-any.whl'] });
    const installed = await tests({ supply: { packages_of: 'default' } });
    expect(installed).toMatchObject({ status: 'passed', passed: 1 });
    expect(installed).not.toHaveProperty('missing_modules');
  });

  it('tells what the sandbox lacks from what fails in the code', async () => {
    const { put, tests } = user('tests-lacks');
    await put({
      'pyproject.toml':
        '[project]\nname = "app"\nversion = "1"\n[tool.setuptools_scm]\nversion_file = "app/_version.py"\n',
      'app/__init__.py': '',
      'app/made.py': 'from app._version import version\n',
      'app/gone.py': 'from app.helpers import one\n',
      'app/quiet.py': 'import os\ndef size():\n    return os.system("ls") == 0\n',
      'test_app.py': `import importlib.util, os, signal, socket, subprocess, threading, zoneinfo
from concurrent.futures import ThreadPoolExecutor

def test_made():
    import app.made

def test_gone():
    import app.gone

def test_process():
    subprocess.run(["ls"])

def test_quiet():
    from app.quiet import size
    assert size()

def test_socket():
    socket.create_connection(("example.com", 80))

def test_thread():
    threading.Thread(target=print).start()

def test_pool():
    with ThreadPoolExecutor() as pool:
        assert list(pool.map(abs, [-1])) == [1]

def test_zone():
    zoneinfo.ZoneInfo("Europe/Berlin")

def test_alarm():
    signal.alarm(1)

def test_memory():
    bytearray(1 << 29)

def test_wrapped():
    try:
        import numpy
    except ImportError as error:
        raise RuntimeError("numpy is needed") from error

def test_asked():
    assert importlib.util.find_spec("scipy")

def test_wrong():
    assert importlib.util.find_spec("json") and os.sep == "x"

def test_typo():
    os.systm("ls")
`,
    });
    const facts = await tests({ limit: 20 });
    expect(facts).toMatchObject({ status: 'failed', failed: 14, could_not_run: 11 });
    expect(facts.missing_modules).toEqual([
      { module: 'app._version', file: 'test_app.py' },
      { module: 'numpy', file: 'test_app.py' },
      { module: 'scipy', file: 'test_app.py' },
    ]);
    const notes = JSON.stringify(facts.notes);
    for (const lack of [
      'processes (os.system)',
      'processes (subprocess)',
      'network (socket',
      'time zones',
      'signal.alarm',
      'no threads',
      'memory',
    ])
      expect(notes).toContain(lack);
  });

  it('does not pass where no test did', async () => {
    const { put, tests } = user('tests-none-passed');
    const skipped = 'import pytest\n\n\n@pytest.mark.skip\ndef test_it():\n    assert False\n';
    await put({ 'test_a.py': skipped });
    expect(await tests()).toMatchObject({ status: 'none_passed', passed: 0, skipped: 1 });
    await put({ 'test_b.py': 'def test_it():\n    pass\n' });
    expect(await tests()).toMatchObject({ status: 'passed', passed: 1, skipped: 1 });
  });

  it('falls back on unittest, which finds what pytest does not', async () => {
    const { put, tests } = user('tests-unittest');
    await put({
      'pkg/__init__.py': '',
      'pkg/tests.py':
        'import unittest\nclass T(unittest.TestCase):\n    def test_a(self): self.assertEqual(1, 2)\n    def test_b(self): pass\n',
    });
    expect(await tests()).toMatchObject({
      passed: 1,
      failed: 1,
      failures: [{ test: 'pkg.tests.T.test_a', message: '1 != 2', file: 'pkg/tests.py', line: 3 }],
    });
    expect(await tests({ runner: 'pytest' })).toMatchObject({ status: 'no_tests' });
  });

  it('says what had run when the time was over, or the interpreter ended', async () => {
    const { put, tests } = user('tests-hostile');
    await put({
      'test_loop.py': 'def test_one(): pass\ndef test_loop():\n    while True: pass\n',
      'test_end.py': 'import os\ndef test_one(): pass\ndef test_end():\n    os._exit(3)\n',
      'test_stubborn.py':
        'def test_all():\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass\n',
    });
    const cut = (path: string) => cutShort((timeout) => tests({ paths: [path], timeout }));
    expect(await cut('test_loop.py')).toMatchObject({
      status: 'timeout',
      passed: 1,
      not_run: 1,
      stopped_at: 'test_loop.py::test_loop (test_loop.py:3)',
    });
    expect(await tests({ paths: ['test_end.py'] })).toMatchObject({
      status: 'died',
      passed: 1,
      stopped_at: 'test_end.py::test_end',
      notes: [expect.stringContaining('exit(3)')],
    });
    expect(await cut('test_stubborn.py')).toMatchObject({
      status: 'timeout',
      stopped_at: 'test_stubborn.py::test_all',
    });
  });

  it('tells a KeyboardInterrupt that code raises from the end of the time', async () => {
    const { put, tests } = user('raised');
    const raises = 'def stop():\n    raise KeyboardInterrupt("enough")\n';
    await put({
      'raises.py': raises,
      'test_it.py': 'from raises import stop\ndef test_a(): pass\ndef test_b():\n    stop()\ndef test_c(): pass\n',
      'test_imports.py': 'from raises import stop\nstop()\ndef test_d(): pass\n',
      'units/test_unit.py':
        'import unittest\nclass T(unittest.TestCase):\n    def test_a(self): raise KeyboardInterrupt("enough")\n    def test_b(self): pass\n',
    });
    const failure = { error_type: 'KeyboardInterrupt', message: 'enough' };
    const note = expect.stringContaining('none ran after that');
    expect(await tests({ paths: ['test_it.py'] })).toMatchObject({
      status: 'failed',
      passed: 1,
      failed: 1,
      not_run: 1,
      failures: [{ test: 'test_it.py::test_b', where: 'raises.py:2', ...failure }],
      notes: [note],
    });
    expect(await tests({ paths: ['test_imports.py'] })).toMatchObject({
      status: 'failed',
      failures: [{ stage: 'collection', ...failure }],
    });
    expect(await tests({ paths: ['units/test_unit.py'], runner: 'unittest' })).toMatchObject({
      status: 'failed',
      failures: [failure],
      notes: [note],
    });
  });

  it('goes on in fresh interpreters behind tests that end theirs', async () => {
    const { put, tests } = user('tests-killers');
    const end = 'import os, pytest\n';
    await put({
      'test_a.py': `${end}def test_one(): pass\ndef test_end():\n    os._exit(3)\ndef test_wrong():\n    assert 1 == 2\n`,
      'test_b.py': `${end}@pytest.fixture\ndef ends():\n    yield\n    os._exit(4)\ndef test_teardown(ends): pass\n`,
      'test_c.py': '@__import__("pytest").mark.parametrize("i", range(260))\ndef test_many(i):\n    assert i != 7\n',
      'test_d.py': 'import nowhere\n',
    });
    const asked = await tests({ coverage: true });
    expect(asked).toMatchObject({
      ...{ status: 'died', passed: 261, failed: 2, errors: 1 },
      ended_interpreter: ['test_a.py::test_end', 'test_b.py::test_teardown'],
      missing_modules: [{ module: 'nowhere', file: 'test_d.py' }],
      failures: [
        { test: 'test_d.py', stage: 'collection' },
        { test: 'test_a.py::test_wrong', line: 5 },
        { test: 'test_c.py::test_many[7]' },
      ],
    });
    for (const absent of ['not_run', 'stopped_at', 'coverage']) expect(asked).not.toHaveProperty(absent);
    expect(JSON.stringify(asked.notes)).toMatch(/exit\(3\).*exit\(4\).*A fresh interpreter/);
    const page = { failures: [{ test: 'test_a.py::test_wrong' }], more_failures: 1 };
    expect(await tests({ offset: 1, limit: 1 })).toMatchObject(page);
    expect(await tests({ max_failures: 2, paths: ['test_a.py', 'test_c.py'] })).toMatchObject({
      ...{ failed: 2, passed: 8, not_run: 252 },
      ended_interpreter: ['test_a.py::test_end'],
    });
  });

  it('starts a few interpreters and no more, and goes on with the same tests only', async () => {
    const { put, tests } = user('tests-killers-many');
    await put({
      'test_all.py': 'import os, pytest\n@pytest.mark.parametrize("i", range(20))\ndef test_end(i):\n    os._exit(i)\n',
      'pkg/__init__.py': '',
      'pkg/tests.py':
        'import os, unittest\nclass T(unittest.TestCase):\n    def test_a(self): pass\n    def test_b(self): os._exit(1)\n' +
        '    def test_c(self): self.fail()\n    def test_d(self): pass\n',
      'test_other.py':
        'import os, time, pytest\n@pytest.mark.parametrize("i", [time.time_ns(), 0])\ndef test_end(i):\n    os._exit(1)\n',
    });
    expect(await tests({ paths: ['test_all.py'] })).toMatchObject({
      ...{ status: 'died', passed: 0, not_run: 14 },
      ended_interpreter: Array.from({ length: 6 }, (_, at) => `test_all.py::test_end[${at}]`),
    });
    expect(await tests({ paths: ['pkg/tests.py'], runner: 'unittest' })).toMatchObject({
      ...{ status: 'died', passed: 2, failed: 1 },
      ended_interpreter: ['pkg/tests.py::pkg.tests.T.test_b'],
    });
    expect(await tests({ paths: ['test_other.py'] })).toMatchObject({
      ...{ status: 'died', passed: 0, not_run: 1 },
      notes: expect.arrayContaining([expect.stringContaining('in another order')]),
    });
  });

  it('trusts thousands of tests whose names are long', async () => {
    const { put, tests } = user('tests-names');
    await put({
      'test_long.py':
        'import pytest\n@pytest.mark.parametrize("i", [f"{i:0160}" for i in range(2700)])\ndef test_it(i): pass\n',
    });
    expect(await tests()).toMatchObject({ status: 'passed', passed: 2700 });
  });

  it('keeps its answer small whatever the tests say', async () => {
    const { put } = user('tests-large');
    await put({
      'test_many.py':
        `import pytest, base64, random\n@pytest.mark.parametrize("i", range(${MANY}))\n` +
        'def test_m(i):\n    print("p" * 100000)\n' +
        '    assert False, base64.b64encode(random.randbytes(3000)).decode() * 20 + "\u2603" * 1000\n',
    });
    const asked = [
      { args: { limit: 100 }, failed: MANY },
      { args: { paths: ['test_many.py::test_m[7]'] }, failed: 1 },
      { args: { offset: MANY - 10, limit: 5 }, failed: MANY },
    ];
    for (const { args, failed } of asked) {
      const { result } = (await callTool(base, 'run_tests', args, { token: 'tests-large' })).body;
      expect(result).toMatchObject({ structuredContent: { status: 'failed', failed } });
      expect(countTokens(JSON.stringify(result?.structuredContent))).toBeLessThan(2000);
      expect(countTokens(JSON.stringify(result?.content))).toBeLessThan(2000);
    }
  });

  it('refuses paths that are not there', async () => {
    const { put, tests } = user('tests-paths');
    await put(SHOP);
    expect(JSON.stringify(await tests({ paths: ['test_shop.py'] }))).toContain('There is tests/test_shop.py.');
    expect(JSON.stringify(await tests({ directory: 'nowhere' }))).toContain('no file or folder');
  });
});
