"""Which modules there are. Those of the standard library are imported to be looked into; the user's are only parsed."""

import sys
from importlib._bootstrap import _gcd_import
from posix import getcwd, listdir, stat
from zipimport import _zip_directory_cache

from _kernel_scopes import module_scope, parse
from _kernel_sources import bytes_of
from _kernel_statics import LIBRARY, entry, instance_dict

UNWANTED = frozenset(("antigravity", "this", "idlelib", "turtledemo", "test", "__phello__", "__hello__"))

_modules = sys.modules
_builtin_modules = sys.builtin_module_names
_meta_path, _path_hooks = sys.meta_path, sys.path_hooks
_finders, _hooks = tuple(_meta_path), tuple(_path_hooks)


def _library():
    """The packages and modules of the standard library's zip: names by package, '' for the top."""
    found = {"": set(_builtin_modules)}
    for path in _zip_directory_cache[LIBRARY]:
        parts = path.replace("\\", "/").split("/")
        stem, dot, ending = parts[-1].rpartition(".")
        if ending not in ("py", "pyc") or "__pycache__" in parts:
            continue
        package = parts[:-1]
        for index, name in enumerate(package):
            found.setdefault(".".join(package[:index]), set()).add(name)
        if stem != "__init__":
            found.setdefault(".".join(package), set()).add(stem)
    return {package: frozenset(names) for package, names in found.items()}


_tree = _library()


class UserModule:
    """A module that was not imported: what its source binds."""

    def __init__(self, name, directory, scope):
        self.name, self.directory, self.scope = name, directory, scope


def _directories():
    """The search path without the standard library."""
    paths = sys.path
    if type(paths) is not list:
        return
    for path in list(paths):
        if type(path) is str and not path.startswith(LIBRARY):
            yield path or getcwd()


def _is_file(path):
    try:
        return stat(path).st_mode & 0o170000 == 0o100000
    except OSError, ValueError:
        return False


def names_in(directory):
    """Modules and packages in a directory."""
    try:
        names = listdir(directory)
    except OSError, ValueError:
        return
    for name in names:
        stem, dot, ending = name.partition(".")
        if dot and name.endswith((".py", ".so")):
            if stem.isidentifier() and stem != "__init__":
                yield stem
        elif not dot and stem.isidentifier() and _is_package(f"{directory}/{name}"):
            yield stem


def _is_package(directory):
    try:
        return any(name.endswith(".py") for name in listdir(directory))
    except OSError:
        return False


def importable(package=""):
    """Names that may follow `import package.`."""
    names = set(_tree.get(package, ()))
    if package:
        start = f"{package}."
        loaded = [name[len(start) :] for name in list(_modules) if type(name) is str and name.startswith(start)]
        names.update(name for name in loaded if name.isidentifier())
        module = find(package)
        directories = [module.directory] if isinstance(module, UserModule) else _package_path(module)
    else:
        directories = _directories()
    for directory in directories:
        if directory is not None:
            names.update(names_in(directory))
    return names


def _package_path(module):
    paths = entry(instance_dict(module), "__path__") if module is not None else None
    return [path for path in paths if type(path) is str] if type(paths) is list else []


def find(name):
    """The module of that dotted name: a live one, a `UserModule`, or None."""
    live = dict.get(_modules, name)
    if live is not None:
        return live
    top, _, rest = name.partition(".")
    for directory in _directories():
        found = _user_module(name, directory)
        if found is not None:
            return found
        if _exists(directory, top):
            return None
    known = name in _tree or name.rpartition(".")[2] in _tree.get(name.rpartition(".")[0], ())
    return _imported(name) if known and top not in UNWANTED else None


def _exists(directory, top):
    return _is_file(f"{directory}/{top}.py") or _is_package(f"{directory}/{top}")


def _user_module(name, directory):
    path = f"{directory}/{name.replace('.', '/')}"
    if _is_file(f"{path}/__init__.py"):
        scope = _parsed(f"{path}/__init__.py", name)
        return UserModule(name, path, scope)
    if _is_file(f"{path}.py"):
        return UserModule(name, None, _parsed(f"{path}.py", name))
    if _is_package(path):
        return UserModule(name, path, module_scope(parse(""), name))
    return None


def _parsed(path, name):
    try:
        scope = module_scope(parse(bytes_of(path)), name)
    except SyntaxError, ValueError, OSError:
        scope = module_scope(parse(""), name)
    scope.path = path
    return scope


def _untouched():
    """Whether an import runs nothing of the user's."""
    finders, hooks = sys.meta_path, sys.path_hooks
    return (
        finders is _meta_path
        and hooks is _path_hooks
        and all(one is other for one, other in zip(finders, _finders))
        and len(finders) == len(_finders)
        and all(one is other for one, other in zip(hooks, _hooks))
        and len(hooks) == len(_hooks)
    )


def _imported(name):
    if not _untouched():
        return None
    try:
        return _gcd_import(name)
    except Exception:
        return None
