"""Tests of whole requests, and of what they leave behind."""

import builtins
import json
import signal
import sys
import unittest

from .names import MODULE_NAME
from .request_test import answered, contract


class Answers(unittest.TestCase):
    def test_calls_are_counted(self):
        answer = answered("def f(x):\n    return x\n", contract(), {"x": "1"}, {"x": "2"})
        self.assertEqual((answer["status"], answer["calls"], len(answer["outcomes"])), ("ok", 2, 2))

    def test_names_that_may_be_exceptions(self):
        wanted = contract(documented=["f", "Nothing", "KeyError", "decimal.InvalidOperation", "no.Such"])
        answer = answered("def f(x): pass\n", wanted)
        self.assertEqual(answer["documented"], ["KeyError", "decimal.InvalidOperation"])

    def test_what_is_at_fault(self):
        answer = answered("def f(x:\n", contract(), {"x": "1"})
        self.assertEqual((answer["status"], answer["errorType"], answer["line"]), ("fault", "SyntaxError", 1))

    def test_a_top_level_that_reaches_for_files(self):
        answer = answered("open('/nowhere')\ndef f(x): pass\n", contract())
        self.assertEqual((answer["status"], answer["errorType"]), ("fault", "RuntimeError"))
        self.assertTrue(answer["message"].startswith("Importing the code ended at files, streams or threads"))

    def test_a_top_level_that_never_ends(self):
        self.assertEqual(answered("while True: pass\n", contract())["errorType"], "TimeoutError")

    def test_the_same_request_has_the_same_answer(self):
        code = "import random\ndef f(x: int):\n    assert random.random() * x < 3, x\n"
        inputs = [{"x": str(number)} for number in range(0, 60, 7)]
        first, second = (answered(code, contract(), *inputs)["outcomes"] for _ in range(2))
        self.assertEqual(first, second)


class Traces(unittest.TestCase):
    def test_modules_and_streams_come_back(self):
        before = set(sys.modules), sys.stdout, sys.stdin, signal.getsignal(signal.SIGINT), json.dumps
        code = """
        import json, sys
        json.dumps = None
        sys.modules["json"] = None
        def f(x):
            print(x)
            return x
        """
        self.assertEqual(answered(code, contract(), {"x": "1"})["outcomes"][0]["kind"], "held")
        after = set(sys.modules), sys.stdout, sys.stdin, signal.getsignal(signal.SIGINT), json.dumps
        self.assertEqual(after, before)
        self.assertIs(sys.modules["json"], json)
        self.assertNotIn(MODULE_NAME, sys.modules)

    def test_builtins_that_the_harness_cannot_do_without_come_back(self):
        code = "import builtins, json, sys\nbuiltins.len = sys.modules['json'] = None\ndef f(x): return x\n"
        with self.assertRaisesRegex(TypeError, "not callable"):
            answered(code, contract(), {"x": "1"})
        self.assertEqual((builtins.len([1]), sys.modules["json"]), (1, json))

    def test_code_that_deletes_what_the_harness_uses(self):
        code = """
        import ast, copy, inspect, json, sys
        del ast.parse
        def f(x: int):
            json.dumps = json.loads = copy.deepcopy = None
            return x
        """
        answer = answered(code, contract(), {"x": "1"}, {"x": "2"})
        self.assertEqual([one["kind"] for one in answer["outcomes"]], ["held", "held"])
