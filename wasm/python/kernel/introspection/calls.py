"""Inference of what calls return, from classes, annotations, tables and the code of functions."""

from _ast import Attribute, Constant, Lambda, Name, Return
from io import BufferedReader, TextIOWrapper
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType, ModuleType

from _kernel_scopes import FUNCTIONS, Scope, children, function_scope, parse
from _kernel_signatures import annotations
from _kernel_statics import MISSING, is_class, is_one
from _kernel_values import FUNCTIONS_OF_C, METHODS, Definition, Display, Instance, Items, Live, Made, Parts


class Calls:
    def call(self, node, scope):
        callee = self.infer(node.func, scope)
        if type(node.func) is Name and node.func.id in ("enumerate", "zip", "reversed", "super"):
            special = self._special(node, scope)
            if special is not None:
                return special
        if type(node.func) is Attribute and node.func.attr in ("items", "values"):
            owner = self.infer(node.func.value, scope)
            if self.class_of(owner) is dict:
                value = self._value_of(owner)
                return Items(value if node.func.attr == "values" else Parts((self.each(owner), value)))
        return self.result(callee, node, scope)

    def _value_of(self, value):
        if type(value) is Display:
            values = getattr(value.node, "values", ())
            return self.infer(values[0], value.scope) if values else None
        for item in dict.values(value.object) if type(value) is Live else ():
            return Live(item)
        return None

    def _special(self, node, scope):
        items = [self.each(self.infer(one, scope)) for one in node.args]
        if node.func.id == "enumerate":
            return Items(Parts((Instance(int), *items[:1])))
        if node.func.id == "zip":
            return Items(Parts(tuple(items)))
        if node.func.id == "reversed" and node.args:
            return self.infer(node.args[0], scope)
        while scope is not None and scope.kind != "class":
            scope = scope.parent
        bases = scope.node.bases if scope is not None else ()
        return self.made(self.infer(bases[0], scope.parent)) if bases else Instance(object)

    def result(self, callee, node=None, scope=None):
        """What a call returns, as far as a class, an annotation or a table tells."""
        if type(callee) is Definition:
            return Made(callee) if callee.is_class else self._returned_by(callee)
        if type(callee) is not Live:
            return None
        value = callee.object
        if is_class(value):
            return None if value is type else Instance(value)
        if type(value) is BuiltinFunctionType or type(value) is MethodDescriptorType:
            return self._of_c(value, node)
        if is_one(type(value), (FunctionType, MethodType)):
            return self._returned(value)
        return None

    def _of_c(self, value, node):
        owner = getattr(value, "__objclass__", None) or type(value.__self__)
        found = next((methods.get(value.__name__) for cls, methods in METHODS.items() if issubclass(owner, cls)), None)
        if owner is ModuleType and self.builtins.get(value.__name__) is value:
            found = FUNCTIONS_OF_C.get(value.__name__)
            if value.__name__ == "open":
                return self._open(node)
        return None if found is None else Instance(found)

    def _open(self, node):
        modes = [] if node is None else node.args[1:2] + [one.value for one in node.keywords if one.arg == "mode"]
        binary = any(type(mode) is Constant and type(mode.value) is str and "b" in mode.value for mode in modes)
        return Instance(BufferedReader if binary else TextIOWrapper)

    def _returned(self, function):
        bound = MISSING
        if type(function) is MethodType:
            bound = function.__self__
            function = function.__func__
        if type(function) is not FunctionType:
            return None
        text = annotations(function).get("return")
        if text is None:
            return None
        if text == "Self" or text.endswith(".Self"):
            return None if bound is MISSING else Live(bound) if not is_class(bound) else Instance(bound)
        try:
            node = parse(text, "eval").body
        except SyntaxError:
            return None
        inner = type(self)(function.__globals__, self.builtins)
        inner.depth = self.depth
        return inner.annotated(node, Scope("module"))

    def _returned_by(self, definition):
        node, scope = definition.node, definition.scope
        if type(node) is Lambda:
            return self.infer(node.body, function_scope(node, scope))
        if node.returns is not None:
            return self.annotated(node.returns, scope)
        if type(node).__name__.startswith("Async"):
            return None
        inner = function_scope(node, scope)
        waiting = list(node.body)
        while waiting:
            one = waiting.pop(0)
            if type(one) is Return and one.value is not None:
                return self.infer(one.value, inner)
            if type(one) not in FUNCTIONS and type(one).__name__ != "ClassDef":
                waiting[:0] = list(children(one))
        return None
