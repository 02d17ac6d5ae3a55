"""Runs cells and evaluations.

Executed with builtins of its own, and holding what it needs of modules: user code cannot pull either away.
"""

import builtins
import io
import linecache
import sys
import traceback
from _signal import SIGINT, default_int_handler, signal
from ast import Expr, Expression, PyCF_ONLY_AST
from os import chdir, getcwd
from random import seed
from sys import getrecursionlimit, setrecursionlimit
from types import ModuleType

RUNNER = "<kernel>"
LIBRARY = "/lib/python314.zip/"
RESERVE = 2 << 20
TEXT_LIMIT = 1 << 20
MESSAGE_LIMIT = 64 << 10
FRAME_LIMIT = 100
RECURSION_LIMIT = 4_000

user = ModuleType("__main__")
user.__dict__["__builtins__"] = builtins
_builtins = builtins.__dict__
_modules = sys.modules
_reserve = None  # freed on MemoryError, so that the error can be reported
_cells = 0
_lines = linecache.cache
_recursion_limit = getrecursionlimit()


def _input(prompt="", /):
    raise EOFError("input() has nothing to read: there is no stdin here, put the value into the code")


def _set_recursion_limit(limit, /):
    """Freeing the traceback of a deeper recursion would overflow the stack."""
    setrecursionlimit(min(limit, RECURSION_LIMIT))


def _refill():
    global _reserve
    if _reserve is None:
        try:
            _reserve = bytearray(RESERVE)
        except MemoryError:
            pass


def _open(descriptor):
    raw = io.FileIO(descriptor, "w", closefd=False)
    return io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", write_through=True)


def prepare(started, settled):
    """Called once after boot; `settled` tells the kernel that the user's code has ended."""
    global _started, _settled, _pristine, _streams
    _started, _settled = started, settled
    seed()
    _streams = _open(1), _open(2)
    _modules.pop("_kernel_runner")
    _builtins["input"] = _input
    sys.setrecursionlimit = _set_recursion_limit
    _pristine = dict(_builtins)
    _modules["__main__"] = user
    _refill()


def _reset():
    _started()
    global _streams
    if _streams[0].closed or _streams[1].closed:
        _streams = _open(1), _open(2)
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__ = _streams
    signal(SIGINT, default_int_handler)
    _refill()


def _printable(text, limit=TEXT_LIMIT):
    if len(text) > limit:
        text = f"{text[:limit]}\n[cut: the first {limit} of {len(text)} characters are shown]"
    return text.encode("utf-8", "backslashreplace").decode()


def _compile(source, filename):
    """Returns code for the statements, and for the last one when it is an expression."""
    tree = compile(source, filename, "exec", PyCF_ONLY_AST, dont_inherit=True)
    last = None
    if tree.body and isinstance(tree.body[-1], Expr):
        last = compile(Expression(tree.body.pop().value), filename, "eval", dont_inherit=True)
    return compile(tree, filename, "exec", dont_inherit=True), last


def _is_users(frame):
    return frame.filename != RUNNER and not frame.filename.startswith(LIBRARY)


def _trim(report, seen):
    if report is None or id(report) in seen:
        return
    seen.add(id(report))
    report.stack[:] = [frame for frame in report.stack if _is_users(frame)]
    _trim(report.__cause__, seen)
    _trim(report.__context__, seen)
    for inner in report.exceptions or ():
        _trim(inner, seen)


def _message(error):
    try:
        text = str(error)
    except BaseException as failure:
        text = f"<its message raised {type(failure).__name__}>"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _traceback(error):
    changed = dict(_builtins)
    _builtins.update(_pristine)
    try:
        frames = sum(1 for _ in traceback.walk_tb(error.__traceback__))
        limit = None if frames <= 2 * FRAME_LIMIT else -FRAME_LIMIT
        report = traceback.TracebackException.from_exception(error, limit=limit, compact=True)
        _trim(report, set())
        return "".join(report.format())
    except BaseException:
        return _message(error) + "\n(its traceback could not be formatted)\n"
    finally:
        _builtins.clear()
        _builtins.update(changed)


def _restore_builtins():
    """What user code deleted comes back; what it replaced stays."""
    for name, value in _pristine.items():
        _builtins.setdefault(name, value)


def _failure(error):
    global _reserve
    if isinstance(error, MemoryError):
        _reserve = None
    return (
        "exit" if isinstance(error, SystemExit) else "error",
        None,
        type(error).__name__,
        _printable(_message(error), MESSAGE_LIMIT),
        _printable(_traceback(error), MESSAGE_LIMIT),
    )


def run(source):
    """Runs a cell in the user's namespace: (status, result, error type, message, traceback)."""
    global _cells
    _cells += 1
    filename = f"<cell {_cells}>"
    _reset()
    try:
        _lines[filename] = (len(source), None, source.splitlines(True), filename)
        body, last = _compile(source, filename)
        names = user.__dict__
        exec(body, names)
        result = None
        if last is not None:
            value = eval(last, names)
            if value is not None:
                names["_"] = value
                result = _printable(repr(value))
        _settled()
        return ("ok", result, None, None, None)
    except BaseException as error:
        _settled()
        return _failure(error)
    finally:
        _restore_builtins()


def evaluate(program):
    """Runs a program in a namespace of its own: ("ok", value) or ("failed", message)."""
    _builtins.update(_pristine)
    _reset()
    main, modules, directory = ModuleType("__main__"), set(_modules), getcwd()
    main.__dict__["__builtins__"] = builtins
    _modules["__main__"] = main
    seed(0)
    try:
        body, last = _compile(program, "<program>")
        exec(body, main.__dict__)
        value = None if last is None else eval(last, main.__dict__)
        _settled()
        if isinstance(value, str):
            return ("ok", _printable(value))
        return ("failed", f"The program's last expression is not a str but {type(value).__name__}.")
    except BaseException as error:
        _settled()
        return ("failed", _failure(error)[3])
    finally:
        _builtins.clear()
        _builtins.update(_pristine)
        _modules["__main__"] = user
        for name in set(_modules) - modules:
            if not (getattr(_modules[name], "__file__", None) or LIBRARY).startswith(LIBRARY):
                del _modules[name]
        setrecursionlimit(_recursion_limit)
        chdir(directory)
