"""Tests of what objects hold."""

import unittest

from .objects import ADDRESS, attributes_of


class Slotted:
    __slots__ = ("one", "two", "__dict__")


class Objects(unittest.TestCase):
    def test_attributes_of_slots_and_others(self):
        value = Slotted()
        value.one, value.three = 1, 3
        self.assertEqual(attributes_of(value), {"one": 1, "three": 3})
        self.assertEqual(attributes_of(1), {})

    def test_addresses_are_those_that_object_writes(self):
        self.assertEqual(ADDRESS.sub("", repr(object())), "<object object at >")
        self.assertEqual(ADDRESS.sub("", "look at 0x1f"), "look at 0x1f")
