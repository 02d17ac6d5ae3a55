"""What reports say of values and exceptions, whatever those do when they are asked."""

from .meter import Outside, WorkLimit, attempt
from .names import OWN, class_name
from .objects import ADDRESS, attributes_of
from .values import bounded, integer_source

DEPTH = 2  # objects within each other of which the attributes are shown


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


def shown(value, depth=DEPTH):
    """A value's repr, whatever it does; attributes where that would be an address."""
    if type(value) is int:
        return bounded(integer_source(value))
    if type(value).__repr__ is object.__repr__ and type(value).__module__ in OWN and depth > 0:
        kind, held = attempt(lambda: attributes_of(value))
        if kind == "value":
            texts = [f"{name}={shown(one, depth - 1)}" for name, one in held.items()]
            return bounded(f"<{' '.join([class_name(type(value)), ', '.join(texts)]).rstrip()}>")
    kind, text = attempt(lambda: repr(value))
    return bounded(ADDRESS.sub("...", text)) if kind == "value" else f"<repr raised {type(text).__name__}>"
