"""Tests of results that are coroutines and iterators."""

import unittest

from .results import YIELDED, Incomparable, Iterated, Unusable, drained, drive


class Driving(unittest.TestCase):
    def test_coroutines_run_to_their_result(self):
        async def inner():
            return 2

        async def outer():
            return await inner() + 1

        self.assertEqual(drive(outer()), 3)
        self.assertEqual(drive(4), 4)

    def test_what_a_coroutine_raises(self):
        async def failing():
            raise KeyError("a")

        with self.assertRaises(KeyError):
            drive(failing())

    def test_a_coroutine_that_waits_cannot_run(self):
        class Waiting:
            def __await__(self):
                yield

        async def waiting():
            await Waiting()

        with self.assertRaisesRegex(Unusable, "event loop"):
            drive(waiting())


class Draining(unittest.TestCase):
    def test_iterators_become_what_they_yield(self):
        result = drained(n * n for n in range(3))
        self.assertIsInstance(result, Iterated)
        self.assertEqual((result.items, result.error), ([0, 1, 4], None))
        self.assertEqual(repr(result), "<iterator over [0, 1, 4]>")

    def test_containers_stay_as_they_are(self):
        values = [1, 2]
        self.assertIs(drained(values), values)
        self.assertEqual(drained(range(3)), range(3))

    def test_what_ends_an_iterator_is_kept(self):
        def failing():
            yield 1
            raise ValueError("late")

        result = drained(failing())
        self.assertEqual((result.items, type(result.error)), ([1], ValueError))
        self.assertEqual(repr(result), "<iterator over [1], then ValueError: late>")

    def test_endless_iterators_are_incomparable(self):
        with self.assertRaisesRegex(Incomparable, str(YIELDED)):
            drained(iter(int, 1))

    def test_a_limit_of_the_machine_is_no_end(self):
        def deep():
            yield 1
            raise RecursionError

        with self.assertRaises(RecursionError):
            drained(deep())
