"""What an expression in code stands for, found without running anything of the user's."""

from _ast import (
    Attribute,
    BinOp,
    BoolOp,
    Call,
    Compare,
    Constant,
    GeneratorExp,
    IfExp,
    JoinedStr,
    Lambda,
    Name,
    NamedExpr,
    Subscript,
    Tuple,
    UnaryOp,
)
from types import GeneratorType, MethodType

import _kernel_modules as modules
from _kernel_calls import Calls
from _kernel_containers import Containers
from _kernel_members import Members
from _kernel_scopes import parse
from _kernel_statics import MISSING, instance_attribute, is_class, is_one
from _kernel_values import DEPTH, DISPLAYS, Definition, Display, Found, Instance, Live, Made, Parts

NUMBERS = int, float, complex


class Inference(Containers, Calls, Members):
    """Answers for one request. `names` is the user's namespace."""

    def __init__(self, names, builtins):
        self.names, self.builtins = names, builtins
        self.depth = 0

    def infer(self, node, scope):
        """What the expression stands for, or None."""
        if node is None or self.depth > DEPTH:
            return None
        self.depth += 1
        try:
            return self._infer(node, scope)
        finally:
            self.depth -= 1

    def _infer(self, node, scope):
        kind = type(node)
        if kind is Constant:
            return Live(node.value)
        if kind is Name:
            return self.name(node.id, scope)
        if kind is Attribute:
            return self.attribute(self.infer(node.value, scope), node.attr)
        if kind in DISPLAYS:
            return Display(node, scope)
        if kind is Subscript:
            return self.item(self.infer(node.value, scope), node.slice, scope)
        if kind is Call:
            return self.call(node, scope)
        if kind is JoinedStr:
            return Instance(str)
        if kind is GeneratorExp:
            return Instance(GeneratorType)
        if kind is Lambda:
            return Definition(node, scope)
        if kind is Compare:
            return Instance(bool)
        if kind is BoolOp:
            return self._first(node.values, scope)
        if kind is IfExp:
            return self._first((node.body, node.orelse), scope)
        if kind is NamedExpr:
            return self.infer(node.value, scope)
        if kind is UnaryOp:
            return Instance(bool) if type(node.op).__name__ == "Not" else self._number(self.infer(node.operand, scope))
        return self._operation(node, scope) if kind is BinOp else None

    def _first(self, nodes, scope):
        for node in nodes:
            value = self.infer(node, scope)
            if value is not None and not (type(value) is Live and value.object is None):
                return value
        return None

    def _number(self, value):
        cls = self.class_of(value)
        return Instance(cls) if is_one(cls, NUMBERS) else None

    def _operation(self, node, scope):
        left, right = (self.class_of(self.infer(side, scope)) for side in (node.left, node.right))
        if is_one(left, NUMBERS) and is_one(right, NUMBERS):
            divides = type(node.op).__name__ == "Div"
            return Instance(max(left, right, float if divides else int, key=NUMBERS.index))
        for side in (left, right):
            if is_one(side, (str, bytes, list, tuple, set, dict)):
                return Instance(side)
        return None

    def class_of(self, value):
        """The live class of a value, or None."""
        if type(value) is Live:
            return type(value.object)
        return value.cls if type(value) in (Instance, Display, Parts) else None

    def name(self, name, scope):
        for one in scope.enclosing():
            bindings = one.names.get(name)
            if bindings:
                value = self.bound(bindings[-1], one)
                return self._or_live(value, name, one)
            for module, level in one.stars:
                value = None if level else self.member(module, name)
                if value is not None:
                    return value
        return self.live(name) if self._reaches_session(scope) else self._builtin(name)

    def _reaches_session(self, scope):
        return scope.module is None

    def _or_live(self, value, name, scope):
        """The session's object when the code does not tell more."""
        if scope.kind != "module" or not self._reaches_session(scope):
            return value
        if value is None:
            return self.live(name)
        if type(value) is Display:
            live = self.live(name)
            empty = not getattr(value.node, "elts", ()) and not getattr(value.node, "keys", ())
            if live is not None and type(live.object) is value.cls and empty:
                return live
        return value

    def live(self, name):
        found = dict.get(self.names, name, MISSING)
        return Live(found) if found is not MISSING else self._builtin(name)

    def _builtin(self, name):
        found = self.builtins.get(name, MISSING)
        return None if found is MISSING else Live(found)

    def bound(self, binding, scope):
        """The value that a binding gives its name."""
        if self.depth > DEPTH:
            return None
        self.depth += 1
        try:
            return self._along(self._source(binding, scope), binding.path, scope)
        finally:
            self.depth -= 1

    def _source(self, binding, scope):
        kind, node = binding.kind, binding.node
        if kind == "value":
            if binding.path[:1] == ("each",):
                return self.infer(node, scope.parent if scope.kind == "comprehension" else scope) or self.infer(
                    node, scope
                )
            return self.infer(node, scope)
        if kind in ("function", "class"):
            return Definition(node, scope)
        if kind == "import":
            name, renamed = node
            whole = self.module(name)
            return whole if renamed else self.module(name.partition(".")[0])
        if kind == "from":
            module, level, name = node
            return None if level else self.member(module, name)
        if kind in ("annotated", "parameter"):
            annotation, value = node
            return self.annotated(annotation, scope.parent or scope) or self.infer(value, scope.parent or scope)
        if kind == "self":
            return Made(Definition(scope.parent.node, scope.parent.parent or scope.parent))
        if kind == "entered":
            return self._entered(self.infer(node, scope))
        if kind == "caught":
            return self._caught(node, scope)
        return Instance(tuple) if kind == "args" else Instance(dict) if kind == "kwargs" else None

    def _entered(self, value):
        cls = self.class_of(value)
        enter = MISSING if cls is None else instance_attribute(cls, "__enter__")
        if type(enter) is MethodType:
            result = self._returned(enter)
            return value if result is None else result
        return value

    def _caught(self, node, scope):
        if type(node) is Tuple:
            node = node.elts[0] if node.elts else None
        return self.made(self.infer(node, scope)) or Instance(Exception)

    def annotated(self, node, scope):
        """An instance of what an annotation names."""
        if node is None:
            return None
        if type(node) is Constant and type(node.value) is str:
            try:
                node = parse(node.value, "eval").body
            except SyntaxError:
                return None
        if type(node) is BinOp:
            return self.annotated(node.left, scope) or self.annotated(node.right, scope)
        if type(node) is Subscript:
            outer = node.value.attr if type(node.value) is Attribute else getattr(node.value, "id", "")
            return self.annotated(node.slice if outer in ("Optional", "Annotated") else node.value, scope)
        if type(node) is Constant:
            return None
        if type(node) is Tuple:
            return self.annotated(node.elts[0], scope) if node.elts else None
        return self.made(self.infer(node, scope))

    def made(self, value):
        """An instance of the class that `value` is."""
        if type(value) is Live and is_class(value.object) and value.object is not type(None):
            return Instance(value.object)
        return Made(value) if type(value) is Definition and value.is_class else None

    def _along(self, value, path, scope):
        for step in path:
            if step == "star":
                value = Instance(list)
            elif step == "each":
                value = self.each(value)
            else:
                value = self._indexed(value, step)
        return value

    def module(self, name):
        found = modules.find(name)
        if found is None:
            return None
        return Found(found) if isinstance(found, modules.UserModule) else Live(found)

    def member(self, module, name):
        """What `from module import name` binds."""
        return self.attribute(self.module(module), name) or self.module(f"{module}.{name}")
