"""What inference knows of an expression's value, and what calls into C are known to return."""

from _ast import Dict, DictComp, Lambda, List, ListComp, Set, SetComp, Tuple

from _kernel_scopes import FUNCTIONS

DEPTH = 40  # of what is inferred to infer something
_returns = {
    str: "capitalize casefold center expandtabs format join ljust lower lstrip replace rjust rstrip removeprefix "
    "removesuffix strip swapcase title translate upper zfill|str;split rsplit splitlines|list;encode|bytes;"
    "partition rpartition|tuple;count find index rfind rindex|int;startswith endswith isdigit isalpha|bool",
    bytes: "lower upper strip lstrip rstrip replace join|bytes;decode hex|str;split splitlines|list;count find|int",
    list: "copy|list;count index|int",
    dict: "copy|dict;keys|keys;values|values;items|items",
    set: "copy union intersection difference symmetric_difference|set",
    int: "bit_length bit_count|int;to_bytes|bytes",
    float: "hex|str;is_integer|bool;as_integer_ratio|tuple",
}
_results = {
    "str": str,
    "list": list,
    "bytes": bytes,
    "tuple": tuple,
    "int": int,
    "bool": bool,
    "dict": dict,
    "set": set,
    "keys": type({}.keys()),
    "values": type({}.values()),
    "items": type({}.items()),
}
METHODS = {
    cls: {
        name: _results[result]
        for names, _, result in (part.partition("|") for part in text.split(";"))
        for name in names.split()
    }
    for cls, text in _returns.items()
}
FUNCTIONS_OF_C = {
    "abs": int,
    "ascii": str,
    "bin": str,
    "chr": str,
    "dir": list,
    "format": str,
    "hex": str,
    "input": str,
    "len": int,
    "locals": dict,
    "globals": dict,
    "oct": str,
    "ord": int,
    "repr": str,
    "sorted": list,
}
DISPLAYS = {List: list, Tuple: tuple, Set: set, Dict: dict, ListComp: list, SetComp: set, DictComp: dict}


class Live:
    """An object that exists."""

    def __init__(self, object):
        self.object = object


class Instance:
    """Some instance of a class that exists."""

    def __init__(self, cls):
        self.cls = cls


class Display:
    """A list, tuple, set or dict as code writes it."""

    def __init__(self, node, scope):
        self.node, self.scope = node, scope
        self.cls = DISPLAYS[type(node)]


class Definition:
    """A function or class as code defines it; `bound` for a method of an instance."""

    def __init__(self, node, scope, bound=False):
        self.node, self.scope, self.bound = node, scope, bound
        self.is_class = type(node) not in (*FUNCTIONS, Lambda)


class Made:
    """An instance of a class that only code defines."""

    def __init__(self, definition):
        self.definition = definition


class Found:
    """A module that is parsed but not imported."""

    def __init__(self, module):
        self.module = module


class Items:
    """Something to iterate over, of which one item is known."""

    def __init__(self, item):
        self.item = item


class Parts:
    """A tuple of known values."""

    cls = tuple

    def __init__(self, values):
        self.values = values
