"""Rewrites a piece of code so that it is seen when an object that equals anything, or a changed name, makes it hold."""

import ast
import operator
import random
from types import NoneType

_OPERATORS = {
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
    "In": lambda left, right: left in right,
    "NotIn": lambda left, right: left not in right,
}
_OPPOSITE = {"Lt": "GtE", "LtE": "Gt", "Gt": "LtE", "GtE": "Lt"}
# Classes that inherit one order from them may define half of another.
_ORDERED = (int, float, str, bytes, tuple, list)
_PLAIN = {int, float, complex, bool, str, bytes, NoneType}
_CONTAINERS = (list, tuple, set, frozenset)
_MOST = 200  # objects of a container that are looked at
_PROBES = 16
_ANYTHING = "an object equals anything"
_BOTH = "an object compares as both true and false"
_RENAMED = "it changes names of the check"
# What binds names at once and to values that stay.
_BINDERS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)
_OPEN = {"exec", "globals", "locals", "vars", "setattr"}


class _Unknown:
    """Equal to itself alone."""


class Comparisons:
    """Of one piece of code; `suspect` hears what gives it away."""

    def __init__(self, suspect):
        self._suspect = suspect
        self._bound = {}
        self._names = {}
        self._own = {"@compare": self._compare, "@bound": self._keep}

    def compiled(self, source, filename):
        """Code for `names`. Throws SyntaxError."""
        compile(source, filename, "exec", dont_inherit=True)  # its errors are of the text as it is
        tree = ast.parse(source, filename)
        self._stored = _stored(tree)
        self._free = any(isinstance(node, ast.Name) and node.id in _OPEN for node in ast.walk(tree)) or any(
            alias.name == "*" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
        )
        self._mentions_any = "ANY" in source
        tree = ast.fix_missing_locations(_Rewriter().visit(tree))
        return compile(tree, filename, "exec", dont_inherit=True)

    def names(self, builtins):
        self._names = {"__name__": "__main__", "__builtins__": builtins, **self._own}
        self._builtins = builtins
        return self._names

    def end(self):
        """Called after the code: whether its names are what it made of them."""
        names = self._names
        own = {**self._own, "__builtins__": self._builtins}
        changed = any(names.get(name) is not value for name, value in own.items())
        if not self._free:
            more = set(names) - set(own) - set(self._stored)
            changed = changed or any(not name.startswith("__") for name in more)
            once = (name for name in self._bound if self._stored.get(name) == 1)
            changed = changed or any(name in names and names[name] is not self._bound[name] for name in once)
        if changed:
            self._suspect(_RENAMED)

    def _keep(self, *names):
        for name in names:
            if name in self._names:
                self._bound[name] = self._names[name]

    def _compare(self, name, left, right, strict):
        result = _OPERATORS[name](left, right)
        if not (type(left) in _PLAIN and type(right) in _PLAIN):
            try:
                if _is_true(result, strict):
                    self._probe(name, left, right)
            except Exception:  # it compares with few things, or not as a truth
                pass
        return result

    def _probe(self, name, left, right):
        opposite = _OPERATORS.get(_OPPOSITE.get(name))
        is_ordered = isinstance(left, _ORDERED) and isinstance(right, _ORDERED)
        if opposite and not is_ordered and _is_true(opposite(left, right), False):
            self._suspect(_BOTH)
        if name == "In" and type(right) not in (*_CONTAINERS, dict, str, bytes) and _Unknown() in right:
            self._suspect(_ANYTHING)
        if name in ("Eq", "In"):
            for each in (*_atoms(left), *_atoms(right)):
                if self._is_judged(each) and _equals(each, _Unknown()):
                    self._suspect(_ANYTHING)
        if name == "Eq":
            for one, other in ((left, right), (right, left)):
                probes = _others(other) if self._is_judged(one) else []
                if probes and all(_equals(one, each) for each in probes):
                    self._suspect(_ANYTHING)

    def _is_judged(self, value):
        return type(value) not in _PLAIN and not self._is_any(value)

    def _is_any(self, value):
        """Whether it is `unittest.mock.ANY`, of which the code itself speaks."""
        return self._mentions_any and type(value).__name__ == "_ANY" and type(value).__module__ == "unittest.mock"


def _is_true(result, strict):
    if result is True or strict or isinstance(result, int) or type(result).__name__ in ("bool", "bool_"):
        return bool(result)
    return False


def _equals(one, other):
    try:
        return _is_true(one == other, False)
    except Exception:
        return False


def _others(value):
    """Values as `value` is, and other than it."""
    if type(value) is bool or value is None:
        return [_Unknown()]
    if type(value) in (int, float, complex):
        return [value + random.randint(1, 10**6) for _ in range(_PROBES)]
    if type(value) is str:
        return [value + str(random.random()), f"{random.random()}{value}"]
    if type(value) is bytes:
        return [value + str(random.random()).encode()]
    if type(value) is list:
        return [[*value, _Unknown()]]
    if type(value) is tuple:
        return [(*value, _Unknown())]
    if type(value) is dict:
        return [{**value, _Unknown(): 1}]
    if type(value) is set:
        return [{*value, _Unknown()}]
    return []


def _atoms(value):
    waiting, found = [value], []
    while waiting and len(found) < _MOST:
        each = waiting.pop()
        found.append(each)
        if type(each) in _CONTAINERS:
            waiting += list(each)[:_MOST]
        elif type(each) is dict:
            waiting += list(each.values())[:_MOST]
    return found


def _stored(tree):
    """How often each name is bound."""
    counts = {}

    def add(name):
        if name:
            counts[name] = counts.get(name, 0) + 1

    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            add(node.id)
        elif isinstance(node, ast.alias):
            add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, _NAMED):
            add(node.name)
        elif isinstance(node, ast.MatchMapping):
            add(node.rest)
        elif isinstance(node, ast.Global | ast.AugAssign):
            names = node.names if isinstance(node, ast.Global) else [getattr(node.target, "id", None)]
            for name in names:
                add(name)
                add(name)
    return counts


class _Rewriter(ast.NodeTransformer):
    def __init__(self):
        self._strict = set()
        self._depth = 0

    def visit_Assert(self, node):
        waiting = [node.test]
        while waiting:
            each = waiting.pop()
            self._strict.add(id(each))
            waiting += each.values if isinstance(each, ast.BoolOp) else []
        return self.generic_visit(node)

    def visit_Compare(self, node):
        strict = id(node) in self._strict
        self.generic_visit(node)
        operation = type(node.ops[0]).__name__
        if len(node.ops) > 1 or operation not in _OPERATORS:
            return node
        values = [ast.Constant(operation), node.left, node.comparators[0], ast.Constant(strict)]
        return ast.copy_location(ast.Call(ast.Name("@compare", ast.Load()), values, []), node)

    def _inner(self, node):
        self._depth += 1
        self.generic_visit(node)
        self._depth -= 1
        return node

    visit_Lambda = visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _inner

    def visit(self, node):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            node = self._inner(node)
        else:
            node = super().visit(node)
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if self._depth or future or not isinstance(node, _BINDERS):
            return node
        names = [ast.Constant(name) for name in _stored_by(node)]
        keep = ast.Expr(ast.Call(ast.Name("@bound", ast.Load()), names, []))
        return [node, ast.copy_location(keep, node)]


def _stored_by(node):
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [(alias.asname or alias.name).partition(".")[0] for alias in node.names]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]
