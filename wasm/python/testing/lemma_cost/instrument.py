"""Compiles the repository's modules so that operations on built-in types are charged."""

import ast
import builtins
import sys
from importlib.machinery import FileFinder, SourceFileLoader

from lemma_cost.operations import METHODS, Operations

NAME = "_lemma_cost_operations"
BUILTINS = frozenset(("sorted", "sum", "min", "max", "any", "all", "list", "tuple", "set", "frozenset", "dict"))
ORDERED = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
CHANGED = {
    ast.BitOr: "ior", ast.BitAnd: "iand", ast.BitXor: "ixor", ast.Sub: "isub", ast.Mult: "imul", ast.Mod: "imod",
}  # fmt: skip
COMBINED = {ast.BitOr: "or_", ast.BitAnd: "and_", ast.BitXor: "xor", ast.Sub: "sub"}


def install(root, counter):
    """Modules below `root` that are imported from now on are counted."""
    setattr(builtins, NAME, Operations(counter))
    make = FileFinder.path_hook((_Loader, [".py"]))

    def hook(path):
        if path.rstrip("/") != root and not path.startswith(f"{root}/"):
            raise ImportError
        return make(path)

    sys.path_hooks.insert(0, hook)
    sys.path_importer_cache.clear()


def compiled(source, path):
    has_deques = "deque" in source if isinstance(source, str) else b"deque" in source
    tree = ast.fix_missing_locations(_Counting(has_deques).visit(ast.parse(source)))
    return compile(tree, path, "exec", dont_inherit=True)


_KEPT = {}


class _Loader(SourceFileLoader):
    def get_code(self, fullname):
        path = self.get_filename(fullname)
        # Each size begins with a fresh import.
        if path not in _KEPT:
            _KEPT[path] = compiled(self.get_data(path), path)
        return _KEPT[path]


def _operation(name, *args, at):
    function = ast.Attribute(ast.Name(NAME, ast.Load()), name, ast.Load())
    return ast.copy_location(ast.Call(function, list(args), []), at)


def _is_simple(node):
    """Whether reading it twice is the same as once."""
    if isinstance(node, ast.Attribute):
        return _is_simple(node.value)
    if isinstance(node, ast.Subscript):
        return _is_simple(node.value) and _is_simple(node.slice)
    return isinstance(node, ast.Name | ast.Constant)


def _loaded(target):
    read = ast.parse(ast.unparse(target), mode="eval").body
    return ast.copy_location(read, target)


def _part(node):
    return _operation("part", *(each or ast.Constant(None) for each in (node.lower, node.upper, node.step)), at=node)


def _key(node):
    return _part(node) if isinstance(node, ast.Slice) else node


