"""Completion, inspection and the list of variables: what the kernel asks for beside cells."""

from _json import encode_basestring_ascii, make_encoder
from sys import getprofile, getrecursionlimit, gettrace, setprofile, setrecursionlimit, settrace

import _kernel_runner as runner
from _kernel_completion import Completion
from _kernel_inspection import Inspection
from _kernel_variables import variables as _variables

_encode = make_encoder(None, None, encode_basestring_ascii, None, ": ", ", ", False, False, True)
_recursion_limit = getrecursionlimit()


def _guarded(work):
    """("ok", JSON) or ("failed", why): with the builtins as they were, and without the user's tracing."""
    changed = dict(runner._builtins)
    trace, profile, limit = gettrace(), getprofile(), getrecursionlimit()
    try:
        settrace(None)
        setprofile(None)
        setrecursionlimit(_recursion_limit)
        runner._builtins.update(runner._pristine)
        runner._reset()
        return ("ok", "".join(_encode(work(), 0)))
    except BaseException as error:
        return ("failed", type(error).__name__)
    finally:
        runner._builtins.clear()
        runner._builtins.update(changed)
        setrecursionlimit(limit)
        setprofile(profile)
        settrace(trace)


def _whole(text):
    """Halves of characters, which cannot be parsed, become question marks: positions stay."""
    return text.encode("utf-8", "replace").decode()


def complete(code, cursor):
    return _guarded(lambda: Completion(_whole(code), cursor, runner.user.__dict__, runner._pristine).answer())


def inspect(code, cursor, detail):
    return _guarded(lambda: Inspection(_whole(code), cursor, runner.user.__dict__, runner._pristine).answer(detail))


def variables():
    return _guarded(lambda: _variables(runner.user.__dict__))
