"""Tests of what keeps runs alike and apart."""

import builtins
import random
import string
import sys
import time
import unittest

from .environment import namespaces, portable_hash, restore, settle, sleep
from .machine_limits import LARGEST_SIZE


class PortableHash(unittest.TestCase):
    def test_integers_as_on_64_bits(self):
        for number, expected in (
            (0, 0),
            (2**40, 2**40),
            (2**61 - 1, 0),
            (2**61, 1),
            (-5, -5),
            (-(2**61), -2),
            (-1, -2),
        ):
            self.assertEqual(portable_hash(number), expected, number)

    def test_numbers_that_are_equal_have_equal_hashes(self):
        for number in (0.0, -0.0, 1.0, -1.0, 2.0**70, -(2.0**61)):
            self.assertEqual(portable_hash(number), portable_hash(int(number)), number)
        self.assertEqual(portable_hash(True), portable_hash(1))

    def test_fractions_of_two(self):
        self.assertEqual(portable_hash(0.5), 2**60)
        self.assertEqual(portable_hash(-0.25), -(2**59))

    def test_other_values_keep_the_hash_of_dicts(self):
        for value in ("text", (1, 2), None, float("inf")):
            self.assertEqual({value: 1}[value], 1)
            self.assertEqual(portable_hash(value), value.__hash__())

    def test_what_has_no_hash(self):
        with self.assertRaisesRegex(TypeError, "unhashable"):
            portable_hash([])


class Sleeping(unittest.TestCase):
    def test_nothing_waits(self):
        for seconds in (0, 1, True, 0.5, 10**9, -0.0):
            self.assertIsNone(sleep(seconds), seconds)

    def test_what_cannot_be_slept_is_refused_as_cpython_does(self):
        for seconds, refusal in (
            (-1, ValueError),
            (-0.5, ValueError),
            (float("nan"), ValueError),
            (float("inf"), OverflowError),
            (10**10, OverflowError),
            ("1", TypeError),
            (None, TypeError),
        ):
            with self.assertRaises(refusal):
                sleep(seconds)

    def test_user_code_gets_it(self):
        self.addCleanup(setattr, time, "sleep", time.sleep)
        settle()
        self.assertIs(time.sleep, sleep)


class Settling(unittest.TestCase):
    def setUp(self):
        streams = sys.stdin, sys.stdout, sys.stderr
        self.addCleanup(lambda: setattr(builtins, "hash", portable_hash.__globals__["native_hash"]))
        self.addCleanup(lambda: (setattr(sys, "stdin", streams[0]), setattr(sys, "stdout", streams[1])))
        self.addCleanup(lambda: setattr(sys, "stderr", streams[2]))

    def test_random_numbers_are_the_same_each_time(self):
        settle()
        first = random.random()
        settle()
        self.assertEqual(random.random(), first)

    def test_nothing_is_printed_or_read(self):
        settle()
        self.assertEqual(sys.stdout.write("text"), 4)
        self.assertEqual(sys.stdin.read(), "")

    def test_sizes_are_those_of_a_large_machine(self):
        settle()
        self.assertEqual(sys.maxsize, LARGEST_SIZE)
        self.assertEqual(hash(2**61), 1)


class Restoring(unittest.TestCase):
    def test_names_that_were_replaced_or_deleted_come_back(self):
        digits, capwords = string.digits, string.capwords
        saved = namespaces()
        string.digits = "none"
        del string.capwords
        restore(saved)
        self.assertIs(string.digits, digits)
        self.assertIs(string.capwords, capwords)

    def test_values_are_told_apart_by_identity_alone(self):
        class Hostile:
            def __eq__(self, other):
                raise AssertionError("compared")

        letters = string.ascii_letters
        saved = namespaces()
        string.ascii_letters = Hostile()
        restore(saved)
        self.assertIs(string.ascii_letters, letters)
