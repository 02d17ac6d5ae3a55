"""Runs cells and evaluations.

Executed with builtins of its own, and holding what it needs of modules: user code cannot pull either away.
"""

import builtins
import io
import linecache
import sys
import traceback
from _signal import SIGINT, default_int_handler, signal
from ast import Expr, Expression, PyCF_ALLOW_TOP_LEVEL_AWAIT, PyCF_ONLY_AST
from contextvars import Context
from gc import collect as _collect_garbage
from importlib import invalidate_caches
from inspect import CO_COROUTINE
from os import chdir, getcwd
from random import getstate, seed, setstate
from sys import getrecursionlimit, setrecursionlimit
from types import ModuleType

import _kernel_ipython as ipython
import _kernel_loop as loop
import _kernel_stdin as stdin
from _kernel_display import begin, connect, display, figures, show_value
from _kernel_text import message as _message
from _kernel_text import printable as _printable

RUNNER = "<kernel>"
LIBRARY = "/lib/python314.zip/"
INCLUDED = "/lib/python3.14/included"
JAVASCRIPT = (".js", ".mjs", ".ts")
RESERVE = 2 << 20
MESSAGE_LIMIT = 64 << 10
FRAME_LIMIT = 100
CHAIN_LIMIT = 100  # errors of a chain that are shown
GROUP_LIMIT = 15  # members of a group: what `traceback` shows of those that it renders
RECURSION_LIMIT = 4_000

user = ModuleType("__main__")
user.__dict__["__builtins__"] = builtins
_builtins = builtins.__dict__
_modules = sys.modules
_reserve = None  # freed on MemoryError, so that the error can be reported
_cells = 0
_context = Context()  # of cells: a precision of decimals, for example, outlives the cell that sets it
_lines = linecache.cache
_recursion_limit = getrecursionlimit()
_standard_modules = sys.stdlib_module_names
# As C keeps them: an error's class may answer for these attributes with code of its own.
_cause_of, _context_of = BaseException.__cause__.__get__, BaseException.__context__.__get__
_LINKS = BaseException.__cause__, BaseException.__context__, BaseException.__suppress_context__  # a cause sets the last
_name_of = ImportError.name.__get__
_members_of = BaseExceptionGroup.exceptions.__get__


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


def prepare(started, settled, kept, noticed, missing):
    """Called once after boot. See display.py for `kept` and `noticed`.

    `settled` tells the kernel that the user's code has ended, `missing` answers how to get a module.
    """
    global _started, _settled, _missing, _pristine, _streams
    _started, _settled, _missing = started, settled, missing
    sys.dont_write_bytecode = True  # nothing would ever read it: the next interpreter has other files
    connect(kept, noticed)
    ipython.connect(user.__dict__, noticed)
    stdin.prepare()
    loop.prepare()
    seed()
    _streams = _open(1), _open(2)
    for name in [name for name in _modules if name.startswith("_kernel_")]:
        del _modules[name]
    _builtins.update(input=stdin.no_input, display=display, __magic__=ipython.magic)
    sys.setrecursionlimit = _set_recursion_limit
    sys.path.append(INCLUDED)  # behind what is installed
    _pristine = dict(_builtins)
    _modules["__main__"] = user
    _refill()


def _reset():
    _started()
    loop.begin()
    global _streams
    if _streams[0].closed or _streams[1].closed:
        _streams = _open(1), _open(2)
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__ = _streams
    stdin.install()
    signal(SIGINT, default_int_handler)
    _refill()


def _compile(source, filename, flags=0):
    """Returns code for the statements, and for the last one when it is an expression."""
    tree = compile(source, filename, "exec", PyCF_ONLY_AST, dont_inherit=True)
    last = None
    if tree.body and isinstance(tree.body[-1], Expr):
        last = compile(Expression(tree.body.pop().value), filename, "eval", flags, dont_inherit=True)
    return compile(tree, filename, "exec", flags, dont_inherit=True), last


def _enter_context():
    """The context of cells, which a step that never returned may still hold."""
    global _context
    try:
        _context.run(int)
    except RuntimeError:
        _context = _context.copy()
    return _context


def _execute(code, names, context):
    """Runs code of a cell, which awaits when it is a coroutine."""
    value = context.run(eval, code, names)
    return loop.finish(value, context) if code.co_flags & CO_COROUTINE else value


def _is_users(frame):
    """Neither the kernel's, nor the library's, nor JavaScript's, which a wait puts between."""
    name = frame.filename
    return (
        name != RUNNER
        and not name.startswith((LIBRARY, "<frozen ", "file:", "wasm:"))
        and not name.endswith(JAVASCRIPT)
    )


def _trim(report, seen):
    if report is None or id(report) in seen:
        return
    seen.add(id(report))
    report.stack[:] = [frame for frame in report.stack if _is_users(frame)]
    _trim(report.__cause__, seen)
    _trim(report.__context__, seen)
    for inner in report.exceptions or ():
        _trim(inner, seen)


def _last_of(error):
    """The last error to be shown of a chain that is longer; None for one that is not."""
    seen = set()
    while id(error) not in seen:
        seen.add(id(error))
        cause = _cause_of(error)
        earlier = _context_of(error) if cause is None else cause
        if earlier is None:
            return None
        if len(seen) == CHAIN_LIMIT:
            return error
        error = earlier
    return None


