"""What stands in for a function in C: it charges what that goes over, or names it as one that is not counted."""

import json
import operator
import re
from functools import partial
from math import log2
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType, WrapperDescriptorType

from lemma_cost.counter import LINEAR, LOGARITHMIC, SMALL
from lemma_cost.expressions import Search, Unsupported
from lemma_cost.known import CONSTANT_MODULES, GOES_OVER, base_of, is_plain, length, whole_name
from lemma_cost.surroundings import asks

C_FUNCTIONS = (BuiltinFunctionType, MethodDescriptorType, WrapperDescriptorType)
KINDS = {"match": "match", "fullmatch": "fullmatch", "search": "search"}
ALL = frozenset(("findall", "finditer", "split", "sub", "subn"))
EXPRESSIONS = {getattr(re, name): name for name in (*KINDS, *ALL)}
TEXTS_OF_JSON = {json.loads: "json.loads", json.dumps: "json.dumps"}
# Functions that are operators.
ORDERED = ("lt", "le", "gt", "ge")
OPERATORS = {
    operator.add: "add", operator.concat: "add", operator.mul: "times", operator.eq: "equal", operator.ne: "unequal",
    operator.iadd: "grow", operator.iconcat: "grow", operator.getitem: "item", operator.delitem: "delete",
    **{getattr(operator, name): name for name in ORDERED},
}  # fmt: skip
# Those that look at the frame which calls them.
OF_FRAME = frozenset(("locals", "globals", "vars", "dir", "eval", "exec", "super", "_getframe", "breakpoint", "input"))
# Those of `builtins` that take no longer for what is larger, or run code that is counted.
AT_ONCE = frozenset(
    """
    abs callable chr delattr divmod getattr hasattr id isinstance issubclass iter len next ord pow round setattr
    aiter anext bin hex oct open __build_class__ __import__
    """.split()
)
# Of built-in containers and texts.
METHODS_AT_ONCE = frozenset(
    """
    append appendleft add clear discard get items keys pop popitem popleft setdefault values send throw close
    bit_length is_integer conjugate as_integer_ratio __new__
    __enter__ __exit__ __iter__ __next__ __len__ __getitem__ __setattr__
    __getattribute__ __init_subclass__
    """.split()
)
# Of itertools: they go over elements that they hand not on, or over all of them at first.
SKIPPING = frozenset("islice compress filterfalse dropwhile takewhile groupby batched".split())
AT_ONCE_OVER = frozenset("product permutations combinations combinations_with_replacement".split())
# They hand on one element at a time: what they are given is counted as they take it.
LAZY = frozenset("map filter zip enumerate reversed".split())


