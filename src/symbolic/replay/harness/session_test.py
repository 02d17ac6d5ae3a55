"""Tests of confirming, shrinking and repeating failures."""

import unittest

from .request_test import answered, contract, outcome


class Failures(unittest.TestCase):
    def test_they_are_shrunk_and_told(self):
        report = outcome("def f(x: int):\n    assert x < 50\n", contract(), x="7_654")
        self.assertEqual((report["kind"], report["call"], report["args"]), ("failed", "f(50)", {"x": 50}))
        self.assertEqual(report["violates"], "no uncaught exception")
        self.assertEqual(report["sources"], {"x": "50"})
        self.assertFalse(report["misfit"])

    def test_a_shrunk_input_fails_in_the_same_way(self):
        code = "def f(x: int):\n    if x > 900:\n        raise KeyError(x)\n    assert x < 50\n"
        report = outcome(code, contract(), x="7_654")
        self.assertEqual((report["outcome"]["exception"], report["call"]), ("KeyError", "f(901)"))

    def test_types_that_a_smaller_value_could_leave_do_not_shrink(self):
        code = "def f(x: 'Literal[7654]'):\n    assert x < 50\n"
        self.assertEqual(outcome(code, contract(), x="7_654")["args"], {"x": 7654})

    def test_equal_failures_are_reported_once(self):
        code = "def f(x: int):\n    assert x < 50\n    return [][x] if x == 3 else x\n"
        outcomes = answered(code, contract(), *({"x": text} for text in ("80", "90", "3", "1")))["outcomes"]
        self.assertEqual([one["kind"] for one in outcomes], ["failed", "repeated", "failed", "held"])
        self.assertEqual(outcomes[1]["of"], 0)

    def test_a_failure_that_needs_earlier_calls_is_unstable(self):
        code = "seen = []\ndef f(x: int):\n    seen.append(x)\n    assert len(seen) < 2\n"
        kinds = [one["kind"] for one in answered(code, contract(), {"x": "1"}, {"x": "2"})["outcomes"]]
        self.assertEqual(kinds, ["held", "unstable"])

    def test_wrong_types_are_told_apart(self):
        self.assertTrue(outcome("def f(x):\n    return x.name\n", contract(), x="1")["misfit"])
        self.assertFalse(outcome("def f(x):\n    return x[5]\n", contract(), x="[]")["misfit"])

    def test_the_same_object_twice(self):
        code = "def f(a: list, b: list):\n    assert a is not b\n"
        report = outcome(code, contract(), a="[3, 4]", b="a")
        self.assertEqual((report["call"], report["args"]), ("f((a := []), a)", {"a": [], "b": []}))


class Inputs(unittest.TestCase):
    def test_one_that_cannot_run_does_not_end_the_others(self):
        code = "def f(x):\n    return x\n"
        outcomes = answered(code, contract(), {"x": "1 +"}, {"y": "1"}, {"x": "1"})["outcomes"]
        self.assertEqual([one["kind"] for one in outcomes], ["unusable", "unusable", "held"])

    def test_one_that_never_ends_does_not_end_the_others(self):
        code = "def f(x):\n    while x:\n        pass\n"
        outcomes = answered(code, contract(), {"x": "1"}, {"x": "0"})["outcomes"]
        self.assertEqual([one["kind"] for one in outcomes], ["limit", "held"])
        self.assertEqual(outcomes[0]["note"], "The call ended at the step limit")

    def test_a_limit_counts_steps_of_the_function(self):
        code = "def f(n):\n    while n:\n        n -= 1\n"
        kinds = [answered(code, contract(), {"n": "500"}, steps=steps)["outcomes"][0]["kind"] for steps in (400, 600)]
        self.assertEqual(kinds, ["limit", "held"])
