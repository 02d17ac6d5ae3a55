"""Tests of preconditions of functions that are called."""

import unittest

from .request_test import condition, contract, judged, outcome, source

CODE = """
def g(x, *, by=1):
    "asks for something"
    return x // by

def f(x):
    items = [x]
    try:
        result = g(items[0])
    except Exception:
        result = None
    items.clear()
    return result
"""


def callee(text, code=CODE, function="g", name=None):
    """What a function of the code asks."""
    lines = source(code).split("\n")
    line = next(number for number, line in enumerate(lines, 1) if f"def {function}(" in line)
    asked = {"name": name or function, "function": function, "line": line, "isConstructor": function == "__init__"}
    return {**asked, "conditions": [condition(text)]}


class Obligations(unittest.TestCase):
    def test_a_call_outside_a_precondition_fails(self):
        told = outcome(CODE, contract(callees=[callee("x > by")]), x="0")
        self.assertEqual((told["kind"], told["violates"]), ("failed", "pre: x > by of g"))
        self.assertEqual(told["message"], "Line 8 calls g(x=0, by=1), which breaks pre: x > by; 0 was returned")
        self.assertNotIn("pytest", told)

    def test_a_call_inside_it_holds(self):
        self.assertEqual(judged(CODE, contract(callees=[callee("x > by")]), x="2").kind, "held")

    def test_a_condition_that_raises_decides_nothing(self):
        verdict = judged(CODE, contract(callees=[callee("x.y")]), x="2")
        self.assertEqual((verdict.kind, "raised AttributeError" in verdict.note), ("limit", True))

    def test_a_condition_may_call_what_it_is_about(self):
        self.assertEqual(judged(CODE, contract(callees=[callee("g(1) == 1")]), x="2").kind, "held")

    def test_the_outermost_call_was_judged_before(self):
        code = "def f(x):\n    return 0 if x == 1 else f(x - 2)\n"
        wanted = contract(callees=[callee("x >= 0", code, "f")])
        self.assertEqual(judged(code, wanted, x="3").kind, "held")
        broken = "def f(x):\n    return 0 if x < 0 else f(x - 2)\n"
        told = judged(broken, contract(callees=[callee("x >= 0", broken, "f")]), x="1")
        self.assertEqual((told.kind, told.obligation), ("failed", "pre: x >= 0 of f"))

    def test_the_arguments_are_as_they_were(self):
        code = """
        def g(items):
            items.clear()

        def f(items):
            g(items)
        """
        self.assertEqual(judged(code, contract(callees=[callee("len(items) > 0", code)]), items="[1]").kind, "held")
        told = judged(code, contract(callees=[callee("len(items) > 1", code)]), items="[1]")
        self.assertEqual(told.note, "Line 5 calls g(items=[1]), which breaks pre: len(items) > 1")

    def test_a_generator_is_not_judged_where_it_runs(self):
        code = "def g(x):\n    yield x\n\ndef f(x):\n    return [*g(x)]\n"
        wanted = contract(callees=[callee("x > 0", code)])
        self.assertEqual((judged(code, wanted, x="0").kind, judged(code, wanted, x="1").kind), ("limit", "held"))

    def test_what_a_constructor_asks_names_the_class(self):
        code = "class C:\n    def __init__(self, x):\n        self.x = x\n\ndef f(x):\n    return C(x).x\n"
        wanted = contract(callees=[callee("x > 0", code, "__init__", name="C")])
        self.assertEqual(judged(code, wanted, x="0").note, "Line 6 calls C(x=0), which breaks pre: x > 0")

    def test_steps_of_a_condition_count(self):
        wanted = contract(callees=[callee("all(i >= 0 for i in range(10 ** 9))")])
        self.assertEqual(outcome(CODE, wanted, x="1")["kind"], "limit")


if __name__ == "__main__":
    unittest.main()
