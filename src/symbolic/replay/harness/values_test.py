"""Tests of values as source text, as JSON, and back."""

import json
import math
import random
import unittest

from .values import (
    Opaque,
    argument_json,
    bounded,
    float_source,
    in_order,
    integer_source,
    is_plain,
    read_value,
    source_of,
)


class IntegerSource(unittest.TestCase):
    def test_small_ones_are_digits(self):
        for number in (0, 7, -7, 10**15 - 1, -(10**15) + 1):
            self.assertEqual(integer_source(number), str(number))

    def test_powers_and_their_neighbours(self):
        cases = {2**64: "2**64", 2**64 - 1: "2**64 - 1", 10**20: "10**20", 10**20 + 7: "10**20 + 7", 2**1024: "2**1024"}
        for number, expected in cases.items():
            self.assertEqual(integer_source(number), expected)

    def test_negative_ones_keep_their_meaning(self):
        self.assertEqual(integer_source(-(2**64)), "-2**64")
        self.assertEqual(integer_source(-(2**64) - 1), "-(2**64 + 1)")

    def test_many_zeros(self):
        self.assertEqual(integer_source(123 * 10**30), "123 * 10**30")

    def test_every_text_evaluates_to_its_number(self):
        chance = random.Random(3)
        numbers = [chance.getrandbits(chance.randrange(1, 400)) * chance.choice((1, -1)) for _ in range(200)]
        numbers += [base**exponent + rest for base in (2, 10) for exponent in (50, 63, 309) for rest in (-3, 0, 9)]
        for number in numbers:
            self.assertEqual(eval(integer_source(number)), number)

    def test_more_digits_than_python_reads(self):
        number = 10**5000 // 3
        self.assertEqual(eval(integer_source(number)), number)


class SourceOf(unittest.TestCase):
    def test_values_come_back(self):
        values = [
            None,
            True,
            -3,
            2.5,
            "a'\"\n",
            b"\x00",
            [],
            [1, [2]],
            (),
            (1,),
            {},
            {"a": [1]},
            {1, 2},
            frozenset({3}),
        ]
        values += [set(), frozenset(), (1, (2,), {"k": {5}}), "\ud800"]
        for value in values:
            again = eval(source_of(value))
            self.assertEqual((again, type(again)), (value, type(value)), source_of(value))

    def test_floats_that_have_no_literal(self):
        self.assertEqual(source_of([math.inf, -math.inf]), "[float('inf'), float('-inf')]")
        self.assertTrue(math.isnan(eval(source_of(math.nan))))
        self.assertEqual(float_source(-0.0), "-0.0")

    def test_sets_do_not_depend_on_hashes(self):
        self.assertEqual(source_of({"b", "a", "c"}), "{'a', 'b', 'c'}")
        self.assertEqual(in_order({10, 9, "x"}), ["x", 10, 9])

    def test_opaque_values_are_their_source(self):
        self.assertEqual(source_of([Opaque("Point(1, 2)"), 3]), "[Point(1, 2), 3]")


class ReadValue(unittest.TestCase):
    def test_plain_values_are_read_whole(self):
        for text in ("[1, 2.5, 'a']", "{'a': (1,), None: {2}}", "-2**64", "float('nan') * 0 if 0 else 1", " 5 "):
            self.assertEqual(read_value(text, {}), eval(text.strip()))

    def test_parts_that_are_not_plain_are_opaque(self):
        class Point:
            def __init__(self, x):
                self.x = x

        items = read_value("[Point(1 + 1), (3, Point(0))]", {"Point": Point})
        self.assertEqual([items[0].source, items[1][0], items[1][1].source], ["Point(1 + 1)", 3, "Point(0)"])
        self.assertEqual(source_of(items), "[Point(1 + 1), (3, Point(0))]")

    def test_shared_objects_stay_shared(self):
        value = read_value("[(a := [1]), a]", {})
        self.assertIsInstance(value, Opaque)
        self.assertEqual(value.source, "[(a := [1]), a]")

    def test_stars_are_evaluated(self):
        self.assertEqual(read_value("[*range(3), 9]", {}), [0, 1, 2, 9])
        self.assertEqual(read_value("{**{'a': 1}}", {}), {"a": 1})

    def test_what_raises_raises(self):
        with self.assertRaises(ZeroDivisionError):
            read_value("[1 // 0]", {})


class Json(unittest.TestCase):
    def test_what_json_holds_exactly(self):
        for value in (None, True, 2**53 - 1, -1.5, "é", [1, {"a": [None]}]):
            self.assertEqual(json.loads(json.dumps(argument_json(value))), value)

    def test_what_it_does_not_hold_becomes_source(self):
        cases = [(2**53, "2**53"), (-0.0, "-0.0"), (math.inf, "float('inf')"), ((1,), "(1,)"), ({1: 2}, "{1: 2}")]
        cases += [("\ud800", r"'\ud800'"), ([1, {2}], "[1, {2}]"), (b"a", "b'a'")]
        for value, expected in cases:
            self.assertEqual(argument_json(value), expected)

    def test_plain_values_are_built_in_all_the_way_down(self):
        class Text(str):
            pass

        self.assertTrue(is_plain([1, {"a": ({b"x"}, None)}]))
        for value in (Text("a"), [Text("a")], {Text("a"): 1}, {"a": print}, range(3), 1j):
            self.assertFalse(is_plain(value), value)

    def test_long_texts_say_how_long_they_are(self):
        self.assertEqual(bounded("x" * 500), "x" * 500)
        self.assertEqual(bounded("x" * 501), "x" * 500 + "... [501 characters]")
