"""Texts for values that are equal where the values are, in any version of their classes, without running any code."""

import datetime
import decimal
import enum
import fractions
import functools
import re
import types
import uuid
from collections import deque
from hashlib import sha256
from itertools import islice
from pathlib import PurePath

from lemma_recording.stand_ins import StandIn, StandInModule
from lemma_trace.values import attributes, is_a

# Parts of one value, containers within each other, and characters of all texts in it.
PARTS, DEPTH, CHARACTERS = 5_000, 60, 100_000
ADDRESS = re.compile(r"(?<= at )0x[0-9a-f]+(?=>)")
# What a text of theirs says is all that they are.
WRITTEN = (
    datetime.date,
    datetime.time,
    datetime.timedelta,
    datetime.timezone,
    decimal.Decimal,
    fractions.Fraction,
    uuid.UUID,
    PurePath,
    range,
    slice,
)
PLAIN = (int, float, complex, str, bytes, bytearray)
SEQUENCES = (list, tuple, deque)
# `type.__flags__`: of a class that code has made, and of one that no code can change, which C has made.
HEAP, IMMUTABLE = 1 << 9, 1 << 8


work = 0  # parts that have been described


class Unreadable(Exception):
    """A value is too large, or keeps what only C can read."""


def digest(text):
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def describe(value, in_order=True):
    """A text for the value; `in_order`: whether the order of a dictionary's entries counts, which `==` does not see."""
    global work
    writer = _Writer(in_order)
    try:
        writer.write(value, 0)
    finally:
        work += writer.size
    return "".join(writer.pieces)


class _Writer:
    def __init__(self, in_order):
        self.pieces = []
        self.size = 0
        self._in_order, self._known = in_order, {}

    def write(self, value, depth):
        self.size += 1
        if self.size > PARTS or depth > DEPTH:
            raise Unreadable
        if not self._scalar(value):
            self._compound(value, depth + 1)

    def _put(self, *texts):
        self.pieces += texts

    def _scalar(self, value):
        kind = type(value)
        if kind is str or kind is bytes or kind is bytearray:
            self.size += len(value) * PARTS // CHARACTERS
            if self.size > PARTS:
                raise Unreadable
            self._put(kind.__name__, " ", repr(value))
        elif value is None or kind is bool or value is Ellipsis or value is NotImplemented:
            self._put(repr(value))
        elif kind is int:
            self._put("int ", hex(value))
        elif kind is float or kind is complex:
            self._put(kind.__name__, " ", repr(value))
        else:
            return self._written(value, kind)
        return True

    def _written(self, value, kind):
        """Of what has no parts beside what a text says."""
        match shape_of(kind).written:
            case "enum":
                self._put(_name(kind), ".", str(attributes(value).get("_name_")))
            case "class":
                self._put("class ", _name(value))
            case "module":
                self._put("module ", str(attributes(value).get("__name__")))
            case "text":
                self._put(_name(kind), " ", repr(value))
            case "pattern":
                self._put("pattern ", repr(value.pattern), " ", str(value.flags))
            case "nothing":
                raise Unreadable
            case _:
                return False
        return True

    def _compound(self, value, depth):
        known = self._known.get(id(value))
        if known is not None:
            self._put("#", str(known[0]))
            return
        self._known[id(value)] = len(self._known), value  # what is kept cannot give its address to another
        kind = type(value)
        self._put(_name(kind), "(")
        if is_a(value, types.FunctionType):
            self._function(value, depth)
        elif is_a(value, types.MethodType):
            self._all((value.__func__, value.__self__), depth)
        elif is_a(value, types.BuiltinFunctionType):
            owner = value.__self__
            self._put(value.__qualname__, " ")
            self.write(None if is_a(owner, types.ModuleType) else owner, depth)
        elif kind is functools.partial:
            self._all((value.func, value.args, value.keywords), depth)
        else:
            self._content(value, kind, depth)
        self._put(")")

    def _function(self, value, depth):
        code = value.__code__
        self._put(str(value.__module__), ".", value.__qualname__, " ")
        if code.co_name == "<lambda>":
            self._put(digest(repr((code.co_code, code.co_names, _plain(code.co_consts)))))
        cells = []
        for cell in value.__closure__ or ():
            try:
                cells.append(cell.cell_contents)
            except ValueError:
                cells.append("unbound")
        self._all((value.__defaults__, value.__kwdefaults__, *cells), depth)

    def _content(self, value, kind, depth):
        """What a container or an object keeps."""
        shape = shape_of(kind)
        if shape.is_opaque:
            raise Unreadable
        if shape.sequence:
            self._all(islice(shape.sequence.__iter__(value), PARTS), depth)
        elif shape.set:
            self._put("".join(sorted(self._apart(one, depth) for one in islice(shape.set.__iter__(value), PARTS))))
        elif shape.is_dict:
            entries = [self._apart(key, depth) + ": " for key in islice(dict.__iter__(value), PARTS)]
            texts = list(zip(entries, islice(dict.values(value), PARTS), strict=True))
            for entry, one in texts if self._in_order else sorted(texts, key=lambda pair: pair[0]):
                self._put(entry)
                self.write(one, depth)
                self._put(", ")
        elif shape.plain:
            self.write(int.__int__(value) if shape.plain is int else shape.plain.__new__(shape.plain, value), depth)
        elif shape.is_error:
            self._all(BaseException.__dict__["args"].__get__(value), depth)
        for name, one in sorted(attributes(value).items()):
            self._put(name, "=")
            self.write(one, depth)
            self._put(", ")

    def _all(self, values, depth):
        for each in values:
            self.write(each, depth)
            self._put(", ")

    def _apart(self, value, depth):
        """The text of one value, which can be put in order."""
        pieces, self.pieces = self.pieces, []
        try:
            self.write(value, depth)
            return "".join(self.pieces)
        finally:
            self.pieces = pieces


class _Shape:
    """How objects of a class are read."""

    def __init__(self, kind):
        bases = type.__dict__["__mro__"].__get__(kind)
        self.written = _written(kind)
        self.sequence = next((each for each in SEQUENCES if each in bases), None)
        self.set = next((each for each in (set, frozenset) if each in bases), None)
        self.is_dict = dict in bases
        self.plain = next((each for each in PLAIN if each in bases), None)
        self.is_error = BaseException in bases
        is_read = self.sequence or self.set or self.is_dict or self.plain or self.is_error
        made = [each for each in bases if each.__flags__ & HEAP and not each.__flags__ & IMMUTABLE]
        self.is_opaque = not is_read and len(made) != len(bases) - 1
        # Without attributes only its identity tells it apart.
        self.is_marker = not is_read and self.written is None and len(made) == len(bases) - 1


_shapes = {}


def shape_of(kind):
    """How objects of a class are read; looked at once for each class."""
    shape = _shapes.get(kind)
    if shape is None:
        shape = _shapes[kind] = _Shape(kind)
    return shape


def _written(kind):
    """In which way a text says all of an object; None where it has parts."""
    if issubclass(kind, (StandIn, StandInModule)):
        return "nothing"
    for name, each in (("enum", enum.Enum), ("class", type), ("module", types.ModuleType), ("pattern", re.Pattern)):
        if issubclass(kind, each):
            return name
    is_text = any(kind is each or (issubclass(kind, each) and kind.__module__ == each.__module__) for each in WRITTEN)
    return "text" if is_text else None


def _name(kind):
    return f"{kind.__module__}.{type.__dict__['__qualname__'].__get__(kind)}"


def _plain(constants):
    return [each for each in constants if type(each) in (int, float, str, bytes, bool)]
