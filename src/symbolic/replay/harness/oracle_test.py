"""Tests of what the oracle is told."""

import json
import math
import sys
import unittest

from . import oracle


def told(*questions, modules=()):
    answers = json.loads(oracle.answer(json.dumps({"questions": questions, "modules": modules})))
    return answers[0] if len(questions) == 1 else answers


class Values(unittest.TestCase):
    def test_numbers_are_exact(self):
        self.assertEqual(told("2**70 + 1"), ["value", ["int", format(2**70 + 1, "x")]])
        self.assertEqual(told("-255"), ["value", ["int", "-ff"]])
        self.assertEqual(told("0.1 + 0.2", "-0.0"), [["value", ["float", text]] for text in (repr(0.1 + 0.2), "-0.0")])

    def test_containers(self):
        one, two = ["int", "1"], ["int", "2"]
        self.assertEqual(told("(1, [2, None])"), ["value", ["tuple", [one, ["list", [two, None]]]]])
        self.assertEqual(told("{'a': 1}"), ["value", ["dict", [["a", one]]]])
        self.assertEqual(told("range(1, 2)"), ["value", ["range", ["1", "2", "1"]]])

    def test_sets_have_one_order(self):
        self.assertEqual(told("{'b', 'a'}"), told("{'a', 'b'}"))
        self.assertEqual(told("{0, 8}"), told("{8, 0}"))

    def test_bytes_by_character(self):
        self.assertEqual(told("b'a\\xff'"), ["value", ["bytes", "a\xff"]])

    def test_objects_of_the_library_have_a_source(self):
        modules = ["decimal", "fractions", "datetime", "re"]
        for question in ("decimal.Decimal('1.50')", "fractions.Fraction(1, 3)", "datetime.date(2020, 1, 31)"):
            kind, (tag, name, source) = told(question, modules=modules)
            self.assertEqual((kind, tag, name), ("value", "foreign", question.partition("(")[0]))
            names = {module: __import__(module) for module in modules}
            self.assertEqual(eval(source, names), eval(question, names))

    def test_parts_of_what_has_no_source_of_its_own(self):
        _, (_, items) = told("[re.match('(a)', 'a')]", modules=["re"])
        self.assertEqual(items, [["foreign", "re.Match", "([re.match('(a)', 'a')])[0]"]])

    def test_complex_numbers_of_any_part(self):
        _, (_, _, source) = told("complex(float('nan'), -0.0)")
        value = eval(source)
        self.assertTrue(math.isnan(value.real))
        self.assertEqual(repr(value.imag), "-0.0")


class Exceptions(unittest.TestCase):
    def test_class_and_arguments(self):
        self.assertEqual(told("{}['a']"), ["raised", "KeyError", ["a"]])
        answer = told("decimal.Decimal('x')", modules=["decimal"])
        self.assertEqual(answer[:2], ["raised", "decimal.InvalidOperation"])

    def test_what_depends_on_the_machine_is_refused(self):
        for question in ("'a' * 10**12", "undefined", "1 +", "__import__('nowhere')"):
            self.assertEqual(told(question), ["refused"], question)


class Limits(unittest.TestCase):
    def test_values_that_are_too_large(self):
        for question in ("'a' * 100_001", "2**100_001", "list(range(5_000))", "[[]] * 5_001"):
            self.assertEqual(told(question), ["refused"], question)
        self.assertEqual(told("'a' * 100_000")[0], "value")

    def test_texts_that_json_cannot_hold(self):
        self.assertEqual(told(r"'\ud800'"), ["refused"])

    def test_settings_of_replayed_code_do_not_count(self):
        decimal = __import__("decimal")
        decimal.getcontext().prec = 3
        sys.set_int_max_str_digits(0)
        _, (_, _, source) = told("decimal.Decimal(1) / 3", modules=["decimal"])
        self.assertEqual(source.count("3"), 28)
        self.assertEqual(told("int('1' * 5_000)")[0], "raised")
