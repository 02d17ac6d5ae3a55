"""What is recorded of small functions, and what is said of values. Needs nothing beside CPython."""

import tempfile
import unittest
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from lemma_trace.decisions import Decisions
from lemma_trace.tracer import Exhausted, Tracer, scoped
from lemma_trace.values import changes, parts, short


class Hostile:
    """Whatever it is asked raises."""

    def __getattribute__(self, name):
        raise AssertionError(name)

    __repr__ = __eq__ = __hash__ = __len__ = __iter__ = __bool__ = __getattribute__


class Slotted:
    __slots__ = ("one", "two")

    def __init__(self):
        self.one = 1


@dataclass
class Order:
    lines: list = field(default_factory=list)


class Kind(Enum):
    A = 1


class Values(unittest.TestCase):
    def test_texts_are_short_and_ask_nothing(self):
        for value, text in (
            (Hostile(), "<Hostile>"),
            ([Hostile()], "[<Hostile>]"),
            (Slotted(), "Slotted(one=1)"),
            (Order([1]), "Order(lines=[1])"),
            (Kind.A, "Kind.A"),
            ((1,), "(1,)"),
            (set(), "set()"),
            ({"b", "a"}, "{'a', 'b'}"),
            (list(range(9)), "[0, 1, 2, 3, 4, … 9 items]"),
            (2**1000, "<integer of 1001 bits>"),
            ("a" * 1000, f"'{'a' * 60}'… 1000 long"),
            (short, "<function short>"),
        ):
            with self.subTest(text):
                self.assertEqual(short(value), text)

    def test_a_value_within_itself_ends(self):
        value = []
        value.append(value)
        self.assertLess(len(short(value)), 130)
        self.assertLess(len(parts("value", value)), 10)

    def test_changes_have_their_place(self):
        order = Order([1])
        before = parts("order", order)
        order.lines.append([2])
        told = [("len(order.lines)", "1", "2"), ("order.lines[1]", None, "list"), ("order.lines[1][0]", None, "2")]
        self.assertEqual([each for each in changes(before, parts("order", order)) if each in told], told)


class Calls(unittest.TestCase):
    def traced(self, source, call, function="f", steps=10_000, frame=None):
        with tempfile.TemporaryDirectory() as root:
            path = Path(root, "module.py")
            path.write_text(source)
            limits = {"most_steps": steps, "most_frames": 20, "depth": 10, "frame": frame}
            place = {"root": root, "path": "module.py", "function": function, "line_start": 1, "line_end": 99}
            tracer, space = Tracer({**limits, **place}, None), {}
            exec(compile(source, str(path), "exec"), space)
            tracer.start()
            try:
                eval(call, space)
            except Exhausted, ArithmeticError:
                pass
            finally:
                tracer.stop()
            decisions = Decisions(root)
            return tracer, [decisions.taken("module.py", each.followed) for each in tracer.frames]

    def test_frames_are_calls_below_the_entry(self):
        source = "def g(x):\n    return 1 // x\ndef f(xs):\n    return [g(x) for x in xs] or max(g(x) for x in xs)\n"
        tracer, _ = self.traced(source, "(g(5), f([2, 0]))")
        self.assertEqual(
            [(scoped(each.code), each.outcome[0]) for each in tracer.frames[1:]], [("g", "returned"), ("g", "raised")]
        )
        self.assertEqual([(each[1], each[5]) for each in tracer.edges], [("f", "g")])

    def test_parts_of_a_function_call_in_its_name(self):
        tracer, _ = self.traced(
            "def g(x):\n    return x\ndef f(xs):\n    return sorted(xs, key=lambda x: g(x))\n", "f([2, 1])"
        )
        self.assertEqual([each.parent and each.parent.number for each in tracer.frames], [None, 0, 0])

    def test_a_generator_belongs_to_who_makes_it(self):
        source = "def g(n):\n    yield n\ndef h(each):\n    return list(each)\ndef f():\n    return h(g(1))\n"
        tracer, _ = self.traced(source, "f()")
        self.assertEqual(sorted((each[1], each[5]) for each in tracer.edges), [("f", "g"), ("f", "h")])

    def test_decisions_come_from_lines(self):
        source = "def f(x):\n    if x:\n        x = 2\n    for y in range(x):\n        x += y\n    return x\n"
        _, decisions = self.traced(source, "f(1)")
        self.assertEqual(decisions, [["2 if x: yes", "4 for y in range(x): entered 2 times"]])

    def test_a_frame_tells_its_lines(self):
        tracer, _ = self.traced("def f(x):\n    y = [x]\n    y.append(2)\n    return y\n", "f(1)", frame=0)
        self.assertEqual([line for line, _ in tracer.frames[0].steps], [2, 3, 4])
        self.assertIn(("y[1]", None, "2"), tracer.frames[0].steps[1][1])

    def test_what_goes_on_for_ever_is_ended(self):
        tracer, _ = self.traced("def f():\n    while True: pass\n", "f()", steps=100)
        self.assertEqual((tracer.steps, tracer.frames[0].outcome[0]), (101, "cut"))


if __name__ == "__main__":
    unittest.main()
