"""What runs take from the machine: clocks, files, the environment, and packages that are not there."""

import ast
import sys
from contextlib import suppress
from datetime import date

MODULES = frozenset("time posix _socket _io select _locale".split())
# Of those, what tells nothing of the machine.
PLAIN = frozenset("fspath strftime strptime struct_time StringIO BytesIO TextIOWrapper write read getvalue".split())
NOW = frozenset("now today utcnow".split())
INPUT = frozenset("open input".split())


def asks(function):
    """The name of a function in C that asks the machine; None of another."""
    name = getattr(function, "__name__", "")
    own = getattr(function, "__self__", None)
    if isinstance(own, type) and issubclass(own, date):
        return f"{own.__name__}.{name}" if name in NOW else None
    module = getattr(function, "__module__", None)
    if module in MODULES and name not in PLAIN and not isinstance(function, type):
        return f"{module}.{name}"
    return name if module in ("builtins", "_io") and name in INPUT else None


def of_environment(code):
    """Whether it is the code of `os` that reads the environment."""
    is_os = code.co_filename == "<frozen os>" or code.co_filename.endswith("/os.py")
    return is_os and (code.co_qualname.startswith("_Environ.") or code.co_name in ("getenv", "getenvb"))


class Lacks:
    """A finder that hears which imports of the repository fail, and the names that depend on them."""

    def __init__(self, root):
        self._root = root.rstrip("/") + "/"
        self.names = {}
        self._asking = False
        sys.meta_path.insert(0, self)

    def find_spec(self, name, path=None, target=None):
        if self._asking:
            return None
        asker = sys._getframe(1)
        while asker and "importlib" in asker.f_code.co_filename:
            asker = asker.f_back
        if asker is None or not asker.f_code.co_filename.startswith(self._root):
            return None
        self._asking = True
        try:
            for finder in [each for each in sys.meta_path if each is not self]:
                found = None
                with suppress(ModuleNotFoundError):
                    found = finder.find_spec(name, path, target)
                if found is not None:
                    return found
        finally:
            self._asking = False
        self._lacks(name, asker.f_code.co_filename, asker.f_lineno)
        return None

    def _lacks(self, module, path, line):
        self.names[module.rpartition(".")[2]] = module
        with open(path, "rb") as file:
            tree = ast.parse(file.read())
        known = set()
        for each in ast.walk(tree):
            if isinstance(each, ast.Try) and each.lineno <= line <= (each.end_lineno or line):
                known |= _bound(each)
        # What is made of them at the top.
        for each in tree.body:
            if isinstance(each, ast.Assign | ast.If) and known & {
                node.id for node in ast.walk(each) if isinstance(node, ast.Name)
            }:
                known |= _bound(each)
        self.names |= dict.fromkeys(known, module)

    def used(self, codes):
        """Modules that are missing and that the code asks about."""
        return {self.names[name] for code in codes for name in (*code.co_names, code.co_name) if name in self.names}


def _bound(tree):
    found = set()
    for each in ast.walk(tree):
        if isinstance(each, ast.alias):
            found.add((each.asname or each.name).partition(".")[0])
        elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            found.add(each.id)
        elif isinstance(each, ast.FunctionDef | ast.ClassDef):
            found.add(each.name)
    return found
