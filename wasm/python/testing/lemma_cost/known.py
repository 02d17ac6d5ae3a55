"""What is known of functions and values in C."""

from collections import deque

KINDS = (list, tuple, dict, set, frozenset, str, bytes, bytearray, range, deque)
VIEWS = (type({}.keys()), type({}.values()), type({}.items()))
# What their functions do takes no longer for what is larger, or is said elsewhere (arithmetic on large integers).
CONSTANT_MODULES = frozenset(
    """
    _abc _thread _weakref weakref _typing typing types time math cmath _random _datetime datetime _operator operator
    _functools functools sys gc _io io _contextvars contextvars _collections collections _stat posix errno enum
    _decimal decimal fractions _signal signal atexit _imp _frozen_importlib _warnings warnings marshal
    """.split()
)
# Of those, what goes over its arguments all the same.
GOES_OVER = frozenset(
    """
    math.fsum math.prod math.sumprod math.dist math.hypot math.gcd math.lcm _functools.reduce functools.reduce
    _operator.contains _operator.countOf _operator.indexOf _operator.concat _operator.iconcat
    _collections._count_elements marshal.dumps marshal.loads
    """.split()
)


def base_of(value):
    """The built-in container or text that a value is, or that its class derives from."""
    return next((each for each in type(value).__mro__ if each in KINDS), None)


def length(value):
    """Of a built-in container or text; None of anything else, whose `__len__` is not asked."""
    if type(value) in VIEWS:
        return len(value)
    base = base_of(value)
    return None if base is None else base.__len__(value)


def is_plain(kind):
    """Whether a class is written in Python: what its methods do is counted as it runs."""
    return any(name in vars(kind) for name in ("__firstlineno__", "__static_attributes__", "__slots__"))


def whole_name(function):
    module = getattr(function, "__module__", None)
    owner = getattr(function, "__objclass__", None)
    name = getattr(function, "__name__", type(function).__name__)
    return f"{module or (owner.__name__ if owner else 'builtins')}.{name}"
