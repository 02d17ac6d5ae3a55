"""Tests of what reports say of values and exceptions."""

import unittest

from .meter import Outside, WorkLimit
from .names import OWN
from .wording import describe, limit_reason, message_of, shown


class Hostile(Exception):
    def __repr__(self):
        raise ValueError("no")

    __str__ = __repr__


class Plain:
    pass


class Wording(unittest.TestCase):
    def test_exceptions_with_and_without_a_message(self):
        self.assertEqual(describe(ValueError("bad")), "ValueError: bad")
        self.assertEqual(describe(KeyError("a")), "KeyError: 'a'")
        self.assertEqual(describe(StopIteration()), "StopIteration")

    def test_values_that_cannot_be_shown(self):
        self.assertEqual(shown(Hostile()), "<repr raised ValueError>")
        self.assertEqual(message_of(Hostile()), "<str raised ValueError>")

    def test_objects_are_shown_by_what_they_hold(self):
        self.assertEqual(shown(object()), "<object object at ...>")
        OWN.add(__name__)
        try:
            inner, outer = Plain(), Plain()
            inner.number, outer.inner, outer.itself = 1, inner, outer
            inside = f"<{__name__}.Plain number=1>"
            self.assertTrue(shown(outer).startswith(f"<{__name__}.Plain inner={inside}, itself=<"))
            self.assertNotIn("0x", shown(outer))
        finally:
            OWN.discard(__name__)

    def test_huge_values_are_bounded(self):
        self.assertEqual(shown(10**1_000), "10**1000")
        self.assertTrue(shown([0] * 1_000).endswith("... [3000 characters]"))
        self.assertLess(len(describe(ValueError("x" * 10_000))), 600)

    def test_integers_without_digits_that_python_would_refuse(self):
        self.assertTrue(shown(3**20_000).startswith("0x"))

    def test_why_a_run_ended(self):
        self.assertEqual(limit_reason(WorkLimit()), "the step limit")
        self.assertEqual(limit_reason(RecursionError()), "RecursionError")
        self.assertIn("files", limit_reason(Outside()))
