"""What runs did not reach: lines that never ran, and numbers in tests that no size came to."""

import ast
import sys

# Calls that cost the same whatever they are given.
CHEAP = frozenset("abs bool callable chr float int isinstance issubclass len ord range type id iter next".split())
LIMITS = frozenset("min max range islice".split())
COSTLY = (ast.For, ast.AsyncFor, ast.While, ast.comprehension, ast.Starred, ast.Slice, ast.YieldFrom, ast.Await)
FOLDED = {
    ast.Pow: lambda one, other: one**other if other < 64 else None,
    ast.Mult: lambda one, other: one * other,
    ast.Add: lambda one, other: one + other,
    ast.Sub: lambda one, other: one - other,
    ast.LShift: lambda one, other: one << other if other < 64 else None,
}
MOST = 12


class Reach:
    """Of the code that was entered."""

    def __init__(self, counter, root):
        self._counter = counter
        self._root = root.rstrip("/") + "/"
        self.unreached, self.limits = [], []
        for path in sorted({code.co_filename for code in counter.entered}):
            self._file(path)

    def _file(self, path):
        codes = [code for code in self._counter.entered if code.co_filename == path]
        lines = {line for code in codes for _, _, line in code.co_lines() if line}
        ran = {line for where, line in self._counter.ran if where == path}
        with open(path, "rb") as file:
            tree = ast.parse(file.read())
        module = next((each for each in list(sys.modules.values()) if getattr(each, "__file__", None) == path), None)
        inside = path.removeprefix(self._root)
        missing = [each for each in ast.walk(tree) if isinstance(each, ast.stmt) and each.lineno in lines - ran]
        self.unreached += sorted({(inside, each.lineno) for each in missing if _is_costly(each)})[:MOST]
        firsts = {code.co_firstlineno for code in codes}
        found = {
            (inside, node.lineno, value)
            for each in ast.walk(tree)
            for node in _tested(each, firsts)
            if node.lineno in ran or isinstance(each, ast.FunctionDef)
            for value in _numbers(node, vars(module) if module else {})
        }
        self.limits += sorted(found)[:MOST]


def _is_costly(statement):
    """Whether it may do more than a few steps by itself, and ends in no exception."""
    if isinstance(statement, ast.Raise | ast.Assert | ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
        return False
    if isinstance(statement, ast.If):
        return _has_cost(statement.test)
    return isinstance(statement, COSTLY) or _has_cost(statement)


def _has_cost(tree):
    for each in ast.walk(tree):
        if isinstance(each, COSTLY):
            return True
        if isinstance(each, ast.Call) and not (isinstance(each.func, ast.Name) and each.func.id in CHEAP):
            return True
        if isinstance(each, ast.BinOp) and not any(isinstance(side, ast.Constant) for side in (each.left, each.right)):
            return True
    return False


def _tested(node, firsts):
    """Parts of a node in which a number can bound or choose the work."""
    if isinstance(node, ast.Compare | ast.Slice):
        # A slice has its own parts only.
        return [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        return node.args if name in LIMITS else []
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        starts = {node.lineno, *(each.lineno for each in node.decorator_list)}
        return [*node.args.defaults, *filter(None, node.args.kw_defaults)] if starts & firsts else []
    return []


def _numbers(tree, names):
    folded = _value(tree, names)
    if folded is not None:
        return [abs(folded)] if abs(folded) > 8 else []
    return [each for child in ast.iter_child_nodes(tree) for each in _numbers(child, names)]


def _value(node, names):
    value = None
    if isinstance(node, ast.Constant):
        value = node.value
    elif isinstance(node, ast.Name):
        value = names.get(node.id)
    elif isinstance(node, ast.BinOp) and type(node.op) in FOLDED:
        left, right = _value(node.left, names), _value(node.right, names)
        value = None if left is None or right is None else FOLDED[type(node.op)](left, right)
    return int(value) if type(value) in (int, float) and abs(value) < 1e15 else None
