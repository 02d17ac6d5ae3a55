/** The Python program that answers the oracle's questions, a batch at a time. */
import { MACHINE_LIMITS } from '../replay/harness/machine-limits.ts';

const SOURCE = String.raw`
${MACHINE_LIMITS}
import datetime, decimal, fractions, importlib, json, re, sys

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
            return ["dict", [[self.encode(key, ""), self.encode(item, part(source, key))] for key, item in value.items()]]
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
    return f"({source})[{key!r}]" if source else ""


def type_name(value):
    kind = type(value)
    if kind is complex:
        return "complex"
    if hasattr(value, "hexdigest"):
        return "hashlib.hash"
    return f"{kind.__module__}.{kind.__qualname__}"


def float_source(number):
    return repr(number) if number - number == 0 else f"float({str(number)!r})"


def class_name(cls):
    return cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"


def namespace(modules):
    names = {}
    for dotted in modules:
        importlib.import_module(dotted)
        package = dotted.partition(".")[0]
        names[package] = importlib.import_module(package)
    return names


def is_portable(error):
    return not depends_on_machine(error) and not isinstance(error, (SyntaxError, ImportError, NameError, SystemExit))


def answer(question, names):
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


def answers(document):
    request = json.loads(document)
    names = namespace(request["modules"])
    return json.dumps([answer(question, names) for question in request["questions"]])
`;

function pythonString(text: string): string {
  return JSON.stringify(text);
}

// The interpreter keeps the compiled program, since compiling it takes longer than answering.
const LOADER = `
import sys
import types

source = ${pythonString(SOURCE)}
cache = sys.modules.setdefault("oracle_harness", types.ModuleType("oracle_harness"))
if getattr(cache, "source", None) != source:
    cache.source, cache.code = source, compile(source, "<oracle>", "exec")
harness = {"__name__": "oracle_harness"}
exec(cache.code, harness)
`;

/** The program that evaluates `questions` with `modules` imported, and gives one JSON document. */
export function oracleProgram(questions: readonly string[], modules: readonly string[]): string {
  const document = JSON.stringify({ questions, modules });
  return `${LOADER}\nharness["answers"](${pythonString(document)})\n`;
}
