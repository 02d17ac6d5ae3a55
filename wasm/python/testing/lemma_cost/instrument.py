"""Compiles the repository's modules so that operations on built-in types are charged."""

import ast
import builtins
import sys
from importlib.machinery import FileFinder, SourceFileLoader

from lemma_cost.operations import METHODS, Operations

NAME = "_lemma_cost_operations"
BUILTINS = frozenset(("sorted", "sum", "min", "max", "any", "all", "list", "tuple", "set", "frozenset", "dict"))
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
    tree = ast.fix_missing_locations(_Counting().visit(ast.parse(source)))
    return compile(tree, path, "exec", dont_inherit=True)


class _Loader(SourceFileLoader):
    def get_code(self, fullname):
        path = self.get_filename(fullname)
        return compiled(self.get_data(path), path)


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


class _Counting(ast.NodeTransformer):
    def visit_Compare(self, node):
        self.generic_visit(node)
        if len(node.ops) != 1:
            return node
        (kind,), (right,) = node.ops, node.comparators
        if isinstance(kind, ast.In | ast.NotIn):
            found = _operation("contains", node.left, right, at=node)
            return found if isinstance(kind, ast.In) else ast.copy_location(ast.UnaryOp(ast.Not(), found), node)
        if isinstance(kind, ast.Eq) and not isinstance(right, ast.Constant):
            return _operation("equal", node.left, right, at=node)
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
        if not isinstance(node.op, ast.Add) or not _is_simple(node.target):
            return node
        grown = _operation("grow", _loaded(node.target), node.value, at=node)
        return ast.copy_location(ast.Assign([node.target], grown), node)

    def visit_Subscript(self, node):
        self.generic_visit(node)
        is_copy = isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Slice)
        return _operation("copied", node, at=node) if is_copy else node

    def visit_Delete(self, node):
        self.generic_visit(node)
        return [
            ast.copy_location(ast.Expr(_operation("delete", each.value, each.slice, at=each)), node)
            if isinstance(each, ast.Subscript) and not isinstance(each.slice, ast.Slice)
            else ast.copy_location(ast.Delete([each]), node)
            for each in node.targets
        ]

    def visit_List(self, node):
        self.generic_visit(node)
        is_copy = isinstance(node.ctx, ast.Load) and any(isinstance(each, ast.Starred) for each in node.elts)
        return _operation("copied", node, at=node) if is_copy else node

    visit_Tuple = visit_List

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
