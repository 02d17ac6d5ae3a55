"""Says what values are, and what changed in them, without running any of their code.

What a class says of itself (`__repr__`, properties, `__getattr__`) may be slow, wrong or hostile: contents of built-in
types and attributes are read as the interpreter keeps them. Texts name no address: they are the same in each run.
"""

import enum
import types
from itertools import islice

# Of a text that is shown: characters, items of one container, and containers within each other.
LONGEST, ITEMS, DEPTH = 120, 5, 3
# Parts of a value that are compared, and digits of a number that is written out.
PARTS, DIGITS = 300, 60
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType)
TEXTS = (str, bytes, bytearray)
CONTAINERS = ((list, "[", "]"), (tuple, "(", ")"), (set, "{", "}"), (frozenset, "{", "}"))


def is_a(value, *kinds):
    """As isinstance, which asks the value for its `__class__`."""
    return issubclass(type(value), kinds)


def class_name(value):
    return type.__dict__["__name__"].__get__(type(value))


def short(value, longest=LONGEST):
    """A text for the value, of at most `longest` characters."""
    text = _text(value, DEPTH)
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _text(value, depth):
    written = _scalar(value)
    if written is not None:
        return written
    if depth == 0:
        return f"<{class_name(value)}>"
    for kind, opening, closing in CONTAINERS:
        if is_a(value, kind):
            size = kind.__len__(value)
            texts = [_text(each, depth - 1) for each in _first(value, kind, ITEMS)]
            more = f", … {size} items" if size > ITEMS else "," if kind is tuple and size == 1 else ""
            whole = f"{opening}{', '.join(texts)}{more}{closing}"
            is_plain = type(value) in (list, tuple) or (type(value) is set and size)
            return whole if is_plain else f"{class_name(value)}({whole if size else ''})"
    if is_a(value, dict):
        pairs = islice(dict.items(value), ITEMS)
        texts = [f"{_text(key, depth - 1)}: {_text(each, depth - 1)}" for key, each in pairs]
        size = dict.__len__(value)
        whole = "{" + ", ".join(texts) + (f", … {size} items" if size > ITEMS else "") + "}"
        return whole if type(value) is dict else f"{class_name(value)}({whole})"
    fields = attributes(value)
    inside = ", ".join(f"{name}={_text(each, depth - 1)}" for name, each in islice(fields.items(), ITEMS))
    return (
        f"{class_name(value)}({inside}{', …' if len(fields) > ITEMS else ''})" if fields else f"<{class_name(value)}>"
    )


def _scalar(value):
    """The text of what has no parts; None for anything else."""
    if value is None or value is True or value is False or value is Ellipsis or value is NotImplemented:
        return str(value)
    if is_a(value, enum.Enum):
        return f"{class_name(value)}.{attributes(value).get('_name_', '?')}"
    if is_a(value, int):
        bits = int.bit_length(value)
        written = f"<integer of {bits} bits>" if bits > DIGITS * 3 else int.__repr__(value)
    elif is_a(value, float):
        written = float.__repr__(value)
    elif is_a(value, complex):
        written = complex.__repr__(value)
    elif is_a(value, *TEXTS):
        kind = next(each for each in TEXTS if is_a(value, each))
        size = kind.__len__(value)
        head = kind.__getitem__(value, slice(0, LONGEST // 2))
        written = kind.__repr__(head) + (f"… {size} long" if size > LONGEST // 2 else "")
    elif is_a(value, type):
        return type.__dict__["__name__"].__get__(value)
    elif is_a(value, *FUNCTIONS):
        return f"<function {value.__name__}>"
    elif is_a(value, types.ModuleType):
        return f"<module {attributes(value).get('__name__', '')}>"
    else:
        return None
    plain = (int, float, complex, str, bytes, bytearray)
    return written if type(value) in plain else f"{class_name(value)}({written})"


def _first(value, kind, most):
    """The first items; of a set the first by their texts, as its order is that of hashes, which code can give."""
    if kind in (set, frozenset) and kind.__len__(value) <= PARTS:
        return sorted(kind.__iter__(value), key=lambda each: _text(each, 1))[:most]
    return list(islice(kind.__iter__(value), most))


def attributes(value):
    """What the instance keeps, by name, without asking it."""
    dicts, members = _places_of(type(value))
    found = {}
    for each in dicts:
        found |= dict(each.__get__(value))
    for name, each in members:
        try:
            found[name] = each.__get__(value)
        except AttributeError:
            pass
    return {name: each for name, each in found.items() if type(name) is str}


_places = {}  # by class: looking for them takes much longer than reading them


def _places_of(kind):
    """What reads the dictionary of an instance, and each of its slots by name."""
    if kind not in _places:
        dicts, members = [], []
        for base in type.__dict__["__mro__"].__get__(kind):
            for name, each in type.__dict__["__dict__"].__get__(base).items():
                if name == "__dict__" and is_a(each, types.GetSetDescriptorType):
                    dicts.append(each)
                elif is_a(each, types.MemberDescriptorType) and not name.startswith("__"):
                    members.append((name, each))
        _places[kind] = dicts, members
    return _places[kind]


def parts(name, value):
    """The parts of a value, each a text by where it is, such as `order.lines[2]`: what `changes` compares."""
    found, waiting, seen = {}, [(name, value)], set()
    while waiting and len(found) < PARTS:
        where, each = waiting.pop()
        if _scalar(each) is not None:
            found[where] = short(each)
            continue
        if id(each) in seen:
            continue
        seen.add(id(each))
        found[where] = class_name(each)
        for kind in (list, dict, set):
            if is_a(each, kind):
                found[f"len({where})"] = str(kind.__len__(each))
        waiting += reversed(_inside(where, each))
    return found


def _inside(where, value):
    for kind, _, _ in CONTAINERS:
        if is_a(value, kind):
            items = _first(value, kind, PARTS)
            if kind in (list, tuple):
                return [(f"{where}[{at}]", each) for at, each in enumerate(items)]
            return [(f"{where} has {_text(each, 1)[:40]}", True) for each in items]
    if is_a(value, dict):
        return [(f"{where}[{_text(key, 1)[:40]}]", each) for key, each in islice(dict.items(value), PARTS)]
    return [(f"{where}.{name}", each) for name, each in attributes(value).items()]


def changes(before, after, most=4):
    """The first places where `parts` is not the same, each with both texts; None where there was or is none."""
    told = []
    for where in [*after, *(each for each in before if each not in after)]:
        old, new = before.get(where), after.get(where)
        is_length = where.startswith("len(")
        if old != new and not (is_length and None in (old, new)) and len(told) < most:
            told.append((where[:80], old, new))
    return told
