"""Tests of sameness: in type and content, all the way down."""

import datetime
import decimal
import math
import unittest
from collections import OrderedDict, deque

from .names import MODULE_NAME
from .results import Incomparable, drained
from .sameness import Sameness, attributes_of, same_values


def same(left, right):
    return Sameness().same(left, right)


def point_class(**members):
    """A class as one of the two modules under comparison has it."""
    return type("Point", (), {"__module__": MODULE_NAME, "__qualname__": "Point", **members})


class Atoms(unittest.TestCase):
    def test_types_count(self):
        for left, right in ((1, 1.0), (1, True), ("a", b"a"), ([1], (1,)), ({1}, frozenset({1})), (None, False)):
            self.assertFalse(same(left, right), (left, right))

    def test_floats(self):
        self.assertTrue(same(math.nan, float("nan")))
        self.assertTrue(same(0.1 + 0.2, 0.30000000000000004))
        self.assertFalse(same(0.0, -0.0))
        self.assertFalse(same(math.inf, -math.inf))

    def test_complex_numbers(self):
        self.assertTrue(same(complex(math.nan, 1), complex(float("nan"), 1)))
        self.assertFalse(same(complex(0.0, 1), complex(-0.0, 1)))

    def test_values_of_the_library_are_what_they_show(self):
        self.assertTrue(same(decimal.Decimal("1.0"), decimal.Decimal("1.0")))
        self.assertFalse(same(decimal.Decimal("1.0"), decimal.Decimal("1.00")))
        self.assertTrue(same(datetime.date(2020, 1, 1), datetime.date(2020, 1, 1)))


class Containers(unittest.TestCase):
    def test_nan_is_found_in_containers(self):
        self.assertTrue(same([math.nan, {"a": (math.nan,)}], [float("nan"), {"a": (float("nan"),)}]))
        self.assertTrue(same({math.nan, 1}, {1, float("nan")}))

    def test_sets_and_dicts_have_no_order(self):
        self.assertTrue(same({3, 1, 2}, {1, 2, 3}))
        self.assertTrue(same({"a": 1, "b": [2]}, {"b": [2], "a": 1}))
        self.assertFalse(same({1, 2}, {1, 3}))
        self.assertFalse(same({"a": 1}, {"a": 1.0}))

    def test_keys_have_types_too(self):
        self.assertFalse(same({1: "a"}, {True: "a"}))
        self.assertFalse(same({0.0}, {-0.0}))

    def test_lists_have_an_order_and_a_length(self):
        self.assertFalse(same([1, 2], [2, 1]))
        self.assertFalse(same([1], [1, 1]))
        self.assertTrue(same(deque([1, 2], 3), deque([1, 2], 3)))

    def test_cycles_end(self):
        left, right, other = [1], [1], [2]
        for one in (left, right, other):
            one.append(one)
        self.assertTrue(same(left, right))
        self.assertFalse(same(left, other))

    def test_subclasses_hold_more_than_their_items(self):
        left, right = OrderedDict(a=1), OrderedDict(a=1)
        self.assertTrue(same(left, right))
        right.note = "different"
        self.assertFalse(same(left, right))


class Objects(unittest.TestCase):
    def test_both_modules_have_their_own_class_of_a_name(self):
        left, right = point_class()(), point_class()()
        left.x = right.x = [1]
        self.assertTrue(same(left, right))
        right.x = [2]
        self.assertFalse(same(left, right))

    def test_slots_count(self):
        left, right = point_class(__slots__=("x", "y"))(), point_class(__slots__=("x", "y"))()
        left.x = right.x = 1
        self.assertEqual(attributes_of(left), {"x": 1})
        self.assertTrue(same(left, right))
        right.y = 2
        self.assertFalse(same(left, right))

    def test_exceptions_are_their_class_and_arguments(self):
        self.assertTrue(same(ValueError("a", [1]), ValueError("a", [1])))
        self.assertFalse(same(ValueError("a"), ValueError("b")))
        self.assertFalse(same(ValueError("a"), TypeError("a")))

    def test_iterators_are_what_they_yield_and_how_they_end(self):
        def failing(error):
            yield 1
            raise error

        self.assertTrue(same(drained(iter([1, 2])), drained(n for n in (1, 2))))
        self.assertTrue(same(drained(failing(KeyError("a"))), drained(failing(KeyError("a")))))
        self.assertFalse(same(drained(failing(KeyError("a"))), drained(failing(KeyError("b")))))
        self.assertFalse(same(drained(iter([1])), drained(failing(KeyError("a")))))

    def test_functions_are_the_same_when_code_is_all_they_are(self):
        def made(n):
            return [lambda x: x * 2, lambda x: x * n]

        self.assertTrue(same(made(1)[0], made(2)[0]))
        with self.assertRaisesRegex(Incomparable, "cannot be compared"):
            same(made(1)[1], made(1)[1])

    def test_values_that_only_identity_tells_apart(self):
        one = object()
        self.assertTrue(same(one, one))
        self.assertEqual(same_values(object(), object())[0], "error")
        self.assertEqual(same_values([1], [1]), ("value", True))
