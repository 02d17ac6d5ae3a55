"""Tests of reports of verdicts."""

import unittest

from .judge import Verdict
from .report import message_about, outcome_of, report_of_difference, told, traceback_of
from .request_test import contract, judged


class Reports(unittest.TestCase):
    def test_tracebacks_show_the_module_only(self):
        code = "import json\ndef g(x):\n    return json.loads(x)\ndef f(x):\n    return g(x)\n"
        verdict = judged(code, contract(), x="'['")
        lines = traceback_of(verdict.error).split("\n")
        self.assertEqual(lines[0], "Traceback (most recent call last):")
        self.assertEqual([line for line in lines if "File" in line and "module.py" not in line], [])
        self.assertIn('  File "module.py", line 5, in f', lines)
        self.assertIn("    return json.loads(x)", lines)
        self.assertTrue(lines[-1].startswith("json.decoder.JSONDecodeError: Expecting value"))

    def test_deep_tracebacks_keep_their_end(self):
        code = "def f(n):\n    return g(n - 1) if n else 1 // n\ndef g(n):\n    return f(n)\n"
        lines = traceback_of(judged(code, contract(), n="30").error).split("\n")
        self.assertEqual(len([line for line in lines if line.startswith("  File")]), 20)
        self.assertEqual(lines[1], "  [outer calls left out]")
        self.assertEqual(lines[-1].partition(":")[0], "ZeroDivisionError")

    def test_outcomes(self):
        self.assertEqual(outcome_of(Verdict("held", value=[1])), {"kind": "returned", "value": "[1]"})
        raised = outcome_of(Verdict("failed", error=KeyError("a")))
        self.assertEqual((raised["kind"], raised["exception"], raised["message"]), ("raised", "KeyError", "'a'"))

    def test_arguments_afterwards_are_told_where_they_differ(self):
        verdict = Verdict("held", value=None)
        verdict.afterwards = {"x": [1]}
        outcome = outcome_of(verdict)
        self.assertEqual(outcome["afterwards"], {"x": "[1]"})
        self.assertEqual(told("f", outcome), "f returns None and leaves x = [1]")

    def test_messages(self):
        verdict = Verdict("failed", "The postcondition is false", value=3)
        self.assertEqual(message_about(verdict, outcome_of(verdict)), "The postcondition is false: 3 was returned")
        self.assertEqual(message_about(Verdict("failed", error=ValueError("a")), {}), "ValueError: a")

    def test_differences_name_both_functions(self):
        left, right = outcome_of(Verdict("held", value=1)), outcome_of(Verdict("held", error=KeyError("a")))
        report = report_of_difference({"function": "f", "property": {"other": "g"}}, left, right)
        self.assertEqual(report, {"message": "f returns 1; g raises KeyError", "other": right})
