"""Stand-ins for what tests import of packages that are not there, so that other tests of the file can run.

No input or outcome that has to do with them counts: `touched` says whether one was used since it was reset.
"""

import sys
import types
from importlib.machinery import ModuleSpec

from lemma_testing.coverage import is_of_tests

touched = False


def _touch():
    global touched
    touched = True


class StandIn:
    """Can be called, asked for attributes and items, and be a base; everything that it gives is one, too."""

    def __init__(self, *args, **options):
        _touch()

    def __getattr__(self, name):
        _touch()
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn()

    def __call__(self, *args, **options):
        return StandIn()

    def __getitem__(self, key):
        return StandIn()

    def __iter__(self):
        _touch()
        return iter(())

    def __bool__(self):
        _touch()
        return True

    def __mro_entries__(self, bases):
        return (StandIn,)


class StandInModule(types.ModuleType):
    __path__ = ()

    def __getattr__(self, name):
        _touch()
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn()


class Finder:
    """Finds modules that nothing else finds, for files of tests."""

    def __init__(self, root):
        self._root = root.rstrip("/") + "/"
        self._tops = set()

    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if path is None and top not in self._tops and self._is_asked_by_tests():
            self._tops.add(top)
        return ModuleSpec(name, self, is_package=True) if top in self._tops else None

    def create_module(self, spec):
        return StandInModule(spec.name)

    def exec_module(self, module):
        pass

    def _is_asked_by_tests(self):
        frame = sys._getframe(1)
        while frame is not None:
            path = frame.f_code.co_filename
            if path.startswith(self._root):
                return is_of_tests(path.removeprefix(self._root))
            frame = frame.f_back
        return False
