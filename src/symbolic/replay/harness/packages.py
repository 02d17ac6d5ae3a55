"""Whole packages as modules under test: each version has its own, which are in sys.modules while its code runs."""

import importlib
import linecache
import sys
from importlib.machinery import ModuleSpec

from .environment import seed_random
from .meter import Outside, WorkLimit, allow, attempt
from .module import Fault, user_line
from .names import FILES, OWN, class_name
from .wording import describe, limit_reason

IMPORT_ALLOWANCE = 20_000_000
COMPILED = {}  # code of files by their path and text


class Package:
    """The modules of one version: a finder and a loader, as importlib knows them."""

    def __init__(self, wanted):
        self.files = {one["name"]: one for one in wanted["files"]}
        self.tops = {name.partition(".")[0] for name in self.files}
        self.loaded = {}
        OWN.update(self.files)
        FILES.update(one["path"] for one in wanted["files"])

    def enter(self):
        """Puts its modules in the place of those of any other version."""
        finder = next((one for one in sys.meta_path if isinstance(one, Package)), None)
        if finder is self:
            return
        if finder is not None:
            finder.leave()
        sys.modules.update(self.loaded)
        sys.meta_path.insert(0, self)

    def leave(self):
        """Takes its modules out."""
        names = [name for name in sys.modules if name.partition(".")[0] in self.tops]
        self.loaded = {name: sys.modules.pop(name) for name in names}
        sys.meta_path.remove(self)

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in self.tops:
            return None
        if name not in self.files:
            raise Outside(name)
        return ModuleSpec(name, self, origin=self.files[name]["path"], is_package=self.files[name]["isPackage"])

    def create_module(self, spec):
        return None  # importlib makes it

    def exec_module(self, module):
        one = self.files[module.__name__]
        path, text = one["path"], one["text"]
        module.__file__ = path
        if (path, text) not in COMPILED:
            COMPILED[path, text] = compile(text, path, "exec", dont_inherit=True)
        linecache.cache[path] = (len(text), None, text.splitlines(True), path)
        exec(COMPILED[path, text], module.__dict__)


def leave_packages():
    """Takes the modules of all versions out."""
    for one in list(sys.meta_path):
        if isinstance(one, Package):
            one.leave()


def load_package(package, name):
    """Imports a module of a version, which stays entered."""
    leave_packages()
    package.enter()
    seed_random(0)
    allow(IMPORT_ALLOWANCE)
    kind, value = attempt(lambda: importlib.import_module(name))
    if kind == "limit" and isinstance(value, WorkLimit):
        raise Fault("TimeoutError", f"Importing {name} did not end within {IMPORT_ALLOWANCE} steps.")
    if kind == "limit":
        raise Fault("RuntimeError", f"Importing {name} ended at {limit_reason(value)}.")
    if kind != "value":
        raise Fault(class_name(type(value)), f"Importing {name} raised {describe(value)}", user_line(value))
    return value