class Calls:
    def __init__(self, counter, operations):
        self._counter = counter
        self._charge = counter.charge
        self._operations = operations

    def seen(self, function):
        if not self._counter.is_on or isinstance(function, MethodType):
            return function
        if isinstance(function, FunctionType):
            return self._of_library(function)
        if isinstance(function, type):
            return self._type(function)
        if not isinstance(function, C_FUNCTIONS):
            # An instance: of a class in Python, what it runs is counted.
            if isinstance(function, partial):
                return self._partial(function)
            if is_plain(type(function)) or type(function).__module__ in CONSTANT_MODULES:
                return function
            return self._unknown(function, whole_name(type(function)))
        asked = asks(function)
        if asked:
            self._counter.asked.add(asked)
        name = getattr(function, "__name__", "")
        if name in OF_FRAME:
            return function
        own = getattr(function, "__self__", None)
        if isinstance(own, re.Pattern):
            return self._expression(function, own, name)
        if own is not None and not isinstance(own, type(re)):
            return self._method(function, own, name)
        return self._function(function, name)

    def _partial(self, made):
        inner = self.seen(made.func)
        if inner is made.func:
            return made
        return lambda *args, **keywords: inner(*made.args, *args, **{**made.keywords, **keywords})

    def _function(self, function, name):
        module = getattr(function, "__module__", None)
        whole = whole_name(function)
        if module == "builtins":
            if name in AT_ONCE:
                return function
            return (
                self._over_arguments(function)
                if name in ("any", "all", "sum", "min", "max", "sorted")
                else self._text(function)
            )
        if function in OPERATORS:
            name = OPERATORS[function]
            return partial(self._operations.ordered, name) if name in ORDERED else getattr(self._operations, name)
        if whole in LOGARITHMIC:
            return self._charged(
                function, lambda args: int(log2(length(args[0]) + 1)) if args and length(args[0]) else 1
            )
        if whole in LINEAR or whole in GOES_OVER:
            return self._over_arguments(function)
        if hasattr(function, "__objclass__"):
            return function if name.startswith("__") else self._of_class(function)
        if module in CONSTANT_MODULES:
            return function
        return self._unknown(function, whole)

    def _of_class(self, function):
        """A method that is called on the class, such as `str.lower`."""

        def called(*args, **keywords):
            if not args or not isinstance(args[0], function.__objclass__):
                return function(*args, **keywords)
            return self.seen(function.__get__(args[0], type(args[0])))(*args[1:], **keywords)

        return called

    def _method(self, function, own, name):
        if isinstance(own, type):
            return function if name.startswith("__") else self._over_arguments(function)
        if name in METHODS_AT_ONCE:
            return function
        if name in ("startswith", "endswith") and type(own) in (str, bytes, bytearray):
            return self._charged(function, lambda args: min(len(own), length(args[0]) or 0) if args else 0)
        base = base_of(own)
        if base is None:
            module = type(own).__module__
            # What a class in Python inherits from `object` or an exception.
            if (
                module in CONSTANT_MODULES
                or is_plain(type(own))
                or isinstance(own, int | float | complex | BaseException)
            ):
                return self._text(function)
            return self._unknown(function, f"{type(own).__name__}.{name}")
        size = base.__len__(own)
        if base is not type(own):
            return self._charged(function, lambda args: size + sum(length(each) or 0 for each in args))
        if base in self._operations.kinds and name in self._operations.methods:
            return lambda *args, **keywords: self._operations.method(own, name, *args, **keywords)
        return self._charged(function, lambda args: size, True)

    def _type(self, made):
        name = made.__name__
        if made.__module__ == "itertools":
            return self._itertools(made, name)
        if made.__module__ == "builtins":
            if name == "map":
                return lambda *args, **keywords: made(
                    *(self.seen(each) if callable(each) else each for each in args), **keywords
                )
            if name == "filter":
                return lambda chosen, items: filter(
                    self.seen(chosen) if callable(chosen) else chosen, self._operations.over(items)
                )
            if (
                name in LAZY
                or name in OF_FRAME
                or made in (type, object, range, slice, bool, property, staticmethod, classmethod)
            ):
                return made
            if issubclass(made, BaseException):
                return made
            return self._text(made) if made in (str, int, float, complex) else self._over_arguments(made)
        if is_plain(made):
            return made
        if made.__module__ == "collections":
            return self._over_arguments(made)
        if made.__module__ in CONSTANT_MODULES:
            return made
        return self._unknown(made, whole_name(made))

    def _itertools(self, made, name):
        """They go over what they are given, one element at a time or at once."""

        def called(*args, **keywords):
            counts = name in AT_ONCE_OVER
            over = [self._operations.counted(each) if counts and not callable(each) else each for each in args]
            return made(*(self.seen(each) if callable(each) else each for each in over), **keywords)

        skips = name in SKIPPING
        if name == "accumulate":
            return lambda items, function=None, **keywords: made(
                items, self.seen(function) if function else self._operations.add, **keywords
            )

        def skipping(*args, **keywords):
            over = [self._operations.over(each) if hasattr(each, "__iter__") else each for each in args]
            return made(*(self.seen(each) if callable(each) else each for each in over), **keywords)

        return skipping if skips else called if name not in ("count", "repeat") else made

    def _over_arguments(self, function):
        """It goes once over each container that it is given."""

        def called(*args, **keywords):
            keywords = self._operations.seen_by_name(keywords)
            seen = (
                self.seen(each) if isinstance(each, C_FUNCTIONS) else self._operations.counted(each) for each in args
            )
            return function(*seen, **keywords)

        return called

    def _charged(self, function, steps, is_text=False):
        def called(*args, **keywords):
            self._charge(steps(args))
            value = function(*args, **keywords)
            if is_text and type(value) in (str, bytes, list):
                self._charge(len(value))
            return value

        return called

    def _text(self, function):
        """It goes over texts and containers as they are, and may make a text."""
        return self._charged(function, lambda args: sum(length(each) or 0 for each in args), True)

    def _unknown(self, function, name):
        """Once over what it is given, as far as that is known; what is no built-in value cannot be told."""

        def called(*args, **keywords):
            given = (*args, *keywords.values())
            sizes = [length(each) for each in given]
            large = sum(each for each in sizes if each is not None)
            own = getattr(function, "__self__", None)
            is_method = own is not None and not isinstance(own, type(re))
            if is_method or any(size is None and not _is_small(each) for size, each in zip(sizes, given, strict=True)):
                self._counter.uncounted.add(name)
            elif large > SMALL:
                self._counter.assumed.add(name)
            self._charge(large)
            return function(*args, **keywords)

        return called

    def _of_library(self, function):
        if function in EXPRESSIONS:
            name = EXPRESSIONS[function]

            def searched(pattern, *args, **keywords):
                flags = keywords.pop("flags", 0)
                places = 2 if name in ("match", "fullmatch", "search", "findall", "finditer") else len(args) + 1
                if len(args) >= places:
                    return self._not_counted(function, f"re.{name}", pattern, *args, flags=flags, **keywords)
                with self._counter.paused():
                    compiled = re.compile(pattern, flags)
                return self._expression(getattr(compiled, name), compiled, name)(*args, **keywords)

            return searched
        if function in TEXTS_OF_JSON:
            return self._json(function)
        if function in (re.compile, re.escape):
            return self._compile(function)
        return function

    def _json(self, function):
        def called(*args, **keywords):
            self._charge(length(args[0]) or 0 if args else 0)
            with self._counter.trusting():
                value = function(*args, **keywords)
            if function is json.dumps:
                self._charge(len(value))
            return value

        return called

    def _compile(self, function):
        """Compiled patterns are kept: what is done the first time is not the function's."""

        def called(*args, **keywords):
            self._charge(length(args[0]) or 0 if args else 0)
            with self._counter.paused():
                return function(*args, **keywords)

        return called

    def _not_counted(self, function, name, *args, **keywords):
        self._counter.uncounted.add(name)
        return function(*args, **keywords)

    def _expression(self, function, pattern, name):
        kind = KINDS.get(name) or ("all" if name in ALL else None)
        if kind is None:
            return function
        said = f"re.{name}"

        def called(*args, **keywords):
            at = 1 if name in ("sub", "subn") else 0
            text = keywords.get("string", args[at] if len(args) > at else None)
            is_plain_call = len(args) == at + 1 and not keywords.keys() & {"pos", "endpos", "count", "maxsplit"}
            if type(text) not in (str, bytes) or not is_plain_call:
                return self._not_counted(function, said, *args, **keywords)
            self._counter.within = f"in {said} with the pattern {str(pattern.pattern)[:120]!r}, which backtracks"
            try:
                with self._counter.paused():
                    spans = Search(pattern, text, self._charge).spans(kind, 0, len(text))
            except Unsupported, RecursionError:
                return self._not_counted(function, said, *args, **keywords)
            self._counter.within = ""
            with self._counter.paused():
                found = [each.span() for each in pattern.finditer(text)] if kind == "all" else function(text)
            if kind != "all":
                found = [found.span()] if found else []
            if found != spans:
                self._counter.uncounted.add(said)
            return function(*args, **keywords)

        return called


def _is_small(value):
    """What cannot be large, or runs code that is counted."""
    return (
        value is None
        or isinstance(value, int | float | complex | type | FunctionType | MethodType)
        or is_plain(type(value))
    )
