"""Which failures tell of what the sandbox lacks, and not of the code.

Kinds are those of `src/python/tests/obstacles.ts`.
"""

import importlib.util
import os
import re
import sys

# Attempts that the sandbox refuses, also those whose failure the code hides: audit events, see PEP 578.
_REFUSED = {
    "os.system": "process",
    "os.fork": "process",
    "os.forkpty": "process",
    "os.exec": "process",
    "os.posix_spawn": "process",
    "subprocess.Popen": "process",
    "socket.connect": "socket",
    "socket.bind": "socket",
    "socket.getaddrinfo": "socket",
    "socket.gethostbyname": "socket",
    "socket.sendto": "socket",
    "_thread.start_new_thread": "thread",
    "_thread.start_joinable_thread": "thread",
}
# What other systems have of these modules of the standard library.
_LACKING = {
    "hashlib": ("scrypt",),
    "os": ("eventfd", "getuid", "mkfifo", "mknod", "sched_getaffinity", "setuid", "wait", "waitpid"),
    "signal": ("SIGALRM", "alarm", "pause", "pthread_kill", "setitimer", "sigwait"),
}
# Errors of emscripten for what it has not: ENOSYS and ENOTSUP.
_UNSUPPORTED = (52, 138)
_SETTINGS = ("pyproject.toml", "setup.py", "setup.cfg", ".gitignore", "meson.build", "CMakeLists.txt", "Makefile")
_CHAIN = 10
_READS_ENVIRONMENT = type(os.environ).__getitem__.__code__


class Obstacles:
    """What stood in the way since the last `begin`."""

    def __init__(self, root):
        self._root = root.rstrip("/")
        self._refused = None
        sys.addaudithook(self._hear)
        sys.meta_path.append(self)

    def begin(self):
        self._refused = None

    def find_spec(self, name, _path=None, _target=None):
        """Finds nothing: it hears of what no other finder has when code asks whether it is there."""
        if sys._getframe(2).f_code is importlib.util.find_spec.__code__ and self._refused is None:
            self._refused = self._module(name)

    def behind(self, error):
        """Kind and name of what led to the exception; None when it is a failure of the code."""
        told = (self._told_by(each) for each in _chain(error))
        return next(filter(None, told), self._refused)

    def behind_text(self, text):
        """The same of a failure that is told as text."""
        name = re.search(r"No module named '([\w.]+)'", text)
        return (name and self._module(name[1])) or self._refused

    def _hear(self, event, _args):
        kind = _REFUSED.get(event)
        if kind and self._refused is None:
            self._refused = (kind, event)

    def _told_by(self, error):
        text = str(error)[:200] if type(error).__str__ in _OWN else ""
        if isinstance(error, ModuleNotFoundError):
            return self._module(error.name) if isinstance(error.name, str) else None
        if isinstance(error, ImportError):
            name = getattr(error, "name_from", None)
            made = name and error.name and self._is_own(error.name) and self._is_made(f"{error.name}.{name}")
            return ("generated module", f"{error.name}.{name}") if made else None
        if type(error) is KeyError and _is_of_environment(error):
            return ("variable", str(error.args[0])[:100])
        if isinstance(error, MemoryError):
            return ("memory", "MemoryError")
        if type(error).__name__ == "ZoneInfoNotFoundError" and importlib.util.find_spec("tzdata") is None:
            return ("zone data", "tzdata")
        if isinstance(error, RuntimeError) and "can't start new thread" in text:
            return ("thread", "threading")
        if isinstance(error, NotImplementedError) and "This Python build lacks" in text:
            return ("process", "multiprocessing")
        if isinstance(error, OSError) and error.errno in _UNSUPPORTED:
            return self._refused or (("process", "subprocess") if "processes" in text else ("standard library", text))
        if isinstance(error, AttributeError):
            lacking = re.fullmatch(r"module '(\w+)' has no attribute '(\w+)'.*", text, re.S)
            if lacking and lacking[2] in _LACKING.get(lacking[1], ()):
                return ("standard library", f"{lacking[1]}.{lacking[2]}")
        return None

    def _module(self, name):
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names:
            return ("process", "multiprocessing") if top == "_multiprocessing" else ("standard library", name)
        if not self._is_own(name):
            return ("package", name)
        return ("generated module", name) if self._is_made(name) else None

    def _folders(self):
        return [each for each in sys.path if each == self._root or each.startswith(f"{self._root}/")]

    def _is_own(self, name):
        top = name.partition(".")[0]
        return any(os.path.exists(f"{folder}/{top}{end}") for folder in self._folders() for end in ("", ".py"))

    def _is_made(self, name):
        """Whether a build makes the module: the settings name it, or its source is none of Python's."""
        path, last = name.replace(".", "/"), name.rpartition(".")[2]
        if last.endswith(("_pb2", "_pb2_grpc")):
            return True
        ends = (".pyx", ".c", ".cpp", ".rs", ".py.in", ".pyx.in", ".proto")
        if any(os.path.exists(f"{folder}/{path}{end}") for folder in self._folders() for end in ends):
            return True
        return any(re.search(rf"(?<!\w){re.escape(last)}(?!\w)", text) for text in map(self._text, _SETTINGS))

    def _text(self, name):
        try:
            with open(f"{self._root}/{name}", encoding="utf-8", errors="replace") as file:
                return file.read(200_000)
        except OSError:
            return ""


# Classes whose `str` runs none of the code's own.
_OWN = {
    kind.__str__
    for kind in (BaseException, OSError, ImportError, KeyError, RuntimeError, AttributeError, NotImplementedError)
}


def _is_of_environment(error):
    """Whether `os.environ[…]` raised it, and the variable is not there."""
    tb = error.__traceback__
    while tb is not None and tb.tb_next is not None:
        tb = tb.tb_next
    return tb is not None and tb.tb_frame.f_code is _READS_ENVIRONMENT and isinstance(error.args[0], str)


def _chain(error):
    waiting, seen = [error], []
    while waiting and len(seen) < _CHAIN:
        each = waiting.pop()
        if each is None or any(each is other for other in seen):
            continue
        seen.append(each)
        waiting += [each.__context__, each.__cause__]
        if isinstance(each, BaseExceptionGroup):
            waiting += each.exceptions
    return seen
