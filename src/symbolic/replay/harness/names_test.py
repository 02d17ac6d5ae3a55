"""Tests of names."""

import decimal
import unittest

from .names import MODULE_NAME, class_name, mangled


class Names(unittest.TestCase):
    def test_classes_are_written_as_the_module_writes_them(self):
        own = type("Own", (), {"__module__": MODULE_NAME})
        self.assertEqual([class_name(one) for one in (int, own)], ["int", "Own"])
        self.assertEqual(class_name(decimal.InvalidOperation), "decimal.InvalidOperation")

    def test_private_members_have_the_name_that_python_gives_them(self):
        class _Box:
            def __open(self): ...

        self.assertIn(mangled("_Box", "__open"), vars(_Box))
        self.assertEqual([mangled("Box", name) for name in ("__len__", "_x", "x")], ["__len__", "_x", "x"])
