"""Tests of what conditions and pytest modules use."""

import math
import unittest

from .helpers import Bag, content, implies, observe


class Content(unittest.TestCase):
    def test_types_count(self):
        class Number(int):
            __slots__ = ()

        self.assertNotEqual(content(1), content(Number(1)))
        self.assertNotEqual(content(1), content(1.0))
        self.assertNotEqual(content(1), content(True))
        self.assertNotEqual(content([1]), content((1,)))
        self.assertNotEqual(content({1}), content(frozenset({1})))

    def test_floats_are_told_apart_as_repr_does(self):
        self.assertEqual(content([math.nan]), content([float("nan")]))
        self.assertNotEqual(content(0.0), content(-0.0))

    def test_order_counts_where_equality_minds_it(self):
        self.assertEqual(content({"a": 1, "b": 2}), content({"b": 2, "a": 1}))
        self.assertNotEqual(content([1, 2]), content([2, 1]))

    def test_objects_are_what_they_hold(self):
        class Point:
            def __init__(self, x):
                self.x = x

        self.assertEqual(content(Point([1])), content(Point([1])))
        self.assertNotEqual(content(Point(1)), content(Point(1.0)))

    def test_exceptions_are_their_arguments(self):
        self.assertEqual(content(ValueError("a")), content(ValueError("a")))
        self.assertNotEqual(content(ValueError("a")), content(ValueError("b")))

    def test_iterators_are_what_they_yield(self):
        self.assertEqual(content(iter([1, 2])), content(n for n in (1, 2)))


class Observe(unittest.TestCase):
    def test_results_exceptions_and_arguments(self):
        self.assertEqual(observe(lambda a: a + [1], [[0]]), observe(lambda a: [*a, 1], [[0]]))
        self.assertEqual(observe(lambda a: 1 // a, [0]), observe(lambda a: a % a, [0]))
        self.assertNotEqual(observe(lambda a: a.append(1), [[0]]), observe(lambda a: None, [[0]]))
        self.assertNotEqual(observe(lambda a: 1 // a, [0]), observe(lambda a: [][0], [0]))


class Conditions(unittest.TestCase):
    def test_implies(self):
        self.assertEqual([implies(a, b) for a in ([], [1]) for b in (0, 2)], [True, True, False, True])

    def test_bag(self):
        bag = Bag(a=1)
        self.assertEqual((bag.a, bag["a"], len(bag)), (1, 1, 1))
        with self.assertRaises(KeyError):
            self.assertIsNone(bag.b)
