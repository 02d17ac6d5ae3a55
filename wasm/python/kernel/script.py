"""Runs a file as `python file arguments` does, beside the session's variables and modules."""

import sys
from io import FileIO
from os import chdir, environ, getcwd
from types import ModuleType

import _kernel_loop as loop
import _kernel_runner as runner
from _kernel_display import begin, figures
from _kernel_text import message, printable

FILES_ROOT = "/workspace"

_modules = sys.modules
_builtins = runner._builtins


def _take_own_modules():
    """Takes away what was imported from the session's files, and returns it."""
    taken = {}
    for name, module in list(_modules.items()):
        try:
            file = module.__file__
        except Exception:
            continue
        if isinstance(file, str) and (not file.startswith("/") or file.startswith(f"{FILES_ROOT}/")):
            taken[name] = _modules.pop(name)
    return taken


def _directory():
    try:
        return getcwd()
    except OSError:
        return FILES_ROOT


def _enter(directory):
    try:
        chdir(directory)
    except OSError:
        pass


def _main(path):
    main = ModuleType("__main__")
    main.__dict__.update(__file__=path, __cached__=None, __builtins__=runner.builtins)
    return main


def _complain(text):
    try:
        runner._streams[1].write(text if text.endswith("\n") else text + "\n")
    except Exception:
        pass


def _exit(error):
    """What CPython makes of a SystemExit."""
    code = error.code
    if code is None:
        code = 0
    elif not isinstance(code, int):
        _complain(printable(str(code)))
        code = 1
    code &= 0xFF
    if code == 0:
        return ("ok", None, None, None, None, "0")
    return ("exit", None, "SystemExit", printable(message(error)), None, str(code))


def _execute(file):
    try:
        with FileIO(file) as source:
            program = source.read()
    except OSError as error:
        runner._settled()
        _complain(f"python: can't open file {file!r}: {message(error)}")
        return ("error", None, type(error).__name__, message(error), None, "2")
    try:
        main = _main(file)
        _modules["__main__"] = main
        exec(compile(program, file, "exec", dont_inherit=True), main.__dict__)
        figures()
        runner._settled()
        return ("ok", None, None, None, None, "0")
    except SystemExit as error:
        runner._settled()
        return _exit(error)
    except BaseException as error:
        runner._settled()
        failure = runner._failure(error)
        _complain(failure[-1])
        return (*failure, "1")


def run_script(call):
    """Answers as a cell does, with the exit code.

    `call`: path below /workspace, or of a mounted file from the root, and arguments, null bytes between them.
    """
    path, *arguments = call.split("\0")
    file = path if path.startswith("/") else f"{FILES_ROOT}/{path}"
    names, modules, variables = dict(_builtins), _take_own_modules(), dict(environ)
    left = loop.set_aside()
    argv, search, entries, directory = sys.argv, sys.path, list(sys.path), _directory()
    _builtins.update(runner._pristine)
    runner._lines.pop(file, None)
    runner._reset()
    begin(path.rpartition("/")[2].removesuffix(".py"))
    try:
        _enter(FILES_ROOT)
        sys.argv = [file, *arguments]
        sys.path = [file.rpartition("/")[0], *(entry for entry in entries if entry != "")]
        return _execute(file)
    finally:
        loop.bring_back(left)
        _modules["__main__"] = runner.user
        _builtins.clear()
        _builtins.update(names)
        runner._restore_builtins()
        _take_own_modules()
        _modules.update(modules)
        sys.argv, sys.path = argv, search
        search[:] = entries
        _enter(directory)
        environ.clear()
        environ.update(variables)
