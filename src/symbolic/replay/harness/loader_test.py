"""Tests of the importer of sources."""

import sys
import unittest

from .loader import PACKAGE, load

SOURCES = {
    "__init__": "",
    "one": "from . import two\nfrom .two import items\ndef answer(text):\n  items.append(text)\n  return len(items)\n",
    "two": "items = []\n",
    "failing": "from . import two\n1 // 0\n",
}


class Loading(unittest.TestCase):
    def test_modules_import_each_other_once(self):
        module = load(SOURCES, {}, "one")
        self.assertIs(module.two.items, module.items)
        self.assertEqual((module.answer("a"), module.answer("b")), (1, 2))

    def test_each_load_is_fresh(self):
        code = {}
        self.assertEqual([load(SOURCES, code, "one").answer("a") for _ in range(3)], [1, 1, 1])

    def test_code_is_compiled_once(self):
        code = {}
        load(SOURCES, code, "one")
        kept = dict(code)
        load(SOURCES, code, "one")
        self.assertEqual([*kept], ["__init__", "one", "two"])
        self.assertTrue(all(code[name] is kept[name] for name in kept))

    def test_nothing_of_it_can_be_found_afterwards(self):
        finders = list(sys.meta_path)
        load(SOURCES, {}, "one")
        with self.assertRaises(ZeroDivisionError):
            load(SOURCES, {}, "failing")
        self.assertEqual(sys.meta_path, finders)
        self.assertEqual([name for name in sys.modules if str(name).startswith(PACKAGE)], [])

    def test_what_replayed_code_leaves_behind_is_no_hindrance(self):
        finders = sys.meta_path
        self.addCleanup(lambda: setattr(sys, "meta_path", finders))
        self.addCleanup(lambda: sys.modules.pop(3))
        sys.meta_path, sys.modules[3], sys.modules[PACKAGE] = None, None, sys
        sys.modules[f"{PACKAGE}.two"] = None
        self.assertEqual(load(SOURCES, {}, "one").answer("a"), 1)
        self.assertIsNone(sys.meta_path)

    def test_a_module_that_is_not_there(self):
        with self.assertRaisesRegex(ModuleNotFoundError, "three"):
            load(SOURCES, {}, "three")

    def test_sources_can_be_asked_for(self):
        module = load(SOURCES, {}, "one")
        self.assertEqual(module.__loader__.get_source(module.__name__), SOURCES["one"])
