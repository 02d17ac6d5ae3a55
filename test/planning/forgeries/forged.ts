/** Ways in which code under test makes its own check hold. */

/** Files of one case, and what the check says of it. */
export interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** The code of a `python` check. */
  readonly code: string;
  readonly says: RegExp;
}

const FORGED = /^undecided : .*The code under test changes its test runner: /;
const LOST = /^undecided : .*The interpreter was lost/;

/** A test that fails, of a module that forges. */
const WRONG =
  'import mod\n\n\ndef test_fine():\n    assert mod.up(1) == 3 or True\n\n\ndef test_wrong():\n    assert mod.up(1) == 3\n';
const UP = '\n\ndef up(x):\n    return x + 1\n';

/** What writes the events of a run that passed to `write`. */
const EVENTS =
  '[["collected", 2, 0], ["file", "a.py"], ["start", "a"], ["end", "passed", None], ["start", "b"], ["end", "passed", None], ["canary", "fails"], ["end", "failed", None], ["canary", "passes"], ["end", "passed", None], ["done", {"slowest": [], "notes": [], "obstacles": [], "forged": [], "ended": 4}]]';

const ofModule = (name: string, forgery: string, says = FORGED): Case => ({
  name,
  files: { 'mod.py': `${forgery}${UP}`, 'test_it.py': WRONG },
  code: '',
  says,
});
const ofConftest = (name: string, conftest: string, says = FORGED): Case => ({
  name,
  files: { 'conftest.py': conftest, 'mod.py': UP, 'test_it.py': WRONG },
  code: '',
  says,
});
const ofCode = (name: string, mod: string, code: string, says = FORGED): Case => ({
  name,
  files: { 'mod.py': mod },
  code,
  says,
});

const FIND_CHANNEL = `import os, sys
frame = sys._getframe()
while "channel" not in frame.f_locals:
    frame = frame.f_back
channel = frame.f_locals["channel"]
`;

