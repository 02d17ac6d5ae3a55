"""What reports say of values and exceptions, whatever those do when they are asked."""

from .meter import Outside, WorkLimit, attempt
from .names import class_name
from .values import bounded, integer_source


def describe(error):
    name = class_name(type(error))
    message = message_of(error)
    return f"{name}: {message}" if message else name


def limit_reason(error):
    if isinstance(error, Outside) and error.args:
        return f"module {error.args[0]}, which cannot be had"
    if isinstance(error, Outside):
        return "files, streams or threads, which are not those of the machine the code is for"
    return "the step limit" if isinstance(error, WorkLimit) else class_name(type(error))


def message_of(error):
    kind, text = attempt(lambda: str(error))
    return bounded(text) if kind == "value" else f"<str raised {type(text).__name__}>"


def shown(value):
    """A value's repr, whatever it does."""
    if type(value) is int:
        return bounded(integer_source(value))
    kind, text = attempt(lambda: repr(value))
    return bounded(text) if kind == "value" else f"<repr raised {type(text).__name__}>"
