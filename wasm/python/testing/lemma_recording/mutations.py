"""Inputs beside those that tests pass: values of other calls in their place, and values near to them."""

import ast
import datetime
import decimal
import io
import tokenize

# Values of other calls for one parameter, and entries of one container that are changed.
BORROWED, ENTRIES = 8, 3


class Changed:
    """Names and values that stand in changed lines."""

    def __init__(self, lines=""):
        self.names, self.values = set(), []
        for line in lines.splitlines():
            try:
                for token in tokenize.generate_tokens(io.StringIO(line.strip()).readline):
                    self._take(token)
            except tokenize.TokenError, SyntaxError:  # a part of a longer text
                continue

    def _take(self, token):
        if token.type == tokenize.NAME and token.string not in ("True", "False", "None"):
            self.names.add(token.string)
        elif token.type in (tokenize.NAME, tokenize.NUMBER, tokenize.STRING):
            value = ast.literal_eval(token.string)
            near = [value, value - 1, value + 1] if type(value) is int else [value]
            self.values += [each for each in near if not _has(self.values, each)]


UNCHANGED = Changed()


def neighbours(value):
    """Values of the same type that code likes to treat in another way, those first that a person would try first."""
    kind = type(value)
    if kind is bool:
        return [not value]
    if kind is int:
        return _others(value, [0, 1, -1, value + 1, value - 1, -value, 10])
    if kind is float:
        return _others(value, [0.0, -value, value + 0.5, float("inf"), float("nan")])
    if kind is str:
        return _others(value, ["", value[:-1], value + "x", " " + value, value + " ", value.swapcase(), "0", "-1", "é"])
    if kind is bytes:
        return _others(value, [b"", value[:-1], value + b"x", b"\xff"])
    if kind is list:
        return _others(value, [[], value[:1], value[::-1], value + value])
    if kind is dict:
        return _others(value, [{}, *(_without(value, key) for key in list(value)[:ENTRIES])])
    if kind is set or kind is frozenset:
        return _others(value, [kind()])
    if kind is decimal.Decimal:
        names = ("0", "-1", "0.5", "NaN", "Infinity")
        return _others(value, [decimal.Decimal(each) for each in names])
    if kind is datetime.datetime or kind is datetime.time:
        zone = None if value.tzinfo else datetime.UTC
        return _others(value, [value.replace(tzinfo=zone), value.replace(microsecond=0), value.replace(microsecond=1)])
    return []


def _others(value, candidates):
    found = []
    for each in candidates:
        if each is not value and repr(each) != repr(value) and repr(each) not in map(repr, found):
            found.append(each)
    return found


def _has(values, one):
    return any(type(each) is type(one) and each == one for each in values)


def _without(entries, key):
    return {each: value for each, value in entries.items() if each != key}


def mutations(names, arguments, others, constants, fixed, changed=UNCHANGED):
    """Ways to change the arguments of a call, each as `(places, value)`: a name, then keys within it.

    `others`: arguments of other calls; `constants`: values that the code names; `fixed`: names that take no values but
    those of other calls. Names in changed lines have their turn as often as all others together.
    """

    def ways(name):
        values = changed.values if name in changed.names else ()
        return _of_one(name, arguments[name], others, (*values, *constants), name in fixed)

    first = [ways(name) for name in names if name in changed.names]
    yield from in_turn([*first, in_turn([ways(name) for name in names if name not in changed.names])])


def in_turn(ways):
    """The first of each, then the second of each, and so on."""
    while ways:
        for each in list(ways):
            try:
                yield next(each)
            except StopIteration:
                ways.remove(each)


def _of_one(name, value, others, constants, is_fixed):
    ways = [_borrowed(name, value, others), _of_other_types(name, value, others)]
    if not is_fixed:
        types = {type(value), *(type(other[name]) for other in others if name in other)}
        named = _others(value, [each for each in constants if type(each) in types])
        ways += [_all(name, neighbours(value)), _all(name, named), _inside(name, value)]
    yield from in_turn(ways)


def _all(name, values):
    for each in values:
        yield (name,), each


def _borrowed(name, value, others):
    seen = 0
    for other in others:
        if seen < BORROWED and name in other and other[name] is not value and _is_alike(other[name], value):
            seen += 1
            yield (name,), other[name]


def _of_other_types(name, value, others):
    """One value of each type that other calls pass."""
    seen = {type(value), type(None)}
    for other in others:
        if name in other and type(other[name]) not in seen:
            seen.add(type(other[name]))
            yield (name,), other[name]


def _inside(name, value):
    keys = range(len(value)) if type(value) is list else value if type(value) is dict else ()
    for key in list(keys)[:ENTRIES]:
        for each in neighbours(value[key]):
            yield (name, key), each


def _is_alike(one, other):
    return type(one) is type(other) or one is None or other is None
