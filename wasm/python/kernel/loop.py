"""The event loop of a session: awaits for cells, and keeps what waits while no cell runs.

Pyodide gives every callback to a timer of JavaScript. Here callbacks wait in a heap of Python's, by the time when they
are due, and few timers of JavaScript see that they are called, however many they are. Timers end with their cell; the
heap stays, and gets a timer when the next cell begins: a task that a cell leaves behind goes on in the next one, also
in a restored interpreter.
"""

from asyncio import CancelledError, Handle, _get_running_loop, ensure_future
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import count
from math import frexp, inf
from time import monotonic

import pyodide.webloop
from pyodide.webloop import PyodideTask, WebLoop

LONGEST_TIMER = 2**30 / 1000
SHORTEST_TIMER = 0.002
SLICE = 0.01
MOST_AT_ONCE = 1_000  # where the clock stands still while code runs
FEW = 1_000

_due = []  # a heap of (when, number, handle)
_number = count().__next__
_crowded = FEW  # when so many wait, those that were cancelled are looked for
_next = inf  # when the first of the timers of JavaScript ends
_once, _run_sync = pyodide.webloop.create_once_callable, pyodide.webloop.run_sync
_is_cancelled = Handle._cancelled.__get__


def _arm(when):
    """Sees that what is due at `when` is called.

    A timer ends early rather than late, after a power of two of seconds: new ones are needed only for what is due much
    earlier.
    """
    global _next
    delay = max(0, when - monotonic())
    if delay > SHORTEST_TIMER:
        delay = min(2.0 ** (frexp(delay)[1] - 1), LONGEST_TIMER)
    ends = monotonic() + delay
    if ends < _next:
        _next = ends
        _schedule(_once(partial(_call_due, ends), _may_syncify=True), delay * 1000)


def _call_due(timer):
    """A timer has ended. Calls what is due, for a while: other events have their turn in between."""
    global _next
    if timer <= _next:
        _next = inf
    if not _due:
        return
    began = monotonic()
    _arm(_due[0][0])  # a callback may wait: others go on meanwhile
    for _ in range(MOST_AT_ONCE):
        now = monotonic()
        if not _due or _due[0][0] > now or now - began > SLICE:
            break
        handle = heappop(_due)[2]
        if _is_cancelled(handle):
            continue
        _loop._install_running_loop()
        _loop._install_asyncgen_hooks()
        try:
            handle._run()
        except SystemExit, KeyboardInterrupt:
            break  # the task that it ended has it, too
    if _due:
        _arm(_due[0][0])


def _call_later(loop, delay, callback, *args, context=None):
    if delay < 0:
        raise ValueError("Can't schedule in the past")
    handle = Handle(callback, args, loop, context=context)
    if delay != inf:
        when = monotonic() + delay
        heappush(_due, (when, _number(), handle))
        if len(_due) > _crowded:
            _forget_cancelled()
        _arm(when)
    return handle


def _forget_cancelled():
    global _crowded
    _due[:] = [each for each in _due if not _is_cancelled(each[2])]
    heapify(_due)
    _crowded = max(FEW, 2 * len(_due))


def _run_to_end(awaitable):
    """Waits for an awaitable; an interrupt cancels it, so that it can clean up and leaves nothing behind."""
    future = ensure_future(awaitable, loop=_loop)
    try:
        return _run_sync(future)
    except KeyboardInterrupt as stop:
        future.cancel()
        try:
            return _run_sync(future)
        except CancelledError, KeyboardInterrupt:
            raise stop from None


def prepare():
    global _loop, _schedule
    _loop, _schedule = _get_running_loop(), pyodide.webloop.scheduleCallback
    WebLoop.call_later = _call_later
    pyodide.webloop.run_sync = _run_to_end


def begin():
    """The timers of what ran before have ended with it."""
    global _next
    _next = inf


def resume():
    """Lets what earlier cells left behind go on."""
    if _due:
        _arm(_due[0][0])


def set_aside():
    """Takes away what waits, for `bring_back`."""
    waiting = _due[:]
    _due.clear()
    return waiting


def bring_back(waiting):
    """Makes what was set aside all that waits."""
    _due[:] = waiting


async def _watched(coroutine, ends):
    try:
        return await coroutine
    except (CancelledError, KeyboardInterrupt) as error:
        ends.append(error.__traceback__)
        raise


def finish(coroutine, context):
    """Runs a coroutine to its end and returns its value."""
    ends = []
    try:
        return _loop.run_until_complete(PyodideTask(_watched(coroutine, ends), loop=_loop, context=context))
    except KeyboardInterrupt as stop:
        if not ends:
            raise
        raise stop.with_traceback(ends[-1]) from None
