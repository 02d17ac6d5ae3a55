"""Tests of judging one input against a property."""

import unittest

from .module import Fault
from .request_test import condition, contract, exception, judged, request
from .results import Unusable
from .session import subject_of

DIVIDE = """
def f(x, y=1):
    return x // y
"""


class Contracts(unittest.TestCase):
    def assert_verdict(self, verdict, kind, note="", obligation=None):
        self.assertEqual((verdict.kind, verdict.note, verdict.obligation), (kind, note, obligation))

    def test_a_call_that_returns_holds(self):
        verdict = judged(DIVIDE, contract(), x="7", y="2")
        self.assert_verdict(verdict, "held")
        self.assertEqual(verdict.value, 3)

    def test_defaults_are_used(self):
        self.assertEqual(judged(DIVIDE, contract(), x="7").value, 7)

    def test_an_exception_breaks_a_contract_that_lists_none(self):
        verdict = judged(DIVIDE, contract(), x="7", y="0")
        self.assert_verdict(verdict, "failed", obligation="no uncaught exception")
        self.assertIsInstance(verdict.error, ZeroDivisionError)
        self.assertEqual(verdict.identity, ("no uncaught exception", ("ZeroDivisionError", 2)))

    def test_listed_exceptions_and_their_subclasses_are_allowed(self):
        self.assertEqual(judged(DIVIDE, contract(raises=["ArithmeticError"]), x="7", y="0").kind, "held")
        verdict = judged(DIVIDE, contract(raises=["KeyError"]), x="7", y="0")
        self.assert_verdict(verdict, "failed", obligation="raises: KeyError")

    def test_postconditions_see_result_arguments_and_old_values(self):
        code = "def f(x):\n    x.append(1)\n    return len(x)\n"
        for text, kind in (
            ("_ == len(__old__.x) + 1", "held"),
            ("__return__ == len(x)", "held"),
            ("x == __old__.x", "failed"),
        ):
            self.assertEqual(judged(code, contract(postconditions=[condition(text)]), x="[5]").kind, kind, text)

    def test_a_postcondition_that_raises_is_broken(self):
        verdict = judged(DIVIDE, contract(postconditions=[condition("_[0]")]), x="1")
        self.assertEqual((verdict.kind, verdict.obligation), ("failed", "post: _[0]"))
        self.assertIn("raised TypeError", verdict.note)
        self.assertIsInstance(verdict.cause, TypeError)
        self.assertIsNone(verdict.error)

    def test_snapshots_are_taken_before_the_call(self):
        snapshots = [{"name": "size", "capture": condition("len(x)")}]
        after = condition("lambda x, s: len(x) == s.size + 1", args=[{"name": "x"}, {"name": ".snapshots"}])
        code = "def f(x):\n    x.append(1)\n"
        self.assertEqual(judged(code, contract(snapshots=snapshots, postconditions=[after]), x="[]").kind, "held")

    def test_preconditions_reject(self):
        wanted = contract(preconditions=[condition("y != 0"), condition("x[0]")])
        self.assert_verdict(judged(DIVIDE, wanted, x="1", y="0"), "rejected", "pre: y != 0")
        verdict = judged(DIVIDE, wanted, x="1")
        self.assertEqual(verdict.kind, "rejected")
        self.assertIn("pre: x[0] raised TypeError", verdict.note)

    def test_leading_asserts_reject_in_the_outermost_call_only(self):
        code = "def f(x):\n    assert x >= 0\n    return f(x - 1) if x == 5 else f(-1) if x == 7 else x\n"
        wanted = contract(assertLines=[2])
        self.assert_verdict(judged(code, wanted, x="-1"), "rejected", "The assertion in line 2")
        self.assertEqual(judged(code, wanted, x="5").kind, "held")
        self.assertEqual(judged(code, wanted, x="7").kind, "failed")
        code = "def f(x):\n    assert x >= 0 and (x < 5 or f(-1))\n"
        self.assertEqual(judged(code, wanted, x="7").kind, "failed")
        self.assertEqual(judged(code, wanted, x="-1").kind, "rejected")

    def test_mutation_of_what_is_to_be_left_alone(self):
        code = "def f(x, y):\n    y.sort()\n"
        wanted = contract(mutation={"except": ["x"], "obligation": "y is not mutated"})
        self.assertEqual(judged(code, wanted, x="[]", y="[1, 2]").kind, "held")
        verdict = judged(code, wanted, x="[]", y="[2, 1]")
        self.assert_verdict(verdict, "failed", "The argument y is mutated, from [2, 1] to [1, 2]", "y is not mutated")
        allowed = contract(mutation={"except": ["y"], "obligation": ""})
        self.assertEqual(judged(code, allowed, x="1", y="[2, 1]").kind, "held")

    def test_invariants_of_arguments_reject_and_kept_ones_fail(self):
        code = "class Box:\n    def __init__(self, n): self.n = n\n    def take(self, by): self.n -= by\n"
        invariant = condition("self.n >= 0")
        wanted = contract(invariants=[{"className": "Box", "conditions": [invariant]}], kept=[invariant])
        self.assertEqual(judged(code, wanted, "Box.take", self="Box(3)", by="2").kind, "held")
        self.assert_verdict(judged(code, wanted, "Box.take", self="Box(-1)", by="2"), "rejected", "inv: self.n >= 0")
        verdict = judged(code, wanted, "Box.take", self="Box(1)", by="2")
        self.assert_verdict(verdict, "failed", "The invariant is false", "inv: self.n >= 0")


