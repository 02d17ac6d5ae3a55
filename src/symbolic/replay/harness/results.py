"""What calls give: results of coroutines and iterators, and why there may be none to judge."""

import inspect

from .machine_limits import depends_on_machine
from .meter import OuterStop, WorkLimit
from .wording import describe, shown

YIELDED = 1000


class Unusable(Exception):
    """An input that cannot be run at all."""


class Incomparable(Exception):
    """Two values that only their identity tells apart, such as functions."""


class Iterated:
    """What an iterator gave until it ended, and the exception it ended with."""

    def __init__(self, items, error):
        self.items, self.error = items, error

    def __repr__(self):
        end = "" if self.error is None else f", then {describe(self.error)}"
        return f"<iterator over {shown(self.items)}{end}>"


def is_iterator(value):
    return hasattr(type(value), "__next__") and hasattr(type(value), "__iter__")


def drive(value):
    """The result of a coroutine that never has to wait; any other value as it is."""
    if not inspect.iscoroutine(value):
        return value
    try:
        value.send(None)
    except StopIteration as end:
        return end.value
    value.close()
    raise Unusable("The coroutine waits for an event loop, and none runs here.")


def drained(value):
    """An iterator as what it yields; any other value as it is."""
    value = drive(value)
    if not is_iterator(value):
        return value
    items = []
    try:
        for item in value:
            items.append(item)
            if len(items) > YIELDED:
                raise Incomparable(f"an iterator with more than {YIELDED} elements was returned")
    except WorkLimit, OuterStop, Incomparable:
        raise
    except BaseException as error:
        if depends_on_machine(error):
            raise
        return Iterated(items, error)
    return Iterated(items, None)
