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

# Where numbers outgrow floats and texts: on every machine the same, and nothing that a program is written for.
OUTGROWN = {
    OverflowError: ("int too large to convert to float", "result too large for a float", "range error"),
    ValueError: ("for integer string conversion",),
}


def depends_on_machine(error):
    """Whether an exception comes from the resources of the machine rather than from the program."""
    return isinstance(error, (RecursionError, MemoryError)) or tells(error, MACHINE_LIMITS)


def outgrows(error):
    """Whether an exception tells of a number that is too large for a float, or too long for a text."""
    is_power = type(error) is OverflowError and len(error.args) == 2  # of floats: with the number of an error of C
    return is_power or tells(error, OUTGROWN)


def tells(error, messages):
    """Whether an exception's message has one of the parts that are known of its class."""
    message = error.args[0] if error.args and type(error.args[0]) is str else ""
    return any(part in message for part in messages.get(type(error), ()))