export const FORGED_TESTS: readonly Case[] = [
  ofModule(
    'events on all descriptors',
    `import json, os
for fd in range(3, 64):
    for event in ${EVENTS}:
        try:
            os.write(fd, (json.dumps(event) + "\\n").encode())
        except OSError:
            pass
os._exit(0)
`,
    LOST,
  ),
  ofModule(
    'the class of the channel',
    `from lemma_testing.channel import Channel
end = Channel.end
Channel.end = lambda self, outcome, *more: end(self, "passed", *more)
Channel.failure = lambda self, facts: None
`,
  ),
  ofModule('Function.runtest', 'import _pytest.python\n_pytest.python.Function.runtest = lambda self: None\n'),
  ofModule(
    'TestReport',
    `from _pytest.reports import TestReport
made = TestReport.from_item_and_call.__func__
def make(kind, item, call):
    report = made(kind, item, call)
    report.outcome, report.longrepr = "passed", None
    return report
TestReport.from_item_and_call = classmethod(make)
`,
  ),
  ofModule(
    'CallInfo',
    `from _pytest.runner import CallInfo
made = CallInfo.from_call.__func__
def make(kind, func, when, reraise=None):
    call = made(kind, func, when, reraise)
    call.excinfo = None
    call._result = None
    return call
CallInfo.from_call = classmethod(make)
`,
  ),
  ofConftest(
    'pytest_runtest_makereport',
    `import pytest
@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    report.outcome = "passed"
`,
  ),
  ofConftest(
    'pytest_collection_modifyitems that leaves a test out',
    'def pytest_collection_modifyitems(items):\n    items[:] = [each for each in items if "wrong" not in each.name]\n',
    /^undecided : 1 of 2 tests ran, 0 failed\. The others were left out\.$/,
  ),
  ofConftest('pytest_pyfunc_call', 'def pytest_pyfunc_call(pyfuncitem):\n    return True\n'),
  ofConftest(
    'pytest_pyfunc_call of one test alone',
    'def pytest_pyfunc_call(pyfuncitem):\n    return True if pyfuncitem.obj.__code__.co_firstlineno > 5 else None\n',
  ),
  ofConftest(
    'item.obj',
    'def pytest_collection_modifyitems(items):\n    for each in items:\n        each.obj = lambda: None\n',
  ),
  ofConftest(
    'item.runtest of one test alone',
    'def pytest_collection_modifyitems(items):\n    items[-1].runtest = lambda: None\n',
  ),
  ofConftest(
    'pytest_runtest_protocol',
    `import pytest
from _pytest.reports import TestReport
@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for when in ("setup", "call", "teardown"):
        item.ihook.pytest_runtest_logreport(report=TestReport(item.nodeid, item.location, {}, "passed", None, when))
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
`,
  ),
  ofConftest(
    'pytest_runtestloop',
    `from _pytest.reports import TestReport
def pytest_runtestloop(session):
    for item in session.items:
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        item.ihook.pytest_runtest_logreport(report=TestReport(item.nodeid, item.location, {}, "passed", None, "call"))
    return True
`,
  ),
  ofModule(
    'a channel that the garbage collector finds',
    `import gc, os
for each in gc.get_objects():
    if type(each).__name__ == "Channel" and hasattr(each, "tell"):
        for event in ${EVENTS}:
            each.tell(*event)
os._exit(0)
`,
    LOST,
  ),
  ofModule(
    'a channel that frames have, told beside the runner',
    `${FIND_CHANNEL}channel.collected(1, 0)\nchannel.start("a.py", "a")\nchannel.tell("end", "passed", None)\n`,
  ),
  ofModule('an end before the end', `${FIND_CHANNEL}channel.done()\n`),
  ofModule(
    'what writes JSON and descriptors',
    `import json, os
json.dumps = lambda *_, **__: '["end", "passed", null]'
os.write = lambda fd, data: len(data)
json.encoder.c_make_encoder = None
json.JSONEncoder.iterencode = lambda self, value, _one_shot=False: ['["end", "passed", null]'] if value[0] == "end" else []
json.JSONEncoder.encode = lambda self, value: '["end", "passed", null]' if value[0] == "end" else ""
`,
    /^(undecided : .*(test runner|lost)|fails executed: .*test_wrong)/,
  ),
  ofModule('AssertionError that skips', 'import builtins, pytest\nbuiltins.AssertionError = pytest.skip.Exception\n'),
  {
    ...ofModule(
      'pytest.raises that expects nothing',
      'import contextlib, pytest\npytest.raises = lambda *_, **__: contextlib.suppress(BaseException)\n',
    ),
    files: {
      'mod.py': 'import contextlib, pytest\npytest.raises = lambda *_, **__: contextlib.suppress(BaseException)\n',
      'test_it.py': 'import mod, pytest\n\n\ndef test_it():\n    with pytest.raises(ValueError):\n        pass\n',
    },
  },
  {
    ...ofModule('TestCase.assertEqual', ''),
    files: {
      'mod.py': 'import unittest\nunittest.TestCase.assertEqual = lambda self, *_: None\n',
      'test_it.py':
        'import unittest, mod\n\n\nclass TestIt(unittest.TestCase):\n    def test_it(self):\n        self.assertEqual(1, 2)\n',
    },
  },
  ofModule('SystemExit', 'raise SystemExit(0)\n', /^(undecided|fails)/),
  ofModule('pytest.exit', 'import pytest\npytest.exit("fine", 0)\n', /^(undecided|fails)/),
  ofModule(
    'something at the exit of the interpreter',
    `import atexit, os, sys
${FIND_CHANNEL}atexit.register(channel.done)
atexit.register(lambda: channel.end("passed"))
raise SystemExit(0)
`,
    /^(undecided|fails)/,
  ),
  ofModule(
    'a function that the collector calls',
    `${FIND_CHANNEL}
class Last:
    def __del__(self):
        channel.end("passed")
        channel.done()
        os._exit(0)
Last()
`,
    LOST,
  ),
  ofModule(
    'monitoring that is switched off, and a runtest of one test alone',
    `import sys, _pytest.python
sys.monitoring.use_tool_id(4, "mine") if sys.monitoring.get_tool(4) is None else None
ran = _pytest.python.Function.runtest
_pytest.python.Function.runtest = lambda self: None if self.originalname == "test_wrong" and len(self.obj.__code__.co_names) > 1 else ran(self)
`,
  ),
  ofConftest(
    'a plugin that is taken away',
    `def pytest_collection_finish(session):
    manager = session.config.pluginmanager
    for plugin in list(manager.get_plugins()):
        if type(plugin).__name__ == "_Reporter":
            plugin.pytest_runtest_logreport.__func__.__code__ = (lambda self, report: None).__code__
`,
    /^undecided : /,
  ),
  {
    name: 'a test that is none',
    files: { 'test_it.py': '# def test_wrong(): ...\n' },
    code: '',
    says: /^fails executed: No test passed/,
  },
  {
    name: 'a conftest that cannot be imported',
    files: { 'conftest.py': 'raise ValueError("no")\n', 'test_it.py': 'def test_it():\n    pass\n' },
    code: '',
    says: /^fails executed: /,
  },
  {
    name: 'a module that is skipped',
    files: { 'test_it.py': 'import pytest\npytest.skip("no", allow_module_level=True)\n' },
    code: '',
    says: /^fails executed: No test passed/,
  },
];

