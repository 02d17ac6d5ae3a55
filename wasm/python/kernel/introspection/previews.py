"""Short texts for values: bounded, and without a call of what user code may define."""

from collections import Counter, OrderedDict, defaultdict, deque
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from itertools import islice
from types import BuiltinFunctionType, FunctionType, MethodType

from _kernel_statics import (
    FIELDS,
    MISSING,
    class_name,
    class_qualname,
    entry,
    in_class,
    instance_dict,
    is_class,
    is_module,
    is_one,
    items,
    plain,
)

DEPTH = 3
ITEMS = 10
TEXT = 60
INT_BITS = 1 << 10
TOTAL = 200

_literals = type(None), bool, float, complex, type(...), type(NotImplemented)
_c_text = date, timedelta, Decimal
_brackets = {list: "[]", tuple: "()", set: "{}", frozenset: ("frozenset({", "})"), deque: ("deque([", "])")}
_mappings = Counter, OrderedDict, defaultdict
_sized = str, bytes, bytearray, list, tuple, dict, set, frozenset, deque, range


def cut(text, limit):
    return text if len(text) <= limit else text[: limit - 1] + "…"


def preview(value, limit=TOTAL):
    return cut(_show(value, DEPTH), limit)


def _text(value, kind):
    full = kind.__len__(value)
    shown = repr(kind.__getitem__(value, slice(TEXT)))
    return shown if full <= TEXT else f"{shown}…"


def _items(values, depth):
    shown = [_show(value, depth) for value in islice(values, ITEMS)]
    return ", ".join(shown)


def _show(value, depth):
    cls = type(value)
    if cls is slice or cls is range:
        parts = value.start, value.stop, value.step
        return f"{cls.__name__}({', '.join(_show(part, 0) for part in parts)})"
    if is_one(cls, _literals):
        return repr(value)
    if cls is int:
        bits = value.bit_length()
        return repr(value) if bits <= INT_BITS else f"<int of {bits} bits>"
    if is_one(cls, _c_text):
        return cut(repr(value), TEXT) if cls is not Decimal or len(value.as_tuple().digits) < 1000 else "<Decimal>"
    if cls is datetime or cls is time:
        return repr(value) if value.tzinfo is None or type(value.tzinfo) is timezone else f"<{cls.__name__} object>"
    for text in (str, bytes, bytearray):
        if cls is text:
            return _text(value, text)
    if is_module(value):
        name = entry(instance_dict(value), "__name__")
        return f"<module {name!r}>" if type(name) is str else "<module>"
    if is_class(value):
        return f"<class {class_qualname(value)!r}>"
    if cls is FunctionType or cls is BuiltinFunctionType:
        return f"<function {plain(value.__qualname__)}>"
    if cls is MethodType:
        return f"<method {_show(value.__func__, 0)[1:-1].removeprefix('function ')}>"
    return _show_container(value, cls, depth)


def _show_container(value, cls, depth):
    name = class_name(cls)
    for mapping in (dict, *_mappings):
        if cls is mapping:
            body = _pairs(value, depth)
            return body if cls is dict else f"{name}({body})"
    for kind, (left, right) in _brackets.items():
        if not issubclass(cls, kind):
            continue
        fields = in_class(cls, "_fields") if kind is tuple and cls is not tuple else MISSING
        if type(fields) is tuple and all(type(field) is str for field in fields):
            shown = (f"{f}={_show(v, depth - 1)}" for f, v in zip(fields, tuple.__iter__(value)))
            return f"{name}({', '.join(shown)})" if depth else f"{name}(…)"
        if cls is set and not set.__len__(value):
            return "set()"
        length = kind.__len__(value)
        body = _items(kind.__iter__(value), depth - 1) if depth else "…"
        more = ", …" if depth and length > ITEMS else "," if kind is tuple and length == 1 else ""
        shown = f"{left}{body}{more}{right}"
        return shown if cls is kind else f"{name}({shown})"
    return _show_object(value, cls, name, depth)


def _pairs(value, depth):
    if not depth:
        return "{…}" if dict.__len__(value) else "{}"
    pairs = islice(dict.items(value), ITEMS)
    body = ", ".join(f"{_show(key, depth - 1)}: {_show(item, depth - 1)}" for key, item in pairs)
    return f"{{{body}, …}}" if dict.__len__(value) > ITEMS else f"{{{body}}}"


def _show_object(value, cls, name, depth):
    own = instance_dict(value)
    label = entry(own, "_name_")
    if type(label) is str and entry(own, "_value_") is not MISSING:
        return f"<{name}.{label}: {_show(entry(own, '_value_'), 0)}>"
    if issubclass(cls, dict):
        return f"{name}({_pairs(value, depth)})"
    for kind in (str, bytes, int, float):
        if issubclass(cls, kind):
            return f"{name}({_show(_plain_copy(value, kind), depth)})"
    pairs = items(own)[:ITEMS] if depth else ()
    shown = ", ".join(f"{key}={_show(item, depth - 1)}" for key, item in pairs)
    return f"<{name} object: {shown}>" if shown else f"<{name} object>"


def _plain_copy(value, kind):
    if kind is str or kind is bytes:
        return kind.__getitem__(value, slice(TEXT + 1))
    return kind.__pos__(value) + 0


def length(value):
    """Number of items of a built-in container, a text or a subclass of one; None for anything else."""
    for kind in _sized:
        if issubclass(type(value), kind):
            return kind.__len__(value)
    return None


def shape(value):
    """The `shape` of an array whose class keeps it in a field of C, as numpy's does."""
    raw = in_class(type(value), "shape")
    if raw is MISSING or not is_one(type(raw), FIELDS):
        return None
    found = raw.__get__(value)
    if type(found) is tuple and all(type(size) is int for size in found):
        return list(found)
    return None
