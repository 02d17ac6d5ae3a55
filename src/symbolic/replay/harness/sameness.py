"""Whether two values are the same to everything that a caller can see of them."""

import types

from .meter import attempt
from .names import OWN, class_name
from .objects import ADDRESS, attributes_of
from .results import Incomparable, Iterated
from .values import float_source

IMMUTABLE_ATOMS = (int, str, bytes, type(None), type(...), type(NotImplemented), range)
COLLECTIONS = (list, tuple, dict, set, frozenset, bytearray)
CHANGEABLE = (list, dict, set, bytearray)


def same_class(left, right):
    """Both modules have their own class of a name."""
    return (
        left is right
        or left.__module__ == right.__module__
        and left.__module__ in OWN
        and left.__qualname__ == right.__qualname__
    )


def is_closed(value):
    """Whether the code of a function is all that decides what it does."""
    if not isinstance(value, types.FunctionType) or value.__defaults__ or value.__kwdefaults__ or vars(value):
        return False
    code = value.__code__
    return not code.co_names and not code.co_freevars and not any(hasattr(one, "co_code") for one in code.co_consts)


class Sameness:
    """Equality of values in type and content, all the way down; nan equals nan, and 0.0 is not -0.0.

    Addresses in texts of objects do not count. Sharing does not either, and is noted: where one side holds one object
    in two places, the other may hold two.
    """

    def __init__(self):
        self.assumed = set()  # pairs under comparison, so that values that hold themselves end
        self.partners = {}, {}  # ids of objects that can change, left to right and right to left
        self.shares_otherwise = False

    def same(self, left, right):
        if left is right:
            return True
        if not same_class(type(left), type(right)):
            return False
        cls = type(left)
        if cls is str:
            return left == right or ADDRESS.sub("", left) == ADDRESS.sub("", right)
        if cls in IMMUTABLE_ATOMS or cls is bool:
            return left == right
        if cls is float:
            return float_source(left) == float_source(right)
        if cls is complex:
            return self.same(left.real, right.real) and self.same(left.imag, right.imag)
        pair = id(left), id(right)
        if pair in self.assumed:
            return True
        self.assumed.add(pair)
        if isinstance(left, CHANGEABLE) or cls.__module__ in OWN:
            self.match(*pair)
        return self.same_object(cls, left, right)

    def match(self, left, right):
        to_right, to_left = self.partners
        if to_right.setdefault(left, right) != right or to_left.setdefault(right, left) != left:
            self.shares_otherwise = True

    def same_object(self, cls, left, right):
        if isinstance(left, type):
            return same_class(left, right)
        if isinstance(left, types.ModuleType):
            return left.__name__ == right.__name__
        if isinstance(left, Iterated):
            return self.same_all(left.items, right.items) and self.same(left.error, right.error)
        if isinstance(left, BaseException):
            return self.same(left.args, right.args) and self.same_attributes(left, right)
        if isinstance(left, COLLECTIONS):
            return self.same_content(left, right) and self.same_attributes(left, right)
        if cls.__module__ in OWN:
            return self.same_attributes(left, right)
        if is_closed(left) and is_closed(right) and left.__code__ == right.__code__:
            return True
        if callable(left) or cls.__repr__ is object.__repr__:
            raise Incomparable(f"values of type {class_name(cls)} were returned, which cannot be compared")
        return repr(left) == repr(right)

    def same_all(self, left, right):
        return len(left) == len(right) and all(map(self.same, left, right))

    def same_attributes(self, left, right):
        return self.same_mapping(attributes_of(left), attributes_of(right))

    def same_content(self, left, right):
        if isinstance(left, dict):
            return self.same_mapping(dict(left), dict(right))
        if isinstance(left, (set, frozenset)):
            return self.same_mapping(dict.fromkeys(left), dict.fromkeys(right))
        return self.same_all(list(left), list(right))

    def same_mapping(self, left, right):
        """The order of the entries does not count, as for ==."""
        keys = {key: key for key in right}

        def has_entry(key, value):
            found = [keys[key]] if key in keys else right
            return any(self.same(key, other) and self.same(value, right[other]) for other in found)

        return len(left) == len(right) and all(has_entry(key, value) for key, value in left.items())


def same_values(left, right):
    """Attempts to compare two values: see attempt."""
    return attempt(lambda: Sameness().same(left, right))
