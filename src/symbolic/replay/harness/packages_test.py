import sys
import unittest

from .module import Fault
from .packages import Package, leave_packages, load_package


def package(**texts):
    files = [
        {"name": name.replace("__", "."), "path": f"{name}.py", "text": text, "isPackage": name == "pkg"}
        for name, text in texts.items()
    ]
    return Package({"files": files})


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