def _report(error, limit):
    shown, further = error, 0
    if issubclass(type(error), BaseExceptionGroup):
        members = _members_of(error)
        further = max(0, len(members) - GROUP_LIMIT)
    if further:
        shown = BaseExceptionGroup("", members[:GROUP_LIMIT])
        for link in _LINKS:
            link.__set__(shown, link.__get__(error))
    report = traceback.TracebackException(type(error), shown, error.__traceback__, limit=limit, compact=True)
    if further:
        report._str, report.__notes__ = str(error), getattr(error, "__notes__", None)
        report.exceptions.extend([None] * further)  # are only counted
    _trim(report, set())
    return "".join(report.format())


def _bounded_report(error, limit):
    """`traceback` renders all of a chain before it shows any, so a long one is cut meanwhile."""
    last = _last_of(error)
    if last is None:
        return _report(error, limit)
    links = [link.__get__(last) for link in _LINKS]
    try:
        for link, nothing in zip(_LINKS, (None, None, False)):
            link.__set__(last, nothing)
        return f"[the last {CHAIN_LIMIT} errors of a longer chain]\n{_report(error, limit)}"
    finally:
        for link, value in zip(_LINKS, links):
            link.__set__(last, value)


def _traceback(error):
    changed = dict(_builtins)
    _builtins.update(_pristine)
    try:
        frames = sum(1 for _ in traceback.walk_tb(error.__traceback__))
        return _bounded_report(error, None if frames <= 2 * FRAME_LIMIT else -FRAME_LIMIT)
    except BaseException:
        return _message(error) + "\n(its traceback could not be formatted)\n"
    finally:
        _builtins.clear()
        _builtins.update(changed)


def _restore_builtins():
    """What user code deleted comes back; what it replaced stays."""
    for name, value in _pristine.items():
        _builtins.setdefault(name, value)


def _how_to_get(error):
    """A line for a module that is missing, or whose absence led to the error: where it could come from."""
    errors = (error, _cause_of(error), _context_of(error))
    name = next((_name_of(each) for each in errors if issubclass(type(each), ModuleNotFoundError)), None)
    if type(name) is not str:
        return ""
    top = name.partition(".")[0]
    advice = None if top in _modules else _missing(top, top in _standard_modules)
    return f"\n{advice}" if type(advice) is str else ""


def _failure(error, advice=""):
    global _reserve
    if issubclass(type(error), MemoryError):
        _reserve = None
    advice = advice or _how_to_get(error)
    return (
        "exit" if issubclass(type(error), SystemExit) else "error",
        None,
        type(error).__name__,
        _printable(_message(error), MESSAGE_LIMIT) + advice,
        _printable(_traceback(error), MESSAGE_LIMIT).rstrip("\n") + advice + "\n",
    )


def run(source):
    """Runs a cell in the user's namespace: (status, result, error type, message, traceback).

    An empty one has no number: the kernel runs it to see whether anything runs.
    """
    global _cells
    if source:
        _cells += 1
    filename = f"<cell {_cells}>"
    _reset()
    begin(f"cell-{_cells}")
    try:
        if source:
            _lines[filename] = (len(source), None, source.splitlines(True), filename)
        ipython.started()
        try:
            body, last = _compile(source, filename, PyCF_ALLOW_TOP_LEVEL_AWAIT)
        except SyntaxError:
            try:
                body, last = ipython.translated(
                    source, lambda text: _compile(text, filename, PyCF_ALLOW_TOP_LEVEL_AWAIT)
                )
            except SyntaxError as error:
                error.__context__ = None  # the same error, before anything was replaced
                return _failure(error, ipython.advice(source, error))
        names, context, result = user.__dict__, _enter_context(), None
        if source:
            loop.resume()
        _execute(body, names, context)
        if last is not None:
            value = _execute(last, names, context)
            if value is not None:
                names["_"] = value
                result = _printable(context.run(repr, value))
                context.run(show_value, value)
        context.run(figures)
        ipython.finished()
        _settled()
        return ("ok", result, None, None, None)
    except BaseException as error:
        _settled()
        return _failure(error)
    finally:
        _restore_builtins()


def collect():
    """Frees what only cycles hold, such as a task whose wait was cut short, or an error that C code has printed."""
    _reset()
    for name in ("last_exc", "last_type", "last_value", "last_traceback"):
        sys.__dict__.pop(name, None)
    _collect_garbage()
    _settled()
    return ()


def refresh(_):
    """Lets the import system see files that the kernel has written."""
    _reset()
    try:
        invalidate_caches()
    except BaseException:
        pass
    _settled()
    return ()


def evaluate(program):
    """Runs a program in a namespace of its own: ("ok", value) or ("failed", message)."""
    _builtins.update(_pristine)
    _reset()
    begin(None)
    main, modules, directory = ModuleType("__main__"), set(_modules), getcwd()
    chance, waiting = getstate(), loop.set_aside()
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
        loop.bring_back(waiting)
        _builtins.clear()
        _builtins.update(_pristine)
        _modules["__main__"] = user
        for name in set(_modules) - modules:
            if not (getattr(_modules[name], "__file__", None) or LIBRARY).startswith(LIBRARY):
                del _modules[name]
        setrecursionlimit(_recursion_limit)
        setstate(chance)
        chdir(directory)
