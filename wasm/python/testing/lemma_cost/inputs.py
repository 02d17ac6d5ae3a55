"""Inputs of a size, by annotations and names of parameters, in several shapes: the same for the same size, always."""

import ast
from random import Random

SHAPES = ("ascending", "shuffled", "equal", "descending")
SEED = 20260101

SIZES = frozenset(
    """
    n m k size count length limit times steps capacity amount width height depth rows cols total num number
    rounds iterations end stop high top v e x y a b base exp exponent value bound target
    """.split()
)
STARTS = frozenset("low lo left start begin i j index source src root first".split())
LASTS = frozenset("hi right last".split())
COUNTED = frozenset(
    """
    n m k size count length limit times capacity amount total rounds iterations num_items nodes vertices
    """.split()
)
GRAPHS = frozenset("graph adj adjacency neighbors neighbours tree edges_by_node dag".split())
MATRICES = frozenset("matrix grid board mat image cells table".split())
PAIRS = frozenset("edges pairs intervals points ranges segments meetings events connections".split())
LISTS = frozenset(
    """
    nums numbers arr array items xs ys values data lst list seq sequence elements a b list1 list2 left_list
    weights prices heights stack queue samples records scores ids keys
    """.split()
)
TEXTS = frozenset("s t text string word line sentence haystack source_text s1 s2 str1 str2 content message".split())
PARTS = frozenset("pattern needle sub substring prefix suffix separator sep char ch delimiter".split())
WORDS = frozenset("words strings names lines tokens texts parts chunks strs".split())
LIST_TYPES = frozenset("list List Sequence Iterable Collection MutableSequence Iterator Container deque Deque".split())
SET_TYPES = frozenset("set Set frozenset FrozenSet AbstractSet MutableSet".split())
DICT_TYPES = frozenset("dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict Counter".split())


class Unmade(Exception):
    """No input is known for a parameter; the text names it."""


def kinds(parameters):
    """What each parameter takes: a tree of words such as ("list", "int"). Parameters with a default are left out."""
    return [(each.name, _kind(each)) for each in parameters if not each.is_optional]


def guesses(parameters):
    """Kinds to try in turn, where neither annotation nor name tells."""
    known = kinds(parameters)
    if all(kind for _, kind in known):
        return [known]
    return [
        [(name, kind or guess) for name, kind in known]
        for guess in (("list", ("int",)), ("int",), ("str",), ("dict", ("int",)))
    ]  # fmt: skip


def make(known, size, shape):
    """Arguments of that size."""
    are_containers = any(kind[0] not in ("int", "float", "bool", "none") for _, kind in known)
    arguments, ints = [], 0
    for name, kind in known:
        if kind == ("int",) or kind == ("float",):
            ints += 1
            value = _number(name, size, shape, ints, are_containers)
            arguments.append(float(value) if kind == ("float",) else value)
        else:
            arguments.append(_value(name, kind, size, shape))
    return arguments


def shapes(known):
    """The shapes that make a difference."""
    if any(kind[0] in ("list", "tuple") or kind == ("str",) for _, kind in known):
        return SHAPES
    return SHAPES[:2] if any(kind[0] in ("int", "float", "graph", "dict", "set") for _, kind in known) else SHAPES[:1]


def _kind(parameter):
    if parameter.annotation is not None:
        kind = _annotated(parameter.annotation, parameter.name)
        if kind is None:
            raise Unmade(f"{parameter.name}: {ast.unparse(parameter.annotation)}")
        return _named(parameter.name, kind)
    return _by_name(parameter.name)


def _by_name(name):
    plain = name.strip("_").lower()
    if plain in GRAPHS:
        return ("graph", ("int",))
    if plain in MATRICES:
        return ("matrix", ("int",))
    if plain in PAIRS:
        return ("list", ("pair",))
    if plain in WORDS:
        return ("list", ("str",))
    if plain in LISTS and plain not in ("a", "b"):
        return ("list", ("int",))
    if plain in TEXTS | PARTS:
        return ("str",)
    if plain in SIZES | STARTS | LASTS and plain not in ("a", "b", "x", "y", "value"):
        return ("int",)
    return ()


def _named(name, kind):
    """The name tells what a list of lists or a dictionary of lists is meant for."""
    plain = name.strip("_").lower()
    if kind[0] == "dict" and len(kind) == 3 and kind[2][0] in ("list", "set"):
        return ("graph", kind[1])
    if kind == ("list", ("list", ("int",))):
        return ("list", ("pair",)) if plain in PAIRS else ("adjacency",) if plain in GRAPHS else ("matrix", ("int",))
    return kind


