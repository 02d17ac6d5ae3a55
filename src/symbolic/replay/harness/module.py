"""Loads the user's module and finds in it what a request names."""

import ast
import builtins
import importlib
import linecache
import re
import sys
import types
from traceback import extract_tb as extract_traceback
from traceback import walk_tb as frames_of

from .contract_libraries import CONTRACT_LIBRARIES
from .environment import seed_random
from .meter import Needed, Outside, WorkLimit, allow, attempt
from .names import FILENAME, FILES, MODULE_NAME, class_name, mangled
from .values import bounded
from .wording import describe, limit_reason

IMPORT_ALLOWANCE = 1_000_000
COMPILED = {}  # code of modules by their source
VERSIONS = {}  # entries of linecache by the id of a module's names: another version has the same file
SUGGESTIONS = 12
METHOD_WRAPPERS = (staticmethod, classmethod, property)


class Fault(Exception):
    """The request is at fault: nothing can be replayed."""

    def __init__(self, error_type, message, line=None):
        self.report = {"status": "fault", "errorType": error_type, "message": message, "line": line}


def user_frames(error):
    """Those frames of its traceback that run code of the module."""
    for frame, _ in frames_of(error.__traceback__):
        entry = VERSIONS.get(id(frame.f_globals))
        if entry:
            linecache.cache[frame.f_code.co_filename] = entry
    return [frame for frame in extract_traceback(error.__traceback__) if frame.filename in FILES]


def user_line(error):
    """The innermost line of the module in its traceback, or None."""
    frames = user_frames(error)
    return frames[-1].lineno if frames else None


def parse_module(source):
    """The tree of a module."""
    try:
        return ast.parse(source, FILENAME)
    except SyntaxError as error:
        raise Fault("SyntaxError", error.msg, error.lineno) from None
    except (MemoryError, RecursionError) as error:
        raise too_deep(error) from None
    except (ValueError, OverflowError) as error:
        raise Fault(
            "SyntaxError", f"CPython cannot compile this code: {bounded(str(error) or type(error).__name__)}"
        ) from None


def too_deep(error):
    """The fault of code for which the stack of this compiler is too small; another CPython may take it."""
    return Fault(
        "UnsupportedConstruct",
        f"The code nests too deep for the CPython that runs it here ({bounded(str(error) or type(error).__name__)}). "
        "Split the statement: each elif and each operand of a long expression nests in the one before. "
        "Cases of a match, and statements one after another, do not.",
    )


LONG_CHAIN = 50  # branches of an `if` that are left as they are


def flatten_chains(tree):
    """Makes long chains of `elif`, each of which nests in the one before, cases of a `match` that stand side by side.

    The compiler's stack is too small for some hundred levels. `case _ if test:` means what `elif test:` does, at the
    same place.
    """
    for node in ast.walk(tree):
        for _, block in ast.iter_fields(node):
            if not isinstance(block, list):
                continue
            for index, statement in enumerate(block):
                if isinstance(statement, ast.If):
                    block[index] = as_match(statement)


def as_match(statement):
    cases = []
    rest = [statement]
    while len(rest) == 1 and isinstance(rest[0], ast.If):
        branch = rest[0]
        cases.append(ast.match_case(ast.copy_location(ast.MatchAs(), branch.test), branch.test, branch.body))
        rest = branch.orelse
    if len(cases) <= LONG_CHAIN:
        return statement
    if rest:
        cases.append(ast.match_case(ast.copy_location(ast.MatchAs(), rest[0]), None, rest))
    subject = ast.copy_location(ast.Constant(None), statement.test)
    return ast.copy_location(ast.Match(subject, cases), statement)


def compile_module(tree):
    """The code of a module's tree."""
    flatten_chains(tree)
    try:
        return compile(tree, FILENAME, "exec", dont_inherit=True)
    except (MemoryError, RecursionError) as error:
        raise too_deep(error) from None
    except (SyntaxError, ValueError, OverflowError) as error:
        message = getattr(error, "msg", None) or str(error) or type(error).__name__
        raise Fault("SyntaxError", bounded(message), getattr(error, "lineno", None)) from None


def compiled_module(source):
    """The code of a module, compiled once."""
    if source not in COMPILED:
        COMPILED[source] = compile_module(parse_module(source))
    return COMPILED[source]


# What linked code has in place of names of modules that are not there.
NEEDS = re.compile(r"\b(__needs_(\w+?)__)\.it\b")


