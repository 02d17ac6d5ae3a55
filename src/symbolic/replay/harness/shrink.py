"""Makes a failing input smaller while it fails in the same way."""

import inspect
import re

from .values import in_order, source_of

SHRINK_ATTEMPTS = 150
ELEMENTWISE = 24
SMALL_INTEGERS = (0, 1, -1, 2, -2, 3, -3, 5, -5, 7, -7, 10, -10, 100, -100, 1000, -1000)
LARGE_INTEGERS = (2**31, 2**32, 2**63, 2**64, 10**20, 2**128, 10**100, 10**300, 10**309, 2**1024)
SIMPLE_FLOATS = (0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 0.1, 3.0, 10.0, -10.0, 100.0, 1e308, -1e308)
CLOSE_ENOUGH = 2**64
SHRINKABLE_WORDS = frozenset(
    "int float bool str bytes list tuple dict set frozenset None NoneType Optional Union List Tuple Dict Set FrozenSet "
    "Sequence Iterable Collection Mapping MutableSequence MutableMapping MutableSet AbstractSet typing collections abc "
    "Any object".split()
)


def may_shrink(annotation):
    """False where a smaller value could leave the annotated type, as with Literal or a class of the module."""
    return annotation is inspect.Parameter.empty or set(re.findall(r"\w+", str(annotation))) <= SHRINKABLE_WORDS


def number_rank(number):
    """Simple numbers first: short text, then small magnitude, then positive."""
    finite = number - number == 0
    return not finite, len(source_of(abs(number))), abs(number), source_of(number).startswith("-")


def simpler_integers(number):
    yield from SMALL_INTEGERS
    yield -number
    if abs(number) > CLOSE_ENOUGH:
        for large in LARGE_INTEGERS:
            yield large
            yield -large
        return
    step = abs(number) // 2
    while step:
        yield number - step if number > 0 else number + step
        step //= 2


def simpler_floats(number):
    yield from SIMPLE_FLOATS
    yield -number
    if number - number == 0:
        for digits in range(4):
            yield round(number, digits)
        if abs(number) < CLOSE_ENOUGH:
            yield from map(float, simpler_integers(int(number)))


def shorter(items):
    """The sequence with fewer items: none, a half, all but one."""
    count = len(items)
    if count:
        yield items[:0]
    if count > 2:
        yield items[: count // 2]
        yield items[count // 2 :]
    if 1 < count <= ELEMENTWISE:
        for index in range(count):
            yield items[:index] + items[index + 1 :]


def with_simpler_items(items):
    """The sequence with one of its items replaced by a simpler one."""
    for index, item in enumerate(items[:ELEMENTWISE]):
        for candidate in simpler(item):
            yield [*items[:index], candidate, *items[index + 1 :]]


def simpler_strings(text):
    yield from shorter(text)
    for index, character in enumerate(text[:ELEMENTWISE]):
        for replacement in "a0":
            if character not in "a0":
                yield text[:index] + replacement + text[index + 1 :]


def simpler(value):
    """Simpler values of the same type, the simplest first. A tuple keeps its length, which its type may fix."""
    match value:
        case bool():
            if value:
                yield False
        case int():
            rank = number_rank(value)
            yield from (other for other in simpler_integers(value) if number_rank(other) < rank)
        case float():
            rank = number_rank(value)
            yield from (other for other in simpler_floats(value) if number_rank(other) < rank)
        case str():
            yield from simpler_strings(value)
        case bytes():
            yield from shorter(value)
        case tuple():
            yield from map(tuple, with_simpler_items(value))
        case list():
            yield from shorter(value)
            yield from with_simpler_items(value)
        case set() | frozenset():
            items = in_order(value)
            yield from map(type(value), shorter(items))
            yield from (type(value)(other) for other in with_simpler_items(items) if len(set(other)) == len(items))
        case dict():
            items = list(value.items())
            yield from map(dict, shorter(items))
            yield from (dict(other) for other in with_simpler_items(items) if len(dict(other)) == len(items))


def equal_groups(sources, names):
    """Names whose values have the same source, where there are at least two."""
    groups = {}
    for name in names:
        groups.setdefault(sources[name], []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def minimise(values, names, fails):
    """Shrinks the named values one at a time, equal ones also together, while fails(sources) stays true."""
    seen, attempts = set(), 0
    sources = {name: source_of(value) for name, value in values.items()}
    improved = True
    while improved:
        improved = False
        for group in [*([name] for name in names), *equal_groups(sources, names)]:
            for candidate in simpler(values[group[0]]):
                trial = {**sources, **dict.fromkeys(group, source_of(candidate))}
                identity = tuple(trial.items())
                if identity in seen:
                    continue
                if attempts == SHRINK_ATTEMPTS:
                    return values
                seen.add(identity)
                attempts += 1
                if fails(trial):
                    values, sources, improved = {**values, **dict.fromkeys(group, candidate)}, trial, True
                    break
    return values
