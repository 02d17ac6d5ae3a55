"""What is told of values, and what calls on copies of them come to."""

import decimal
import sys
import types
import unittest

from lemma_recording import Recorder
from lemma_recording.calls import Caller, Signature, callable_of, copied
from lemma_recording.described import Unreadable, describe
from lemma_recording.mutations import Changed, mutations, neighbours

MISSING = object()


class Point:
    def __init__(self, x, y=0):
        self.x, self.y = x, y

    def __eq__(self, other):
        raise AssertionError("is not asked")

    __hash__ = __repr__ = __eq__


class Marker:
    pass


def never(give_up=None):
    raise AssertionError("the call is not ended by force")


def outcome(function, **arguments):
    return Caller("/nowhere", never).outcome(function, Signature(function.__code__), arguments)


class Texts(unittest.TestCase):
    def test_equal_values_have_equal_texts(self):
        for one, other in (
            (Point(1, [2]), Point(1, [2])),
            ({1, 2, 3}, {3, 2, 1}),
            (float("nan"), float("nan")),
            (lambda: 1, lambda: 1),
            (decimal.Decimal("1.0"), decimal.Decimal("1.0")),
        ):
            with self.subTest(repr(type(one))):
                self.assertEqual(describe(one), describe(other))

    def test_other_values_have_other_texts(self):
        values = [1, True, 1.0, "1", b"1", [1], (1,), {1}, {1: 1}, Point(1), Point(2), 0.0, -0.0, None, [[1]]]
        values += [lambda: 1, lambda: 2, ["a", "b"], ["a, b"], decimal.Decimal("1.0"), decimal.Decimal("1.00")]
        self.assertEqual(len({describe(each) for each in values}), len(values))

    def test_the_order_of_entries_counts_where_it_is_asked_for(self):
        one, other = {"a": 1, "b": 2}, {"b": 2, "a": 1}
        self.assertNotEqual(describe(one), describe(other))
        self.assertEqual(describe(one, in_order=False), describe(other, in_order=False))

    def test_what_is_shared_is_not_what_is_equal(self):
        part = [1]
        self.assertNotEqual(describe([part, part]), describe([[1], [1]]))
        part.append(part)
        describe(part)

    def test_what_cannot_be_read_is_said(self):
        for value in (iter([1]), (each for each in [1]), list(range(10_000)), "a" * 200_000, open):
            with self.subTest(type(value).__name__):
                if value is open:
                    describe(value)
                else:
                    self.assertRaises(Unreadable, describe, value)


class Calls(unittest.TestCase):
    def test_a_call_leaves_the_arguments_alone(self):
        def add(items, item):
            items.append(item)
            return len(items)

        items = [1]
        self.assertEqual(outcome(add, items=items, item=2).facts["value"], "2")
        self.assertEqual(items, [1])

    def test_markers_are_themselves_in_copies(self):
        marker = Marker()
        given = {"one": MISSING, "other": [marker], "point": Point(marker)}
        apart = copied(given)
        self.assertIs(apart["one"], MISSING)
        self.assertIs(apart["other"][0], marker)
        self.assertIs(apart["point"].x, marker)
        self.assertIsNot(apart["point"], given["point"])

    def test_kinds_of_outcomes_differ(self):
        def one(x):
            return [x]

        def lazy(x):
            yield x

        def fails(x):
            raise ValueError(x)

        keys = {outcome(each, x=1).key for each in (one, lazy, fails)}
        self.assertEqual(len(keys), 3)
        self.assertEqual(outcome(lazy, x=1).facts["value"], "a generator of [1]")
        self.assertEqual(outcome(fails, x=1).facts["exception"], "ValueError")

    def test_what_does_not_end_is_ended(self):
        def ends_not(x):
            while True:
                x += 1

        self.assertRaises(Unreadable, outcome, ends_not, x=1)

    def test_what_is_not_the_same_twice_is_not_told(self):
        calls = []

        def count(x):
            calls.append(x)
            return len(calls)

        self.assertRaises(Unreadable, outcome, count, x=1)

    def test_all_ways_to_take_arguments(self):
        def takes(a, /, b, *rest, c, **options):
            return a, b, rest, c, options

        given = {"a": 1, "b": 2, "rest": (3, 4), "c": 5, "options": {"d": 6}}
        self.assertEqual(Signature(takes.__code__).call(takes, given), (1, 2, (3, 4), 5, {"d": 6}))

    def test_a_function_is_made_from_its_frame(self):
        def outer(factor):
            def inner(x):
                return callable_of(sys._getframe()) if x is None else x * factor

            return inner

        self.assertEqual(outer(3)(None)(2), 6)


class Item:
    def __init__(self, nodeid):
        self.nodeid = nodeid


class Choice(unittest.TestCase):
    def test_those_that_are_wanted_most_run_in_their_order(self):
        request = {"functions": [], "work": 1, "tests": 3, "alike": 1}
        recorder = Recorder(request, ["a.py::T::last", "b.py", "a.py"], "/nowhere", None)
        sys.meta_path.pop()
        names = [
            "a.py::T::first",
            "a.py::T::last_but_one",
            "a.py::T::last[1]",
            "a.py::T::last[2]",
            "b.py::t",
            "b.py::u",
        ]
        items, gone = [Item(name) for name in names], []
        hook = types.SimpleNamespace(pytest_deselected=lambda items: gone.extend(items))
        recorder.pytest_collection_modifyitems(types.SimpleNamespace(hook=hook), items)
        self.assertEqual([item.nodeid for item in items], ["a.py::T::last[1]", "b.py::t", "b.py::u"])
        self.assertEqual([item.nodeid for item in gone], names[:2] + names[3:4])


class Mutations(unittest.TestCase):
    def test_values_keep_their_type(self):
        for value in (True, 3, 1.5, "ab", b"ab", [1, 2], {"a": 1}, {1}, decimal.Decimal(2)):
            with self.subTest(repr(value)):
                found = neighbours(value)
                self.assertTrue(found)
                self.assertEqual({type(each) for each in found}, {type(value)})
                self.assertNotIn(repr(value), list(map(repr, found)))

    def test_values_of_other_calls_come_first(self):
        others = [{"x": "other"}, {"x": True}, {"x": False}]
        ways = list(mutations(("x",), {"x": "ab"}, others, [1, "named"], ()))
        self.assertEqual(ways[:3], [(("x",), "other"), (("x",), True), (("x",), "")])
        self.assertEqual(list(mutations(("x",), {"x": "ab"}, others, ["named"], ("x",))), ways[:2])
        self.assertNotIn((("x",), False), ways)
        self.assertIn((("x",), "named"), ways)

    def test_what_stands_in_changed_lines_comes_first(self):
        changed = Changed("    if x > 12 and kind is True:\n    'an open")
        self.assertEqual(changed.values, [12, 11, 13, True])
        self.assertLess({"x", "kind"}, changed.names)
        given = {"a": "ab", "b": "cd", "x": 1}
        ways = list(mutations(("a", "b", "x"), given, [], [], (), changed))
        self.assertEqual([places[0] for places, _ in ways[:4]], ["x", "a", "x", "b"])
        self.assertIn((("x",), 12), ways)
        self.assertNotIn((("x",), True), ways)
        others = [{"x": False}]
        self.assertIn((("x",), True), list(mutations(("x",), given, others, [], (), changed)))

    def test_entries_are_changed_too(self):
        places = {way for way, _ in mutations(("x",), {"x": {"a": 1}}, [], [], ())}
        self.assertEqual(places, {("x",), ("x", "a")})
