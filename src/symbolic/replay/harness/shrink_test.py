"""Tests of shrinking: every step is simpler, keeps the type, and still fails."""

import inspect
import math
import unittest

from .shrink import SHRINK_ATTEMPTS, equal_groups, may_shrink, minimise, number_rank, simpler


def smallest(value, fails):
    """What a value shrinks to while `fails` is true of it."""
    return minimise({"x": value}, ["x"], lambda sources: fails(eval(sources["x"])))["x"]


class Minimise(unittest.TestCase):
    def test_integers_to_the_boundary(self):
        self.assertEqual(smallest(98_765, lambda n: n > 4_321), 4_322)
        self.assertEqual(smallest(-98_765, lambda n: n < -17), -18)

    def test_huge_integers_to_simple_ones(self):
        self.assertEqual(smallest(10**310 + 12_345, lambda n: n >= 10**100), 10**100)

    def test_floats(self):
        self.assertEqual(smallest(123.456, lambda x: x > 2.5), 3.0)
        self.assertEqual(smallest(math.inf, lambda x: x > 1e300), 1e308)
        self.assertTrue(math.isnan(smallest(math.nan, lambda x: x != x)))

    def test_texts(self):
        self.assertEqual(smallest("some long text: é!", lambda text: len(text) >= 3), "aaa")
        self.assertEqual(smallest("xyzzy", lambda text: "z" in text), "z")

    def test_containers_lose_items_and_items_get_simpler(self):
        self.assertEqual(smallest([9, 51, 3, 88, 4], lambda items: any(n > 50 for n in items)), [51])
        self.assertEqual(smallest({"key": 91, "other": 5}, lambda items: len(items) > 0 and "key" in items), {"key": 0})
        self.assertEqual(smallest({4, 81, 17}, lambda items: 81 in items), {81})

    def test_tuples_keep_their_length(self):
        self.assertEqual(smallest((7, "abc", [3, 4]), lambda value: value[0] > 2), (3, "", []))

    def test_nested_parts(self):
        self.assertEqual(smallest([[5, 6], [7, 98]], lambda rows: any(98 in row for row in rows)), [[98]])

    def test_equal_values_shrink_together(self):
        def fails(sources):
            return sources["a"] == sources["b"] and eval(sources["a"]) > 99

        self.assertEqual(minimise({"a": 500, "b": 500}, ["a", "b"], fails), {"a": 100, "b": 100})

    def test_names_that_may_not_shrink_stay(self):
        self.assertEqual(minimise({"a": 500, "b": 500}, ["b"], lambda sources: True), {"a": 500, "b": 0})

    def test_attempts_are_bounded_and_never_repeated(self):
        tried = []

        def fails(sources):
            tried.append(sources["x"])
            return False

        minimise({"x": list(range(100, 150))}, ["x"], fails)
        self.assertEqual(len(tried), SHRINK_ATTEMPTS)
        self.assertEqual(len(set(tried)), len(tried))

    def test_what_does_not_get_simpler_stays(self):
        self.assertEqual(minimise({"x": 7}, ["x"], lambda sources: False), {"x": 7})


class Simpler(unittest.TestCase):
    def test_types_are_kept(self):
        for value in (5, 2.5, True, "ab", b"ab", [1, 2], (1, 2), {1, 2}, frozenset({1, 2}), {"a": 2}):
            self.assertEqual({type(one) for one in simpler(value)}, {type(value)}, value)

    def test_numbers_only_get_simpler(self):
        for value in (12, -12, 10**30, 2.75, -1e9):
            self.assertTrue(all(number_rank(one) < number_rank(value) for one in simpler(value)), value)
        self.assertEqual([*simpler(0)], [])
        self.assertEqual([*simpler(False)], [])

    def test_ranks(self):
        self.assertEqual(sorted([100, -10, 10, -2, 2, 1, 0], key=number_rank), [0, 1, 2, -2, 10, -10, 100])

    def test_opaque_values_have_none(self):
        self.assertEqual([*simpler(object())], [])


class Annotations(unittest.TestCase):
    def test_types_of_which_every_value_is_one(self):
        for text in ("int", "list[int | None]", "typing.Optional[dict[str, float]]", inspect.Parameter.empty):
            self.assertTrue(may_shrink(text), text)

    def test_types_that_a_smaller_value_could_leave(self):
        for text in ("Literal[5, 7]", "Point", "list[Color]", "Annotated[int, Gt(3)]"):
            self.assertFalse(may_shrink(text), text)

    def test_groups_of_equal_values(self):
        self.assertEqual(equal_groups({"a": "1", "b": "2", "c": "1"}, ["a", "b", "c"]), [["a", "c"]])
