"""What stands in for operations of the repository's code: they do the same, and charge what they go over.

`instrument.py` puts calls of these in place of the operations.
"""

import operator
from collections import deque
from math import log2

from lemma_cost.calls import Calls
from lemma_cost.counter import SMALL
from lemma_cost.known import CONSTANT_MODULES, is_plain, length, whole_name

TEXTS = (str, bytes)
COPIED = (list, tuple, str, bytes, bytearray, deque)
SETS = (set, frozenset)
COMPARED = (*COPIED, *SETS, dict)
SIZED = (list, tuple, str, bytes, bytearray, dict, set, frozenset, range, deque, type({}.keys()), type({}.values()))
SIZED_TYPES = frozenset((*SIZED, type({}.items())))
VIEWS = (type({}.keys()), type({}.items()))
LIKE_SETS = {*SETS, *VIEWS}
# What has no parts whose number grows, as far as steps say.
SCALARS = frozenset((int, float, complex, bool, type(None), type(...), type, range, slice))
GOES_OVER = frozenset((sum, min, max, list, tuple, set, frozenset, dict))
STOPS_EARLY = frozenset((any, all))
JOINED = "A text that grows by += counts as copied each time; CPython can avoid that for a local variable."
SORTED = "Sorting n items counts as n log n steps, whatever their order."

# Items that take more than a few steps to compare.
LONG = 64

# Methods in C: what they go over.
OWN_LENGTH = frozenset(
    """
    casefold copy count decode encode find index isalpha isdigit lower lstrip partition remove replace reverse
    rfind rsplit rstrip split splitlines strip title translate upper
    """.split()
)
OTHER_LENGTH = {"join", "extend", "extendleft", "update", "difference_update"}
BOTH_LENGTHS = {"union", "difference", "symmetric_difference", "intersection", "issubset", "issuperset", "isdisjoint"}
METHODS = frozenset({"pop", "insert", "sort", "rotate", *OWN_LENGTH, *OTHER_LENGTH, *BOTH_LENGTHS})


