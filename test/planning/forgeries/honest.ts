/** Honest code that looks like a forgery. */
import type { Case } from './forged.ts';

const HOLDS = /^holds executed: /;

const ofTests = (name: string, files: Case['files'], says = HOLDS): Case => ({ name, files, code: '', says });
const ofCode = (name: string, code: string, says = HOLDS): Case => ({
  name,
  files: {
    'mod.py': `from dataclasses import dataclass


@dataclass
class Point:
    x: int


class Array:
    """As numpy's: comparing gives an array, which is no truth."""

    def __init__(self, items):
        self.items = items

    def __eq__(self, other):
        others = other.items if isinstance(other, Array) else [other] * len(self.items)
        return Array([one == two for one, two in zip(self.items, others)])

    def __bool__(self):
        raise ValueError("ambiguous")

    def all(self):
        return all(self.items)


class Query:
    """As those that build a query: comparing gives an expression."""

    def __eq__(self, other):
        return ("==", self, other)


class Name(str):
    def __eq__(self, other):
        return str(self).lower() == str(other).lower()

    __hash__ = str.__hash__


class Mod:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value % 2 == (other.value if isinstance(other, Mod) else other) % 2
`,
  },
  code,
  says,
});

export const HONEST_TESTS: readonly Case[] = [
  ofTests('mocks, ANY, monkeypatch, fixtures, classes and parameters', {
    'mod.py': 'import os\n\n\ndef up(x):\n    return x + 1\n\n\ndef where():\n    return os.getcwd()\n',
    'conftest.py': `import pytest


@pytest.fixture(autouse=True)
def needs_module(request):
    assert request.module.KIND == "real"


@pytest.fixture(scope="session")
def one():
    yield 1


def pytest_runtest_setup(item):
    if not item.get_closest_marker("quick"):
        pytest.skip("slow")


def pytest_configure(config):
    config.addinivalue_line("markers", "quick: is")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    item.last = report


def pytest_collection_modifyitems(config, items):
    items.sort(key=lambda each: each.name)
    for each in items:
        each.user_properties.append(("name", each.name))
`,
    'test_it.py': `import os
from unittest import mock

import mod
import pytest

KIND = "real"
pytestmark = pytest.mark.quick


def test_any():
    double = mock.Mock()
    double(1, 2)
    double.assert_called_with(mock.ANY, 2)
    assert {"id": 3} == {"id": mock.ANY}


def test_monkeypatch(monkeypatch):
    monkeypatch.setattr(os, "getcwd", lambda: "/there")
    monkeypatch.setattr("builtins.open", None)
    assert mod.where() == "/there"


@mock.patch("mod.up", return_value=7)
def test_patched(up, one):
    assert mod.up(one) == 7


@pytest.mark.parametrize(("x", "y"), [(1, 2), (2, 3)], ids=["a", "b"])
def test_up(x, y):
    assert mod.up(x) == y


class TestClass:
    @classmethod
    def setup_class(cls):
        cls.base = 1

    @pytest.fixture
    def two(self):
        return 2

    def test_two(self, two, one):
        assert mod.up(self.base) == two == one + 1

    @staticmethod
    def test_static():
        assert mod.up(0) == 1

    class TestInner:
        def test_inner(self, subtests):
            with subtests.test("one"):
                assert mod.up(1) == 2


class Base:
    def test_inherited(self):
        assert mod.up(self.value) == self.value + 1


class TestDerived(Base):
    value = 4
`,
  }),
  ofTests('decorators that call later, and coroutines by a hook', {
    'conftest.py': `import asyncio
import inspect


def pytest_pyfunc_call(pyfuncitem):
    if inspect.iscoroutinefunction(pyfuncitem.obj):
        names = pyfuncitem._fixtureinfo.argnames
        asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
        return True
    return None
`,
    'test_it.py': `import asyncio
import functools

import pytest


def given(*values):
    def decorate(function):
        def run():
            for value in values:
                function(value)

        run.__name__, run.hypothesis = function.__name__, True
        return run

    return decorate


def unless(condition):
    return lambda function: (lambda: None) if condition else function


@given(1, 2, 3)
def test_given(value):
    assert value > 0


@unless(True)
def test_never():
    assert False


async def test_waits(tmp_path):
    await asyncio.sleep(0)
    assert tmp_path.exists()


def test_old():
    assert True


test_old = functools.lru_cache(test_old)


@pytest.mark.xfail
def test_later():
    assert False


def test_many_errors():
    for _ in range(1000):
        with pytest.raises(ValueError):
            int("x")
`,
  }),
  ofTests('unittest, with what is expected to fail', {
    'test_it.py': `import unittest
from unittest import mock


def setUpModule():
    global READY
    READY = True


class TestIt(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.one = 1

    def setUp(self):
        self.two = 2

    def test_it(self):
        self.assertTrue(READY)
        for each in range(3):
            with self.subTest(each=each):
                self.assertEqual(self.one + 1, self.two)

    @unittest.expectedFailure
    def test_expected(self):
        self.fail("as expected")

    @mock.patch("os.getcwd", return_value="x")
    def test_patched(self, getcwd):
        self.assertEqual(getcwd(), "x")

    @unittest.skipIf(True, "not here")
    def test_skipped(self):
        self.fail()

`,
  }),
  ofTests('items of its own', {
    'conftest.py': `import pytest


def pytest_collect_file(parent, file_path):
    if file_path.suffix == ".txt":
        return Text.from_parent(parent, path=file_path)
    return None


class Text(pytest.File):
    def collect(self):
        yield Line.from_parent(self, name="line")


class Line(pytest.Item):
    def runtest(self):
        assert self.path.read_text() == "fine"
`,
    'a.txt': 'fine',
  }),
  ofTests(
    'doctests, and a failure that ends the run',
    {
      'pytest.ini': '[pytest]\naddopts = --doctest-modules -x\n',
      'mod.py': 'def up(x):\n    """\n    >>> up(1)\n    2\n    """\n    return x + 1\n',
      'test_it.py': 'def test_a():\n    pass\n\n\ndef test_b():\n    assert False\n\n\ndef test_c():\n    pass\n',
    },
    /^fails executed: .*test_b/,
  ),
];

