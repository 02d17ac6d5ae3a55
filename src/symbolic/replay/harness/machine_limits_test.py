"""Tests of what counts as a limit of the machine."""

import unittest

from .machine_limits import depends_on_machine, outgrows


class DependsOnMachine(unittest.TestCase):
    def test_resources_are_the_machines(self):
        self.assertTrue(depends_on_machine(RecursionError()))
        self.assertTrue(depends_on_machine(MemoryError()))

    def test_real_overflows_of_a_small_machine(self):
        for expression in ("len(range(10**12))", "'a' * 10**12", "[0] * 10**12", "b'' .rjust(10**12)"):
            with self.subTest(expression), self.assertRaises((OverflowError, MemoryError)) as caught:
                eval(expression)
            self.assertTrue(depends_on_machine(caught.exception), expression)

    def test_overflows_of_every_machine_are_the_programs(self):
        for expression in ("10.0 ** 400", "float(10**400)", "int(float('inf'))"):
            with self.subTest(expression), self.assertRaises(OverflowError) as caught:
                eval(expression)
            self.assertFalse(depends_on_machine(caught.exception), expression)

    def test_a_message_counts_only_for_its_class(self):
        self.assertFalse(depends_on_machine(ValueError("cannot fit 'int' into an index-sized integer")))

    def test_arguments_that_are_no_texts(self):
        self.assertFalse(depends_on_machine(OverflowError()))
        self.assertFalse(depends_on_machine(OverflowError(["too long"])))

    def test_numbers_that_outgrow_floats_and_texts(self):
        for expression in ("10.0 ** 400", "float(10**400)", "10**400 / 3", "str(10**5000)", "int('1' * 5000)"):
            with self.subTest(expression), self.assertRaises((OverflowError, ValueError)) as caught:
                eval(expression)
            self.assertTrue(outgrows(caught.exception), expression)
        for expression in ("int(float('inf'))", "int('x')", "(300).to_bytes(1)"):
            with self.subTest(expression), self.assertRaises((OverflowError, ValueError)) as caught:
                eval(expression)
            self.assertFalse(outgrows(caught.exception), expression)
