"""Tells exceptions that come from the machine apart from those that come from the program."""

from opcode import opmap

from .names import FILES

RAISE = opmap["RAISE_VARARGS"]

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

# Where integers outgrow floats and texts: on every machine the same, and nothing that a program is written for.
OUTGROWN = {
    OverflowError: ("int too large to convert to float", "result too large for a float"),
    ValueError: ("for integer string conversion",),
}
RANGE = {OverflowError: ("range error",)}  # where floats do


def depends_on_machine(error):
    """Whether an exception comes from the resources of the machine rather than from the program."""
    return isinstance(error, (RecursionError, MemoryError)) or tells(error, MACHINE_LIMITS)


def integer_outgrows(error):
    """Whether an exception tells of an integer that is too large for a float, or too long for a text."""
    return tells(error, OUTGROWN) and not is_stated(error)


def outgrows(error):
    """The same for any number: floats have a range, too."""
    is_power = type(error) is OverflowError and len(error.args) == 2  # of floats: with the number of an error of C
    return integer_outgrows(error) or (is_power or tells(error, RANGE)) and not is_stated(error)


def is_stated(error):
    """Whether a statement of the module raises it."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    code = trace and trace.tb_frame.f_code
    return bool(code) and code.co_filename in FILES and code.co_code[trace.tb_lasti] == RAISE


def tells(error, messages):
    """Whether an exception's message has one of the parts that are known of its class."""
    message = error.args[0] if error.args and type(error.args[0]) is str else ""
    return any(part in message for part in messages.get(type(error), ()))