export const HONEST_CODE: readonly Case[] = [
  ofCode(
    'comparisons of all kinds',
    `from unittest.mock import ANY, MagicMock, Mock
from HERE.mod import Array, Mod, Name, Point, Query
import enum, math, re
from fractions import Fraction
assert Point(1) == Point(1) and Point(1) != Point(2)
assert (Array([1, 2]) == Array([1, 2])).all()
assert (Array([1]) == 1).all()
assert Name("A") == "a" and Name("A") in ["a", "b"]
assert Mod(3) == 1 and Mod(3) == Mod(5)
assert {"id": 7, "all": [Point(1)]} == {"id": ANY, "all": [Point(1)]}
assert Mock().x is not None and MagicMock() != 3
assert isinstance(Query() == 3, tuple)
assert Fraction(1, 2) == 0.5 < 1 <= Fraction(3, 2)
assert math.nan != math.nan and not math.nan == math.nan
assert 3 in range(5) and "b" in "abc" and (1, 2) in {(1, 2): 3}
class Colour(enum.IntEnum):
    RED = 1
assert Colour.RED == 1 and Colour(1) is Colour.RED
assert [x for x in range(5) if x == 3] == [3]
def helper(n):
    global seen
    seen = n
    return n if n < 2 else helper(n - 1) + helper(n - 2)
for number, value in enumerate([0, 1, 1, 2, 3]):
    assert helper(number) == value
total = 0
total += 1
with open("x.txt", "w") as file:
    file.write("x")
try:
    int("x")
except ValueError as error:
    assert re.search("invalid", str(error))
match [1, 2, 3]:
    case [first, *others]:
        assert first == 1 and others == [2, 3]
if (length := len("abc")) > 2:
    assert length == 3
print("done")
`,
    /^holds executed: It ran to its end: done\./,
  ),
  ofCode(
    'names that are bound again, and modules that replace open',
    `from __future__ import annotations
import builtins, os.path, os
from HERE.mod import *
assert Point(2).x == 2
globals()["late"] = 3
assert late == 3
builtins.open = None
x: int = 1
x = 2
del x
type Pair = tuple[int, int]
`,
  ),
  ofCode(
    'what is wrong',
    'from HERE.mod import Point\nassert Point(1) == Point(2)\n',
    /^fails executed: AssertionError.*<check>:2/,
  ),
];
