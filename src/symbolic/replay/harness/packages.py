"""Whole packages as modules under test: each version has its own, which are in sys.modules while its code runs."""

import importlib
import sys
import types
from importlib.machinery import ModuleSpec

from .environment import seed_random
from .meter import Needed, Outside, WorkLimit, allow, attempt
from .module import VERSIONS, Fault, user_line
from .names import FILES, OWN, class_name
from .wording import describe, limit_reason

IMPORT_ALLOWANCE = 20_000_000
COMPILED = {}  # code of files by their path and text


def never(*args, **options):
    """Ends a run that comes to what cannot be had."""
    raise Needed("of another package").it


class Unknown(type):
    """What another package defines: it can be imported and named, and no more.

    It is an exception's class, too, which code that never runs cannot have raised.
    """

    __call__ = __iter__ = __len__ = __bool__ = __eq__ = __lt__ = __gt__ = __contains__ = never
    __new__ = __instancecheck__ = __subclasscheck__ = never  # it is no base of another class either
    __hash__ = type.__hash__

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return unknown(name)

    def __getitem__(cls, item):
        return cls


def unknown(name):
    """Something of another package."""
    return type.__new__(Unknown, name, (BaseException,), {})


class Stub(types.ModuleType):
    """A module of another package."""

    __path__ = ()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return unknown(name)


class Stubs:
    """Finds modules of packages that cannot be had, behind all other finders."""

    def __init__(self, tops):
        self.tops = set(tops)

    def find_spec(self, name, path=None, target=None):
        return ModuleSpec(name, self) if name.partition(".")[0] in self.tops else None

    def create_module(self, spec):
        return Stub(spec.name)

    def exec_module(self, module):
        pass


class Package:
    """The modules of one version: a finder and a loader, as importlib knows them."""

    def __init__(self, wanted):
        self.files = {one["name"]: one for one in wanted["files"]}
        self.stubs = Stubs(wanted["needed"])
        self.tops = {name.partition(".")[0] for name in self.files}
        self.loaded, self.hidden = {}, {}
        OWN.update(self.files)
        FILES.update(one["path"] for one in wanted["files"])

    def enter(self):
        """Puts its modules in the place of those of any other version."""
        finder = next((one for one in sys.meta_path if isinstance(one, Package)), None)
        if finder is self:
            return
        if finder is not None:
            finder.leave()
        # modules of the interpreter's own may have the same names
        names = [name for name in sys.modules if name.partition(".")[0] in self.tops]
        self.hidden = {name: sys.modules.pop(name) for name in names}
        sys.modules.update(self.loaded)
        sys.meta_path.insert(0, self)
        sys.meta_path.append(self.stubs)

    def leave(self):
        """Takes its modules out."""
        tops = self.tops | self.stubs.tops
        names = [name for name in sys.modules if name.partition(".")[0] in tops]
        self.loaded = {name: sys.modules.pop(name) for name in names}
        sys.modules.update(self.hidden)
        sys.meta_path.remove(self)
        sys.meta_path.remove(self.stubs)

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
        VERSIONS[id(module.__dict__)] = (len(text), None, text.splitlines(True), path)
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
