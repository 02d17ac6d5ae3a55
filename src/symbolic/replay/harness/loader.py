"""Imports the harness, whose sources come with each program.

Each program gets modules of its own, which user code does not find in sys.modules: what one leaves behind reaches no
other. Their code is kept in the interpreter, since compiling it takes longer than most programs run.
"""

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec

PACKAGE = "harness"


class SourceImporter:
    """Finds and executes the modules of the package: a finder and a loader, as importlib knows them."""

    def __init__(self, sources, code):
        self.sources, self.code = sources, code

    def get_source(self, name):
        """The source of a module that this importer has found."""
        return self.sources[self.key(name)]

    def key(self, name):
        """What a module of the package is called without it."""
        return name.removeprefix(PACKAGE).removeprefix(".") or "__init__"

    def find_spec(self, name, path=None, target=None):
        package, _, module = name.rpartition(".")
        if name == PACKAGE:
            return ModuleSpec(name, self, is_package=True)
        return ModuleSpec(name, self) if package == PACKAGE and module in self.sources else None

    def create_module(self, spec):
        return None  # importlib makes it

    def exec_module(self, module):
        key = self.key(module.__name__)
        if key not in self.code:
            # In angle brackets, so that nothing looks for a file of that name.
            self.code[key] = compile(self.sources[key], f"<{module.__name__}>", "exec", dont_inherit=True)
        exec(self.code[key], module.__dict__)


def load(sources, code, name):
    """The module of that name, executed afresh with those that it imports.

    `sources` are texts by module name, `code` those that are compiled already; it gains what is compiled here.
    """
    forget(sources)
    finders = sys.meta_path  # replayed code may have left anything there
    sys.meta_path = [SourceImporter(sources, code), *(finders if type(finders) is list else ())]
    try:
        return import_module(f"{PACKAGE}.{name}")
    finally:
        sys.meta_path = finders
        forget(sources)


def forget(sources):
    """Takes the package out of sys.modules, and whatever else has its names."""
    for name in (PACKAGE, *(f"{PACKAGE}.{key}" for key in sources)):
        sys.modules.pop(name, None)
