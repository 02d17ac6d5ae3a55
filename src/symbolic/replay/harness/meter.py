"""Counts the work of replayed code and ends it at a limit, the same on every run."""

import _thread
import os
from sys import monitoring

from .machine_limits import depends_on_machine, is_stated

UNLIMITED = 1 << 29
LONGEST_C_LOOP = 1 << 20
MONITORING_TOOL = 4
HARMLESS_WITH_RANGES = (len, iter, isinstance, repr, str, bool, type, id, hash, print, range)
C_CALLABLES = (type(len), type(str.join), type)
LINEAR = frozenset((sum, sorted, min, max, any, all, list, tuple, set, frozenset, dict, enumerate, zip, map, filter))
COUNTED = frozenset((range, str, bytes, list, tuple, set, frozenset, dict))
ITEMS_PER_STEP = 8  # bits: C goes through 256 items, or 4,096 characters, in the time of some steps
CHARACTERS_PER_STEP = 12
ITEMS_PER_WORK = 5  # bits: what all runs take together is counted closer than what one of them may
ARGUMENT_WORK = 100  # steps: compiling the source of an argument


class WorkLimit(BaseException):
    """Raised in the replayed code once its allowance is spent, and again at every later event."""


class OuterStop(BaseException):
    """The kernel's own guard asked for an end; the whole program gives way."""


class Outside(BaseException):
    """Why a run does not count: it reached for files, streams or threads, which are others where the code is to run.

    Or it came to a module that cannot be had, which it names.
    """


class Needed:
    """Stands for a module that is not there: a run that comes to it does not count, whatever it catches."""

    def __init__(self, module):
        self.__module = module

    def __getattr__(self, name):
        global is_outside, needed
        is_outside, needed = True, self.__module
        raise Outside(needed)


ENTRIES_TO_OUTSIDE = {
    id(one) for one in (open, input, os.open, _thread.start_new_thread, _thread.start_joinable_thread)
}
is_outside = False  # whether the current attempt has called one of them, or come to a module that is not there
needed = None  # that module

# Always the same one: code that swallows it and goes on would chain new ones by __context__, thousands deep.
spent = WorkLimit()
allowance = UNLIMITED  # events that the running code may still cause
reserve = 0  # what the current input may still spend in its next attempt
total = 0  # work of all attempts


def on_start(code, offset):
    global allowance
    allowance -= 1
    if allowance < 0:
        raise spent.with_traceback(None)


def on_jump(code, offset, destination):
    global allowance
    allowance -= 1
    if allowance < 0:
        raise spent.with_traceback(None)


def on_call(code, offset, function, first):
    # sum(range(10**20)) loops in C, causes no event and would never end; what ends is counted by its length.
    global allowance, total, is_outside
    if id(function) in ENTRIES_TO_OUTSIDE:
        is_outside = True
    kind = type(first)
    if kind not in COUNTED or type(function) not in C_CALLABLES:
        return
    if kind is str or kind is bytes:
        allowance -= len(first) >> CHARACTERS_PER_STEP
    elif kind is not range:
        if function in LINEAR:
            total += len(first) >> ITEMS_PER_WORK
            allowance -= len(first) >> ITEMS_PER_STEP
    elif function not in HARMLESS_WITH_RANGES:
        items = abs(first.stop - first.start) // abs(first.step)
        if items > LONGEST_C_LOOP:
            allowance = -1
        else:
            total += items >> ITEMS_PER_WORK
            allowance -= items >> ITEMS_PER_STEP
    if allowance < 0:
        raise spent.with_traceback(None)


def stop_for_kernel(signal_number, frame):
    raise OuterStop


METERED = monitoring.events.PY_START | monitoring.events.PY_RESUME | monitoring.events.JUMP | monitoring.events.CALL


def unmetered(work):
    """Does the harness' own work, which costs many times less without the meter."""
    monitoring.set_events(MONITORING_TOOL, 0)
    try:
        return work()
    finally:
        monitoring.set_events(MONITORING_TOOL, METERED)


def start_meter():
    events = monitoring.events
    monitoring.use_tool_id(MONITORING_TOOL, "replay")
    monitoring.register_callback(MONITORING_TOOL, events.PY_START, on_start)
    monitoring.register_callback(MONITORING_TOOL, events.PY_RESUME, on_start)
    monitoring.register_callback(MONITORING_TOOL, events.JUMP, on_jump)
    monitoring.register_callback(MONITORING_TOOL, events.CALL, on_call)
    monitoring.set_events(MONITORING_TOOL, METERED)


def stop_meter():
    monitoring.set_events(MONITORING_TOOL, 0)
    monitoring.free_tool_id(MONITORING_TOOL)


def allow(steps):
    """Sets what the following attempts may spend together."""
    global reserve
    reserve = steps


def compiles():
    """Counts the compilation of an argument's source, which causes no event."""
    global total
    total += ARGUMENT_WORK


def attempt(action):
    """Runs user code: ("value", value), ("error", exception) or ("limit", exception)."""
    global allowance, reserve, total, is_outside, needed
    is_outside, needed = False, None
    allowance = granted = reserve
    try:
        result = "value", action()
    except BaseException as error:
        allowance, reserve = UNLIMITED, allowance  # first of all: a call in here would be counted, and stopped
        result = "error", error
    else:
        allowance, reserve = UNLIMITED, allowance
    total += granted - reserve
    kind, value = result
    if kind == "error" and isinstance(value, OuterStop):
        raise value
    if reserve < 0:
        return "limit", spent
    if is_outside or kind == "error" and is_of_system(value):
        return "limit", Outside(needed) if needed else Outside()
    if kind == "error" and depends_on_machine(value):
        return "limit", value
    return result


def amid(work):
    """Does work of the harness in the middle of an attempt; what it attempts itself counts as that attempt's."""
    global allowance, reserve, is_outside, needed
    before = is_outside, needed
    allowance, reserve = UNLIMITED, allowance
    try:
        return work()
    finally:
        allowance = reserve
        is_outside, needed = before


def is_of_system(error):
    """Whether an exception tells what the operating system refused; the module may raise the same on its own."""
    if not isinstance(error, OSError) or OSError.errno.__get__(error) is None:
        return False
    return not is_stated(error)
