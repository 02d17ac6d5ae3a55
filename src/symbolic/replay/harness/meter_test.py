"""Tests of the meter: counting, limits, and what a run may not touch."""

import unittest

from . import meter
from .meter import Needed, OuterStop, Outside, WorkLimit, allow, attempt, start_meter, stop_meter, unmetered
from .names import FILENAME


def defined(code):
    """Names that code of the module under test defines."""
    names = {}
    exec(compile(code, FILENAME, "exec"), names)
    return names


class Metered(unittest.TestCase):
    def setUp(self):
        start_meter()
        self.addCleanup(stop_meter)
        allow(1_000)


class Attempts(Metered):
    def test_values_and_errors(self):
        self.assertEqual(attempt(lambda: 6 * 7), ("value", 42))
        kind, error = attempt(lambda: [][0])
        self.assertEqual((kind, type(error)), ("error", IndexError))

    def test_an_exit_is_an_error(self):
        kind, error = attempt(lambda: exec("raise SystemExit(3)"))
        self.assertEqual((kind, error.code), ("error", 3))

    def test_a_loop_ends_at_the_limit(self):
        kind, error = attempt(lambda: exec("while True: pass"))
        self.assertEqual(kind, "limit")
        self.assertIsInstance(error, WorkLimit)

    def test_code_that_swallows_everything_ends_as_well(self):
        code = "while True:\n    try:\n        while True: pass\n    except BaseException:\n        pass\n"
        self.assertEqual(attempt(lambda: exec(code))[0], "limit")

    def test_a_limit_that_is_swallowed_at_last_is_still_one(self):
        names = defined("def f():\n    try:\n        while True: pass\n    except BaseException:\n        return 1\n")
        self.assertEqual(attempt(names["f"])[0], "limit")

    def test_attempts_share_what_they_may_spend(self):
        def count():  # resumes the generator, which jumps back, for each number
            return sum(1 for _ in range(200))

        self.assertEqual(attempt(count), ("value", 200))
        self.assertEqual(attempt(count), ("value", 200))
        self.assertEqual(attempt(count)[0], "limit")
        allow(1_000)
        self.assertEqual(attempt(count), ("value", 200))

    def test_the_same_work_costs_the_same_every_time(self):
        def spent(action):
            allow(1_000)
            attempt(action)
            return 1_000 - meter.reserve

        names = defined("def f(n):\n    return n and f(n - 1)\n")
        self.assertEqual([spent(lambda: names["f"](50)) for _ in range(3)], [spent(lambda: names["f"](50))] * 3)
        self.assertEqual(spent(lambda: names["f"](60)) - spent(lambda: names["f"](50)), 10)

    def test_the_kernels_own_end_is_passed_on(self):
        def stopped():
            raise OuterStop

        with self.assertRaises(OuterStop):
            attempt(stopped)


class Limits(Metered):
    def test_recursion_is_a_limit_of_the_machine(self):
        allow(1_000_000)
        names = defined("def f(): return f()\n")
        kind, error = attempt(names["f"])
        self.assertEqual((kind, type(error)), ("limit", RecursionError))

    def test_long_loops_in_c_end_at_once(self):
        for code in ("sum(range(10**12))", "list(range(10**9))", "max(range(0, 10**15, 3))", "','.join(range(10**12))"):
            allow(1_000)
            self.assertEqual(attempt(lambda code=code: eval(code))[0], "limit", code)

    def test_functions_that_do_not_iterate_take_any_range(self):
        for code in (
            "repr(range(10**12))",
            "bool(range(10**12))",
            "isinstance(range(10**12), range)",
            "sum(range(1000))",
        ):
            allow(1_000)
            self.assertEqual(attempt(lambda code=code: eval(code))[0], "value", code)

    def test_files_and_streams_do_not_count(self):
        for code in ("open('/nowhere')", "input()", "__import__('os').open('/nowhere', 0)"):
            kind, error = attempt(lambda code=code: eval(code))
            self.assertEqual((kind, type(error)), ("limit", Outside), code)

    def test_a_module_that_cannot_be_had_ends_a_run_whatever_is_caught(self):
        names = {"__needs_six__": Needed("six")}
        exec("def f():\n    try:\n        __needs_six__.it\n    except BaseException:\n        return 1\n", names)
        kind, error = attempt(names["f"])
        self.assertEqual((kind, error.args), ("limit", ("six",)))
        self.assertEqual(attempt(lambda: 1), ("value", 1))

    def test_a_call_that_swallows_the_refusal_does_not_count_either(self):
        names = defined("def f():\n    try:\n        open('/nowhere')\n    except OSError:\n        return 1\n")
        self.assertIsInstance(attempt(names["f"])[1], Outside)

    def test_what_the_system_refuses_is_no_error_of_the_module(self):
        kind, error = attempt(lambda: __import__("os").listdir("/nowhere"))
        self.assertEqual((kind, type(error)), ("limit", Outside))

    def test_an_error_that_the_module_raises_is_its_own(self):
        names = defined("def f(): raise FileNotFoundError(2, 'no such entry')\n")
        kind, error = attempt(names["f"])
        self.assertEqual((kind, error.errno), ("error", 2))

    def test_unmetered_work_costs_nothing(self):
        before = meter.allowance
        self.assertEqual(unmetered(lambda: sum(1 for _ in range(5_000))), 5_000)
        self.assertLess(before - meter.allowance, 100)
        self.assertEqual(attempt(lambda: exec("while True: pass"))[0], "limit")