const ASSERT = 'from HERE.mod import up\nassert up(1) == 3\n';
const FIND_CHECK = `import sys
def check():
    frame = sys._getframe()
    while frame.f_code.co_filename != "<check>":
        frame = frame.f_back
    return frame
`;

export const FORGED_CODE: readonly Case[] = [
  ofCode(
    'an object that equals anything',
    'class Any:\n    def __eq__(self, other):\n        return True\ndef up(x):\n    return Any()\n',
    ASSERT,
  ),
  ofCode(
    'an object that equals any number',
    'class Any:\n    def __eq__(self, other):\n        return isinstance(other, int)\ndef up(x):\n    return Any()\n',
    ASSERT,
  ),
  ofCode(
    'a number that equals anything, in a list',
    'class Any(int):\n    def __eq__(self, other):\n        return True\n    __hash__ = int.__hash__\ndef up(x):\n    return [Any(x)]\n',
    'from HERE.mod import up\nassert up(1) == [3]\n',
  ),
  ofCode('the ANY of unittest.mock', 'from unittest.mock import ANY\ndef up(x):\n    return ANY\n', ASSERT),
  ofCode(
    'an object that is less and more',
    'class Any:\n    def __lt__(self, other):\n        return True\n    __ge__ = __lt__\ndef up(x):\n    return Any()\n',
    'from HERE.mod import up\nassert up(1) < 0\n',
  ),
  ofCode(
    'names of the check',
    `${FIND_CHECK}def up(x):\n    check().f_globals["sqrt"] = lambda y: 3\n    return 3\n`,
    'from math import sqrt\nfrom HERE.mod import up\nassert up(1) == sqrt(4)\n',
  ),
  ofCode(
    'a name that hides a builtin of the check',
    `${FIND_CHECK}check().f_globals["len"] = lambda _: 3\ndef up(x):\n    return [x]\n`,
    'from HERE.mod import up\nassert len(up(1)) == 3\n',
  ),
  ofCode(
    'a builtin',
    'import builtins\nbuiltins.len = lambda _: 3\ndef up(x):\n    return [x]\n',
    'from HERE.mod import up\nassert len(up(1)) == 3\n',
  ),
  ofCode(
    'globals of the kernel',
    `import sys
frame = sys._getframe()
while frame.f_back is not None:
    frame = frame.f_back
    for name in ("_failure", "_execute", "run_code", "_judge", "short"):
        if name in frame.f_globals:
            frame.f_globals[name] = lambda *_: None
raise ValueError("no")
`,
    ASSERT,
    /^(undecided|fails)/,
  ),
  ofCode(
    'a channel of its own in the frame of the runner',
    `import sys
class Channel:
    def __init__(self, real):
        self.real = real
    def __getattr__(self, name):
        return getattr(self.real, name)
    def end(self, outcome, *more):
        self.real.end("passed", *more)
    def failure(self, facts):
        pass
frame = sys._getframe()
while frame is not None:
    if "channel" in frame.f_locals:
        frame.f_locals["channel"] = Channel(frame.f_locals["channel"])
    frame = frame.f_back
def up(x):
    return 2
`,
    ASSERT,
  ),
  ofCode(
    'events and an exit',
    `import gc, os
for each in gc.get_objects():
    if type(each).__name__ == "Channel" and hasattr(each, "tell"):
        each.end("passed")
        each.canary("fails")
        each.end("failed")
        each.canary("passes")
        each.end("passed")
        each.done()
        os._exit(0)
`,
    ASSERT,
    LOST,
  ),
  ofCode(
    'what compiles',
    'import lemma_testing.with_code as runner\nrunner.exec = lambda *_: None\ndef up(x):\n    return 2\n',
    'import HERE.mod\nassert False\n',
    /^(undecided|fails)/,
  ),
];
