"""Writes cases of changed functions: planted faults, and refactorings that change nothing.

python3 make_cases.py <seed> <faults> <refactorings> <root> <file.py>... > cases.jsonl

A case is a line of JSON: kind (fault or refactoring), how, path, name, before and after (texts of the module).
"""

import ast
import copy
import json
import random
import sys

OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
BOUNDS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}


def faults(function):
    """Each with one fault."""
    nodes = list(ast.walk(function))
    for index, node in enumerate(nodes):

        def changed(how, change, index=index):
            made = copy.deepcopy(function)
            change(list(ast.walk(made))[index])
            return how, [made]

        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS and not isinstance(node.left, ast.Constant):
            yield changed("operator", lambda one: setattr(one, "op", OPERATORS[type(one.op)]()))
        if isinstance(node, ast.Compare) and type(node.ops[0]) in BOUNDS:
            yield changed("bound", lambda one: one.ops.__setitem__(0, BOUNDS[type(one.ops[0])]()))
        if isinstance(node, ast.Constant) and type(node.value) is int:
            yield changed("off by one", lambda one: setattr(one, "value", one.value + 1))
        if isinstance(node, ast.If) and node is not function:
            yield changed("dropped branch", lambda one: setattr(one, "test", ast.Constant(False)))
        if isinstance(node, ast.BoolOp):
            swapped = ast.Or if isinstance(node.op, ast.And) else ast.And
            yield changed("and/or", lambda one, swapped=swapped: setattr(one, "op", swapped()))


SCOPES = (
    *(ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.Global, ast.Nonlocal),
    *(ast.ExceptHandler, ast.Import, ast.ImportFrom, ast.Match),
)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
OPERATIONS = (ast.BinOp, ast.BoolOp, ast.IfExp, ast.Compare)


def is_name_assigned(node):
    """Whether the statement assigns to one plain name."""
    return isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)


def names_of(node):
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


class Renamed(ast.NodeTransformer):
    def __init__(self, names):
        self.names = names

    def visit_Name(self, node):
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)


def has_scopes(function):
    """Whether a name in it may be bound by more than assignments."""
    return any(isinstance(node, SCOPES) for node in ast.walk(function) if node is not function)


def plain_locals(function):
    """Locals that no inner scope, global or except clause concerns."""
    if has_scopes(function):
        return set()
    parameters = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored - parameters


