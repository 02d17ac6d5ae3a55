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
        if value is None or kind is bool or value is Ellipsis or value is NotImplemented:
            self._put(repr(value))
        elif kind is int:
            self._put("int ", hex(value))
        elif kind in PLAIN:
            self.size += 0 if kind is float or kind is complex else len(value) * PARTS // CHARACTERS
            if self.size > PARTS:
                raise Unreadable
            self._put(kind.__name__, " ", repr(value))
        elif is_a(value, enum.Enum):
            self._put(_name(kind), ".", str(attributes(value).get("_name_")))
        elif is_a(value, type):
            self._put("class ", _name(value))
        elif is_a(value, types.ModuleType) and not is_a(value, StandInModule):
            self._put("module ", str(attributes(value).get("__name__")))
        elif any(kind is each or (issubclass(kind, each) and kind.__module__ == each.__module__) for each in WRITTEN):
            self._put(_name(kind), " ", repr(value))
        elif is_a(value, re.Pattern):
            self._put("pattern ", repr(value.pattern), " ", str(value.flags))
        else:
            return False
        return True

    def _compound(self, value, depth):
        if is_a(value, StandIn, StandInModule):
            raise Unreadable
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
        bases = [each for each in type.__dict__["__mro__"].__get__(kind) if each is not object]
        is_read = False
        for each in SEQUENCES:
            if is_a(value, each):
                self._all(islice(each.__iter__(value), PARTS), depth)
                is_read = True
        for each in (set, frozenset):
            if is_a(value, each):
                self._put("".join(sorted(self._apart(one, depth) for one in islice(each.__iter__(value), PARTS))))
                is_read = True
        if is_a(value, dict):
            entries = [self._apart(key, depth) + ": " for key in islice(dict.__iter__(value), PARTS)]
            texts = list(zip(entries, islice(dict.values(value), PARTS)))
            for entry, one in texts if self._in_order else sorted(texts, key=lambda pair: pair[0]):
                self._put(entry)
                self.write(one, depth)
                self._put(", ")
            is_read = True
        for each in PLAIN:
            if is_a(value, each):
                self.write(each.__new__(each, value) if each is not int else int.__int__(value), depth)
                is_read = True
        if is_a(value, BaseException):
            self._all(BaseException.__dict__["args"].__get__(value), depth)
            is_read = True
        made = [each for each in bases if each.__flags__ & HEAP and not each.__flags__ & IMMUTABLE]
        if not is_read and len(made) != len(bases):
            raise Unreadable
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


def _name(kind):
    return f"{kind.__module__}.{type.__dict__['__qualname__'].__get__(kind)}"


def _plain(constants):
    return [each for each in constants if type(each) in (int, float, str, bytes, bool)]