class Searches(unittest.TestCase):
    def test_the_exception_and_its_subclasses_are_found(self):
        self.assertEqual(judged(DIVIDE, exception("ZeroDivisionError"), x="1", y="0").kind, "failed")
        self.assertEqual(
            judged(DIVIDE, exception("ArithmeticError"), x="1", y="0").obligation, "reaches ArithmeticError"
        )

    def test_others_are_not(self):
        verdict = judged(DIVIDE, exception("KeyError"), x="1", y="0")
        self.assertEqual((verdict.kind, type(verdict.error)), ("held", ZeroDivisionError))

    def test_a_limit_that_is_searched_for_counts(self):
        code = "def f(n):\n    return f(n)\n"
        self.assertEqual(judged(code, contract(), n="1").kind, "limit")
        self.assertEqual(judged(code, exception("RecursionError"), n="1").kind, "failed")


class Arguments(unittest.TestCase):
    def test_an_argument_that_names_another_is_the_same_object(self):
        code = "def f(a, b):\n    return a is b\n"
        self.assertTrue(judged(code, contract(), a="[]", b="a").value)
        self.assertFalse(judged(code, contract(), a="[]", b="[]").value)

    def test_names_given_in_a_source_are_known_later(self):
        code = "def f(a, b):\n    return a[0] is b\n"
        self.assertTrue(judged(code, contract(), a="[(row := [])]", b="row").value)

    def test_every_kind_of_parameter(self):
        code = "def f(a, /, b, *rest, c, **more):\n    return a, b, rest, c, more\n"
        verdict = judged(code, contract(), a="1", b="2", rest="(3, 4)", c="5", more="{'d': 6}")
        self.assertEqual(verdict.value, (1, 2, (3, 4), 5, {"d": 6}))

    def test_inputs_that_do_not_fit(self):
        with self.assertRaisesRegex(Unusable, r"unknown \['z'\], missing \['x'\]"):
            judged(DIVIDE, contract(), z="1")
        with self.assertRaisesRegex(Unusable, "is not an expression"):
            judged(DIVIDE, contract(), x="1 +")

    def test_an_argument_that_raises_rejects(self):
        verdict = judged(DIVIDE, contract(), x="1 // 0")
        self.assertEqual(verdict.kind, "rejected")
        self.assertIn("x = 1 // 0 raised ZeroDivisionError", verdict.note)

    def test_a_function_without_a_signature_is_at_fault(self):
        with self.assertRaises(Fault) as caught:
            subject_of(request("from builtins import min as f\n", contract()))
        self.assertIn("CPython cannot tell the parameters of 'f'", caught.exception.report["message"])
