"""Modules that the build has imported for runs of pytest: to take them is quicker than to import them.

No run finds them among the loaded modules before it asks for them: code behaves in other ways where pytest is loaded.
"""

import sys
from importlib import import_module
from importlib.util import find_spec

_modules = {}


def set_aside():
    """Imports what a run imports, and takes it out of the loaded modules. The build does this."""
    before = set(sys.modules)
    import_module("lemma_testing.with_pytest")
    for name in import_module("_pytest.config").default_plugins:
        import_module(f"_pytest.{name}")
    _modules.update((name, module) for name, module in sys.modules.items() if name not in before)
    for name, parent, child in _children():
        if name in _modules and parent in before:
            delattr(sys.modules[parent], child)
    for name in _modules:
        del sys.modules[name]


def take():
    """Loads what was set aside, unless an import would find another module for a name of it: then that is imported."""
    if _modules.keys().isdisjoint(sys.modules) and all(map(_is_found, _modules.items())):
        sys.modules.update(_modules)
        for name, parent, child in _children():
            setattr(sys.modules[parent], child, _modules[name])
    _modules.clear()


def _children():
    """The names with a dot, with the name before the last one and what is behind it."""
    return [(name, parent, child) for name in _modules for parent, dot, child in [name.rpartition(".")] if dot]


def _is_found(entry):
    name, module = entry
    if "." in name:
        return True
    spec = find_spec(name)
    return spec is not None and spec.origin == module.__spec__.origin
