/** `run_tests`: do the tests of a repository pass? */
import type { AuditedTool, ClaimCase } from '../claim.ts';

type Files = Readonly<Record<string, string>>;
type Row = readonly [name: string, truth: ClaimCase['truth'], files: Files, args?: Readonly<Record<string, unknown>>];

const CODE = 'def up(x):\n    return x + 1\n\n\ndef half(x):\n    return x // 2\n';
const test = (body: string): Files => ({
  'code_.py': CODE,
  'test_code.py': `from code_ import up, half\n\n\ndef test_it():\n${body.replace(/^/gm, '    ')}\n`,
});

const PLAIN: readonly Row[] = [
  ...(
    [
      ['up', 'yes', 'assert up(1) == 2'],
      ['up is wrong', 'no', 'assert up(1) == 3'],
      ['half', 'yes', 'assert half(7) == 3'],
      ['half is wrong', 'no', 'assert half(7) == 4'],
      ['half of a negative', 'yes', 'assert half(-7) == -4'],
      ['half of a negative is wrong', 'no', 'assert half(-7) == -3'],
      ['several assertions', 'yes', 'assert up(1) == 2\nassert up(2) == 3'],
      ['the last of several', 'no', 'assert up(1) == 2\nassert up(2) == 4'],
      ['a loop', 'yes', 'for x in range(50):\n    assert up(x) > x'],
      ['a loop that ends badly', 'no', 'for x in range(50):\n    assert up(x) != 50'],
      ['an exception that is expected', 'yes', 'import pytest\nwith pytest.raises(TypeError):\n    up("a")'],
      ['an exception that does not come', 'no', 'import pytest\nwith pytest.raises(TypeError):\n    up(1)'],
      ['an exception', 'no', 'up("a")'],
      ['an error of a name', 'no', 'upp(1)'],
      ['a float', 'yes', 'assert abs(up(0.1) - 1.1) < 1e-9'],
      ['a float that is exact', 'no', 'assert up(0.1) + 0.1 + 0.1 == 1.3'],
      ['a sleep', 'yes', 'import time\ntime.sleep(0.01)\nassert up(1) == 2'],
      ['a file', 'yes', 'open("x.txt", "w").write("1")\nassert open("x.txt").read() == "1"'],
      ['a file that is not there', 'no', 'open("y.txt")'],
      [
        'a loop of events',
        'yes',
        'import asyncio\nasync def main():\n    return up(1)\nassert asyncio.run(main()) == 2',
      ],
    ] as const
  ).map(([name, truth, body]): Row => [name, truth, test(body)]),
  ['a method', 'yes', { 'test_a.py': 'class TestA:\n    def test_b(self):\n        assert 1 + 1 == 2\n' }],
  ['a method that fails', 'no', { 'test_a.py': 'class TestA:\n    def test_b(self):\n        assert 1 + 1 == 3\n' }],
  [
    'parameters',
    'yes',
    { 'test_a.py': 'import pytest\n@pytest.mark.parametrize("x", [1, 2])\ndef test_a(x):\n    assert x > 0\n' },
  ],
  [
    'one of the parameters',
    'no',
    { 'test_a.py': 'import pytest\n@pytest.mark.parametrize("x", [1, 0])\ndef test_a(x):\n    assert x > 0\n' },
  ],
  [
    'a fixture',
    'yes',
    {
      'test_a.py': 'import pytest\n@pytest.fixture\ndef one():\n    return 1\ndef test_a(one):\n    assert one == 1\n',
    },
  ],
  [
    'a fixture that raises',
    'no',
    { 'test_a.py': 'import pytest\n@pytest.fixture\ndef one():\n    raise ValueError\ndef test_a(one):\n    pass\n' },
  ],
  [
    'unittest',
    'yes',
    {
      'test_a.py':
        'import unittest\nclass A(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(1, 1)\n',
    },
  ],
  [
    'unittest that fails',
    'no',
    {
      'test_a.py':
        'import unittest\nclass A(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(1, 2)\n',
    },
  ],
  [
    'a failure that is expected',
    'yes',
    {
      'test_a.py':
        'import pytest\n@pytest.mark.xfail\ndef test_a():\n    assert False\ndef test_b():\n    assert True\n',
    },
  ],
  ['two files', 'no', { 'test_a.py': 'def test_a():\n    pass\n', 'test_b.py': 'def test_b():\n    assert 0\n' }],
];

const needs = (line: string): Files => ({
  'test_a.py': `def test_fine():\n    pass\n\n\ndef test_it():\n    ${line}\n`,
});
const hidden = (module: string): Files => ({
  'mod.py': module,
  'test_a.py': 'import mod\n\n\ndef test_it():\n    assert mod.f(1) == 2\n',
});

