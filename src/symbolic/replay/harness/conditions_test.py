"""Tests of conditions, and of what they see."""

import types
import unittest

from .conditions import Condition, compiled, invariants_of, objects_in
from .helpers import Bag
from .module import Fault, compiled_module, load_module
from .request_test import condition


def loaded(code):
    return load_module(code, compiled_module(code))


class Conditions(unittest.TestCase):
    def holds(self, wanted, module="", **scope):
        return Condition(loaded(module), wanted, "precondition").holds(scope)

    def test_names_of_the_call_hide_those_of_the_module(self):
        self.assertEqual(self.holds(condition("x > LIMIT"), "LIMIT = 3\nx = 0\n", x=4), ("value", True))
        self.assertEqual(self.holds(condition("x > LIMIT"), "LIMIT = 3\n", x=3), ("value", False))

    def test_any_value_has_a_truth(self):
        self.assertEqual(self.holds(condition("x"), x=[]), ("value", False))
        self.assertEqual(self.holds(condition("implies(x, False)"), x=0), ("value", True))

    def test_nested_scopes_see_the_arguments(self):
        wanted = condition("all(n > low for n in [m + low for m in x])")
        self.assertEqual(self.holds(wanted, x=[1, 2], low=0), ("value", True))

    def test_a_condition_may_span_lines(self):
        self.assertEqual(self.holds(condition("x > 0\n  and x < 5  # small"), x=3), ("value", True))

    def test_what_it_raises_is_told(self):
        kind, error = self.holds(condition("x[0] > 1"), x=[])
        self.assertEqual((kind, type(error)), ("error", IndexError))

    def test_functions_get_their_arguments_by_position_and_by_keyword(self):
        args = [{"name": "x"}, {"name": ".bag", "keyword": "_"}]
        wanted = condition("lambda x, _: x + _.y == LIMIT", args=args)
        self.assertEqual(self.holds(wanted, "LIMIT = 3\n", **{"x": 1, ".bag": Bag(y=2)}), ("value", True))

    def test_functions_see_the_module_only(self):
        kind, error = self.holds(condition("lambda x: x > y", args=[{"name": "x"}]), x=1, y=0)
        self.assertEqual((kind, type(error)), ("error", NameError))

    def test_text_that_does_not_parse_is_a_fault_with_its_line(self):
        with self.assertRaises(Fault) as caught:
            compiled("x >", "postcondition", 7)
        report = caught.exception.report
        self.assertEqual((report["errorType"], report["line"]), ("SyntaxError", 7))
        self.assertIn("The postcondition 'x >' does not parse", report["message"])

    def test_it_knows_whether_it_needs_old_values(self):
        module = loaded("")
        seen = [Condition(module, condition(text), "postcondition").sees_old for text in ("__old__.x == x", "x")]
        self.assertEqual(seen, [True, False])


class Invariants(unittest.TestCase):
    def test_they_belong_to_classes_of_the_module(self):
        module = loaded("class A: pass\nB = 3\n")
        wanted = [{"className": name, "conditions": [condition("self.x")]} for name in ("A", "B", "C")]
        found = invariants_of(module, wanted)
        self.assertEqual([*found], [module.A])
        self.assertEqual(found[module.A][0].holds({"self": types.SimpleNamespace(x=1)}), ("value", True))

    def test_objects_are_found_in_all_that_holds_them(self):
        module = loaded("class A:\n    def __init__(self, part): self.part = part\n")
        inner = module.A(1)
        holder = {"k": [(module.A({inner}),)]}
        holder["self"] = holder
        found = [part for part in objects_in(holder) if isinstance(part, module.A)]
        self.assertEqual(len(found), 2)
        self.assertIn(inner, found)
