"""Tests of the pytest modules that counterexamples are kept as: each is executed, on the fault and on its mend."""

import contextlib
import sys
import types
import unittest

from .contract_libraries import CONTRACT_LIBRARIES
from .names import MODULE_NAME
from .pytest_module import helper_source, names_in, on_one_line, outer_names
from .request_test import comparison, condition, contract, exception, outcome, source


@contextlib.contextmanager
def raises(expected):
    """The one part of pytest that the modules use."""
    try:
        yield
    except expected:
        return
    raise AssertionError("nothing was raised")


def run(code, test):
    """Runs the module's test beside the code: "passed", or the name of what it raised."""
    added = {**CONTRACT_LIBRARIES, MODULE_NAME: types.ModuleType(MODULE_NAME), "pytest": types.ModuleType("pytest")}
    added["pytest"].raises = raises
    sys.modules.update(added)
    try:
        exec(source(code), added[MODULE_NAME].__dict__)
        names = {}
        exec(test, names)
        (found,) = [value for name, value in names.items() if name.startswith("test_")]
        found()
        return "passed"
    except Exception as error:
        return type(error).__name__
    finally:
        for name in added:
            del sys.modules[name]


class Modules(unittest.TestCase):
    def assert_kept(self, code, wanted, mend, fails="AssertionError", function="f", /, **sources):
        """The module of a failing input ends in `fails`, and passes once the fault is mended."""
        test = outcome(code, wanted, function, **sources)["pytest"]
        self.assertEqual(run(code, test), fails, test)
        self.assertEqual(run(code.replace(*mend), test), "passed", test)
        return test

    def test_an_exception(self):
        code = "def f(x: int):\n    return 1 // x\n"
        test = self.assert_kept(code, contract(), ("1 // x", "x"), "ZeroDivisionError", x="0")
        self.assertIn("# Fails while the function breaks: no uncaught exception.", test)
        self.assertIn(f"from {MODULE_NAME} import f\n", test)

    def test_a_postcondition_with_names_of_the_module_and_old_values(self):
        code = "LIMIT = 3\ndef f(x, by=2):\n    x.append(by)\n    return x\n"
        wanted = contract(postconditions=[condition("len(_) < LIMIT and len(x) == len(__old__.x)")])
        self.assert_kept(code, wanted, ("x.append(by)", "pass"), x="[1]")

    def test_an_allowed_exception_passes(self):
        code = "def f(x: int):\n    if x < 0:\n        raise ValueError\n    return x\n"
        wanted = contract(postconditions=[condition("_ > 5")], raises=["ValueError"])
        self.assert_kept(code, wanted, ("x < 0", "x < 9"), x="4")

    def test_conditions_that_are_functions(self):
        args = [{"name": ".bag"}]
        code = "def f(x: int):\n    return x\n"
        wanted = contract(postconditions=[condition("lambda _: _.result > _.x", args=args)])
        test = self.assert_kept(code, wanted, ("return x", "return x + 1"), x="3")
        self.assertIn("class Bag(dict):", test)

    def test_mutation(self):
        code = "def f(x: list):\n    x.sort()\n"
        wanted = contract(mutation={"except": [], "obligation": "nothing is mutated"})
        self.assert_kept(code, wanted, ("x.sort()", "sorted(x)"), x="[2, 1]")

    def test_a_method_with_an_invariant(self):
        code = "class Box:\n    def __init__(self, n): self.n = n\n    def take(self): self.n -= 1\n"
        wanted = contract(kept=[condition("self.n >= 0")])
        self.assert_kept(code, wanted, ("-= 1", "-= 0"), "AssertionError", "Box.take", self="Box(0)")

    def test_a_coroutine(self):
        code = "async def f(x: int):\n    return [][x]\n"
        self.assertIn("asyncio.run(f(x))", self.assert_kept(code, contract(), ("[][x]", "x"), "IndexError", x="0"))

    def test_a_search_passes_while_the_exception_is_raised(self):
        code = "import decimal\ndef f(x: str):\n    return decimal.Decimal(x)\n"
        test = outcome(code, exception("decimal.InvalidOperation"), x="'x'")["pytest"]
        self.assertEqual(run(code, test), "passed")
        self.assertEqual(run(code.replace("decimal.Decimal(x)", "x"), test), "AssertionError")

    def test_a_comparison_fails_while_the_functions_differ(self):
        code = "def f(x: int):\n    return x\ndef g(x: int):\n    return float(x)\n"
        test = self.assert_kept(code, comparison("g"), ("float(x)", "x"), x="1")
        self.assertIn("def observe(call, arguments):", test)

    def test_a_name_that_would_stand_for_two_things_is_not_written(self):
        code = "def f(f: int):\n    return 1 // f\n"
        self.assertNotIn("pytest", outcome(code, contract(), f="0"))


class Parts(unittest.TestCase):
    def test_helpers_stand_as_they_are_written(self):
        names = {}
        exec(helper_source("content") + "\n" + helper_source("implies"), names)
        self.assertEqual(names["content"]([1]), (list, ((int, "1"),)))
        self.assertTrue(helper_source("implies").startswith("def implies("))

    def test_names_of_expressions(self):
        self.assertEqual(names_in("x + LIMIT\n  - y", "z.a"), {"x", "LIMIT", "y", "z"})
        self.assertEqual(outer_names("lambda x, s: x > LIMIT + s.y"), {"LIMIT"})

    def test_comments_stay_on_their_line(self):
        self.assertEqual(on_one_line("post: x > 0\n  and\ty\x00"), "post: x > 0 and y")
