"""Tests of the probes that tell which sides of decisions a call takes."""

import ast
import unittest

from .branches import Instrument, Probes, instrumented
from .meter import start_meter, stop_meter
from .request_test import answered, branches, source


def sides(code, places, **sources):
    """Sides that a call takes, as (decision, side), and whether it was observed as a whole."""
    found = []
    for one in answered(code, branches(*places), sources)["outcomes"]:
        found += [divmod(number, 2) for number in one["sides"]]
    return {(number, bool(side)) for number, side in found}


class Sides(unittest.TestCase):
    def test_if_and_else(self):
        code = "def f(x):\n    if x > 0:\n        return 1\n    return 0\n"
        places = [["if", 2, 7, 2, 12]]
        self.assertEqual(sides(code, places, x="1"), {(0, True)})
        self.assertEqual(sides(code, places, x="0"), {(0, False)})

    def test_loops_take_both_sides(self):
        code = "def f(n):\n    while n:\n        n -= 1\n    for i in range(n):\n        pass\n"
        places = [["while", 2, 10, 2, 11], ["for", 4, 13, 4, 21]]
        self.assertEqual(sides(code, places, n="2"), {(0, True), (0, False), (1, False)})

    def test_a_loop_that_breaks_does_not_end_by_itself(self):
        code = "def f(x):\n    for i in x:\n        break\n"
        self.assertEqual(sides(code, [["for", 2, 13, 2, 14]], x="[1]"), {(0, True)})

    def test_operands_are_evaluated_once_and_in_order(self):
        code = source("""
        def f(x):
            seen = []
            def look(value):
                seen.append(value)
                return value
            return (look(x) and look(5) or look(7)), seen
        """)
        places = [["boolean", 6, 12, 6, 31], ["boolean", 6, 12, 6, 19]]
        self.assertEqual(sides(code, places, x="0"), {(0, False), (1, False)})
        self.assertEqual(sides(code, places, x="3"), {(0, True), (1, True)})
        self.assertTrue(answered(code, branches(*places), {"x": "0"})["outcomes"][0]["isComplete"])

    def test_except_clauses(self):
        code = source("""
        def f(x):
            try:
                return 1 // x
            except TypeError:
                return 1
            except ArithmeticError:
                return 2
        """)
        places = [["except", 4], ["except", 6]]
        self.assertEqual(sides(code, places, x="0"), {(0, False), (1, True)})
        self.assertEqual(sides(code, places, x="'a'"), {(0, True)})
        self.assertEqual(sides(code, places, x="1"), set())

    def test_cases_before_the_chosen_one_do_not_match(self):
        code = source("""
        def f(x):
            match x:
                case 1:
                    return "one"
                case [a, b]:
                    return "two"
                case {"k": _}:
                    return "key"
        """)
        places = [["case", 3], ["case", 5], ["case", 7]]
        self.assertEqual(sides(code, places, x="1"), {(0, True)})
        self.assertEqual(sides(code, places, x="[1, 2]"), {(0, False), (1, True)})
        self.assertEqual(sides(code, places, x="3"), {(0, False), (1, False), (2, False)})

    def test_columns_count_characters(self):
        code = "def f(x):\n    return 'é' if x else '😀' if not x else ''\n"
        self.assertEqual(
            sides(code, [["ternary", 2, 18, 2, 19], ["ternary", 2, 32, 2, 37]], x="0"), {(0, False), (1, True)}
        )

    def test_each_side_is_reported_by_the_first_input_that_takes_it(self):
        code = "def f(x):\n    assert x\n"
        inputs = [{"x": text} for text in ("1", "2", "0")]
        outcomes = answered(code, branches(["assert", 2, 11, 2, 12]), *inputs)["outcomes"]
        self.assertEqual([one["sides"] for one in outcomes], [[1], [], [0]])
        self.assertEqual([one.get("call") for one in outcomes], ["f(1)", None, "f(0)"])


class Placing(unittest.TestCase):
    def setUp(self):
        start_meter()
        self.addCleanup(stop_meter)

    def test_places_that_are_not_found_are_known(self):
        code = "def f(x):\n    if x:\n        pass\n"
        self.assertTrue(instrumented(code, [("if", 2, 7, 2, 8)])[2])
        self.assertFalse(instrumented(code, [("if", 2, 7, 2, 8), ("if", 3, 7, 3, 8)])[2])

    def test_all_else_stays_as_it_is(self):
        code = "def f(x):\n    return [y for y in x if y] if x and not x[0] else (lambda z: z or 1)(x)\n"
        tree = ast.parse(code)
        self.assertEqual(ast.unparse(Instrument(code, []).visit(tree)), ast.unparse(ast.parse(code)))

    def test_probes_keep_what_a_function_returns(self):
        code = "def f(a, b, c):\n    return [a and b or c, a if b else c, [n for n in range(4) if n % 2]]\n"
        places = [("boolean", 2, 12, 2, 19), ("boolean", 2, 12, 2, 13), ("ternary", 2, 31, 2, 32)]
        places += [("comprehension", 2, 65, 2, 70)]
        probed, cases, is_whole = instrumented(code, places)
        self.assertTrue(is_whole)
        plain, observed = {}, {".probes": Probes(cases)}
        exec(code, plain)
        exec(probed, observed)
        for arguments in ((0, 1, 2), ([], "", None), (1, 0, 2), (1, 2, 3)):
            self.assertEqual(observed["f"](*arguments), plain["f"](*arguments))
