"""Tests of comparing two functions by all that a caller can see."""

import unittest

from .request_test import answered, comparison, condition, judged, outcome
from .results import Unusable


class Comparisons(unittest.TestCase):
    def compared(self, left, right, **sources):
        code = f"{left}\n\n{right.replace('def f', 'def g')}\n"
        return judged(code, comparison("g"), **sources)

    def assert_same(self, left, right, **sources):
        self.assertEqual(self.compared(left, right, **sources).kind, "held")

    def assert_different(self, obligation, left, right, **sources):
        verdict = self.compared(left, right, **sources)
        self.assertEqual((verdict.kind, verdict.obligation), ("failed", obligation))
        return verdict

    def test_equal_results(self):
        self.assert_same("def f(x): return x + x", "def f(x): return 2 * x", x="[1, 'a']")

    def test_results_of_other_types(self):
        self.assert_different("return type: int and float", "def f(x): return x", "def f(x): return float(x)", x="1")
        self.assert_different("return value", "def f(x): return [x]", "def f(x): return [float(x)]", x="1")

    def test_numbers_that_outgrow_floats(self):
        code = "def f(x): return x + 0.5\n\ndef g(x): return x\n"
        verdict = judged(code, comparison("g", countsLimits=True), x="10**400")
        self.assertEqual(verdict.obligation, "outcome: OverflowError and int")
        self.assertEqual(judged(code, comparison("g"), x="10**400").kind, "limit")
        self.assertEqual(judged(code, comparison("g"), x="1").kind, "failed")
        stated = "def f(x): raise OverflowError('range error')\n\ndef g(x): return x\n"
        self.assertEqual(judged(stated, comparison("g"), x="1").kind, "failed")

    def test_zero_and_nan(self):
        self.assert_different("return value", "def f(x): return x", "def f(x): return x + 0.0", x="-0.0")
        self.assert_same("def f(x): return x", "def f(x): return x * 2", x="float('nan')")

    def test_exceptions(self):
        left = "def f(x):\n    raise ValueError('a')"
        self.assert_different("outcome: ValueError and int", left, "def f(x): return x", x="1")
        right = "def f(x):\n    raise KeyError('a')"
        self.assert_different("exception type: ValueError and KeyError", left, right, x="1")
        self.assert_same(left, "def f(x):\n    raise ValueError('b')", x="1")

    def test_what_is_left_in_the_arguments(self):
        left, right = "def f(x):\n    x.append(1)", "def f(x):\n    x.append(1.0)"
        verdict = self.assert_different("arguments afterwards", left, right, x="[]")
        self.assertEqual((verdict.afterwards, verdict.other.afterwards), ({"x": [1]}, {"x": [1.0]}))

    def test_objects_and_their_copies(self):
        def shares_otherwise(left, right, **sources):
            verdict = self.compared(left, right, **sources)
            self.assertEqual(verdict.kind, "held")
            return verdict.shares_otherwise

        given = "def f(x): return x"
        self.assertTrue(shares_otherwise(given, "def f(x): return list(x)", x="[1]"))
        self.assertTrue(shares_otherwise("def f(x): return {'a': (x,)}", "def f(x): return {'a': (x[:],)}", x="[1]"))
        self.assertTrue(shares_otherwise("def f(x): return [[x]] * 2", "def f(x): return [[x], [x]]", x="1"))
        self.assertFalse(shares_otherwise(given, "def f(x): return x or x", x="[1]"))
        self.assertFalse(shares_otherwise("def f(x): return [*x]", "def f(x): return x[:]", x="[[1], [1]]"))
        self.assertFalse(shares_otherwise(given, "def f(x): return tuple(list(x))", x="(1, 2)"))

    def test_what_is_printed(self):
        left, right = "def f(x):\n    print(x, x)\n    return x", "def f(x):\n    return x"
        verdict = self.assert_different("printed output", left, right, x="1")
        self.assertEqual(verdict.afterwards, {"standard output": "1 1\n"})
        self.assert_same(left, "def f(x):\n    print(str(x) + ' ' + repr(x))\n    return x", x="1")
        self.assert_same("def f(x): print(object())", "def f(x): print(object())", x="1")
        lazy = "def f(x):\n    yield x\n    print(x)"
        self.assert_different("printed output", lazy, "def f(x):\n    print()\n    yield x", x="1")
        written = "def f(x):\n    import sys\n    sys.stdout.write(f'{x} {x}' + chr(10))\n    return x"
        self.assert_same(left, written, x="1")

    def test_generators(self):
        left = "def f(n):\n    for i in range(n):\n        yield i * i"
        self.assert_same(left, "def f(n):\n    return iter([i * i for i in range(n)])", n="4")
        self.assert_different("return value", left, "def f(n):\n    yield from range(n)", n="4")
        self.assert_different("return type: iterator and list", left, "def f(n): return [0, 1]", n="2")

    def test_coroutines_are_their_results(self):
        self.assert_same("async def f(x): return x", "def f(x): return x", x="{1: {2}}")

    def test_each_function_has_a_module_of_its_own(self):
        code = """
        seen = []
        def f(x):
            seen.append(x)
            return len(seen)
        def g(x):
            seen.append(x)
            return 1
        """
        self.assertEqual(judged(code, comparison("g"), x="1").kind, "held")

    def test_each_function_finds_its_own_module(self):
        code = """
        import sys
        seen = []
        def f(x):
            return len(sys.modules[__name__].seen)
        def g(x):
            seen.append(x)
            return len(sys.modules[__name__].seen) - len(seen)
        """
        outcomes = answered(code, comparison("g"), {"x": "1"}, {"x": "2"})["outcomes"]
        self.assertEqual([one["kind"] for one in outcomes], ["held", "held"])

    def test_parameters_are_matched_by_position(self):
        code = "def f(a, b): return a - b\ndef g(x, y): return x - y\n"
        self.assertEqual(judged(code, comparison("g"), a="5", b="3").kind, "held")

    def test_preconditions_are_those_of_the_first(self):
        code = "def f(x): return 1 // x\ndef g(y): return 2\n"
        wanted = comparison("g", preconditions=[condition("x != 0")])
        self.assertEqual(judged(code, wanted, x="0").note, "pre: x != 0")

    def test_what_cannot_be_compared_is_unusable(self):
        with self.assertRaisesRegex(Unusable, "cannot be compared"):
            self.compared("def f(x): return object()", "def f(x): return object()", x="1")

    def test_a_function_that_differs_from_itself_is_unstable(self):
        code = "def f(x): return id([])\ndef g(x): return id({}) + 1\n"
        self.assertEqual(outcome(code, comparison("g"), x="1")["kind"], "unstable")

    def test_the_report_tells_both_outcomes(self):
        code = "def f(x): return x\ndef g(x):\n    raise KeyError(x)\n"
        report = outcome(code, comparison("g"), x="7")
        self.assertEqual(report["message"], "f returns 0; g raises KeyError")
        self.assertEqual([report["outcome"]["value"], report["other"]["exception"]], ["0", "KeyError"])
