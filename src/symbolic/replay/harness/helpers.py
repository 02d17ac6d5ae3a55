"""Definitions that conditions of contracts may use, and that pytest modules are given just as they stand here."""


def implies(premise, conclusion):
    return bool(conclusion) if premise else True


class Bag(dict):
    """Entries as attributes, too: what deal calls _ in a condition."""

    __getattr__ = dict.__getitem__


def content(value):
    """A value's types and parts, so that 1 is not 1.0, nan is nan, and objects are compared by what they hold."""
    if isinstance(value, dict):
        return type(value), frozenset((content(key), content(item)) for key, item in value.items())
    if isinstance(value, (set, frozenset)):
        return type(value), frozenset(map(content, value))
    if isinstance(value, (list, tuple)):
        return type(value), tuple(map(content, value))
    if hasattr(value, "__next__"):
        return "iterator", tuple(map(content, value))
    if hasattr(value, "__dict__") and not callable(value):
        return type(value), content(vars(value)), content(getattr(value, "args", None))
    return type(value), repr(value)


def observe(call, arguments):
    """What a call does: its result or the type of its exception, and what it leaves in its arguments."""
    try:
        ended = content(call(*arguments))
    except BaseException as error:
        ended = type(error)
    return ended, content(arguments)
