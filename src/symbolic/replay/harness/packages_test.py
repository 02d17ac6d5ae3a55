import sys
import types
import unittest

from .meter import attempt
from .module import Fault, user_frames
from .packages import Package, leave_packages, load_package


def package(needed=(), **texts):
    files = [
        {"name": name.replace("__", "."), "path": f"{name}.py", "text": text, "isPackage": name == "pkg"}
        for name, text in texts.items()
    ]
    return Package({"files": files, "needed": needed})


class PackagesTest(unittest.TestCase):
    def tearDown(self):
        leave_packages()

    def test_two_versions_have_modules_of_their_own(self):
        texts = {
            "pkg": "",
            "pkg__b": "V = 1\n",
            "pkg__a": "from .b import V\ndef f():\n    from . import b\n    return V, b.V\n",
        }
        before, after = package(**texts), package(**{**texts, "pkg__b": "V = 2\n"})
        first = load_package(before, "pkg.a")
        second = load_package(after, "pkg.a")
        self.assertEqual(second.f(), (2, 2))
        before.enter()
        self.assertEqual(first.f(), (1, 1))
        leave_packages()
        self.assertFalse([name for name in sys.modules if name.partition(".")[0] == "pkg"])

    def test_tracebacks_show_the_lines_of_their_version(self):
        before = load_package(package(pkg="", pkg__a="def f():\n    raise ValueError(1)\n"), "pkg.a")
        after = load_package(package(pkg="", pkg__a="def f():\n    raise ValueError(2)\n"), "pkg.a")
        errors = [attempt(one.f)[1] for one in (before, after)]
        self.assertEqual([user_frames(one)[-1].line for one in errors], ["raise ValueError(1)", "raise ValueError(2)"])

    def test_modules_of_the_same_names_are_hidden_meanwhile(self):
        other = sys.modules["pkg"] = types.ModuleType("pkg")
        try:
            self.assertEqual(load_package(package(pkg="", pkg__a="V = 3\n"), "pkg.a").V, 3)
            leave_packages()
            self.assertIs(sys.modules["pkg"], other)
            self.assertNotIn("pkg.a", sys.modules)
        finally:
            del sys.modules["pkg"]

    def test_what_is_not_there_is_not_decided(self):
        with self.assertRaises(Fault) as raised:
            load_package(
                package(pkg="", pkg__a="try:\n    from . import other\nexcept ImportError:\n    pass\n"), "pkg.a"
            )
        self.assertIn("pkg.other", raised.exception.report["message"])

    def test_an_import_that_fails(self):
        with self.assertRaises(Fault) as raised:
            load_package(package(pkg="", pkg__a="import nothing_of_that_name\n"), "pkg.a")
        self.assertEqual(raised.exception.report["errorType"], "ModuleNotFoundError")

    def test_other_packages_can_be_imported_and_not_used(self):
        text = (
            "import other.deep as deep\nfrom other.errors import Wrong\nfrom typing import Optional\n"
            "def f(x: Optional[deep.Thing]):\n    try:\n        return 1 // x\n    except Wrong:\n        return 0\n"
            "def g():\n    return deep.make()\ndef h(x):\n    return isinstance(x, Wrong)\n"
        )
        module = load_package(package(needed=["other"], pkg="", pkg__a=text), "pkg.a")
        self.assertEqual(module.f(2), 0)
        with self.assertRaises(ZeroDivisionError):
            module.f(0)
        self.assertEqual([attempt(one)[0] for one in (module.g, lambda: module.h(1))], ["limit", "limit"])
        leave_packages()
        self.assertNotIn("other.deep", sys.modules)

    def test_a_base_of_another_package_cannot_be_had(self):
        with self.assertRaises(Fault) as raised:
            load_package(package(needed=["other"], pkg="", pkg__a="import other\nclass A(other.B): pass\n"), "pkg.a")
        self.assertEqual(raised.exception.report["errorType"], "RuntimeError")