def refactorings(function):
    """Each changed so that nothing behaves differently."""
    names = plain_locals(function)
    if names:
        made = Renamed({name: f"{name}_value" for name in names}).visit(copy.deepcopy(function))
        yield "renamed locals", [made]
    nodes = list(ast.walk(function))
    for index, node in enumerate(nodes):
        is_chain = isinstance(node, ast.If) and len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)
        if isinstance(node, ast.If) and node.orelse and not is_chain:
            made = copy.deepcopy(function)
            one = list(ast.walk(made))[index]
            one.test = ast.UnaryOp(ast.Not(), one.test)
            one.body, one.orelse = one.orelse, one.body
            yield "inverted condition", [made]
        if isinstance(node, ast.If) and node.orelse and isinstance(node.body[-1], (ast.Return, ast.Raise)):
            made = copy.deepcopy(function)
            one = list(ast.walk(made))[index]
            for parent in ast.walk(made):
                for field in ("body", "orelse", "finalbody"):
                    block = getattr(parent, field, None)
                    if isinstance(block, list) and any(entry is one for entry in block):
                        at = next(i for i, entry in enumerate(block) if entry is one)
                        block[at + 1 : at + 1] = one.orelse
                        one.orelse = []
            yield "early return", [made]
        is_both = isinstance(node, ast.If) and isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And)
        if is_both and not node.orelse:
            made = copy.deepcopy(function)
            one = list(ast.walk(made))[index]
            first, *rest = one.test.values
            inner = rest[0] if len(rest) == 1 else ast.BoolOp(ast.And(), rest)
            one.test, one.body = first, [ast.If(inner, one.body, [])]
            yield "nested condition", [made]
        if isinstance(node, ast.Return) and isinstance(node.value, OPERATIONS) and not has_scopes(function):
            inner = (ast.Lambda, *COMPREHENSIONS, ast.Yield, ast.Await, ast.NamedExpr)
            if any(isinstance(one, inner) for one in ast.walk(node.value)):
                continue
            own = plain_locals(function) | {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
            used = [one.id for one in ast.walk(node.value) if isinstance(one, ast.Name) and one.id in own]
            used = list(dict.fromkeys(used))
            made = copy.deepcopy(function)
            one = list(ast.walk(made))[index]
            helper = ast.parse(f"def _{function.name}_part({', '.join(used)}): pass").body[0]
            helper.body = [ast.Return(one.value)]
            one.value = ast.parse(f"_{function.name}_part({', '.join(used)})", mode="eval").body
            yield "extracted helper", [helper, made]
        block = getattr(node, "body", None)
        if not isinstance(block, list):
            continue
        for at, (one, other) in enumerate(zip(block, block[1:])):
            if independent(one, other):
                made = copy.deepcopy(function)
                changed = list(ast.walk(made))[index].body
                changed[at], changed[at + 1] = changed[at + 1], changed[at]
                yield "reordered", [made]
            if is_collecting(one, other):
                made = copy.deepcopy(function)
                changed = list(ast.walk(made))[index].body
                loop = changed[at + 1]
                value = loop.body[0].value.args[0]
                changed[at].value = ast.ListComp(value, [ast.comprehension(loop.target, loop.iter, [], 0)])
                del changed[at + 1]
                yield "loop to comprehension", [made]


def independent(one, other):
    """Two assignments of constants, or of plain names, to different names."""
    if not (is_name_assigned(one) and is_name_assigned(other)):
        return False
    values = one.value, other.value
    if not all(
        isinstance(each, (ast.Constant, ast.Name, ast.List)) and not getattr(each, "elts", ()) for each in values
    ):
        return False
    names = [each.targets[0].id for each in (one, other)]
    uses = [getattr(each.value, "id", None) for each in (one, other)]
    return names[0] != names[1] and names[0] != uses[1] and names[1] != uses[0]


def is_collecting(one, loop):
    if not (is_name_assigned(one) and isinstance(one.value, ast.List) and not one.value.elts):
        return False
    is_loop = isinstance(loop, ast.For) and isinstance(loop.target, ast.Name)
    if not (is_loop and not loop.orelse and len(loop.body) == 1):
        return False
    step, name = loop.body[0], one.targets[0].id
    call = getattr(step, "value", None)
    if not (isinstance(step, ast.Expr) and isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
        return False
    if call.func.attr != "append" or getattr(call.func.value, "id", None) != name or len(call.args) != 1:
        return False
    return name not in names_of(call.args[0]) | names_of(loop.iter)


def replaced(source, function, made):
    lines = source.split("\n")
    indent = " " * function.col_offset
    text = "\n\n".join(ast.unparse(ast.fix_missing_locations(one)) for one in made)
    first = min([function.lineno, *(one.lineno for one in function.decorator_list)]) - 1
    return "\n".join([*lines[:first], *(indent + line for line in text.split("\n")), *lines[function.end_lineno :]])


def main(seed, most_faults, most_refactorings, root, *paths):
    chance = random.Random(int(seed))
    found = {"fault": [], "refactoring": []}
    for path in paths:
        with open(f"{root}/{path}", encoding="utf-8") as file:
            source = file.read()
        try:
            module = ast.parse(source)
        except SyntaxError:  # of a newer Python
            continue
        for function in module.body:
            if not isinstance(function, ast.FunctionDef) or function.decorator_list or len(function.body) > 30:
                continue
            if not (function.args.args or function.args.posonlyargs) or function.name.startswith("test"):
                continue
            arguments = function.args
            parameters = [*arguments.args, *arguments.posonlyargs, *arguments.kwonlyargs]
            if any(one.annotation is None for one in parameters):
                continue
            for kind, changes in (("fault", faults), ("refactoring", refactorings)):
                for how, made in changes(function):
                    found[kind].append(
                        {"kind": kind, "how": how, "root": root, "path": path, "name": function.name}
                        | {"before": source, "after": replaced(source, function, made)}
                    )
    for kind, most in (("fault", int(most_faults)), ("refactoring", int(most_refactorings))):
        cases, counts = found[kind], {}
        chance.shuffle(cases)
        kept = []
        for case in cases:
            key = case["path"], case["name"]
            counts[key] = counts.get(key, 0) + 1
            if counts[key] <= 3:
                kept.append(case)
        for case in kept[:most]:
            print(json.dumps(case))


main(*sys.argv[1:])
