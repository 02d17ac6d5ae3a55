"""Tests of names in conditions."""

import unittest

from .condition_names import outer_names
from .module import Fault
from .request_test import condition, contract, judged


class Names(unittest.TestCase):
    def test_outer_names(self):
        self.assertEqual(outer_names("x + y.a > f(z=1)"), {"x", "y", "f"})
        self.assertEqual(outer_names("all(n > low for n in [m + low for m in xs])"), {"all", "low", "xs"})
        self.assertEqual(outer_names("(lambda a, b=c: a + b + d)(1)"), {"c", "d"})
        self.assertEqual(outer_names("[last := k for k in ks] and last"), {"ks"})

    def fault(self, code, **parts):
        with self.assertRaises(Fault) as caught:
            judged(code, contract(**parts), x="1")
        return caught.exception.report

    def test_a_name_that_nothing_defines_is_a_fault(self):
        report = self.fault("def f(x): return x\n", postconditions=[condition("result >= 0")])
        self.assertEqual(report["errorType"], "ValueError")
        self.assertIn("names result, which nothing defines. Did you mean __return__?", report["message"])
        report = self.fault("def f(x): return x\n", preconditions=[condition("__return__ > 0")])
        self.assertIn("names __return__, which nothing defines. Did you mean x?", report["message"])

    def test_names_of_calls_modules_and_builtins_are_known(self):
        code = "LIMIT = 3\n\ndef f(x): return x\n"
        wanted = [condition(text) for text in ("_ < LIMIT", "__old__.x == x", "implies(x, len([x]) == 1)")]
        self.assertEqual(judged(code, contract(postconditions=wanted), x="1").kind, "held")
        code = "def f(x):\n    global SEEN\n    SEEN = x\n    return x\n"
        self.assertEqual(judged(code, contract(postconditions=[condition("SEEN == x")]), x="1").kind, "held")
