"""Tests of calls as source text."""

import unittest

from .calls import call_text, named_value, passed
from .request_test import contract, request
from .session import subject_of
from .values import Alias, Opaque

CODE = """
class Box:
    def __init__(self, n): self.n = n
    def put(self, item, at=0): return item
    @staticmethod
    def make(n): return Box(n)
    @property
    def size(self): return self.n

def f(a, /, b=1, *rest, c=2, **more): return a
"""


def written(path="f", **values):
    return call_text(subject_of(request(CODE, contract(), function=path)), path, values)


class Calls(unittest.TestCase):
    def test_arguments_by_kind_of_parameter(self):
        text = written(a=1, b=2, rest=(3, 4), c=5, more={"d": 6})
        self.assertEqual(text, "f(1, 2, *(3, 4), c=5, **{'d': 6})")

    def test_after_a_gap_arguments_have_names(self):
        self.assertEqual(written(a=1, c=3), "f(1, c=3)")
        code = "def f(a=1, b=2, c=3): pass\n"
        subject = subject_of(request(code, contract()))
        self.assertEqual(call_text(subject, "f", {"a": 0, "c": 5}), "f(0, c=5)")

    def test_methods_are_called_on_their_object(self):
        self.assertEqual(written("Box.put", self=Opaque("Box(1)"), item=[2], at=3), "Box(1).put([2], 3)")
        self.assertEqual(written("Box.make", n=4), "Box.make(4)")

    def test_constructors_and_properties(self):
        self.assertEqual(written("Box.__init__", self=Opaque("object.__new__(Box)"), n=4), "Box(4)")
        self.assertEqual(written("Box.size", self=Opaque("Box(1)")), "Box(1).size")

    def test_an_argument_that_another_one_is_gets_a_name(self):
        text = written(a=[1], b=Alias("a"))
        self.assertEqual(text, "f((a := [1]), a)")
        self.assertEqual(named_value({"a": [1], "b": Alias("a")}, Alias("a")), [1])

    def test_the_text_evaluates_to_the_call(self):
        names = {}
        exec(CODE, names)
        names["f"] = lambda *args, **keywords: (args, keywords)
        text = written(a="x'", b=-0.0, rest=(None,), c={1}, more={"d": 2**70})
        self.assertEqual(eval(text, names), (("x'", -0.0, None), {"c": {1}, "d": 2**70}))

    def test_long_arguments_are_bounded(self):
        self.assertLess(len(written(a=list(range(10_000)))), 2_200)

    def test_texts_for_tests_are_passed_alike(self):
        subject = subject_of(request(CODE, contract()))
        names = {name: name for name in ("a", "c", "more")}
        self.assertEqual([*passed(subject, names).values()], ["a", "c=c", "**more"])
