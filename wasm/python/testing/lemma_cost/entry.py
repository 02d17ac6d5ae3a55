"""Finds the function that is asked about: the object, and what its source says of its parameters."""

import ast
import importlib
import os
import sys
from dataclasses import dataclass

from lemma_testing import project


class Unusable(Exception):
    """The function cannot be run here; the text says why."""


@dataclass
class Parameter:
    name: str
    # As an expression tree; None where there is none.
    annotation: ast.expr | None
    is_optional: bool


@dataclass
class Entry:
    module: object
    qualified: str
    parameters: list[Parameter]
    # Of a method: those of `__init__`. None of a function, or where no instance is needed.
    made_with: list[Parameter] | None
    is_generator: bool

    def function(self):
        target = self.module
        for name in self.qualified.split("."):
            target = getattr(target, name)
        return target

    def again(self, root):
        """Imports all modules of the repository again; whether that worked."""
        folder = root.rstrip("/") + "/"
        own = {
            name: each
            for name, each in list(sys.modules.items())
            if str(getattr(each, "__file__", None) or "").startswith(folder)
        }
        for name in own:
            del sys.modules[name]
        try:
            self.module = importlib.import_module(self.module.__name__)
        except Exception:
            sys.modules.update(own)
            return False
        return True

    def owner(self):
        return getattr(self.module, self.qualified.split(".")[0])


def find(request):
    """Imports the module of `request["path"]` and finds `request["function"]`, a name or `Class.method`."""
    root, path, qualified = request["root"], request["path"], request["function"]
    if qualified.count(".") > 1:
        raise Unusable(f"{qualified} stands within another function or class, where it cannot be reached from outside.")
    with open(os.path.join(root, path), "rb") as file:
        tree = ast.parse(file.read())
    node, owner = _definition(tree, qualified)
    project.prepare(root, "")
    try:
        module = importlib.import_module(project.module_name(root, path))
    except Exception as error:
        raise Unusable(f"Importing {path} raised {type(error).__name__}: {error}") from None
    decorated = {ast.unparse(each) for each in node.decorator_list}
    parameters = _parameters(node.args)
    made_with = None
    if owner is not None and "staticmethod" not in decorated:
        parameters = parameters[1:]
        made_with = None if "classmethod" in decorated else _made_with(owner)
    if isinstance(node, ast.AsyncFunctionDef) and _yields(node):
        raise Unusable(f"{qualified} is an asynchronous generator.")
    return Entry(module, qualified, parameters, made_with, _yields(node))


def _definition(tree, qualified):
    owner, body = None, tree.body
    *outer, name = qualified.split(".")
    for each in outer:
        owner = next((node for node in body if isinstance(node, ast.ClassDef) and node.name == each), None)
        body = owner.body if owner else []
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    found = [node for node in body if isinstance(node, functions) and node.name == name]
    if not found:
        raise Unusable(f"The file defines no {qualified} at its top or in a class at its top.")
    return found[-1], owner


def _parameters(args):
    positional = [*args.posonlyargs, *args.args]
    required = len(positional) - len(args.defaults)
    if any(default is None for default in args.kw_defaults):
        raise Unusable("It has parameters that are given by name only and have no default; give `inputs`.")
    return [Parameter(each.arg, _quoted(each.annotation), at >= required) for at, each in enumerate(positional)]


def _quoted(annotation):
    """An annotation as text is an expression, too."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            return ast.parse(annotation.value, mode="eval").body
        except SyntaxError:
            return None
    return annotation


def _made_with(owner):
    makers = [each for each in owner.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
    if makers:
        return _parameters(makers[-1].args)[1:]
    fields = [each for each in owner.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)]
    if any("dataclass" in ast.unparse(each) for each in owner.decorator_list):
        return [Parameter(each.target.id, _quoted(each.annotation), each.value is not None) for each in fields]
    return []


def _yields(function):
    found, nodes = False, list(ast.iter_child_nodes(function))
    while nodes:
        node = nodes.pop()
        found = found or isinstance(node, ast.Yield | ast.YieldFrom)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            nodes += ast.iter_child_nodes(node)
    return found