def _annotated(node, name):
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        options = [each for each in (node.left, node.right) if not _is_none(each)]
        return _annotated(options[0], name) if options else ("none",)
    if isinstance(node, ast.Subscript):
        outer, inner = _word(node.value), node.slice
        items = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        if outer in ("Optional", "Final", "Annotated", "Union"):
            options = [each for each in items if not _is_none(each)]
            return _annotated(options[0], name) if options else None
        parts = [_annotated(each, name) for each in items if not isinstance(each, ast.Constant)]
        if not parts or any(each is None for each in parts):
            return None
        if outer in LIST_TYPES:
            return ("list", parts[0])
        if outer in ("tuple", "Tuple"):
            repeated = any(isinstance(each, ast.Constant) and each.value is ... for each in items)
            return ("tuple", parts[0]) if repeated else ("pair",) if parts == [("int",)] * 2 else ("fixed", *parts)
        if outer in SET_TYPES:
            return ("set", parts[0])
        return ("dict", *parts) if outer in DICT_TYPES else None
    word = _word(node)
    if word in ("int", "float", "str", "bool", "bytes"):
        return (word,)
    if word in ("Any", "object", "T", "K", "V"):
        return _by_name(name) or ("int",)
    if word in LIST_TYPES | {"tuple", "Tuple"}:
        return ("list" if word in LIST_TYPES else "tuple", ("int",))
    if word in SET_TYPES | DICT_TYPES:
        return ("set" if word in SET_TYPES else "dict", ("int",))
    return None


def _is_none(node):
    return isinstance(node, ast.Constant) and node.value is None


def _word(node):
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _number(name, size, shape, position, are_containers):
    """A count is the size; a place is at the start or end; what is sought in a container is not there."""
    plain = name.strip("_").lower()
    if plain in STARTS:
        return 0
    if plain in LASTS:
        return size - 1
    if are_containers:
        return size if plain in COUNTED else -1
    if shape == "shuffled":
        # A prime, and beside it what takes Euclid's algorithm long.
        return _prime(size) if position == 1 else max(1, round(size * 0.618))
    return size if position == 1 else max(1, size - 1)


def _prime(most):
    return next(each for each in range(max(2, most), 1, -1) if all(each % by for by in range(2, int(each**0.5) + 1)))


def _value(name, kind, size, shape):
    match kind:
        case ("list", inner):
            return _items(inner, size, shape)
        case ("tuple", inner):
            return tuple(_items(inner, size, shape))
        case ("set", inner):
            return set(_items(inner, size, "ascending"))
        case ("dict", inner, *rest):
            keys = _items(inner, size, "ascending")
            return dict(zip(keys, _items(rest[0], size, shape) if rest else range(size)))
        case ("graph", inner):
            nodes = _items(inner, size, "ascending")
            # A path, or two children each.
            if shape == "shuffled":
                return {node: [nodes[at] for at in (2 * i + 1, 2 * i + 2) if at < size] for i, node in enumerate(nodes)}
            return {node: nodes[i + 1 : i + 2] for i, node in enumerate(nodes)}
        case ("adjacency",):
            return [[i + 1] if i + 1 < size else [] for i in range(size)]
        case ("matrix", inner):
            return [_items(inner, size, shape) for _ in range(size)]
        case ("str",):
            return _text(name, size, shape)
        case ("bytes",):
            return _text(name, size, shape).encode()
        case ("pair",):
            return (0, size)
        case ("fixed", *parts):
            return tuple(_value(name, each, size, shape) for each in parts)
        case ("bool",):
            return True
        case ("int",):
            return size
        case ("float",):
            return float(size)
    return None


def _items(kind, size, shape):
    if kind == ("pair",):
        pairs = [(i, i + 1) for i in range(size)]
        return _ordered(pairs, shape)
    if kind == ("str",):
        return _ordered([f"w{i:06d}" for i in range(size)], shape)
    if kind in (("int",), ("float",)):
        values = list(range(1, size + 1))
        return _ordered([float(each) for each in values] if kind == ("float",) else values, shape)
    # Items that are containers themselves are short, so that the size is that of the outer one.
    return [_value("", kind, 4, shape) for _ in range(size)]


def _ordered(items, shape):
    if shape == "shuffled":
        Random(SEED).shuffle(items)
    elif shape == "descending":
        items.reverse()
    elif shape == "equal" and items:
        return [items[0]] * len(items)
    return items


def _text(name, size, shape):
    if name.strip("_").lower() in PARTS:
        return "a" * (size // 2) + "b"
    if shape == "shuffled":
        return "".join(Random(SEED).choices("abcdefghijklmnopqrstuvwxyz", k=size))
    if shape == "descending":
        return "(" * (size // 2) + ")" * (size - size // 2)
    return "a" * size if shape == "equal" else ("ab " * size)[:size]
