"""Tests of loading modules, and of finding things in them."""

import ast
import decimal
import sys
import unittest

from .module import Fault, compiled_module, find_exception, find_target, load_module, parse_module, user_line
from .names import MODULE_NAME
from .request_test import source

CODE = source("""
import functools

LIMIT = 3

class Broken(Exception):
    pass

class Box:
    def open(self):
        return "open"

    @staticmethod
    def make():
        return Box()

    @property
    def size(self):
        return 1

    def __hidden(self):
        return 2

    class Inner:
        def deep(self):
            return 3

def fetch(n):
    return n
""")


def loaded(code=CODE):
    return load_module(code, compiled_module(code))


class Faults(unittest.TestCase):
    def assert_fault(self, action, error_type, *parts):
        with self.assertRaises(Fault) as caught:
            action()
        self.assertEqual(caught.exception.report["errorType"], error_type)
        for part in parts:
            self.assertIn(part, caught.exception.report["message"])
        return caught.exception.report

    def test_syntax_errors_have_their_line(self):
        report = self.assert_fault(lambda: parse_module("x = 1\ndef f(:\n"), "SyntaxError", "invalid syntax")
        self.assertEqual(report["line"], 2)

    def test_what_only_the_compiler_refuses(self):
        report = self.assert_fault(lambda: compiled_module("x = 1\nreturn x\n"), "SyntaxError", "outside function")
        self.assertEqual(report["line"], 2)

    def test_code_that_nests_too_deep(self):
        self.assert_fault(lambda: compiled_module("x = " + "(" * 1_000 + ")" * 1_000), "SyntaxError")

    def test_long_chains_of_elif(self):
        chain = "".join(f"        elif (seen := n) == {number}: taken.append({number})\n" for number in range(1, 400))
        code = (
            "def f(numbers):\n    taken = []\n    for n in numbers:\n"
            f"        if n < 0: continue\n        elif n == 0: break\n{chain}        elif n == 500: return 1 // 0\n"
            "        else:\n            taken.append((n, seen))\n            taken.append(0)\n"
            "    else: taken.append('end')\n    return taken\n"
        )
        function = loaded(code).f
        self.assertEqual(function([-1, 5, 399, 400]), [5, 399, (400, 400), 0, "end"])
        self.assertEqual(function([7, 0, 8]), [7])
        try:
            self.fail(function([500]))
        except ZeroDivisionError as error:
            self.assertEqual(error.__traceback__.tb_next.tb_lineno, 405)

    def test_a_top_level_that_raises(self):
        code = "x = 1\ny = x // 0\n"
        report = self.assert_fault(lambda: loaded(code), "ZeroDivisionError", "Importing the code raised")
        self.assertEqual(report["line"], 2)

    def test_a_function_that_is_not_there(self):
        module = loaded()
        report = self.assert_fault(lambda: find_target(module, "fetsh"), "ValueError", "no function 'fetsh'")
        self.assertIn("It defines fetch, ", report["message"])
        self.assertIn("Box.open", report["message"])

    def test_special_methods_of_enumerations_and_what_is_inherited(self):
        code = "import enum\nclass A:\n    def get(self): return 1\nclass B(A): pass\n"
        code += "class E(enum.Enum):\n    X = 1\n    def __lt__(self, other): return True\n"
        module = loaded(code)
        self.assertEqual(find_target(module, "E.__lt__")[0].__qualname__, "E.__lt__")
        self.assertEqual(find_target(module, "B.get")[0].__qualname__, "A.get")

    def test_a_name_that_is_no_function(self):
        self.assert_fault(lambda: find_target(loaded(), "LIMIT"), "ValueError", "'LIMIT' is not a function but int")
        self.assert_fault(lambda: find_target(loaded(), "Box"), "ValueError", "'Box' is not a function but type")

    def test_an_exception_that_is_not_there(self):
        self.assert_fault(lambda: find_exception(loaded(), "ValueErorr"), "ValueError", "Near names are ValueError")
        self.assert_fault(lambda: find_exception(loaded(), "Box"), "ValueError", "'Box' is not an exception class")


class Loading(unittest.TestCase):
    def test_each_load_has_names_of_its_own(self):
        first, second = loaded(), loaded()
        self.assertIsNot(first.Box, second.Box)
        self.assertIs(sys.modules[MODULE_NAME], second)

    def test_dataclasses_find_their_module(self):
        code = "from dataclasses import dataclass\n\n@dataclass\nclass Point:\n    x: 'int'\n"
        self.assertEqual(loaded(code).Point(3).x, 3)

    def test_names_can_be_given(self):
        module = load_module("y = given + 1\n", compiled_module("y = given + 1\n"), {"given": 1})
        self.assertEqual(module.y, 2)

    def test_the_line_of_an_error_is_the_innermost_of_the_module(self):
        module = loaded("import json\n\ndef f(text):\n    return json.loads(text)\n")
        try:
            module.f("{")
        except ValueError as error:
            self.assertEqual(user_line(error), 4)
        self.assertIsNone(user_line(ValueError()))


class Finding(unittest.TestCase):
    def test_functions_and_members(self):
        module = loaded()
        self.assertEqual(find_target(module, "fetch"), (module.fetch, False))
        self.assertEqual(find_target(module, "Box.open"), (module.Box.open, False))
        self.assertIsInstance(find_target(module, "Box.make")[0](), module.Box)
        self.assertEqual(find_target(module, "Box.Inner.deep")[0](None), 3)

    def test_private_members_and_properties(self):
        module = loaded()
        self.assertEqual(find_target(module, "Box.__hidden")[0](None), 2)
        function, is_property = find_target(module, "Box.size")
        self.assertEqual((function(None), is_property), (1, True))

    def test_exceptions_of_the_module_of_python_and_of_other_modules(self):
        module = loaded()
        self.assertIs(find_exception(module, "Broken"), module.Broken)
        self.assertIs(find_exception(module, "KeyError"), KeyError)
        self.assertIs(find_exception(module, "decimal.InvalidOperation"), decimal.InvalidOperation)

    def test_trees_are_of_the_source(self):
        self.assertIsInstance(parse_module(CODE).body[0], ast.Import)
