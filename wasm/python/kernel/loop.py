"""The event loop of a session: awaits for cells, and keeps what waits while no cell runs.

Pyodide gives every callback to a timer of JavaScript. Those end with their cell; the callbacks are held here, and get
new timers when the next cell begins: a task that a cell leaves behind goes on in the next one, also in a restored
interpreter.
"""

from asyncio import CancelledError, Handle, _get_running_loop, ensure_future
from functools import partial
from math import inf
from time import monotonic

import pyodide.webloop
from pyodide.webloop import PyodideTask, WebLoop

LONGEST_TIMER_MS = 2**31 - 1

_waiting = {}  # handle -> when it is due
_once, _run_sync = pyodide.webloop.create_once_callable, pyodide.webloop.run_sync
_is_cancelled = Handle._cancelled.__get__


def _fire(handle):
    if _waiting.pop(handle, None) is None:
        return
    _loop._install_running_loop()
    _loop._install_asyncgen_hooks()
    if not _is_cancelled(handle):
        try:
            handle._run()
        except SystemExit, KeyboardInterrupt:
            pass  # the task that it ended has it, too


def _arm(handle, delay):
    _schedule(_once(partial(_fire, handle), _may_syncify=True), min(delay * 1000, LONGEST_TIMER_MS))


def _call_later(loop, delay, callback, *args, context=None):
    if delay < 0:
        raise ValueError("Can't schedule in the past")
    handle = Handle(callback, args, loop, context=context)
    if delay != inf:
        _waiting[handle] = monotonic() + delay
        _arm(handle, delay)
    return handle


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


def resume():
    """Lets what earlier cells left behind go on."""
    now = monotonic()
    for handle, due in list(_waiting.items()):
        if _is_cancelled(handle):
            del _waiting[handle]
        else:
            _arm(handle, max(0, due - now))


def waiting():
    """What waits now, for `forget_others`."""
    return dict(_waiting)


def forget_others(kept):
    """Drops what has begun to wait since."""
    _waiting.clear()
    _waiting.update(kept)


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