class _Counting(ast.NodeTransformer):
    def __init__(self, has_deques):
        self._has_deques = has_deques

    def visit_Compare(self, node):
        self.generic_visit(node)
        if len(node.ops) != 1:
            if any(not isinstance(each, ast.Is | ast.IsNot) for each in node.ops):
                node.left = _operation("plain", node.left, at=node.left)
                node.comparators = [_operation("plain", each, at=each) for each in node.comparators]
            return node
        (kind,), (right,) = node.ops, node.comparators
        if isinstance(kind, ast.In | ast.NotIn):
            found = _operation("contains", node.left, right, at=node)
            return found if isinstance(kind, ast.In) else ast.copy_location(ast.UnaryOp(ast.Not(), found), node)
        if isinstance(kind, ast.Eq) and not isinstance(right, ast.Constant):
            return _operation("equal", node.left, right, at=node)
        if isinstance(kind, ast.NotEq) and not isinstance(right, ast.Constant):
            return _operation("unequal", node.left, right, at=node)
        # A number is no container.
        is_number = any(isinstance(each, ast.Constant) for each in (node.left, right))
        if type(kind) in ORDERED and not is_number:
            return _operation("ordered", ast.Constant(ORDERED[type(kind)]), node.left, right, at=node)
        return node

    def visit_BinOp(self, node):
        self.generic_visit(node)
        both = node.left, node.right
        if all(isinstance(each, ast.Constant) for each in both):
            return node
        if isinstance(node.op, ast.Add):
            return _operation("add", *both, at=node)
        if isinstance(node.op, ast.Mult):
            return _operation("times", *both, at=node)
        if isinstance(node.op, ast.Mod):
            return _operation("copied", node, at=node)
        if type(node.op) in COMBINED:
            return _operation("combine", ast.Constant(COMBINED[type(node.op)]), *both, at=node)
        return node

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        if not isinstance(node.op, ast.Add) and type(node.op) not in CHANGED:
            return node
        before = []
        if not _is_simple(node.target):
            node.target, before = self._once(node.target)
        both = _loaded(node.target), node.value
        changed = (
            _operation("grow", *both, at=node)
            if isinstance(node.op, ast.Add)
            else _operation("change", ast.Constant(CHANGED[type(node.op)]), *both, at=node)
        )
        return [*before, *self._assigned(ast.copy_location(ast.Assign([node.target], changed), node))]

    def _once(self, target):
        """The target with its parts in variables, and the assignments of those."""
        before = []

        def kept(value):
            name = f"{NAME}_{len(before)}"
            before.append(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), target))
            return ast.copy_location(ast.Name(name, ast.Load()), target)

        target.value = kept(target.value)
        if isinstance(target, ast.Subscript):
            part = target.slice
            target.slice = kept(_part(part) if isinstance(part, ast.Slice) else part)
        return target, before

    def visit_Assign(self, node):
        self.generic_visit(node)
        return self._assigned(node)

    def _assigned(self, node):
        if any(isinstance(each, ast.Starred) for target in node.targets for each in ast.walk(target)):
            node.value = _operation("unpacked", node.value, at=node.value)
        (target, *others) = node.targets
        if others or not isinstance(target, ast.Subscript):
            return [node]
        if isinstance(target.slice, ast.Slice):
            put = _operation("put", node.value, target.value, _part(target.slice), at=node)
        elif self._has_deques:
            put = _operation("put_item", node.value, target.value, target.slice, at=node)
        else:
            return [node]
        return [ast.copy_location(ast.Expr(put), node)]

    def visit_For(self, node):
        self.generic_visit(node)
        if any(isinstance(each, ast.Starred) for each in ast.walk(node.target)):
            node.iter = _operation("unpacking", node.iter, at=node.iter)
        return node

    visit_comprehension = visit_For

    def visit_Starred(self, node):
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = _operation("unpacked", node.value, at=node.value)
        return node

    def visit_keyword(self, node):
        self.generic_visit(node)
        if node.arg is None:
            node.value = _operation("unpacked", node.value, at=node.value)
        return node

    def visit_Match(self, node):
        self.generic_visit(node)
        patterns = [each for case in node.cases for each in ast.walk(case.pattern)]
        if any(isinstance(each, ast.MatchStar) and each.name for each in patterns) or any(
            isinstance(each, ast.MatchMapping) and each.rest for each in patterns
        ):
            node.subject = _operation("matched", node.subject, at=node.subject)
        return node

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        if isinstance(node.slice, ast.Slice):
            return _operation("copied", node, at=node)
        if self._has_deques and not isinstance(node.slice, ast.Constant | ast.UnaryOp):
            return _operation("item", node.value, node.slice, at=node)
        return node

    def visit_Delete(self, node):
        self.generic_visit(node)
        return [
            ast.copy_location(ast.Expr(_operation("delete", each.value, _key(each.slice), at=each)), node)
            if isinstance(each, ast.Subscript)
            else ast.copy_location(ast.Delete([each]), node)
            for each in node.targets
        ]

    def visit_Dict(self, node):
        self.generic_visit(node)
        return _operation("copied", node, at=node) if None in node.keys else node

    def visit_JoinedStr(self, node):
        self.generic_visit(node)
        return _operation("copied", node, at=node)

    def visit_FormattedValue(self, node):
        node.value = self.visit(node.value)
        return node

    def visit_TemplateStr(self, node):
        return node

    def visit_AnnAssign(self, node):
        # Annotations are types.
        node.value = node.value and self.visit(node.value)
        return node

    def visit_arg(self, node):
        return node

    def visit_MatchValue(self, node):
        return node

    def visit_Call(self, node):
        self.generic_visit(node)
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr in METHODS and not _is_super(function.value):
            named = [function.value, ast.Constant(function.attr), *node.args]
            counted = _operation("method", *named, at=node)
        elif isinstance(function, ast.Name) and function.id in BUILTINS:
            counted = _operation("call", function, *node.args, at=node)
        elif _is_super(node):
            return node
        else:
            # The function itself comes back where it is Python: its frame is called as before.
            node.func = _operation("seen", function, at=function)
            return node
        counted.keywords = node.keywords
        return counted


def _is_super(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
