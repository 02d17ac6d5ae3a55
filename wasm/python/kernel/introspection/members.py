"""Inference of attributes, of live objects and of what only code defines."""

from _ast import Attribute, Name
from types import FunctionType

import _kernel_modules as modules
from _kernel_scopes import FUNCTIONS, children, class_scope, function_scope
from _kernel_statics import MISSING, Computed, attribute, attributes, class_attributes, instance_attribute
from _kernel_values import DEPTH, Definition, Display, Found, Instance, Live, Made, Parts


class Members:
    def attribute(self, value, name):
        """What `value.name` stands for, or None."""
        kind = type(value)
        if kind is Live:
            return self._settled(attribute(value.object, name))
        if kind in (Instance, Display, Parts):
            return self._settled(instance_attribute(value.cls, name))
        if kind is Found:
            bindings = value.module.scope.names.get(name)
            if bindings:
                return self.bound(bindings[-1], value.module.scope)
            return self.module(f"{value.module.name}.{name}") if value.module.directory else None
        if kind is Definition and value.is_class:
            return self._class_attribute(value, name, False)
        return self._class_attribute(value.definition, name, True) if kind is Made else None

    def _settled(self, found):
        if found is MISSING:
            return None
        if type(found) is not Computed:
            return Live(found)
        getter = getattr(found.descriptor, "fget", None) if type(found.descriptor) is property else None
        if type(getter) is FunctionType:
            return self._returned(getter) or found
        return found

    def _class_attribute(self, definition, name, on_instance):
        scope = class_scope(definition.node, definition.scope)
        bindings = scope.names.get(name)
        if bindings:
            value = self.bound(bindings[-1], scope)
            if type(value) is Definition and not value.is_class:
                decorators = getattr(value.node, "decorator_list", ())
                marks = {one.id for one in decorators if type(one) is Name}
                if "property" in marks and on_instance:
                    return self._returned_by(value)
                value.bound = "classmethod" in marks or (on_instance and "staticmethod" not in marks)
            return value
        if on_instance:
            for attribute_name, node, inner in self.assigned(scope):
                if attribute_name == name:
                    return self.infer(node, inner)
        for base in definition.node.bases:
            base = self.infer(base, definition.scope)
            found = self.attribute(self.made(base) if on_instance else base, name)
            if found is not None:
                return found
        return None

    def assigned(self, scope):
        """What the methods of a class assign to `self`: (name, expression, scope of the method)."""
        for binding in (one for many in scope.names.values() for one in many):
            node = binding.node
            if binding.kind != "function" or not node.args.args:
                continue
            first, inner, waiting = node.args.args[0].arg, None, list(node.body)
            while waiting:
                one = waiting.pop(0)
                targets = getattr(one, "targets", None) or [getattr(one, "target", None)]
                for target in targets:
                    if type(target) is Attribute and type(target.value) is Name and target.value.id == first:
                        inner = inner or function_scope(node, scope)
                        yield target.attr, getattr(one, "value", None), inner
                if type(one) not in FUNCTIONS:
                    waiting.extend(children(one))

    def attributes(self, value):
        """Names that may follow the dot, with their kinds."""
        kind = type(value)
        if kind is Live:
            return attributes(value.object)
        if kind in (Instance, Display, Parts):
            return class_attributes(value.cls)
        if kind is Found:
            names = {name: _kind(many[-1]) for name, many in value.module.scope.names.items()}
            if value.module.directory:
                names |= dict.fromkeys(modules.names_in(value.module.directory), "module")
            return names
        if kind is Definition:
            return self._class_names(value, False) if value.is_class else class_attributes(FunctionType)
        return self._class_names(value.definition, True) if kind is Made else {}

    def _class_names(self, definition, on_instance):
        scope = class_scope(definition.node, definition.scope)
        names = {name: _kind(many[-1], True) for name, many in scope.names.items()}
        if on_instance:
            for name, _, _ in self.assigned(scope):
                names.setdefault(name, "instance")
        self.depth += 1
        for base in definition.node.bases if self.depth < DEPTH else ():
            base = self.infer(base, definition.scope)
            for name, kind in self.attributes(self.made(base) if on_instance else base).items():
                names.setdefault(name, kind)
        self.depth -= 1
        for name, kind in (class_attributes(object) if on_instance else attributes(object)).items():
            names.setdefault(name, kind)
        return names


def _kind(binding, in_a_class=False):
    if binding.kind == "function":
        return "method" if in_a_class else "function"
    return binding.kind if binding.kind == "class" else "module" if binding.kind == "import" else "instance"
