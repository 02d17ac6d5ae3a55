"""Tells exceptions that come from the machine apart from those that come from the program."""

# The interpreter is a 32-bit build. These are parts of messages of exceptions that a 64-bit one raises for other
# values, or not at all.
MACHINE_LIMITS = {
    OverflowError: (
        "too many digits in integer",
        "index-sized integer",
        "C long",
        "C unsigned long",
        "C ssize_t",
        "C size_t",
        "time_t",
        "too long",
        "too large to concat",
        "factorial() argument should not exceed",
        "repetition number is too large",
    ),
    ValueError: ("Too many decimal digits in format string",),
}
LARGEST_SIZE = (1 << 63) - 1


def depends_on_machine(error):
    """Whether an exception comes from the resources of the machine rather than from the program."""
    message = error.args[0] if error.args and type(error.args[0]) is str else ""
    limits = MACHINE_LIMITS.get(type(error), ())
    return isinstance(error, (RecursionError, MemoryError)) or any(limit in message for limit in limits)
