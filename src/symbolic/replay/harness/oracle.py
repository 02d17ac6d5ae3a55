"""Says what expressions over known values evaluate to, as the oracle asks."""

import datetime
import decimal
import fractions
import importlib
import json
import re
import sys

from .machine_limits import depends_on_machine
from .names import class_name
from .values import float_source

ITEMS = 5_000
TEXT = 100_000
BITS = 100_000
REPRODUCED = (datetime.date, datetime.time, datetime.datetime, datetime.timedelta, datetime.timezone)
CONTEXT = decimal.Context(
    prec=28,
    rounding=decimal.ROUND_HALF_EVEN,
    Emin=-999999,
    Emax=999999,
    capitals=1,
    clamp=0,
    flags=[],
    traps=[decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow],
)


class Refused(Exception):
    """The value cannot be told."""


class Encoder:
    """Encodes one value; the budget bounds it as a whole."""

    def __init__(self):
        self.items = ITEMS

    def encode(self, value, source):
        self.items -= 1
        if self.items < 0:
            raise Refused
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is str:
            if len(value) > TEXT or any("\ud800" <= character <= "\udfff" for character in value):
                raise Refused
            return value
        if kind is int:
            if value.bit_length() > BITS:
                raise Refused
            return ["int", format(value, "x")]
        if kind is float:
            return ["float", repr(value)]
        if kind is bytes:
            if len(value) > TEXT:
                raise Refused
            return ["bytes", value.decode("latin-1")]
        if kind is tuple or kind is list:
            return [kind.__name__, [self.encode(item, part(source, index)) for index, item in enumerate(value)]]
        if kind is dict:
            return [
                "dict",
                [[self.encode(key, ""), self.encode(item, part(source, key))] for key, item in value.items()],
            ]
        if kind is set or kind is frozenset:
            items = [self.encode(item, "") for item in value]
            return [kind.__name__, sorted(items, key=json.dumps)]
        if kind is range:
            return ["range", [format(part, "x") for part in (value.start, value.stop, value.step)]]
        return ["foreign", type_name(value), self.source(value, source)]

    def source(self, value, source):
        """Short text that makes an equal object where there is one."""
        kind = type(value)
        if kind is decimal.Decimal:
            source = f"decimal.{value!r}"
        elif kind is fractions.Fraction:
            source = f"fractions.{value!r}"
        elif kind in REPRODUCED:
            source = repr(value)
        elif kind is complex:
            source = f"complex({float_source(value.real)}, {float_source(value.imag)})"
        elif kind is re.Pattern:
            source = f"re.compile({value.pattern!r}, {value.flags})"
        elif type_name(value) in ("calendar.Day", "calendar.Month"):
            source = f"{type_name(value)}({int(value)})"
        elif kind is re.RegexFlag:
            source = f"re.RegexFlag({int(value)})"
        if source == "" or len(source) > TEXT:
            raise Refused
        return source


def part(source, key):
    """Source text of an item, where the container has one."""
    return f"({source})[{key!r}]" if source else ""


def type_name(value):
    """The name that the engine knows a foreign type by."""
    kind = type(value)
    if kind is complex:
        return "complex"
    if hasattr(value, "hexdigest"):
        return "hashlib.hash"
    return f"{kind.__module__}.{kind.__qualname__}"


def namespace(modules):
    """Names of the packages of these modules, all of them imported."""
    names = {}
    for dotted in modules:
        importlib.import_module(dotted)
        package = dotted.partition(".")[0]
        names[package] = importlib.import_module(package)
    return names


def is_portable(error):
    """Whether an exception is the same on every machine."""
    return not depends_on_machine(error) and not isinstance(error, (SyntaxError, ImportError, NameError, SystemExit))


def answer_to(question, names):
    """What one expression evaluates to."""
    # replayed code may have changed what belongs to the interpreter
    decimal.setcontext(CONTEXT.copy())
    sys.set_int_max_str_digits(4300)
    try:
        value = eval(question, dict(names))
    except Exception as error:
        if not is_portable(error):
            return ["refused"]
        try:
            args = [Encoder().encode(item, "") for item in error.args]
        except Exception:
            args = None
        return ["raised", class_name(type(error)), args]
    try:
        return ["value", Encoder().encode(value, question)]
    except Exception:
        return ["refused"]


def answer(document):
    """Answers a request: for each question its value, the exception that it raises, or that it is refused."""
    request = json.loads(document)
    names = namespace(request["modules"])
    return json.dumps([answer_to(question, names) for question in request["questions"]])
