"""Tests whose outcomes are known, run by what ran the others: they show whether it still tells failures.

Which outcome each must have is in `src/python/tests/events.ts`.
"""

import ast
import builtins
import pathlib
import unittest

import pytest
from _pytest.assertion.rewrite import rewrite_asserts
from _pytest.fixtures import FuncFixtureInfo

SOURCES = {
    "fails": "assert one == two",
    "raises": "with raises(ValueError): one",
    "asserts": "unittest.TestCase().assertEqual(one, two)",
    "passes": "assert one == one",
}
# What would keep them from running, or is for the function that has the mark.
_LEFT_OUT = {"anyio", "asyncio", "parametrize", "skip", "skipif", "usefixtures", "xfail"}


def run_canaries(session, like, begin):
    """Runs them in the place of the test `like`, so that they look as it does; `begin` hears the name of each."""
    places = [like.parent] if isinstance(like, pytest.Function) else []
    for name, source in SOURCES.items():
        for parent in (*places, None):
            called = []
            begin(name)
            item = _item(session, like, parent, _function(like, source, called))
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            if called:
                break


def _item(session, like, parent, function):
    none = FuncFixtureInfo(argnames=(), initialnames=(), names_closure=[], name2fixturedefs={})
    if parent is None:
        parent = pytest.Module.from_parent(session, path=pathlib.Path(__file__))
    item = pytest.Function.from_parent(parent, name=like.name, callobj=function, fixtureinfo=none)
    item.own_markers[:] = [mark for mark in like.own_markers if mark.name not in _LEFT_OUT]
    item.keywords.update((mark.name, mark) for mark in item.own_markers)
    return item


def _function(like, source, called):
    name = getattr(like, "originalname", "test")
    text = f"def {name if name.isidentifier() else 'test'}():\n    called.append(1)\n    {source}\n"
    tree = ast.parse(text)
    # On lines that ran anyway: coverage is to be that of the others.
    # What is rewritten has nodes at two places: these would move twice.
    code = getattr(getattr(like, "obj", None), "__code__", None)
    ast.increment_lineno(tree, code.co_firstlineno - 1 if code else 0)
    rewrite_asserts(tree, text.encode())
    names = {"__builtins__": builtins, "called": called, "one": 1, "two": 2}
    names |= {"raises": pytest.raises, "unittest": unittest}
    exec(compile(tree, str(like.path), "exec"), names)
    return names[tree.body[-1].name]
