"""Tests of what counts as a limit of the machine."""

import unittest

from .machine_limits import depends_on_machine


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