class Operations:
    kinds = SIZED_TYPES
    methods = METHODS

    def __init__(self, counter):
        self._counter = counter
        self._charge = counter.charge
        self._calls = Calls(counter, self)

    def seen(self, function):
        """What is called in place of `function`: itself where it is Python (no frame is added), or what charges."""
        return self._calls.seen(function)

    def size(self, value):
        """Length of a built-in value; 0 of any other, whose own code is counted when it runs."""
        return len(value) if type(value) in SIZED_TYPES else 0

    def over(self, iterable):
        for item in iterable:
            self._charge(1)
            yield item

    def contains(self, item, container):
        kind = type(container)
        if kind in (list, tuple, deque):
            found = item in container
            self._charge(container.index(item) + 1 if found else len(container))
            if type(item) in COMPARED and type(item) not in TEXTS:
                alike = (each for each in container if type(each) is type(item))
                self._charge(sum(len(each) for each in alike if len(each) == len(item)))
            return found
        if kind in TEXTS or kind in (bytearray, type({}.values())):
            self._charge(len(container))
        elif hasattr(container, "__next__"):
            return item in self.over(container)
        elif kind not in SIZED_TYPES and getattr(kind, "__contains__", None) in (list.__contains__, tuple.__contains__):
            self._charge(length(container))
        else:
            self._known(kind)
        return item in container

    def equal(self, left, right):
        if type(left) is type(right) and type(left) in COMPARED and len(left) == len(right):
            self._charge(len(left))
            # A pair of large values is no pair of steps.
            if type(left) in (list, tuple) and len(left) <= SMALL:
                for one, other in zip(left, right, strict=True):
                    if not self._is_equal(one, other):
                        break
        elif type(left) is type(right) and type(left) in VIEWS:
            self._charge(len(left))
        else:
            self._known(type(left))
        return left == right

    def unequal(self, left, right):
        return self.ordered("ne", left, right)

    def ordered(self, name, left, right):
        """`!=`, `<`, `<=`, `>` and `>=`."""
        kind = type(left)
        if kind is type(right) and kind in (list, tuple, deque):
            for one, other in zip(left, right):
                self._charge(1)
                if not self._is_equal(one, other) or (type(one) in SCALARS and one != other):
                    break
        elif {kind, type(right)} <= LIKE_SETS or (kind is type(right) and kind in (str, bytes, bytearray, dict)):
            self._charge(min(len(left), len(right)))
        else:
            self._known(kind)
        return getattr(operator, name)(left, right)

    def plain(self, value):
        """A part of a chain of comparisons, whose work is not counted where it could be much."""
        if type(value) not in SCALARS and (length(value) or 0) > SMALL:
            self._counter.uncounted.add("chains of comparisons")
        return value

    def _known(self, kind):
        """Names an operation of C whose work is not known."""
        if kind in SCALARS or kind in SIZED_TYPES or is_plain(kind):
            return
        if kind.__module__ in CONSTANT_MODULES and not issubclass(kind, SIZED[:-3]):
            return
        if not issubclass(kind, (int, float, complex, BaseException)):
            self._counter.uncounted.add(f"operators of {whole_name(kind)}")

    def _is_equal(self, one, other):
        """Whether a comparison goes on behind two items, which it charges for."""
        if one is other:
            return True
        return self.equal(one, other) if type(one) in COMPARED else type(one) is type(other)

    def add(self, left, right):
        if type(left) in COPIED and type(right) in COPIED:
            self._charge(len(left) + len(right))
        else:
            self._known(type(left))
        return left + right

    def times(self, left, right):
        if type(left) in COPIED and isinstance(right, int):
            self._charge(len(left) * max(0, right))
        elif type(right) in COPIED and isinstance(left, int):
            self._charge(len(right) * max(0, left))
        return left * right

    def combine(self, name, left, right):
        """`|`, `&`, `-` and `^` of sets and dictionaries."""
        if type(left) in SIZED_TYPES and type(right) in SIZED_TYPES:
            sizes = len(left), len(right)
            self._charge({"and_": min(sizes), "sub": sizes[0]}.get(name, sum(sizes)))
        else:
            self._known(type(left))
        return getattr(operator, name)(left, right)

    def grow(self, left, right):
        """`left += right`."""
        if type(left) in TEXTS:
            self._counter.notes.add(JOINED)
            self._charge(len(left))
        elif type(left) is tuple:
            self._charge(len(left))
        else:
            self._known(type(left))
        return operator.iadd(left, self.counted(right))

    def change(self, name, left, right):
        """`left op= right` of other operators."""
        if name == "imul" and type(left) in COPIED and isinstance(right, int):
            self._charge(len(left) * max(0, right))
        elif name == "iand" and type(left) in SIZED_TYPES:
            self._charge(min(len(left), self.size(right)))
        elif type(left) in SIZED_TYPES:
            frozen = type(left) in (frozenset, *VIEWS)
            self._charge(self.size(right) + (len(left) if frozen else 0))
        else:
            self._known(type(left))
        value = getattr(operator, name)(left, right)
        return self.copied(value) if name == "imod" else value

    def unpacked(self, value):
        """What a star takes apart, or puts together."""
        if type(value) in SIZED_TYPES:
            self._charge(len(value))
        elif hasattr(value, "__next__"):
            return self.over(value)
        return value

    def matched(self, value):
        """What a pattern with a star takes apart, also within what it is a part of."""
        if type(value) in (list, tuple, dict, deque):
            self._charge(len(value))
            if type(value) in (list, tuple) and len(value) <= SMALL:
                self._charge(sum(self.size(each) for each in value))
        return value

    def unpacking(self, iterable):
        for item in iterable:
            yield self.unpacked(item)

    def part(self, start, stop, step):
        return slice(start, stop, step)

    def put(self, value, container, part):
        """`container[part] = value`, of a slice."""
        if type(container) in (list, bytearray):
            if type(value) not in SIZED_TYPES:
                value = list(self.counted(value))
            start, stop, _ = part.indices(len(container))
            moved = 0 if max(0, stop - start) == len(value) else len(container) - max(start, stop)
            self._charge(len(value) + max(0, moved))
        else:
            self._known(type(container))
        container[part] = value

    def item(self, container, key):
        """`container[key]`, where there may be deques."""
        self._at(container, key)
        return container[key]

    def put_item(self, value, container, key):
        self._at(container, key)
        container[key] = value

    def _at(self, container, key):
        if isinstance(container, deque) and isinstance(key, int):
            self._charge(max(0, min(abs(key), len(container) - abs(key))))

    def copied(self, value):
        """A new value that an expression has made, such as a slice."""
        if type(value) in COPIED or type(value) is dict:
            self._charge(len(value))
        return value

    def delete(self, container, key):
        if type(container) in (list, deque, bytearray):
            self._charge(len(container))
        else:
            self._known(type(container))
        del container[key]

    def method(self, target, name, *args, **keywords):
        kind = type(target)
        if kind in SIZED_TYPES:
            own = len(target)
            keywords = self.seen_by_name(keywords)
            if name == "pop" and kind is list and args and type(args[0]) is int:
                self._charge(own - args[0] if args[0] >= 0 else -args[0])
            elif name == "insert" and kind is list and args and type(args[0]) is int:
                self._charge(max(1, own - args[0]) if args[0] >= 0 else -args[0])
            elif name == "sort":
                self._sort(own, target)
            elif name == "rotate" or (name in OWN_LENGTH and kind is not dict) or (name == "copy"):
                self._charge(own)
            elif name in OTHER_LENGTH | BOTH_LENGTHS:
                if name in BOTH_LENGTHS:
                    self._charge(own)
                args = tuple(self.counted(each) for each in args)
            if name == "join" and kind in (*TEXTS, bytearray):
                joined = target.join(*args, **keywords)
                # Its parts may be long.
                self._charge(len(joined))
                return joined
            return getattr(target, name)(*args, **keywords)
        return self.seen(getattr(target, name))(*args, **keywords)

    def call(self, function, *args, **keywords):
        """A call of what may be one of the built-in functions that go over their argument."""
        if not args or type(function).__hash__ is None:
            return function(*args, **keywords)
        first, *rest = args
        if function is sorted:
            items = list(self.counted(first))
            self._sort(len(items), items)
            return sorted(items, *rest, **self.seen_by_name(keywords))
        keywords = self.seen_by_name(keywords)
        if function is sum and rest and type(rest[0]) in COPIED:
            return self._sum(first, rest[0])
        if function in STOPS_EARLY:
            return function(self.over(first))
        if function in GOES_OVER and not (rest and function in (min, max)):
            return function(self.counted(first), *rest, **keywords)
        return self.seen(function)(*args, **keywords)

    def _sum(self, values, start):
        """Of lists or tuples: each addition copies what there is so far."""
        total = len(start)

        def copied():
            nonlocal total
            for each in values:
                total += self.size(each)
                self._charge(total + 1)
                yield each

        return sum(copied(), start)

    def seen_by_name(self, keywords):
        """With a `key` in C that charges."""
        return {name: self.seen(each) if name == "key" else each for name, each in keywords.items()}

    def counted(self, value):
        if type(value) in SIZED_TYPES:
            self._charge(len(value))
            return value
        return self.over(value) if hasattr(value, "__next__") else value

    def _sort(self, size, items):
        self._counter.notes.add(SORTED)
        if any(type(each) in COPIED and len(each) > LONG for each in items):
            self._counter.uncounted.add("comparisons of long items in a sort")
        self._charge(int(size * log2(size + 1)))