const DECEIVING: readonly Row[] = [
  ['a package that is not there', 'unknowable', needs('import numpy')],
  [
    'a package behind a message',
    'unknowable',
    needs(
      '\n    try:\n        import numpy\n    except ImportError as error:\n        raise RuntimeError("install it") from error',
    ),
  ],
  [
    'a module that the build makes',
    'unknowable',
    {
      'pyproject.toml': '[tool.hatch.build.hooks.vcs]\nversion-file = "a/_version.py"\n',
      'a/__init__.py': '',
      'test_a.py': 'def test_a():\n    from a._version import version\n',
    },
  ],
  ['a module that is missing', 'no', { 'a/__init__.py': '', 'test_a.py': 'def test_a():\n    from a.lost import x\n' }],
  ['a process', 'unknowable', needs('import subprocess; subprocess.run(["true"], check=True)')],
  ['a process that hides', 'unknowable', needs('import os; assert os.system("true") == 0')],
  ['a thread', 'unknowable', needs('import threading; threading.Thread(target=print).start()')],
  ['the network', 'unknowable', needs('import socket; socket.create_connection(("example.com", 80))')],
  ['a time zone', 'unknowable', needs('import zoneinfo; zoneinfo.ZoneInfo("Europe/Berlin")')],
  ['memory', 'unknowable', needs('bytearray(1 << 29)')],
  ['an alarm', 'unknowable', needs('import signal; signal.alarm(1)')],
  ['an interpreter that ends', 'unknowable', needs('import os; os._exit(0)')],
  [
    'a forged report',
    'unknowable',
    hidden(
      'import _pytest.runner\n_pytest.runner.CallInfo.from_call = classmethod(lambda cls, func, when, reraise=None: cls(None, None, 0, 0, 0, when, _ispytest=True))\ndef f(x):\n    return 0\n',
    ),
  ],
  [
    'a forged run of a test',
    'unknowable',
    hidden('import _pytest.python\n_pytest.python.Function.runtest = lambda self: None\ndef f(x):\n    return 0\n'),
  ],
  [
    'a forged assertion',
    'unknowable',
    {
      ...hidden('def f(x):\n    return 0\n'),
      'conftest.py': 'def pytest_runtest_makereport(item, call):\n    call.excinfo = None\n',
    },
  ],
  ['a skipped file', 'no', { 'test_a.py': 'import pytest\npytest.skip("no", allow_module_level=True)\n' }],
  ['skipped tests only', 'no', { 'test_a.py': 'import pytest\n@pytest.mark.skip\ndef test_a():\n    assert False\n' }],
  ['a keyword that selects nothing', 'no', { 'test_a.py': 'def test_a():\n    pass\n' }, { keyword: 'nothing' }],
  ['a file without tests', 'no', { 'test_a.py': 'X = 1\n' }],
  ['no file of tests', 'no', { 'a.py': 'X = 1\n' }],
  [
    'a conftest that cannot be imported',
    'no',
    { 'conftest.py': 'raise ValueError\n', 'test_a.py': 'def test_a():\n    pass\n' },
  ],
  ['a file that does not parse', 'no', { 'test_a.py': 'def test_a(:\n' }],
  ['a repository without a test', 'no', { 'README.md': 'no' }],
  [
    'a test that ends the run',
    'no',
    { 'test_a.py': 'import pytest\ndef test_a():\n    pytest.exit("enough", 0)\ndef test_b():\n    assert False\n' },
  ],
  ['a test that leaves', 'no', { 'test_a.py': 'def test_a():\n    raise SystemExit(0)\n' }],
  [
    'an error after a test',
    'no',
    {
      'test_a.py':
        'import pytest\n@pytest.fixture\ndef x():\n    yield 1\n    raise ValueError\ndef test_a(x):\n    pass\n',
    },
  ],
  [
    'a success that is not expected',
    'no',
    { 'test_a.py': 'import pytest\n@pytest.mark.xfail(strict=True)\ndef test_a():\n    pass\n' },
  ],
  [
    'equal to anything',
    'yes',
    { 'test_a.py': 'from unittest.mock import ANY\ndef test_a():\n    assert {"a": 1} == {"a": ANY}\n' },
  ],
  [
    'a mock of a process',
    'yes',
    {
      'test_a.py':
        'from unittest import mock\nimport subprocess\ndef test_a():\n    with mock.patch("subprocess.run") as run:\n        subprocess.run(["ls"])\n    run.assert_called_once()\n',
    },
  ],
  [
    'a failure beside a lack',
    'no',
    { 'test_a.py': 'def test_a():\n    import numpy\ndef test_b():\n    assert 1 == 2\n' },
  ],
];

let numbered = 0;

function caseOf(deceives: boolean, [name, truth, files, args = {}]: Row): ClaimCase {
  const workspace = `tests-${++numbered}`;
  return {
    name,
    truth,
    deceives,
    async ask(user) {
      await user.put(workspace, files);
      const { fields } = await user.tell('run_tests', { workspace, ...args });
      await user.tell('delete_workspace', { workspace, confirm: workspace });
      const bad = Number(fields['failed'] ?? 0) + Number(fields['errors'] ?? 0);
      if (fields['status'] === 'passed') return 'yes';
      if (fields['status'] === 'no_tests' || fields['status'] === 'none_passed') return 'no';
      return fields['status'] === 'failed' && bad > Number(fields['could_not_run'] ?? 0) ? 'no' : 'open';
    },
  };
}

export const tests: AuditedTool = {
  tool: 'run_tests',
  statement: 'Tests ran, and all passed.',
  cases: [...PLAIN.map((row) => caseOf(false, row)), ...DECEIVING.map((row) => caseOf(true, row))],
};