def load_module(source, code, names=None):
    """Executes the module in a namespace of its own that has the names.

    It stays in sys.modules, where dataclasses look for it.
    """
    module = types.ModuleType(MODULE_NAME)
    module.__file__ = FILENAME
    module.__dict__.update({name: Needed(needed) for name, needed in NEEDS.findall(source)})
    module.__dict__.update(names or {})
    sys.modules[MODULE_NAME] = module
    sys.modules.update(CONTRACT_LIBRARIES)
    linecache.cache[FILENAME] = (len(source), None, source.splitlines(True), FILENAME)
    seed_random(0)
    allow(IMPORT_ALLOWANCE)
    kind, error = attempt(lambda: exec(code, module.__dict__))
    if kind == "limit" and isinstance(error, WorkLimit):
        raise Fault("TimeoutError", f"The module's top level did not end within {IMPORT_ALLOWANCE} steps.")
    if kind == "limit" and isinstance(error, Outside):
        raise Fault("RuntimeError", f"Importing the code ended at {limit_reason(error)}.")
    if kind != "value":
        raise Fault(class_name(type(error)), f"Importing the code raised {describe(error)}", user_line(error))
    return module


def nearest(name, names):
    """All the names, those most like the given one first."""
    import difflib  # is slow to import, and needed for faults only

    names = sorted(set(names))
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    return close + [other for other in names if other not in close]


def near(name, names):
    """A sentence with the names that are most like the given one, if any is."""
    import difflib  # is slow to import, and needed for faults only

    close = difflib.get_close_matches(name, sorted(set(names)), n=3, cutoff=0.5)
    return f" Near names are {', '.join(close)}." if close else ""


def listed(names):
    """The first names, and how many more there are."""
    shown = ", ".join(names[:SUGGESTIONS])
    return shown if len(names) <= SUGGESTIONS else f"{shown} and {len(names) - SUGGESTIONS} more"


def is_function(value):
    return callable(value) and not isinstance(value, type)


def functions_of(module):
    """Dotted names of the functions and methods that the module defines itself."""
    for name, value in list(module.__dict__.items()):
        if getattr(value, "__module__", None) != MODULE_NAME:
            continue
        if is_function(value):
            yield name
        elif isinstance(value, type):
            for method, member in list(vars(value).items()):
                if not method.startswith("__") and (is_function(member) or isinstance(member, METHOD_WRAPPERS)):
                    yield f"{name}.{method}"


def members_of(cls):
    """What a class and its bases define, by name; `dir` leaves special methods of enumerations out."""
    return {name: value for base in reversed(cls.__mro__) for name, value in vars(base).items()}


def find_target(module, path):
    """The function, and whether it is a property's."""
    value = module
    for name in path.split("."):
        if isinstance(value, type):
            name = mangled(value.__name__, name)
        members = members_of(value) if isinstance(value, type) else getattr(value, "__dict__", {})
        if name not in members:
            known = nearest(path, functions_of(module))
            advice = f"It defines {listed(known)}." if known else "It defines no function."
            raise Fault("ValueError", f"The code has no function {path!r}. {advice}")
        value = members[name] if isinstance(members[name], property) else getattr(value, name)
    is_property = isinstance(value, property)
    if is_property:
        value = value.fget
    if not is_function(value):
        raise Fault("ValueError", f"{path!r} is not a function but {class_name(type(value))}.")
    return value, is_property


def lookup(module, path):
    """What a dotted name means in the module, else among the builtins, else in an importable module; or None."""
    first, *rest = path.split(".")
    for names in (module.__dict__, vars(builtins)):
        if first in names:
            value = names[first]
            for name in rest:
                value = getattr(value, name, None)
            if value is not None:
                return value
    package, _, name = path.rpartition(".")
    try:
        return getattr(importlib.import_module(package), name, None) if package else None
    except Exception:
        return None


def is_exception(value):
    """Whether a value is an exception class."""
    return isinstance(value, type) and issubclass(value, BaseException)


def find_exception(module, path):
    """The exception class of a dotted name."""
    value = lookup(module, path)
    if is_exception(value):
        return value
    if value is not None:
        raise Fault("ValueError", f"{path!r} is not an exception class.")
    classes = {**vars(builtins), **module.__dict__}
    known = [name for name, cls in classes.items() if is_exception(cls)]
    raise Fault(
        "ValueError",
        f"There is no exception class {path!r}.{near(path, known)} "
        "Classes of other modules are written with their module, such as decimal.InvalidOperation.",
    )
